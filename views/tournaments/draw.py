"""The draw of a stage: a proposal with few repeated meetings, manual changes by the umpire, saving."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import parse_count
from forms.tournaments import DrawForm
from game.tournament.draw import Table, random_meetings
from game.tournament.tables import numbers_of_tables, table_sizes
from models import Tournament, db
from models.tournament.drawing import NotDrawn, most_at_a_table, proposed, seat, stage_due
from views.tournaments import bp
from views.tournaments.access import CurrentTournament
from views.tournaments.seating import make_table_links
from views.tournaments.words import NOT_DRAWN, names_in
from views.web.access import umpire
from views.web.addresses import TOURNAMENT, tournament_url
from views.web.clock import chance
from views.web.gate import change_stamp, changes_tournament
from views.words.phrases import stage_name

MAX_SEED = 9999


@bp.get(f"{TOURNAMENT}/draw")
def show_draw(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """Preview of a draw; `seed` and `tables` reproduce it."""
    umpire(group_id, tournament_id)
    now = CurrentTournament.of(group_id, tournament_id)
    if stage_due(now.tournament, now.tournament_state) is None:
        return redirect(tournament_url(now.tournament), 303)
    seed = parse_count(request.args.get("seed", ""), least=1, most=MAX_SEED)
    tables = parse_count(request.args.get("tables", ""), least=1, most=len(now.tournament_state.next_players))
    if seed is None:
        new_seed = chance().randint(1, MAX_SEED)
        return redirect(url_for(".show_draw", **now.ids, seed=new_seed, tables=tables))
    return _page(now, proposed(now.tournament, now.tournament_state, seed, tables=tables), seed)


@bp.post(f"{TOURNAMENT}/draw")
@changes_tournament(at_tables=True)
def save_draw(tournament: Tournament) -> ResponseReturnValue:
    """Save the draw as shown, with manual changes.

    A correction by a table's code waits meanwhile; afterwards that code can only read.
    """
    now, form = CurrentTournament(tournament), DrawForm()
    is_valid, seed = form.validate_on_submit(), form.seed.data or 0
    stage = stage_due(tournament, now.tournament_state)
    if stage is None:
        flash(str(NOT_DRAWN["moved"]))
        return redirect(tournament_url(tournament), 303)
    if not is_valid or "look" in request.form:
        moved = [tuple(table) for table in form.tables]
        return _page(now, moved or proposed(tournament, now.tournament_state, seed), seed)
    method = "by_hand" if form.is_by_hand else "balanced"
    try:
        seat(
            tournament,
            now.tournament_state,
            form.tables,
            change_stamp(),
            stage=form.stage.data or 0,
            seed=seed,
            method=method,
        )
    except NotDrawn as refused:
        db.session.rollback()
        flash(str(NOT_DRAWN[refused.reason]))
        return redirect(url_for(".show_draw", **now.ids), 303)
    make_table_links(tournament, tournament.tables_of(stage))
    db.session.commit()
    flash(_("Drawn: %(stage)s.", stage=stage_name(tournament, stage)))
    return redirect(tournament_url(tournament), 303)


def _page(now: CurrentTournament, tables: Sequence[Table], seed: int) -> str:
    players, past = now.tournament_state.next_players, now.tournament_state.past
    numbers = numbers_of_tables(len(players), most_at_a_table(now.tournament))
    stage = stage_due(now.tournament, now.tournament_state) or 1
    met, behind = past.measure(tables)
    sizes = table_sizes(len(players), len(tables))
    return render_template(
        "tournaments/draw.html",
        now=now,
        tournament=now.tournament,
        form=DrawForm(),
        stage=stage,
        stage_name=stage_name(now.tournament, stage),
        tables=tables,
        seats=";".join(",".join(str(player) for player in table) for table in tables),
        seed=seed,
        next_seed=seed % MAX_SEED + 1,
        numbers=sorted(numbers),
        met=met,
        behind=behind,
        small_again=names_in(now.tournament, past.small_again(tables)),
        left_names=names_in(now.tournament, now.tournament_state.awaiting_decision),
        by_lot=random_meetings(players, sizes, past) if past.together else None,
    )

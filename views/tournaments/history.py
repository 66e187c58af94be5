"""The changes and decisions of an evening, newest first; each entry can be taken back."""

from __future__ import annotations

import uuid

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from models import Change, Tournament, db
from models.change import UNDO
from models.table.taking_back import CannotTakeBack
from models.tournament.at_table import done_at_table
from models.tournament.taking_back import take_back
from views.tournaments import bp
from views.tournaments.access import CurrentTournament
from views.tournaments.words import NOT_TAKEN_BACK, change_in_words
from views.web.access import may_umpire, reader
from views.web.addresses import TOURNAMENT
from views.web.gate import author, changes_tournament


@bp.get(f"{TOURNAMENT}/history")
def history(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    now = CurrentTournament.of(group_id, tournament_id)
    own = db.select(Change).where(Change.tournament_id == tournament_id, Change.group_id == group_id)
    changes = db.session.scalars(own.order_by(Change.at.desc(), Change.id.desc()))
    return render_template(
        "tournaments/history.html",
        now=now,
        tournament=now.tournament,
        is_umpire=may_umpire(group_id, tournament_id),
        changes=[(change, change_in_words(change, now.tournament)) for change in changes],
        take_back=UNDO,
    )


@bp.post(f"{TOURNAMENT}/history/<uuid:change_id>/undo")
@changes_tournament(at_tables=True)
def undo(tournament: Tournament, change_id: uuid.UUID) -> ResponseReturnValue:
    change = Change.of(tournament.group_id, change_id)
    if change is None or change.tournament_id != tournament.id:
        abort(404)
    words = change_in_words(change, tournament)
    try:
        take_back(tournament, change, author())
    except CannotTakeBack as refused:
        db.session.rollback()
        flash(str(NOT_TAKEN_BACK[refused.reason]))
    else:
        db.session.commit()
        flash(_("Taken back: %(change)s", change=words))
        there = done_at_table(change)
        if there is not None and there.is_active:
            flash(_("Their table has gone on without them: they sit down again there, under Seats."))
    return redirect(url_for(".history", group_id=tournament.group_id, tournament_id=tournament.id), 303)

"""Slips for the tables of a club evening that have no phone: to print, and typed in on one page."""

from __future__ import annotations

import uuid
from typing import Any

from flask import flash, redirect, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.paper.slips import Miscount, SlipForm
from models import Change, ChangeStamp, Session, Tournament, db
from models.database import new_id
from models.table.whole_sheets import enter_rounds
from models.tournament.tournament import TournamentTable
from views.paper import bp
from views.paper.entry_page import cells_in_words, draft_key, grid_of, values_in_words
from views.paper.leaves import PrintedDeal
from views.paper.print_sheet import Paper
from views.web.access import tournament_of, umpire
from views.web.addresses import TOURNAMENT, tournament_url
from views.web.clock import now
from views.web.gate import changes_tournament, sent_id
from views.web.phone import phone_name
from views.words.figures import number
from views.words.phrases import listed, stage_name

MAX_LINES_OF_HALF = 5  # deals that half a page has room for


@bp.get(f"{TOURNAMENT}/slips/print")
def print_slips(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """Two on a page, where they are short enough."""
    group = umpire(group_id, tournament_id).group
    tournament = tournament_of(group_id, tournament_id)
    if not tournament.tables:
        return redirect(tournament_url(tournament), 303)
    slips = [PrintedSlip(session, table, group.name) for table, session in tables_now(tournament)]
    per_page = 2 if all(len(slip.rows) <= MAX_LINES_OF_HALF for slip in slips) else 1
    return render_template(
        "paper/slips/show.html",
        tournament=tournament,
        stage=stage_name(tournament, slips[0].table.stage),
        pages=[slips[first : first + per_page] for first in range(0, len(slips), per_page)],
        back=tournament_url(tournament),
    )


def tables_now(tournament: Tournament) -> list[tuple[TournamentTable, Session]]:
    """Tables of the last stage drawn, with their sessions."""
    last = max((table.stage for table in tournament.tables), default=0)
    tables = [
        (table, Session.of(tournament.group_id, table.session_id)) for table in tournament.tables_of(last)
    ]
    return [(table, session) for table, session in tables if session is not None]


class PrintedSlip:
    """The slip of one table."""

    def __init__(self, session: Session, table: TournamentTable, group: str) -> None:
        self.session, self.table = session, table
        self.paper = Paper(
            session, group=group, day=session.night.date, place="", filled=False, size="a4", code=None
        )

    @property
    def legend(self) -> str:
        """Explains the cells."""
        rules = self.session.rules
        if rules.tally == "places":
            return _("In each cell the place in that deal: 1 for the best.")
        if not rules.has_round_winner:
            return _("In each cell the points of that deal.")
        if rules.classes:
            return _("In each cell the points of that deal; × for the player who went out.")
        return _("In each cell the points of that deal; × for the player who won.")

    @property
    def rows(self) -> list[PrintedDeal]:
        return [row for leaf in self.paper.leaves for row in leaf.rows]


@bp.get(f"{TOURNAMENT}/slips")
def edit_slips(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    umpire(group_id, tournament_id)
    tournament = tournament_of(group_id, tournament_id)
    if not tournament.tables:
        return redirect(tournament_url(tournament), 303)
    return _page(tournament, _slips(tournament))


@bp.post(f"{TOURNAMENT}/slips")
@changes_tournament(on_repeat=None, at_tables=True)
def save_slips(tournament: Tournament) -> ResponseReturnValue:
    """Save each valid slip as a change of its own table; show the others again."""
    slips = _slips(tournament)
    if not slips:
        return redirect(tournament_url(tournament), 303)
    draft = _draft(tournament, slips)
    typed = [slip for slip in slips if not slip.form.is_untouched]
    for slip in typed:
        slip.save()
    saved, open_ = [s for s in typed if s.is_saved], [s for s in typed if not s.is_saved]
    if saved:
        db.session.commit()
        names = listed([slip.name for slip in saved])
        flash(_("Saved: %(tables)s.", tables=names), "" if open_ else f"saved:{draft}")
    if open_:
        return _page(tournament, slips), 422
    if not typed:
        flash(_("Nothing was typed."))
    return redirect(tournament_url(tournament), 303)


class Slip:
    """One table’s part of the page."""

    def __init__(self, table: TournamentTable, session: Session) -> None:
        self.table, self.session = table, session
        self.form = SlipForm(session, f"t{table.number}-")
        self.is_saved = False

    @property
    def name(self) -> str:
        return _("Table %(number)d", number=self.table.number)

    @property
    def is_done(self) -> bool:
        """Whether all rounds are entered."""
        return self.is_saved or self.session.is_finished

    @property
    def is_wrong(self) -> bool:
        """Whether it was sent with errors or open questions."""
        return bool(not self.is_saved and (self.form.form_errors or self.grid["problems"] or self.doubts))

    @property
    def grid(self) -> dict[str, Any]:
        return grid_of(self.form)

    @property
    def doubts(self) -> list[str]:
        return [*self.grid["doubts"], *map(_miscount_in_words, self.form.miscounts)]

    @property
    def totals(self) -> list[tuple[str, int]]:
        """Names and present totals, by seat."""
        sides = self.session.standings()
        reached = {seat: side.total for side in sides for seat in side.seats}
        return [(seat.name, reached[seat.id]) for seat in self.session.seats]

    def save(self) -> None:
        """Save it or set its errors; idempotent for the same page."""
        change_id = self.form.change_of(sent_id())
        known = Change.of(self.session.group_id, change_id)
        if known is not None and known.is_active:
            self.is_saved = True
        elif self.form.has_changed:
            self.form.form_errors += self.form.change_messages()
            self.form.accepted_warnings.data = ""  # tokens name seats by their position
        elif self.form.valid() and self.form.sheet is not None:
            stamp = ChangeStamp(new_id() if known else change_id, phone_name(), now())
            enter_rounds(self.session, self.form.sheet, stamp)
            self.is_saved = True


def _slips(tournament: Tournament) -> list[Slip]:
    return [Slip(table, session) for table, session in tables_now(tournament)]


def _page(tournament: Tournament, slips: list[Slip]) -> str:
    stage = slips[0].table.stage
    return render_template(
        "paper/slips/entry.html",
        tournament=tournament,
        stage=stage_name(tournament, stage),
        slips=slips,
        page=ChangeForm(),
        numbers=slips[0].form.numbers.data,
        asks=any(not slip.is_done for slip in slips),
        says_doubts=any(slip.doubts for slip in slips),
        values=values_in_words(slips[0].session),
        hint=cells_in_words(slips[0].form.rules),
        has_cards=bool(slips[0].form.rules.classes),
        draft=_draft(tournament, slips),
        back=tournament_url(tournament),
    )


def _draft(tournament: Tournament, slips: list[Slip]) -> str:
    return draft_key(str(tournament.id), slips[0].table.stage, [slip.session.id.hex for slip in slips])


def _miscount_in_words(miscount: Miscount) -> str:
    return _(
        "%(name)s: the slip says %(written)s, the deals make %(made)s.",
        name=miscount.seat.name,
        written=number(miscount.written),
        made=number(miscount.computed),
    )

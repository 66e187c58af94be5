"""A slip for each table of a club evening that has no phone: who sits there, a line a deal, room to write."""

from __future__ import annotations

import uuid

from flask import redirect, render_template
from flask.typing import ResponseReturnValue

from models import Session, Tournament
from models.tournament.tournament import TournamentTable
from views.paper import bp
from views.paper.leaves import PrintedDeal
from views.paper.print_sheet import Paper, paper_of
from views.web.access import tournament_of, umpire
from views.web.addresses import TOURNAMENT, evening_page
from views.wording.phrases import stage_name

LINES_OF_HALF = 5  # deals that half a page has room for


@bp.get(f"{TOURNAMENT}/slips/paper")
def slips(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """Two on a page, where they are short enough."""
    group = umpire(group_id, tournament_id).group
    tournament = tournament_of(group_id, tournament_id)
    if not tournament.tables:
        return redirect(evening_page(tournament), 303)
    found = [PrintedSlip(session, table, group.name) for table, session in tables_now(tournament)]
    each = 2 if all(len(slip.rows) <= LINES_OF_HALF for slip in found) else 1
    return render_template(
        "paper/slips/show.html",
        tournament=tournament,
        stage=stage_name(tournament, found[0].table.stage),
        pages=[found[first : first + each] for first in range(0, len(found), each)],
        back=evening_page(tournament),
    )


def tables_now(tournament: Tournament) -> list[tuple[TournamentTable, Session]]:
    """Those of the stage that was drawn last, each with what is played there."""
    last = max((table.stage for table in tournament.tables), default=0)
    tables = [
        (table, Session.of(tournament.group_id, table.session_id)) for table in tournament.tables_of(last)
    ]
    return [(table, session) for table, session in tables if session is not None]


class PrintedSlip:
    """What is printed for one table."""

    def __init__(self, session: Session, table: TournamentTable, group: str) -> None:
        self.session, self.table = session, table
        self.paper: Paper = paper_of(
            session, group=group, day=session.night.date, place="", filled=False, size="a4", code=None
        )

    @property
    def rows(self) -> list[PrintedDeal]:
        return [row for leaf in self.paper.leaves for row in leaf.rows]

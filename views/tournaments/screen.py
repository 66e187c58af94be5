"""The tournament on a large screen on the wall, with a code for joining if the umpire wants one."""

from __future__ import annotations

import uuid
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from game.tournament.state import Phase
from models import Group, Session, Tournament, db
from models.names import isolated
from views.live.guests import hide_guests_code, invite
from views.tournaments import bp
from views.tournaments.access import tournament_access
from views.tournaments.board import TournamentBoard, followed
from views.tournaments.seating import guests_address
from views.web.addresses import TOURNAMENT
from views.web.gate import changes_tournament
from views.web.qr import qr_code
from views.words.hands import name_of
from views.words.phrases import stage_of

MAX_FEW_PEOPLE, MAX_MEDIUM_PEOPLE = 16, 40


@bp.get(f"{TOURNAMENT}/board")
def screen(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    """A page without a menu, updated like the page of the tournament."""
    access = tournament_access(group_id, tournament_id)
    return followed(access, "tournaments/screen.html", "tournaments/_screen.html", _join_code, ScreenBoard)


class ScreenBoard(TournamentBoard):
    """The board for a large screen: the more entrants, the less detail."""

    @property
    def density(self) -> str:
        """How large letters can be: a class of static/css/tournament.css."""
        people = len(self.rows)
        if people <= MAX_FEW_PEOPLE:
            return "few"
        return "" if people <= MAX_MEDIUM_PEOPLE else "many"

    @property
    def title(self) -> str:
        """The stage that is being played, otherwise the next step of the tournament."""
        if self.tournament_state.phase is not Phase.PLAY:
            return self.headline
        return stage_of(self.tournament, self.stage)

    def _mark(self, player: Any, rank: int | None) -> str:
        """Return "" for a player who goes on: the line of the cut shows it."""
        return "" if player in self.tournament_state.playoff_players else super()._mark(player, rank)

    @property
    def state(self) -> str:
        """The progress of the stage, with the dealer if a play-off has one table."""
        if self.tournament_state.playoff is None or len(self.at_stage) != 1:
            return self.headline
        table = self.at_stage[0]
        session = Session.of(self.tournament.group_id, table.table.session_id)
        dealer = session.upcoming_deal().dealer if session else None
        deals = _("%(name)s deals", name=name_of(dealer, session)) if dealer and session else ""
        return " · ".join(filter(None, [self.progress(table), deals]))

    @property
    def others(self) -> list[tuple[int | None, str]]:
        """(rank, name) of the players who are not in the play-off."""
        below = [prize for prize in self.tournament_state.final_ranking if prize.playoff is None]
        return [(prize.rank, isolated(self.people[prize.player].name)) for prize in below]

    @property
    def shape(self) -> str:
        """How tables are shown.

        "names": each person with a table, while only the seats are new; "brief" if totals need the room; ""
        if both have room.
        """
        if len(self.rows) <= MAX_FEW_PEOPLE or self.tournament_state.playoff is not None:
            return ""
        return "names" if self.table_of_each and not self.stage_has_begun else "brief"


def _join_code(tournament: Tournament) -> dict[str, Any]:
    address = guests_address(tournament)
    return {"address": address, "code": qr_code(address, error="l") if address else None}


@bp.post(f"{TOURNAMENT}/board/code")
@changes_tournament(on_repeat=None)
def show_join_code(tournament: Tournament) -> ResponseReturnValue:
    """Show a code on this screen, by which people follow and ask to take part."""
    invite(db.session.get_one(Group, tournament.group_id), tournament.id)
    return _back(tournament)


@bp.post(f"{TOURNAMENT}/board/code/removal")
@changes_tournament(on_repeat=None)
def hide_join_code(tournament: Tournament) -> ResponseReturnValue:
    """Phones that have joined by the code stay members."""
    hide_guests_code()
    return _back(tournament)


def _back(tournament: Tournament) -> ResponseReturnValue:
    return redirect(url_for(".screen", group_id=tournament.group_id, tournament_id=tournament.id), 303)

"""The page of a tournament: next step, tables, totals with the cut."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from flask import make_response, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from game.tournament.cut import DecidedBy
from game.tournament.decisions import DecisionStatus, decision_statuses
from game.tournament.state import Phase
from game.tournament.tables import numbers_of_tables
from models import Tournament
from models.names import isolated
from models.player import Player
from models.tournament.drawing import most_at_a_table, stage_due
from models.tournament.reading import AtTable
from views.live.fragments import is_fragment, is_not_modified, not_modified, with_etag
from views.tournaments.access import CurrentTournament, TournamentAccess
from views.tournaments.result import TournamentResult, tournament_text
from views.tournaments.words import STATUSES, decision_in_words, game_of, names_in, of_most_deals
from views.web.access import tournament_of
from views.words.phrases import listed, stage_name

PAGES = {"cut": "tournaments.edit_cut", "tie": "tournaments.edit_order"}  # by kind of decision


@dataclass(frozen=True)
class TournamentRow:
    """A row of the standings.

    by_round: total of each round, None for one not played. mark: state at the cut, or that they have left.
    deals: "1 of 4 deals" where others have played more.
    """

    player: Any
    rank: int | None
    total: int
    by_round: tuple[int | None, ...]
    mark: str
    deals: str
    is_last_through: bool

    @property
    def leads(self) -> bool:
        return self.rank == 1

    @property
    def note(self) -> str:
        return " · ".join(filter(None, [self.mark, self.deals]))


@dataclass(frozen=True)
class PlayoffRow:
    """A row of the play-off. deals: as in TournamentRow. carried_total: the total of the rounds before."""

    player: Player
    rank: int | None
    total: int
    deals: str
    carried_total: int


class TournamentBoard(CurrentTournament):
    """The values of the page, the same for every phone except for is_umpire."""

    def __init__(self, tournament: Any, *, is_umpire: bool) -> None:
        super().__init__(tournament)
        self.is_umpire = is_umpire

    @property
    def phase(self) -> str:
        return self.tournament_state.phase.value

    @property
    def stage(self) -> int:
        """The stage that is played, or drawn next."""
        due = stage_due(self.tournament, self.tournament_state)
        return due or max((table.table.stage for table in self.tables), default=1)

    @property
    def stage_name(self) -> str:
        return stage_name(self.tournament, self.stage)

    @property
    def is_one_table(self) -> bool:
        """Whether the play-off is drawn next and can only be played at one table."""
        state = self.tournament_state
        if state.phase is not Phase.PLAYOFF_DRAW:
            return False
        return numbers_of_tables(len(state.next_players), most_at_a_table(self.tournament)) == [1]

    @cached_property
    def at_stage(self) -> list[AtTable]:
        return [table for table in self.tables if table.table.stage == self.stage]

    @property
    def headline(self) -> str:
        """The present phase as a sentence."""
        phase, cut = self.tournament_state.phase, self.tournament_state.cut
        if phase is Phase.OVER:
            return _("%(names)s won", names=names_in(self.tournament, self.tournament_state.winners))
        if phase is Phase.PLAY:
            over = sum(table.is_over for table in self.at_stage)
            return _("Finished tables: %(over)d of %(all)d", over=over, all=len(self.at_stage))
        if phase is Phase.CHOICE and cut:
            return ngettext(
                "%(count)d are level at %(score)d, and %(num)d of them goes on",
                "%(count)d are level at %(score)d, and %(num)d of them go on",
                cut.room,
                count=len(cut.level),
                score=cut.score,
            )
        people = len(self.tournament_state.next_players)
        return ngettext("%(num)d person sits down next", "%(num)d people sit down next", people)

    @cached_property
    def rows(self) -> list[TournamentRow]:
        """The standings over all rounds; among equal ranks, players who go on come first.

        The play-off has its own rows, see `final`. No ranks before anything is played.
        """
        state = self.tournament_state
        through = state.playoff_players if self.is_even or state.rounds_are_over else set()
        totals_by_round = [
            {place.player: place.total for place in state.round_places(number)}
            for number in range(1, len(state.rounds) + 1)
        ]
        places = state.final if state.playoff is None else state.combined
        combined = sorted(places, key=lambda p: (p.rank is None, p.rank, p.player not in through))
        last = max((n for n, place in enumerate(combined) if place.player in through), default=-1)
        return [
            TournamentRow(
                self.people[place.player],
                place.rank if self.has_begun else None,
                place.total,
                tuple(totals.get(place.player) for totals in totals_by_round),
                self._mark(place.player, place.rank),
                of_most_deals(state.fewer_deals.get(place.player)) if self.has_begun else "",
                number == last,
            )
            for number, place in enumerate(combined)
        ]

    @cached_property
    def final(self) -> list[PlayoffRow]:
        """The play-off, best first; empty before it is drawn.

        No ranks before anything is played, unless totals are carried over.
        """
        if self.tournament_state.playoff is None:
            return []
        fewer_deals = self.tournament_state.fewer_deals_in_playoff
        before = {place.player: place.total for place in self.tournament_state.combined}
        places = self.tournament_state.final
        has_begun = self.stage_has_begun or any(place.total for place in places)
        return [
            PlayoffRow(
                self.people[place.player],
                place.rank if has_begun else None,
                place.total,
                of_most_deals(fewer_deals.get(place.player)),
                before[place.player],
            )
            for place in places
        ]

    @cached_property
    def result(self) -> TournamentResult | None:
        """The result, None before the end."""
        return TournamentResult(self) if self.tournament_state.phase is Phase.OVER else None

    @property
    def text(self) -> str:
        """The result as a message, "" before the end."""
        return tournament_text(self.result, self.headline) if self.result else ""

    @property
    def decided(self) -> list[dict[str, Any]]:
        """The umpire's decisions, newest first. status: whether it still decides; "" if it does.

        page: where it is made again; "" if that is not needed.
        """
        statuses = decision_statuses(self.tournament_state)
        return [
            {
                "words": decision_in_words(decision, self.tournament),
                "by": decision["by"],
                "at": datetime.fromisoformat(decision["at"]),
                "is_needed": status is not DecisionStatus.NOT_NEEDED,
                "status": STATUSES.get(status, ""),
                "page": url_for(PAGES[decision["kind"]], **self.ids)
                if status is DecisionStatus.AGAIN
                else "",
            }
            for decision, status in reversed(list(zip(self.tournament.decisions, statuses, strict=True)))
        ]

    @property
    def would_go_on(self) -> str:
        """Names of the players not drawn who would go on by the corrected totals, or ""."""
        return names_in(self.tournament, self.tournament_state.would_qualify)

    @property
    def might_go_on(self) -> str:
        """Names of the players not drawn who would be level at the cut by the corrected totals, or ""."""
        return names_in(self.tournament, self.tournament_state.might_qualify)

    @property
    def level_at_the_end(self) -> list[list[Any]]:
        """Groups of people who share a final rank, best first; [] before the end."""
        if self.tournament_state.phase is not Phase.OVER:
            return []
        ranks = sorted({place.rank for place in self.tournament_state.final if place.rank is not None})
        groups = [[p.player for p in self.tournament_state.final if p.rank == rank] for rank in ranks]
        return [group for group in groups if len(group) > 1]

    @cached_property
    def table_of_each(self) -> list[tuple[Player, int]]:
        """(player, table number) by name while several tables are played, otherwise []."""
        if self.tournament_state.phase is not Phase.PLAY or len(self.at_stage) == 1:
            return []
        seats = [
            (self.people[p], at.table.number) for at in self.at_stage for p in at.sitting if p in self.people
        ]
        return sorted(seats, key=lambda seat: seat[0].name.casefold())

    @property
    def stage_has_begun(self) -> bool:
        return any(at.rounds for at in self.at_stage)

    def seats_of(self, players: Collection[uuid.UUID]) -> list[tuple[AtTable, Any]]:
        """Return (table, person) for each of these players at a table that is being played."""
        if self.tournament_state.phase is not Phase.PLAY:
            return []
        running = [at for at in self.at_stage if not at.is_over]
        return [(at, self.people[player]) for at in running for player in at.sitting if player in players]

    @cached_property
    def has_begun(self) -> bool:
        """Whether anything has been played yet."""
        return any(table.rounds for table in self.tables)

    @property
    def is_even(self) -> bool:
        """Whether all ranked entrants have played the same number of deals."""
        state = self.tournament_state
        return self.has_begun and not any(p.rank and p.player in state.fewer_deals for p in state.combined)

    def progress(self, table: AtTable) -> str:
        if table.is_over:
            return _("done")
        if not table.rounds:
            return _("not begun")
        return ngettext("%(num)d deal played", "%(num)d deals played", table.rounds)

    def names_at(self, table: AtTable) -> str:
        return listed([isolated(self.people[p].name) for p in table.sitting if p in self.people])

    def _mark(self, player: Any, rank: int | None) -> str:
        cut = self.tournament_state.cut
        if not self.has_begun:
            return ""
        if rank is None:
            return _("has left")
        if player in self.tournament_state.playoff_players:
            return _("goes on") if self.tournament_state.rounds_are_over else ""
        is_open = self.is_even and self.tournament_state.playoff is None
        if is_open and cut and cut.decided_by is DecidedBy.UNDECIDED and player in cut.level:
            return _("level")
        return ""


def followed(
    access: TournamentAccess,
    page: str,
    part: str,
    about: Callable[[Tournament], dict[str, Any]],
    board: type[TournamentBoard] = TournamentBoard,
) -> ResponseReturnValue:
    """Render a board with an ETag, or answer 304.

    page, part: templates of the page and of its live part. about: returns other values for both, of this
    phone.
    """
    if is_not_modified(access):
        return not_modified(access)
    tournament = tournament_of(access.group.id, access.tournament_id)
    phone_values = about(tournament)
    view = board(tournament, is_umpire=access.is_umpire)
    template = part if is_fragment() else page
    html = render_template(template, view=view, access=access, game=game_of(tournament), **phone_values)
    return with_etag(make_response(html), access)

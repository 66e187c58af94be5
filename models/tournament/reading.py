"""A tournament as its pure functions see it, read from the sessions of its tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from game.scoring.facts import SeatId, Sheet, added_points, shared_seats
from game.scoring.rules import Rules
from game.scoring.standings import round_gains
from game.tournament.draw import Person
from game.tournament.facts import Decision, DecisionKind, PlayedTable
from game.tournament.state import TournamentState
from models.database import db
from models.rules import rules_with
from models.session import Session, has_left_before, sheets_by_session
from models.tournament.tournament import Tournament, TournamentTable


@dataclass(frozen=True)
class AtTable:
    """The state of one table.

    rules: of its session. seats: its players, clockwise. totals: the points of each. deals: the number of
    deals of each. left: who left before the end and did not come back. without_deals: who was in none
    themselves. rounds: the deals played. took_over: who plays on with whose seat; both have its points and
    deals.
    """

    table: TournamentTable
    rules: Rules
    seats: tuple[UUID, ...]
    totals: dict[Person, int]
    deals: dict[Person, int]
    left: frozenset[Person]
    without_deals: frozenset[Person]
    took_over: dict[Person, Person]
    rounds: int
    is_over: bool

    def facts(self) -> PlayedTable:
        return PlayedTable(
            self.seats,
            self.totals,
            self.is_over,
            self.deals,
            self.left,
            self.without_deals,
            highest_wins=self.rules.highest_wins,
            is_open_ended=self.rules.is_open_ended,
        )

    @property
    def sitting(self) -> list[UUID]:
        return [player for player in self.seats if player not in self.left]

    @property
    def throughout(self) -> list[UUID]:
        """The players who were in every deal."""
        return [player for player in self.seats if self.deals[player] == self.rounds]


def tournament_state_of(tournament: Tournament) -> TournamentState:
    return tournament_state_from(tournament, at_tables(tournament))


def tournament_state_from(tournament: Tournament, tables: list[AtTable]) -> TournamentState:
    """tables: all of them, from `at_tables`."""
    stages: defaultdict[int, list[PlayedTable]] = defaultdict(list)
    for at_table in tables:
        stages[at_table.table.stage].append(at_table.facts())
    return TournamentState(
        plan=tournament.plan,
        entrants=[entrant.facts() for entrant in tournament.playing],
        rounds=[stages[number] for number in sorted(stages) if number <= tournament.rounds],
        playoff=stages.get(tournament.playoff),
        decisions=[
            Decision(
                DecisionKind(decision["kind"]),
                [UUID(player) for player in decision["players"]],
                decision.get("stage"),
            )
            for decision in tournament.decisions
        ],
    )


def at_tables(tournament: Tournament) -> list[AtTable]:
    """Every table with the current totals of its session; three queries, whatever their number.

    Their cost grows with the seats and the hands of all tables.
    """
    ids = [table.session_id for table in tournament.tables]
    columns = (Session.id, Session.finished_at, Session.rules_id)
    sessions = {row.id: row for row in db.session.execute(db.select(*columns).where(Session.id.in_(ids)))}
    sheets = sheets_by_session(ids)
    return [
        _at_table(
            table,
            rules_with(sessions[table.session_id].rules_id).rules,
            sheets[table.session_id],
            is_over=sessions[table.session_id].finished_at is not None,
        )
        for table in tournament.tables
    ]


def _at_table(table: TournamentTable, rules: Rules, sheet: Sheet, *, is_over: bool) -> AtTable:
    gained: Counter[SeatId] = Counter()
    deals: Counter[SeatId] = Counter()
    for played in sheet.rounds:
        gained.update(round_gains(rules, played))
        deals.update(hand.seat for hand in played.hands)
    shared = shared_seats(sheet.seats)
    counted = {seat.id: shared.get(seat.id, (seat,)) for seat in sheet.seats}
    players = {seat.id: cast(UUID, seat.player) for seat in sheet.seats}
    return AtTable(
        table,
        rules,
        seats=tuple(players.values()),
        totals={
            players[seat_id]: sum(added_points(seat) + gained[seat.id] for seat in seats)
            for seat_id, seats in counted.items()
        },
        deals={players[seat_id]: sum(deals[seat.id] for seat in seats) for seat_id, seats in counted.items()},
        left=frozenset(
            players[seat.id]
            for seat in sheet.seats
            if seat.id not in shared or has_left_before(seat, len(sheet.rounds), is_over)
        ),
        without_deals=frozenset(players[seat.id] for seat in sheet.seats if not deals[seat.id]),
        took_over={
            players[holder]: players[origin] for holder in shared if (origin := sheet.seat(holder).origin)
        },
        rounds=len(sheet.rounds),
        is_over=is_over,
    )

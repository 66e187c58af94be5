"""A tournament as its pure functions see it, read from the sessions of its tables."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Row

from game.scoring.facts import HandFacts, shared_seats
from game.scoring.gains import gains_of_hands
from game.scoring.rules import Rules
from game.tournament.draw import Person
from game.tournament.facts import Decision, DecisionKind, PlayedTable
from game.tournament.state import TournamentState
from models.database import db
from models.round import Hand, Round
from models.seat import Seat, has_left_before, seat_as_fact
from models.session import Session
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
    seats: tuple[uuid.UUID, ...]
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
    def sitting(self) -> list[uuid.UUID]:
        return [player for player in self.seats if player not in self.left]

    @property
    def throughout(self) -> list[uuid.UUID]:
        """The players who were in every deal."""
        return [player for player in self.seats if self.deals[player] == self.rounds]


def tournament_state_of(tournament: Tournament) -> TournamentState:
    return tournament_state_from(tournament, at_tables(tournament))


def tournament_state_from(tournament: Tournament, here: list[AtTable]) -> TournamentState:
    """here: every table as at_tables reads them."""
    stages: defaultdict[int, list[PlayedTable]] = defaultdict(list)
    for one in here:
        stages[one.table.stage].append(one.facts())
    return TournamentState(
        plan=tournament.plan,
        entrants=[entrant.facts() for entrant in tournament.playing],
        rounds=[stages[number] for number in sorted(stages) if number <= tournament.rounds],
        playoff=stages.get(tournament.playoff),
        decisions=[
            Decision(
                DecisionKind(decision["kind"]),
                [uuid.UUID(player) for player in decision["players"]],
                decision.get("stage"),
            )
            for decision in tournament.decisions
        ],
    )


def at_tables(tournament: Tournament) -> list[AtTable]:
    """Every table with the current totals of its session; two queries, whatever their number, and a third if
    one seat collects the points of the others.

    Their cost grows with the seats and the hands of all tables.
    """
    ids = [table.session_id for table in tournament.tables]
    counted = db.select(db.func.count(Round.id)).where(Round.session_id == Session.id).scalar_subquery()
    columns = (Session.id, Session.finished_at, Session.rules, counted.label("rounds"))
    progress = {row.id: row for row in db.session.execute(db.select(*columns).where(Session.id.in_(ids)))}
    rules = {session: Rules.from_dict(row.rules) for session, row in progress.items()}
    seats = _seats_of(ids)
    collected = _collected({session: own for session, own in rules.items() if own.collects})
    return [
        _at_table(
            table, rules[table.session_id], progress[table.session_id], seats[table.session_id], collected
        )
        for table in tournament.tables
    ]


def _at_table(
    table: TournamentTable,
    rules: Rules,
    session: Row[Any],
    seats: Sequence[Row[Any]],
    collected: Mapping[uuid.UUID, int],
) -> AtTable:
    """collected: what seats gained where one collects the points of the others."""

    def total(seat: Row[Any]) -> int:
        return _total(seat, collected.get(seat.id, seat.points or 0))

    is_over = session.finished_at is not None
    row_of = {seat.id: seat for seat in seats}
    shared = shared_seats(seat_as_fact(seat, seat.id, seat.origin_id) for seat in seats)
    behind = {seat.id: [row_of[each.id] for each in shared.get(seat.id, ())] or [seat] for seat in seats}
    return AtTable(
        table,
        rules,
        seats=tuple(seat.player_id for seat in seats),
        totals={seat.player_id: sum(map(total, behind[seat.id])) for seat in seats},
        deals={seat.player_id: sum(each.deals for each in behind[seat.id]) for seat in seats},
        left=frozenset(
            seat.player_id
            for seat in seats
            if seat.id not in shared or has_left_before(seat, session.rounds, is_over)
        ),
        without_deals=frozenset(seat.player_id for seat in seats if not seat.deals),
        took_over={
            row_of[holder].player_id: row_of[seat].player_id
            for holder in shared
            if (seat := row_of[holder].origin_id)
        },
        rounds=session.rounds,
        is_over=is_over,
    )


def _seats_of(sessions: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, list[Row[Any]]]:
    """Clockwise, with the points of their hands."""
    points = db.select(db.func.sum(Hand.points)).where(Hand.seat_id == Seat.id).scalar_subquery()
    deals = db.select(db.func.count()).where(Hand.seat_id == Seat.id).scalar_subquery()
    columns = (
        Seat.id,
        Seat.session_id,
        Seat.player_id,
        Seat.position,
        Seat.team,
        Seat.origin_id,
        Seat.start_points,
        Seat.away,
        Seat.adjustments,
        Seat.joined_round,
        points.label("points"),
        deals.label("deals"),
    )
    seats = db.select(*columns).where(Seat.session_id.in_(sessions)).order_by(Seat.session_id, Seat.position)
    found: defaultdict[uuid.UUID, list[Row[Any]]] = defaultdict(list)
    for row in db.session.execute(seats):
        found[row.session_id].append(row)
    return found


def _collected(rules: Mapping[uuid.UUID, Rules]) -> Counter[Any]:
    """What each seat of these sessions gained in all rounds."""
    found: Counter[Any] = Counter()
    if not rules:
        return found
    columns = (Round.id, Round.session_id, Round.out_id, Hand.seat_id, Hand.points)
    hands = db.select(*columns).join(Hand, Hand.round_id == Round.id).where(Round.session_id.in_(rules))
    by_round = groupby(db.session.execute(hands.order_by(Round.id)), key=lambda row: row[:3])
    for (_round, session, out), rows in by_round:
        held = tuple(HandFacts(row.seat_id, None, row.points) for row in rows)
        found.update(gains_of_hands(rules[session], out, held))
    return found


def _total(row: Row[Any], gained: int) -> int:
    """Standings as in game/scoring/standings.py, without teams, for rules that add points (variants.py)."""
    back = sum(away["points"] for away in row.away if away["until"] is not None)
    adjusted = sum(adjustment["points"] for adjustment in row.adjustments or ())
    return int(row.start_points + gained + back + adjusted)

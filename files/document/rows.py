"""Read sessions for export as rows, a batch at a time, without an ORM object for each."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

from sqlalchemy import Result, Row, Select, tuple_
from sqlalchemy.orm import Bundle

from files.document.scope import Scope, SessionProgress
from files.document.tournaments.writing import people_of_tournaments
from game.analysis.timeline import SeatStanding, Timeline, timeline
from game.scoring.facts import Adjustment, SeatFacts, SeatId, decoded
from game.scoring.scored_sheet import ScoredSheet
from game.scoring.standings import Standing
from models.custom_game import CustomGame
from models.custom_games import games_of
from models.database import db
from models.night import Night
from models.player import Player
from models.rules import rules_with
from models.session import Seat, Session, StoredSheet

BATCH_SIZE = 100  # sessions in memory

RESULT = (Seat.final_total, Seat.final_rank, Seat.final_won)
PLAYER = (Player.id, Player.name, Player.anonymised_at)
NIGHT = (Night.id, Night.date, Night.place, Night.note)
SESSION: tuple[Any, ...] = (
    *(Session.id, Session.variant, Session.options, Session.started_at, Session.finished_at),
    StoredSheet.text.label("sheet"),
    Session.rules_id,
    Bundle("night", *NIGHT),
)
OLDEST_FIRST = (Session.started_at, Session.id)


def sessions_in(scope: Scope, progress: SessionProgress | None = None) -> Iterator[PlayedSession]:
    """Yield sessions, oldest first, with two queries per batch of BATCH_SIZE."""
    wanted = db.select(*SESSION).join(Session.night).join(Session.stored_sheet).where(*scope.conditions())
    wanted = wanted.order_by(*OLDEST_FIRST).limit(BATCH_SIZE)
    later, done = wanted, 0
    while batch := db.session.execute(later).all():
        yield from _played(batch)
        done += len(batch)
        if progress is not None:
            progress(done)
        if len(batch) < BATCH_SIZE:
            break
        later = wanted.where(tuple_(*OLDEST_FIRST) > (batch[-1].started_at, batch[-1].id))


def players_in(scope: Scope) -> Iterator[Row[Any]]:
    """Yield all players of the group, or those with a seat or an entry within the scope."""
    wanted = db.select(*PLAYER).where(Player.group_id == scope.group_id)
    if not scope.is_everything:
        seated = db.select(Seat.player_id).join(Seat.session).where(*scope.conditions())
        wanted = wanted.where(Player.id.in_(seated) | Player.id.in_(people_of_tournaments(scope)))
    yield from _one_by_one(wanted.order_by(Player.id))


def nights_in(scope: Scope) -> Iterator[Row[Any]]:
    wanted = db.select(*NIGHT).where(Night.visible_in(scope.group_id))
    if not scope.is_everything:
        wanted = wanted.where(Night.id.in_(db.select(Session.night_id).where(*scope.conditions())))
    yield from _one_by_one(wanted.order_by(Night.date, Night.id))


def games_in(scope: Scope) -> list[CustomGame]:
    """All custom games of the group, or those that were played within the scope; the oldest first."""
    games = games_of(scope.group_id)
    if scope.is_everything or not games:
        return list(games)
    played = set(db.session.scalars(db.select(Session.variant).where(*scope.conditions()).distinct()))
    return [game for game in games if game.key in played]


def _one_by_one(wanted: Select[Any]) -> Result[Any]:
    return db.session.execute(wanted, execution_options={"yield_per": BATCH_SIZE})


def _played(rows: Sequence[Row[Any]]) -> Iterator[PlayedSession]:
    ids = [row.id for row in rows]
    wanted = db.select(Seat.session_id, Seat.id, Bundle("player", *PLAYER), Bundle("result", *RESULT))
    seats: dict[uuid.UUID, list[Any]] = defaultdict(list)
    for seat in db.session.execute(wanted.join(Seat.player).where(Seat.session_id.in_(ids))):
        seats[seat.session_id].append(seat)
    for row in rows:
        people = {seat.id: seat.player for seat in seats[row.id]}
        yield PlayedSession(row, people, {seat.id: seat.result for seat in seats[row.id]})


class PlayedSession:
    """A stored session.

    row: a row of the columns SESSION; row.night: of NIGHT. people, results: rows of PLAYER and RESULT by
    seat.
    """

    def __init__(self, row: Row[Any], people: Mapping[SeatId, Any], results: Mapping[SeatId, Any]) -> None:
        self.row, self.people, self.results = row, people, results
        self.frozen_rules = rules_with(row.rules_id)
        self.rules = self.frozen_rules.rules
        self.sheet = decoded(row.sheet)
        self.scored = ScoredSheet(self.rules, self.sheet)
        self.seats = self.sheet.seats
        self.rounds = self.sheet.rounds

    @property
    def ranked(self) -> list[tuple[SeatId, int, int, bool]]:
        """Total, rank and whether it has won of each seat that did not leave, best first.

        They are stored where the session is over; seats that share a total stand together, so then not.
        """
        if self.is_finished and not any(seat.team or seat.origin for seat in self.seats):
            stored = [(seat.id, *self.results[seat.id]) for seat in self.seats]
            return sorted((seat for seat in stored if seat[2] is not None), key=itemgetter(2))
        return [
            (seat, side.total, side.rank, side.leads and self.is_finished and bool(self.rounds))
            for side in self.scored.standings
            if side.rank is not None
            for seat in side.seats
        ]

    @cached_property
    def side_of(self) -> dict[SeatId, Standing]:
        """Standing of each seat."""
        return {seat: side for side in self.scored.standings for seat in side.seats}

    @cached_property
    def after_each_round(self) -> Timeline:
        """Total and rank of each seat after each round, the first round first."""
        return timeline(self.rules, self.scored.seats, self.scored.standings)

    @cached_property
    def player_ids(self) -> dict[SeatId, str]:
        """Player ids by seat."""
        return {seat: str(player.id) for seat, player in self.people.items()}

    def adjustments_after(self, number: int) -> list[tuple[SeatFacts, Adjustment]]:
        """Bonus and penalty points after a round, 0 before the first, each with its seat."""
        last = len(self.rounds)
        return [
            (seat, adjustment)
            for seat in self.seats
            for adjustment in seat.adjustments
            if min(adjustment.after, last) == number
        ]

    def standing_after(self, number: int, seat: SeatId) -> SeatStanding:
        """Total and rank of a seat after a round; before the first there is no rank."""
        if number:
            return self.after_each_round[number - 1][seat]
        return SeatStanding(self.side_of[seat].history[0], None)

    @property
    def is_finished(self) -> bool:
        return self.row.finished_at is not None

    @property
    def hours_known(self) -> bool:
        """Whether it was recorded while it was played; otherwise its times only give the order."""
        return not (self.sheet.totals_only or self.sheet.no_times)

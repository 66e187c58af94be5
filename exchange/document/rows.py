"""The rows that files are written from, a number of sessions at a time: columns, no objects."""

from __future__ import annotations

import json
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Result, Row, Select, Text, cast, tuple_, type_coerce
from sqlalchemy.orm import Bundle
from sqlalchemy.types import NullType

from exchange.document.indented import Shared
from exchange.document.played import PlayedSession
from exchange.document.scope import Scope
from exchange.document.tournaments.writing import people_of_tournaments
from game.scoring import facts
from models.database import db
from models.night import Night
from models.player import Player
from models.round import Hand, Round
from models.seat import Seat
from models.session import Session

AT_ONCE = 100  # sessions in memory
MOST_KEPT = 10_000  # cards of hands; ten years of a table know as many different ones
Progress = Callable[[int], None]  # how many sessions are done; may raise to stop


def _key(column: Any, name: str) -> ColumnElement[Any]:
    """An id that is only compared: as the driver gives it, without a UUID of each."""
    return type_coerce(column, NullType).label(name)


PLAYER = (Player.id, Player.name, Player.anonymised_at)
NIGHT = (Night.id, Night.date, Night.place, Night.note)
SESSION: tuple[Any, ...] = (
    *(Session.id, Session.variant, Session.options, Session.first_dealers, Session.next_deal),
    *(Session.started_at, Session.finished_at, Session.plays_on, Session.summed, Session.untimed),
    cast(Session.rules, Text).label("rules"),  # read once for all that have the same
    _key(Session.id, "key"),
    Bundle("night", *NIGHT),
)
SEAT: tuple[Any, ...] = (
    *(Seat.id, Seat.position, Seat.team, Seat.joined_round, Seat.away, Seat.start_points),
    Seat.origin_id,
    *(_key(Seat.session_id, "session"), _key(Seat.id, "key")),
    Bundle("player", *PLAYER),
)
ROUND: tuple[Any, ...] = (
    *(Round.number, Round.hand_size, Round.chain, Round.misdeals, Round.recorded_at),
    *(_key(Round.session_id, "session"), _key(Round.id, "key")),
    *(_key(Round.dealer_id, "dealer"), _key(Round.out_id, "out")),
)
HAND = (_key(Round.id, "round"), Seat.position, cast(Hand.cards, Text), Hand.points)
OLDEST_FIRST = (Session.started_at, Session.id)


def sessions_in(scope: Scope, progress: Progress | None = None) -> Iterator[PlayedSession]:
    """Oldest first, four queries for AT_ONCE of them; no more are in memory if the caller lets go of each."""
    wanted = db.select(*SESSION).join(Session.night).where(*scope.conditions())
    wanted = wanted.order_by(*OLDEST_FIRST).limit(AT_ONCE)
    later, done = wanted, 0
    while found := db.session.execute(later).all():
        yield from _played(found)
        done += len(found)
        if progress is not None:
            progress(done)
        if len(found) < AT_ONCE:
            break
        later = wanted.where(tuple_(*OLDEST_FIRST) > (found[-1].started_at, found[-1].id))


def players_in(scope: Scope) -> Iterator[Row[Any]]:
    """Everybody of the group, or who has a seat in what is in scope."""
    wanted = db.select(*PLAYER).where(Player.group_id == scope.group_id)
    if not scope.is_everything:
        seated = db.select(Seat.player_id).join(Seat.session).where(*scope.conditions())
        wanted = wanted.where(Player.id.in_(seated) | Player.id.in_(people_of_tournaments(scope)))
    yield from _one_by_one(wanted.order_by(Player.id))


def nights_in(scope: Scope) -> Iterator[Row[Any]]:
    wanted = db.select(*NIGHT).where(Night.group_id == scope.group_id)
    if not scope.is_everything:
        wanted = wanted.where(Night.id.in_(db.select(Session.night_id).where(*scope.conditions())))
    yield from _one_by_one(wanted.order_by(Night.date, Night.id))


def _one_by_one(wanted: Select[Any]) -> Result[Any]:
    return db.session.execute(wanted, execution_options={"yield_per": AT_ONCE})


def _played(found: Sequence[Row[Any]]) -> Iterator[PlayedSession]:
    ids = [row.id for row in found]
    seats = db.select(*SEAT).join(Seat.player).where(Seat.session_id.in_(ids)).order_by(Seat.position)
    rounds = db.select(*ROUND).where(Round.session_id.in_(ids)).order_by(Round.number)
    seats_of, rounds_of, hands_of = _by_session(seats), _by_session(rounds), _hands(ids)
    for row in found:
        yield PlayedSession(row, seats_of[row.key], rounds_of[row.key], hands_of)


def _by_session(wanted: Select[Any]) -> dict[Any, list[Any]]:
    found = defaultdict(list)
    for row in db.session.execute(wanted):
        found[row.session].append(row)
    return found


def _hands(ids: Sequence[uuid.UUID]) -> dict[Any, list[facts.Hand]]:
    """By the key of their round."""
    wanted = db.select(*HAND).join(Round, Round.id == Hand.round_id).join(Seat, Seat.id == Hand.seat_id)
    found = defaultdict(list)
    for key, position, cards, points in db.session.execute(wanted.where(Round.session_id.in_(ids))):
        found[key].append(facts.Hand(position, _cards(cards), points))
    return found


@lru_cache(MOST_KEPT)
def _cards(text: str | None) -> Mapping[str, int] | None:
    """Shared by all hands that hold the same."""
    cards = json.loads(text) if text else None
    return None if cards is None else Shared(cards)

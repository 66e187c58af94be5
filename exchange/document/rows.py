"""Read sessions for export as rows, a batch at a time, without an ORM object for each."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Result, Row, Select, Text, cast, tuple_, type_coerce
from sqlalchemy.orm import Bundle
from sqlalchemy.types import NullType

from exchange.document.scope import Scope
from exchange.document.tournaments.writing import people_of_tournaments
from game.analysis.timeline import SeatStanding, Timeline, timeline
from game.scoring import facts
from game.scoring.elimination import with_eliminations
from game.scoring.rules import Rules
from game.scoring.standings import Standing, standings
from game.variants.wording import Wording
from models.custom_game import CustomGame
from models.custom_games import games_of
from models.database import db
from models.night import Night
from models.player import Player
from models.round import Hand, Round
from models.seat import Seat, seat_as_fact
from models.session import FLAGS, Session

AT_ONCE = 100  # sessions in memory
MOST_KEPT = 10_000  # decoded hands in the cache; ten years of a table have about as many different ones
MOST_RULES = 100  # in the cache
BY_SEAT = attrgetter("seat")
SessionProgress = Callable[[int], None]  # called with the number of sessions done; may raise to stop


def _key(column: Any, name: str) -> ColumnElement[Any]:
    """Select an id as the driver returns it: no UUID is created, because the id is only compared."""
    return type_coerce(column, NullType).label(name)


PLAYER = (Player.id, Player.name, Player.anonymised_at)
NIGHT = (Night.id, Night.date, Night.place, Night.note)
SESSION: tuple[Any, ...] = (
    *(Session.id, Session.variant, Session.options, Session.first_dealers, Session.next_deal),
    *(Session.started_at, Session.finished_at, Session.extended),
    *(getattr(Session, flag) for flag in FLAGS),
    cast(Session.rules, Text).label("rules"),  # as text, so that equal rules are decoded once
    _key(Session.id, "key"),
    Bundle("night", *NIGHT),
)
SEAT: tuple[Any, ...] = (
    *(Seat.id, Seat.position, Seat.team, Seat.joined_round, Seat.away, Seat.start_points),
    *(Seat.origin_id, Seat.adjustments),
    *(_key(Seat.session_id, "session"), _key(Seat.id, "key")),
    Bundle("player", *PLAYER),
)
ROUND: tuple[Any, ...] = (
    *(Round.number, Round.hand_size, Round.chain, Round.multipliers, Round.misdeals, Round.recorded_at),
    *(_key(Round.session_id, "session"), _key(Round.id, "key")),
    *(_key(Round.dealer_id, "dealer"), _key(Round.out_id, "out")),
)
HAND = (
    *(_key(Round.id, "round"), Seat.position, cast(Hand.cards, Text), Hand.points),
    *(Hand.typed, cast(Hand.multipliers, Text)),
)
OLDEST_FIRST = (Session.started_at, Session.id)


def sessions_in(scope: Scope, progress: SessionProgress | None = None) -> Iterator[PlayedSession]:
    """Yield sessions, oldest first, with four queries per batch of AT_ONCE."""
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
    """Yield all players of the group, or those with a seat or an entry within the scope."""
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


def games_in(scope: Scope) -> list[CustomGame]:
    """All custom games of the group, or those that were played within the scope; the oldest first."""
    games = games_of(scope.group_id)
    if scope.is_everything or not games:
        return list(games)
    played = set(db.session.scalars(db.select(Session.variant).where(*scope.conditions()).distinct()))
    return [game for game in games if game.key in played]


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


def _hands(ids: Sequence[uuid.UUID]) -> dict[Any, list[facts.HandFacts]]:
    """Hands by the key of their round."""
    wanted = db.select(*HAND).join(Round, Round.id == Hand.round_id).join(Seat, Seat.id == Hand.seat_id)
    found = defaultdict(list)
    for key, position, cards, points, typed, keys in db.session.execute(
        wanted.where(Round.session_id.in_(ids))
    ):
        multipliers = tuple(_decoded(keys) or ())
        found[key].append(facts.HandFacts(position, _decoded(cards), points, typed, multipliers))
    return found


@lru_cache(MOST_KEPT)
def _decoded(text: str | None) -> Any:
    """Decode the cards or multipliers of a hand; equal ones share one object."""
    return msgspec.json.decode(text) if text else None


class FrozenRules:
    """The rules of a session, decoded once for all sessions with the same rules.

    scoring: its `Rules`. wording: the names of its cards and rounds. json: as in a session document.
    """

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.scoring, self.wording = Rules.from_dict(rules), Wording(rules)
        self.json = msgspec.Raw(msgspec.json.encode(rules))
        self.text = msgspec.json.encode(rules, order="sorted")  # to compare rules


class PlayedSession:
    """A stored session. It must not be changed: sessions share objects.

    row: a row of the columns SESSION; row.night: of NIGHT. seats: rows of SEAT, clockwise; seat.player: a row
    of PLAYER. rounds: rows of ROUND, in order. seat_facts, round_facts and standings identify a seat by its
    position.
    """

    def __init__(
        self,
        row: Row[Any],
        seats: Sequence[Any],
        rounds: Sequence[Any],
        hands: Mapping[Any, Sequence[facts.HandFacts]],
    ) -> None:
        """hands: by the `key` of their round."""
        self.row, self.seats, self.rounds = row, seats, rounds
        self.frozen_rules = _frozen(row.rules)
        positions = {seat.key: seat.position for seat in seats}
        self.round_facts = [self._round(played, hands[played.key], positions) for played in rounds]
        self.seat_facts = with_eliminations(
            self.frozen_rules.scoring,
            [seat_as_fact(seat, seat.position, self.position_of.get(seat.origin_id)) for seat in seats],
            self.round_facts,
        )

    @cached_property
    def standings(self) -> list[Standing]:
        return standings(self.frozen_rules.scoring, self.seat_facts, self.round_facts)

    @cached_property
    def side_of(self) -> dict[Any, Standing]:
        """Standing of each seat, by position."""
        return {seat: side for side in self.standings for seat in side.seats}

    @cached_property
    def after_each_round(self) -> Timeline:
        """Total and rank of each seat, by position, after each round, the first round first."""
        return timeline(self.frozen_rules.scoring, self.seat_facts, self.standings)

    @cached_property
    def player_ids(self) -> dict[Any, str]:
        """Player ids by position."""
        return {seat.position: str(seat.player.id) for seat in self.seats}

    def adjustments_after(self, number: int) -> list[tuple[Any, Mapping[str, Any]]]:
        """Bonus and penalty points after a round, 0 before the first, each with the row of its seat."""
        last = len(self.rounds)
        return [
            (seat, each)
            for seat in self.seats
            for each in seat.adjustments or ()
            if min(each["after"], last) == number
        ]

    def standing_after(self, number: int, position: Any) -> SeatStanding:
        """Total and rank of a seat after a round; before the first there is no rank."""
        if number:
            return self.after_each_round[number - 1][position]
        return SeatStanding(self.side_of[position].history[0], None)

    @property
    def is_finished(self) -> bool:
        return self.row.finished_at is not None

    @property
    def hours_known(self) -> bool:
        """Whether it was recorded while it was played; otherwise its times only give the order."""
        return not (self.row.totals_only or self.row.no_times)

    @cached_property
    def position_of(self) -> dict[uuid.UUID, Any]:
        return {seat.id: seat.position for seat in self.seats}

    def position(self, seat_id: str) -> Any:
        """The position of a seat, by its id as a string."""
        return self.position_of[uuid.UUID(seat_id)]

    def _round(
        self, played: Any, hands: Sequence[facts.HandFacts], positions: Mapping[Any, Any]
    ) -> facts.RoundFacts:
        chain = played.chain
        return facts.RoundFacts(
            number=played.number,
            dealer=positions[played.dealer],
            hand_size=played.hand_size,
            out=positions[played.out] if played.out else None,
            hands=tuple(sorted(hands, key=BY_SEAT)),
            chain=facts.LastCards(chain["cards"], self.position(chain["drawer"])) if chain else None,
            multipliers=tuple(played.multipliers or ()),
        )


@lru_cache(MOST_RULES)
def _frozen(text: str) -> FrozenRules:
    return FrozenRules(msgspec.json.decode(text))

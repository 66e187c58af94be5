"""The seats of one session of a document: who sat where, since when, and when they were away."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from exchange.document.checks import BadDocument, check_length, same_shape, whole
from exchange.document.records import SeatRecord, SessionRecord
from exchange.document.rounds import MOST_ROUNDS
from game.scoring.facts import shared_seats
from models.database import new_id
from models.player import Player
from models.seat import TEAM_LENGTH, Seat

MOST_SEATS = 60  # the largest table has ten; whoever has left keeps a seat
MOST_START_POINTS = 99_999


def seats_of(session: SessionRecord, at: str, players: Mapping[str, Player]) -> dict[str, Seat]:
    """By the player's id in the file; `at` is the session's place."""
    seats: dict[str, Seat] = {}
    for place, record in enumerate(session["seats"]):
        here = f"{at}.seats[{place}]"
        player = players.get(record["player"])
        if player is None:
            raise BadDocument(f"{here}.player", "no such player in “players”")
        if record["player"] in seats:
            raise BadDocument(f"{here}.player", "%(name)s sits here twice", name=player.name)
        seats[record["player"]] = _seat(session, record, here, player, place)
    for place, record in enumerate(session["seats"]):
        if "takes_over" in record:
            here = f"{at}.seats[{place}].takes_over"
            seats[record["player"]].origin_id = _origin(session, record, seats, here)
    _check_turns(session, at, seats)
    return seats


def _origin(session: SessionRecord, record: SeatRecord, seats: Mapping[str, Seat], at: str) -> uuid.UUID:
    origin = next((seat for seat in session["seats"] if seat["player"] == record["takes_over"]), None)
    if origin is None:
        raise BadDocument(at, "no such seat")
    if "takes_over" in origin or origin is record:
        raise BadDocument(at, "expected the first of the seats that share their points")
    return seats[origin["player"]].id


def _check_turns(session: SessionRecord, at: str, seats: Mapping[str, Seat]) -> None:
    """Of the seats that share their points, one plays at a time."""
    facts = [seat.facts() for seat in seats.values()]
    for shared in shared_seats(facts).values():
        for number in range(1, len(session["rounds"]) + 2):
            if sum(seat.plays(number) for seat in shared) > 1:
                raise BadDocument(
                    f"{at}.seats",
                    "two seats share their points and both play round %(number)s",
                    number=number,
                )


def _seat(session: SessionRecord, record: SeatRecord, at: str, player: Player, place: int) -> Seat:
    check_length(record.get("team"), f"{at}.team", TEAM_LENGTH)
    joined, start = record.get("joined_round", 1), record.get("start_points", 0)
    return Seat(
        id=new_id(),
        player=player,
        position=place,
        team=record.get("team"),
        joined_round=whole(joined, f"{at}.joined_round", least=1, most=MOST_ROUNDS),
        start_points=whole(start, f"{at}.start_points", least=-MOST_START_POINTS, most=MOST_START_POINTS),
        away=[*_stretches(record, at), *_left(session, record, at)],
    )


def _stretches(record: SeatRecord, at: str) -> list[dict[str, Any]]:
    been_away = record.get("away", [])
    same_shape(been_away, [], f"{at}.away")
    return [_stretch(stretch, f"{at}.away[{index}]") for index, stretch in enumerate(been_away)]


def _stretch(stretch: Any, at: str) -> dict[str, Any]:
    same_shape(stretch, {"since": 0, "until": 0, "points": 0}, at)
    since = whole(stretch["since"], f"{at}.since", least=1, most=MOST_ROUNDS)
    return {
        "since": since,
        "until": whole(stretch["until"], f"{at}.until", least=since, most=MOST_ROUNDS + 1),
        "points": whole(stretch["points"], f"{at}.points", least=0, most=MOST_START_POINTS),
    }


def _left(session: SessionRecord, record: SeatRecord, at: str) -> list[dict[str, Any]]:
    """The stretch without end of a seat that left; some count from the last round that it played."""
    left = record.get("left_round")
    if left is None:
        return []
    since = whole(left, f"{at}.left_round", least=1, most=MOST_ROUNDS)
    since += _plays_in(session, record["player"], since)
    return [{"since": since, "until": None, "points": 0}]


def _plays_in(session: SessionRecord, player: str, number: int) -> bool:
    hands = [hand for played in session["rounds"] if played["number"] == number for hand in played["hands"]]
    return any(hand["player"] == player for hand in hands)

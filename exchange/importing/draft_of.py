"""From the plays of another program to a draft: our session document with totals where rounds would be."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Any

from exchange.importing.plays import LONGEST_TEXT, Person, Play, Refused, Telling
from models.document.writer import FORMAT
from models.names import is_visible, tidy
from models.night import PLACE_LENGTH
from models.player import NAME_LENGTH

NAMESPACE = uuid.UUID("5a0cc9a5-8a4c-5d6c-9d0e-2f4b8e6f7c31")  # ids of what other programs keep
LONGEST = 500  # of a note, and of what a game is called
NOON = time(12)


def draft_of(telling: Telling) -> dict[str, Any]:
    """The draft (models/importing/draft.py). The same play has the same id in every file of its source."""
    playing = {seat.person for play in telling.plays for seat in play.seats}
    people = [person for key, person in telling.people.items() if key in playing]
    return {
        "format": FORMAT,
        "group": {"name": telling.source},
        "players": [_player(person, telling.source) for person in people],
        "nights": [],
        "sessions": _sessions(telling),
        "left_out": left_out(telling.refused),
    }


def left_out(refused: Sequence[Refused]) -> list[dict[str, Any]]:
    """What did not come in, as a draft keeps it."""
    return [
        {
            "at": told.why.place,
            "what": tidy(told.what),
            "reason": told.why.reason,
            "values": {key: str(value) for key, value in told.why.values.items()},
        }
        for told in refused
    ]


def _sessions(telling: Telling) -> list[dict[str, Any]]:
    order: Counter[object] = Counter()
    seen: set[str] = set()
    sessions = []
    for play in telling.plays:
        told = _session(play, telling.source, order[play.day])
        order[play.day] += 1
        if told["id"] not in seen:  # an export may hold the same play twice
            sessions.append(told)
        seen.add(told["id"])
    return sessions


def _session(play: Play, source: str, nth: int) -> dict[str, Any]:
    """nth: how many games of that day came before it, which keeps their order where no time is told."""
    begins = play.begins or datetime.combine(play.day, NOON, UTC) + timedelta(minutes=min(nth, 600))
    dealer = next((seat for seat in play.seats if seat.starts), play.seats[0])
    told: dict[str, Any] = {
        "id": str(uuid.uuid5(NAMESPACE, f"{source}:play:{play.key}")),
        "at": play.at,
        "game": _tidied(play.game)[:LONGEST],
        "day": play.day.isoformat(),
        "timed": play.begins is not None,
        "place": _tidied(play.place)[:PLACE_LENGTH] or None,
        "note": _tidied(play.note)[:LONGEST] or None,
        "started_at": begins.isoformat(),
        "finished_at": (begins + timedelta(minutes=play.minutes)).isoformat(),
        "seats": [{"player": _person_id(seat.person, source)} for seat in play.seats],
        "first_dealers": [_person_id(dealer.person, source)],
        "totals": [seat.points for seat in play.seats],
        "winners": [_person_id(seat.person, source) for seat in play.seats if seat.won],
    }
    if play.ours:
        told["ours"] = play.ours
    return told


def _player(person: Person, source: str) -> dict[str, Any]:
    name = _tidied(person.name)[:NAME_LENGTH].strip()
    told: dict[str, Any] = {
        "id": _person_id(person.key, source),
        "name": name if is_visible(name) else "?",
        "told": person.name[: NAME_LENGTH * 2],
    }
    return {**told, "nameless": True} if person.nameless else told


def _person_id(key: str, source: str) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{source}:person:{key}"))


def _tidied(text: str) -> str:
    """The beginning of a text, tidy: what is cut off afterwards need not be tidied first."""
    return tidy(text[:LONGEST_TEXT])

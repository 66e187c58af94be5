"""The players of the Friday table and how well they play, what they play, and its nights: demo.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from commands.demo.hands import PLAIN, Style

GUEST_SHARE = 0.15  # of the nights
GUEST = Style(strength=0.7)
MAX_AT_TABLE = 8


class CastMember(msgspec.Struct, frozen=True):
    """since, until: the parts of all the years, 0 to 1, in which this player comes. keen: a weight.

    strength, eights: as those of a Style.
    """

    name: str
    strength: float = PLAIN.strength
    eights: float = PLAIN.eights
    since: float = 0.0
    until: float = 1.0
    keen: float = 1.0


class GameChoice(msgspec.Struct, frozen=True):
    """seats: the fewest and the most players."""

    variant: str
    options: Mapping[str, Any] = {}
    seats: tuple[int, int] = (4, 6)


class PlannedGame(msgspec.Struct, frozen=True):
    """variant: its key, or "" for the custom game of a preset. events: methods of a DemoTable, each with its
    arguments; "pause" is a break.
    """

    players: Sequence[str]
    events: Sequence[Sequence[Any]]
    variant: str = ""
    preset: str = ""
    options: Mapping[str, Any] = {}


class PlannedNight(msgspec.Struct, frozen=True):
    """A night some days before the last Friday. hour: of its start. scorer: whose phone kept the score.

    pace: the fewest and the most minutes of a round.
    """

    scorer: str
    place: str
    games: Sequence[PlannedGame]
    days_before: int = 0
    hour: int = 0
    note: str | None = None
    pace: tuple[int, int] = (4, 8)


class Cast(msgspec.Struct, frozen=True):
    group: str
    regulars: Sequence[str]
    guests: Sequence[str]
    places: Sequence[str]
    notes: Sequence[str]
    people: Sequence[CastMember]
    games: Sequence[GameChoice]
    nights: Sequence[PlannedNight]
    tonight: PlannedNight


CAST = msgspec.toml.decode(Path(__file__).with_name("demo.toml").read_bytes(), type=Cast)
STYLES = {person.name: Style(person.strength, person.eights) for person in CAST.people}
STYLES |= dict.fromkeys(CAST.guests, GUEST)


def phone_of(name: str) -> str:
    """The name of a player's phone in the history."""
    return f"{name}’s phone"


def people_of_night(part: float, chance: Random) -> list[CastMember]:
    """The people of a night when `part` of the years, 0 to 1, has passed; the keen ones first."""
    around = [person for person in CAST.people if person.since <= part <= person.until]
    coming = draw_people(around, MAX_AT_TABLE, chance)
    if chance.random() < GUEST_SHARE:
        coming.append(CastMember(chance.choice(CAST.guests), keen=4.0))
    return coming


def draw_people(people: Sequence[CastMember], count: int, chance: Random) -> list[CastMember]:
    """Some of them, the keen ones more often."""
    keen_first = sorted(people, key=lambda person: chance.random() ** (1 / person.keen), reverse=True)
    return keen_first[:count]

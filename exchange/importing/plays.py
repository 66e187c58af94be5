"""Plays as other programs keep them: a date, a game, and what each player came to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, tzinfo
from typing import Any

from exchange.importing.scores import points_told
from models.document.checks import FIRST_YEAR, LAST_YEAR, MOST_PEOPLE, MOST_SESSIONS, BadDocument

LONGEST_GAME = 1440  # minutes
LONGEST_DATE = 60  # CLOCK takes four times as long for a text twice as long
LONGEST_TEXT = 2_000  # characters; a name that all games of a file refer to is tidied for each of them
DAY_FIRST = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})")
YEAR_FIRST = re.compile(r"([0-9]{4})[-/.]?([0-9]{2})[-/.]?([0-9]{2})")
CLOCK = re.compile(r"(.*?)[T ]+([0-9]{1,2})[:.]([0-9]{2})(?:[:.]([0-9]{2})(?:\.[0-9]+)?)?")


@dataclass(frozen=True)
class Person:
    """Somebody in a file. `key` tells them apart from everybody else in every file of the same source.

    nameless: one who is meant to stay unknown.
    """

    key: str
    name: str
    nameless: bool = False


@dataclass(frozen=True)
class Seated:
    """One who played. won: what the file says, None where it says nothing. starts: played first."""

    person: str
    points: int
    won: bool | None = None
    starts: bool = False


@dataclass(frozen=True)
class Play:
    """One finished game. at: its place in the file. key: what tells it apart from every other play.

    begins: the moment it began, where the file tells the time of day. minutes: how long, 0 if unknown.
    """

    at: str
    key: str
    game: str
    day: date
    begins: datetime | None
    seats: tuple[Seated, ...]
    minutes: int = 0
    place: str = ""
    note: str = ""
    ours: str = ""


@dataclass(frozen=True)
class Refused:
    """What a file tells that cannot come in, and why. `what`: a few of its own words to know it by."""

    what: str
    why: BadDocument


@dataclass
class Telling:
    """Everything that a file tells. source: what keeps its keys apart from those of other programs."""

    source: str
    people: dict[str, Person] = field(default_factory=dict)
    plays: list[Play] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    def read_each(
        self, items: Iterable[Any], where: str, read: Callable[[Any, str], Play], what: Callable[[Any], str]
    ) -> None:
        """Read every play; one that cannot be read is refused alone."""
        for index, item in enumerate(items):
            at = f"{where}[{index}]"
            try:
                self.plays.append(read(item, at))
            except BadDocument as wrong:
                self.refused.append(Refused(what(item), wrong))

    def seated(
        self, person: Person, written: object, at: str, *, won: bool | None = None, starts: bool = False
    ) -> Seated:
        """A place at the table for somebody; the person is remembered. Raises BadDocument for the points."""
        self.people.setdefault(person.key, person)
        if len(self.people) > MOST_PEOPLE:
            raise BadDocument(at, "more than %(most)s people", most=MOST_PEOPLE)
        return Seated(person.key, points_told(written, at, person.name), won, starts)


def check_number_of(plays: list[Any], at: str) -> None:
    if len(plays) > MOST_SESSIONS:
        raise BadDocument(at, "more than %(most)s games", most=MOST_SESSIONS)


def when(text: object, at: str, zone: tzinfo) -> tuple[date, datetime | None]:
    """The day, and the moment where a time of day is told: 2024-05-17, 17.5.2024, 2024-05-17 19:30.

    A time without a zone is one of `zone`. Raises BadDocument; 05/06/2024 could be either of two days.
    """
    told = str(text or "").strip()
    clock = CLOCK.fullmatch(told) if len(told) <= LONGEST_DATE else None
    day = _day(clock[1] if clock else told)
    if day is None or not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise BadDocument(at, "no date that can be understood: %(value)s", value=told[:40])
    if clock is None:
        return day, None
    try:
        of_day = time(int(clock[2]), int(clock[3]), int(clock[4] or 0))
    except ValueError:
        raise BadDocument(at, "no date that can be understood: %(value)s", value=told[:40]) from None
    if not any((of_day.hour, of_day.minute, of_day.second)):
        return day, None  # midnight is what a program writes that knows only the day
    return day, datetime.combine(day, of_day, zone).astimezone(UTC)


def check_game(play_seats: Iterable[Seated], people: dict[str, Person], at: str) -> None:
    """Raise BadDocument where these seats make no game: too few, or one person twice."""
    seen: set[str] = set()
    for seat in play_seats:
        if seat.person in seen:
            raise BadDocument(at, "%(name)s sits here twice", name=people[seat.person].name)
        seen.add(seat.person)
    if len(seen) < 2:  # noqa: PLR2004
        raise BadDocument(at, "a game takes two or more players")


def minutes(told: object) -> int:
    """How long a game took; 0 where nothing sensible is told."""
    try:
        length = int(str(told or 0)[:6])
    except ValueError:
        return 0
    return length if 0 < length <= LONGEST_GAME else 0


def _day(text: str) -> date | None:
    year_first, day_first = YEAR_FIRST.fullmatch(text), DAY_FIRST.fullmatch(text)
    try:
        if year_first:
            return date(*(int(part) for part in year_first.groups()))
        if day_first:
            day, month, year = (int(part) for part in day_first.groups())
            return date(year, month, day)
    except ValueError:
        pass
    return None

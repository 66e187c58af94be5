"""The group of many years: its calendar, and who sat down when."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from demo.years.bulk import Writer, id_at
from demo.years.cast import GUESTS, REGULARS, Person, drawn, who_comes
from demo.years.programme import NOTES, PLACES, PROGRAMMES, TONIGHT, Game
from demo.years.sitting import ROUND_TAKES, Guest, Sitting
from models import Group, Night, Player, db
from models.book import rewrite_book
from models.outcome import CardsLeft, Outcome
from models.outcomes import outcome_rows
from models.season import Season

GROUP = "Friday table, ten years on"
BETWEEN_NIGHTS = timedelta(days=3, hours=16)  # a thousand of them are ten years
NIGHTS_A_YEAR = 100
NIGHTS_AT_ONCE = 25
LAST_NIGHT = timedelta(days=2)  # before today
EVENINGS = (17, 18, 19, 20)  # o’clock
A_BREAK = timedelta(minutes=12)
ROUNDS_TONIGHT = 5
JOINS, LEAVES, STOPS, NOTED = 0.06, 0.04, 0.03, 0.15  # how often


@dataclass(frozen=True)
class Years:
    """What was made: the group, how many nights lie behind it, and ids of things to look at.

    last_night, result: the newest finished night and a session of it; table: what is being played, with
    `next_round` to come. players: the regulars, the most eager first. rows: how many, by table.
    """

    group: Group
    nights: int
    last_night: uuid.UUID
    result: uuid.UUID
    table: uuid.UUID
    next_round: int
    players: Sequence[uuid.UUID]
    rows: Mapping[str, int]


def make_years_group(nights: int, now: datetime, zone: ZoneInfo, chance: Random, name: str = GROUP) -> Years:
    """A group that has met for so many nights and plays tonight; not committed."""
    made = _Made(name, now, zone, chance)
    starts = list(_calendar(nights, now, zone, chance))
    for number, start in enumerate(starts):
        last_night, result = made.night(start, part=number / nights)
        if number % NIGHTS_AT_ONCE == 0:
            made.writer.write()
    made.seasons(starts[0])
    table = made.tonight(now)
    made.writer.add(*made.players.values())
    made.writer.write()
    rewrite_book(made.group.id)
    return Years(
        group=made.group,
        nights=nights,
        last_night=last_night,
        result=result,
        table=table.session.id,
        next_round=len(table.told) + 1,
        players=[made.players[person.name].id for person in REGULARS if person.name in made.players],
        rows=dict(made.writer.written),
    )


def _calendar(nights: int, now: datetime, zone: ZoneInfo, chance: Random) -> list[datetime]:
    """When each night began, the first one first."""
    last = (now - LAST_NIGHT).astimezone(zone).date()
    days = [last - (BETWEEN_NIGHTS * number) for number in reversed(range(nights))]
    return [datetime.combine(day, time(chance.choice(EVENINGS)), zone).astimezone(UTC) for day in days]

"""A group that has met for years: a hundred nights a year, three sessions each, every card of them played.

`make_years_group` writes its history in bulk, as quickly as cards are played: ten years in a minute or two.
What every other way of writing keeps in line is kept here too: outcomes, running figures, the history.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from demo.cast import OVER_YEARS, who_comes
from demo.history import History
from demo.sitting import ROUND_TAKES, Game
from models import Group

GROUP = "Friday table, ten years on"
TONIGHT = Game("derange", seats=(5, 5))
BETWEEN_NIGHTS = timedelta(days=3, hours=16)  # a thousand of them are ten years
NIGHTS_A_YEAR = 100
NIGHTS_AT_ONCE = 25
LAST_NIGHT = timedelta(days=2)  # before today
EVENINGS = (17, 18, 19)  # o’clock
ROUNDS_TONIGHT = 5
FAR = 20  # nights before the one far back


@dataclass(frozen=True)
class Years:
    """What was made: the group, how many nights lie behind it, and ids of things to look at.

    last_night: the newest that is over; far_night: one of the first, of which some lie before.
    result: a finished session of the last night.
    table: what is being played, with `next_round` to come. players: who came, the most eager first.
    rows: how many, by table.
    """

    group: Group
    nights: int
    last_night: uuid.UUID
    far_night: uuid.UUID
    result: uuid.UUID
    table: uuid.UUID
    next_round: int
    players: Sequence[uuid.UUID]
    rows: Mapping[str, int]


def make_years_group(nights: int, now: datetime, zone: ZoneInfo, chance: Random, name: str = GROUP) -> Years:
    """A group that has met for so many nights and plays tonight; not committed."""
    starts = _calendar(nights, now, zone, chance)
    past = History(name, starts[0], zone, chance)
    played = []
    for number, start in enumerate(starts):
        played.append(past.play_night(start, number / nights).session)
        if number % NIGHTS_AT_ONCE == 0:
            past.writer.write()
    sat_down = now - ROUND_TAKES * ROUNDS_TONIGHT
    table = past.play(past.night(sat_down), TONIGHT, who_comes(1.0, chance), sat_down, rounds=ROUNDS_TONIGHT)
    past.seasons(played[0].night.date, played[-1].night.date)
    past.write_the_end()
    return Years(
        group=past.group,
        nights=nights,
        last_night=played[-1].night_id,
        far_night=played[min(FAR, nights - 1)].night_id,
        result=played[-1].id,
        table=table.session.id,
        next_round=len(table.told) + 1,
        players=[past.players[person.name].id for person in OVER_YEARS if person.name in past.players],
        rows=past.writer.written,
    )


def _calendar(nights: int, now: datetime, zone: ZoneInfo, chance: Random) -> list[datetime]:
    """When each night began, the first one first."""
    last = (now - LAST_NIGHT).astimezone(zone).date()
    days = [last - (BETWEEN_NIGHTS * number) for number in reversed(range(nights))]
    return [datetime.combine(day, time(chance.choice(EVENINGS)), zone).astimezone(UTC) for day in days]

"""The values that a group's finished sessions can be filtered by: variants, players, dates and venues."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import func

from models.database import db
from models.names import tidy
from models.night import Night
from models.night_lists import years_of
from models.player import Player
from models.season import Season
from models.seasons import seasons_of
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection, iso_weekday
from models.statistics.version import cached


@dataclass(frozen=True)
class Choices:
    """variants: keys, most often played first. players: fewest first. years and seasons: newest first.

    people: by their ids, in the order of their names. nights: how many there were by place as it was spelt,
    "" for none, and by weekday: Monday is 1.
    """

    variants: list[str]
    players: list[int]
    years: list[int]
    seasons: list[Season]
    people: dict[uuid.UUID, Player]
    nights: dict[tuple[str, int], int]

    @property
    def weekdays(self) -> list[int]:
        return sorted({weekday for _place, weekday in self.nights})

    @cached_property
    def places(self) -> list[Venue]:
        """Where there were most nights first."""
        spelt: dict[str, Counter[str]] = {}
        for (place, _weekday), nights in self.nights.items():
            if place:
                spelt.setdefault(same_place(place), Counter())[place] += nights
        found = [
            Venue(min(own, key=lambda name: (-own[name], name)), tuple(sorted(own)), own.total())
            for own in spelt.values()
        ]
        return sorted(found, key=lambda place: (-place.nights, place.name))

    def place(self, name: str) -> Venue | None:
        """The place that is meant by a name, however it is spelt."""
        return next((p for p in self.places if same_place(p.name) == same_place(name)), None)


def choices_of(group_id: uuid.UUID) -> Choices:
    """Six queries, five where the seats are cached."""
    seats: Counter[str] = Counter()
    sizes = set()
    for variant, players, count in _seats(Selection(group_id)):
        seats[variant] += count
        sizes.add(players)
    variants = sorted(seats, key=lambda key: (-seats[key], key))
    people = sorted(Player.all_by_id(group_id).items(), key=lambda one: one[1].name.casefold())
    return Choices(
        variants=variants,
        players=sorted(sizes),
        years=years_of(group_id),
        seasons=seasons_of(group_id),
        people=dict(people),
        nights=_nights(group_id),
    )


@cached
def _seats(selection: Selection) -> Sequence[tuple[str, int, int]]:
    """How many there were by variant and number of players."""
    by = (Outcome.variant, Outcome.players)
    rows = db.session.execute(db.select(*by, func.count()).where(*selection.conditions()).group_by(*by))
    return [(variant, players, count) for variant, players, count in rows]


MAX_PLACES = 40  # that can be chosen, those of most nights
APOSTROPHE = str.maketrans("'`´‘", "’’’’")


@dataclass(frozen=True)
class Venue:
    """name: as it is spelt most often. spellings: all that mean it."""

    name: str
    spellings: tuple[str, ...]
    nights: int


def same_place(name: str) -> str:
    """Equal for spellings of one place: case, blanks and the kind of an apostrophe make no other."""
    return tidy(name).casefold().translate(APOSTROPHE)


def _nights(group_id: uuid.UUID) -> dict[tuple[str, int], int]:
    """One query."""
    place, weekday = db.func.coalesce(Night.place, ""), iso_weekday(Night.date)
    counted = db.select(place, weekday, db.func.count()).where(Night.visible_in(group_id))
    rows = db.session.execute(counted.group_by(place, weekday))
    return {(where, int(when)): nights for where, when, nights in rows}

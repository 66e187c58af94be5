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
from models.season import Season, seasons_of
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection, iso_weekday
from models.statistics.version import cached

MAX_PLACES = 40  # that can be chosen, those of most nights
APOSTROPHE = str.maketrans("'`´‘", "’’’’")


@dataclass(frozen=True)
class Venue:
    """name: as it is spelt most often. spellings: all that mean it."""

    name: str
    spellings: tuple[str, ...]
    nights: int


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
        """The venues, most nights first."""
        spelt: dict[str, Counter[str]] = {}
        for (place, _weekday), nights in self.nights.items():
            if place:
                spelt.setdefault(same_place(place), Counter())[place] += nights
        venues = []
        for spellings in spelt.values():
            name = min(spellings, key=lambda spelling: (-spellings[spelling], spelling))
            venues.append(Venue(name, tuple(sorted(spellings)), spellings.total()))
        return sorted(venues, key=lambda venue: (-venue.nights, venue.name))

    def place(self, name: str) -> Venue | None:
        """The place with this name in any spelling."""
        return next((p for p in self.places if same_place(p.name) == same_place(name)), None)


def choices_of(group_id: uuid.UUID) -> Choices:
    """Six queries, five where the seats are cached."""
    seats: Counter[str] = Counter()
    sizes = set()
    for variant, players, count in _seats(Selection(group_id)):
        seats[variant] += count
        sizes.add(players)
    variants = sorted(seats, key=lambda key: (-seats[key], key))
    people = sorted(Player.all_by_id(group_id).items(), key=lambda item: item[1].name.casefold())
    place, weekday = db.func.coalesce(Night.place, ""), iso_weekday(Night.date)
    by_place = db.session.execute(
        db.select(place, weekday, db.func.count()).where(Night.visible_in(group_id)).group_by(place, weekday)
    )
    return Choices(
        variants=variants,
        players=sorted(sizes),
        years=years_of(group_id),
        seasons=seasons_of(group_id),
        people=dict(people),
        nights={(name, int(number)): nights for name, number, nights in by_place},
    )


@cached
def _seats(selection: Selection) -> Sequence[tuple[str, int, int]]:
    """The number of seats by variant and number of players."""
    by = (Outcome.variant, Outcome.players)
    rows = db.session.execute(db.select(*by, func.count()).where(*selection.conditions()).group_by(*by))
    return [(variant, players, count) for variant, players, count in rows]


def same_place(name: str) -> str:
    """A key that is equal for spellings of one place: ignores case, blanks and the kind of apostrophe."""
    return tidy(name).casefold().translate(APOSTROPHE)

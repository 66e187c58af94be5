"""What a group's finished sessions can be told apart by: which variants, who played, when and where."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func

from models.database import db
from models.history import years_of
from models.player import Player
from models.season import Season
from models.seasons import seasons_of
from models.statistics.met.evenings import Evenings, evenings_of
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection
from models.statistics.version import cached


@dataclass(frozen=True)
class Choices:
    """variants: keys, most often played first. players: fewest first. years and seasons: newest first.

    people: by their ids, in the order of their names.
    """

    variants: list[str]
    players: list[int]
    years: list[int]
    seasons: list[Season]
    evenings: Evenings
    people: dict[uuid.UUID, Player]


def choices_of(group_id: uuid.UUID) -> Choices:
    """Six queries, five where the seats are cached."""
    seats: Counter[str] = Counter()
    sizes = set()
    for variant, players, count in _seats(Selection(group_id)):
        seats[variant] += count
        sizes.add(players)
    variants = sorted(seats, key=lambda key: (-seats[key], key))
    people = sorted(Player.everybody_in(group_id).items(), key=lambda one: one[1].name.casefold())
    return Choices(
        variants=variants,
        players=sorted(sizes),
        years=years_of(group_id),
        seasons=seasons_of(group_id),
        evenings=evenings_of(group_id),
        people=dict(people),
    )


@cached
def _seats(selection: Selection) -> Sequence[tuple[str, int, int]]:
    """How many there were by variant and number of players."""
    by = (Outcome.variant, Outcome.players)
    rows = db.session.execute(db.select(*by, func.count()).where(*selection.conditions()).group_by(*by))
    return [(variant, players, count) for variant, players, count in rows]

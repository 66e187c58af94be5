"""The colour of a player's disc and lines: given once, so that a person looks the same on every page."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable

from models.database import db
from models.player import COLOURS, Player

SHAPES = 3


class Colours:
    """The colours that a group has given, for whoever comes next.

    A group of up to eight has each once; after that each colour comes again as seldom as can be.
    """

    def __init__(self, given: Iterable[int]) -> None:
        self.given = Counter(given)

    @classmethod
    def of(cls, group_id: uuid.UUID) -> Colours:
        return cls(db.session.scalars(db.select(Player.colour).where(Player.group_id == group_id)))

    def next(self) -> int:
        colour = min(range(1, COLOURS + 1), key=lambda each: self.given[each])
        self.given[colour] += 1
        return colour


def shapes(players: Iterable[Player]) -> dict[uuid.UUID, int]:
    """How people of one colour are told apart, by id: 0, 1, 2 in their order, and again from 0."""
    met: Counter[int] = Counter()
    found: dict[uuid.UUID, int] = {}
    for player in players:
        if player.id not in found:
            found[player.id] = met[player.colour] % SHAPES
            met[player.colour] += 1
    return found

"""The colour of a player's disc and lines: assigned once, so that a person looks the same on every page."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable

from models.database import db
from models.player import COLOURS, Player

SHAPES = 3


class Colours:
    """The colours used in a group, to choose the next one.

    The first eight players have different colours; after that the least used one is next.
    """

    def __init__(self, used: Iterable[int]) -> None:
        self.used = Counter(used)

    @classmethod
    def of(cls, group_id: uuid.UUID) -> Colours:
        return cls(db.session.scalars(db.select(Player.colour).where(Player.group_id == group_id)))

    def next(self) -> int:
        """Assign and return the least used colour."""
        colour = min(range(1, COLOURS + 1), key=lambda number: self.used[number])
        self.used[colour] += 1
        return colour


def shapes(players: Iterable[Player]) -> dict[uuid.UUID, int]:
    """A number for each player that separates players of one colour: 0, 1, 2 in order, then from 0."""
    with_colour: Counter[int] = Counter()
    numbers: dict[uuid.UUID, int] = {}
    for player in players:
        if player.id not in numbers:
            numbers[player.id] = with_colour[player.colour] % SHAPES
            with_colour[player.colour] += 1
    return numbers

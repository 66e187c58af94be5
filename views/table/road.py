"""A picture of everybody on the way to the total that ends the game, or eliminates a player.

static/js/offline/target.js draws the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import floor

from game.scoring.facts import SeatId
from game.scoring.standings import Standing
from models import Player, Session
from views.words.figures import number
from views.words.hands import names_of
from views.words.targets import way_in_words

START, END, GROUND = 16, 277, 58  # of the road, in units of the view box
WIDTH, HEIGHT = 323, 76
RADIUS, STEP = 13, 22  # of discs, and between stacked ones
MAX_STACKED = 4


@dataclass(frozen=True)
class RoadDisc:
    """A side on the road. more: how many others have no room above it."""

    x: float
    level: int
    player: Player
    leads: bool
    more: int = 0

    @property
    def y(self) -> int:
        return GROUND - STEP * self.level

    def meets(self, x: float) -> bool:
        """Whether a disc at `x` would overlap this one, were they on one level."""
        return abs(self.x - x) < 2 * RADIUS


class Road:
    """From 0, or the lowest total below it, to the target; without sides that left or are eliminated."""

    def __init__(self, session: Session, target: int, table: Sequence[Standing]) -> None:
        self.session, self.target = session, target
        self.sides = [side for side in table if side.rank is not None and side.eliminated_after is None]
        self.low = min([0, *(side.total for side in self.sides)])
        self.discs = self._discs()

    @property
    def goal(self) -> str:
        return number(self.target)

    @property
    def gone(self) -> float:
        """The x of the foremost disc."""
        return max((disc.x for disc in self.discs), default=START)

    @property
    def zero(self) -> float | None:
        """The x of 0, if a side is below it."""
        return self._x(0) if self.low < 0 else None

    @property
    def view_box(self) -> str:
        """As high as the highest stack."""
        top = min([0, *(disc.y - RADIUS - 2 for disc in self.discs)])
        return f"0 {top} {WIDTH} {HEIGHT - top}"

    @property
    def label(self) -> str:
        """ "On the way to 100: Cara 83, Bo 64"."""
        sides = [f"{names_of(side.seats, self.session)} {number(side.total)}" for side in self.sides]
        return way_in_words(self.target, ", ".join(sides))

    def _x(self, total: int) -> float:
        share = (min(total, self.target) - self.low) / (self.target - self.low)
        return floor(10 * (START + (END - START) * share) + 0.5) / 10

    def _discs(self) -> list[RoadDisc]:
        """From the top down, so that a disc does not hide the one below it.

        Each is on the lowest free level; without one, it is counted at the disc on top.
        """
        players: dict[SeatId, Player] = {seat.id: seat.player for seat in self.session.seats}
        discs: list[RoadDisc] = []
        for side in sorted(self.sides, key=lambda side: side.total):
            x = self._x(side.total)
            overlapped = {disc.level: place for place, disc in enumerate(discs) if disc.meets(x)}
            level = next((level for level in range(MAX_STACKED) if level not in overlapped), None)
            if level is None:
                top = overlapped[MAX_STACKED - 1]
                discs[top] = replace(discs[top], more=discs[top].more + 1)
            else:
                leads = side.leads and bool(self.session.rounds)
                discs.append(RoadDisc(x, level, players[side.seats[0]], leads))
        return sorted(discs, key=lambda disc: -disc.level)

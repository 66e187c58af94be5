"""What a club evening is computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from game.tournament.draw import Person, Table

ROUNDS, CUT = 2, 10  # SP34


class Kind(StrEnum):
    """What an umpire decides (SP35)."""

    CUT = "cut"
    TIE = "tie"
    LATE_ENTRY = "late_entry"
    PLAYS_ON = "plays_on"  # though they left a table
    OTHER = "other"


@dataclass(frozen=True)
class Plan:
    """rounds: before the cut. cut: how many go on, None without a play-off. carried: whether the play-off
    goes on from the combined totals; else it starts from zero (GS12).
    """

    rounds: int = ROUNDS
    cut: int | None = CUT
    carried: bool = False


@dataclass(frozen=True)
class Entrant:
    """start_points: what stands for the rounds missed. withdrew_after: the last round played."""

    player: Person
    joined_round: int = 1
    start_points: int = 0
    withdrew_after: int | None = None

    def plays(self, round_: int) -> bool:
        return self.joined_round <= round_ and (self.withdrew_after is None or self.withdrew_after >= round_)


@dataclass(frozen=True)
class PlayedTable:
    """seats: clockwise. totals: by player, of the table's session as it stands.

    deals: how many of its deals each player was in. left: who got up before its end and did not come back.
    """

    seats: Table
    totals: Mapping[Person, int]
    is_over: bool
    deals: Mapping[Person, int] = field(default_factory=dict)
    left: frozenset[Person] = frozenset()


@dataclass(frozen=True)
class Decision:
    """stage: of PLAYS_ON, the stage whose table the players had left."""

    kind: Kind
    players: Sequence[Person] = ()
    stage: int | None = None

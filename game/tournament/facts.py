"""Facts of a tournament: frozen values, the input of every other module of tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from game.tournament.draw import Person, Table

ROUNDS, CUT = 2, 10  # SP34


class DecisionKind(StrEnum):
    """Decisions of an umpire (SP35)."""

    CUT = "cut"
    TIE = "tie"
    LATE_ENTRY = "late_entry"
    PLAYS_ON = "plays_on"  # though they left a table
    OTHER = "other"


@dataclass(frozen=True)
class Plan:
    """rounds: number before the cut. cut: number of players who qualify, None without a play-off.

    carried: whether play-off totals include the combined totals; otherwise they start from 0 (GS12).
    """

    rounds: int = ROUNDS
    cut: int | None = CUT
    carried: bool = False


@dataclass(frozen=True)
class EntrantFacts:
    """start_points: in place of missed rounds. withdrew_after: last round played, None if not withdrawn."""

    player: Person
    joined_round: int = 1
    start_points: int = 0
    withdrew_after: int | None = None

    def plays(self, round_: int) -> bool:
        return self.joined_round <= round_ and (self.withdrew_after is None or self.withdrew_after >= round_)


@dataclass(frozen=True)
class PlayedTable:
    """seats: players clockwise. totals: by player, of the table's session so far.

    deals: number of its deals that each player was in. left: players who left before its end for good.
    without_deals: players who were in none of its deals themselves, though another player may have taken
    over their seats. highest_wins: whether the highest total is best. is_open_ended: whether the number of
    its deals is not given beforehand.
    """

    seats: Table
    totals: Mapping[Person, int]
    is_over: bool
    deals: Mapping[Person, int] = field(default_factory=dict)
    left: frozenset[Person] = frozenset()
    without_deals: frozenset[Person] = frozenset()
    highest_wins: bool = False
    is_open_ended: bool = False


@dataclass(frozen=True)
class Decision:
    """stage: for PLAYS_ON, the stage whose table the players left."""

    kind: DecisionKind
    players: Sequence[Person] = ()
    stage: int | None = None

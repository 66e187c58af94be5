"""How likely every side of a session is to win, from before its first round to now."""

from __future__ import annotations

from dataclasses import dataclass

from game.scoring.facts import SeatId


@dataclass(frozen=True)
class Chance:
    """How likely a side is to win, 0 to 1; `certain` only where it is so whatever the cards are.

    error: half of a 95 % interval, for the luck of the simulations and for strengths nobody knows exactly.
    """

    share: float
    error: float = 0.0
    certain: bool = False


@dataclass(frozen=True)
class Jump:
    """The round that changed one side's chance most."""

    round: int
    seats: tuple[SeatId, ...]
    before: Chance
    after: Chance

    @property
    def size(self) -> float:
        return abs(self.after.share - self.before.share)


@dataclass(frozen=True)
class WinChances:
    """The chances of every side from before the first round to after the last one played.

    sides: in the order of their first seats. after: by rounds played, then by side; None for a side that was
    not at the table for the next round. counted: the same as the last of `after`, with what is known of the
    round that is just counted, where anything is. past_rounds: rounds of the past that were drawn from.
    known: seats whose players have a record. stopped: it ended early, so that the last of the chances became
    a result by that and not by a round.
    """

    sides: tuple[tuple[SeatId, ...], ...]
    after: tuple[tuple[Chance | None, ...], ...]
    simulations: int
    past_rounds: int
    known: frozenset[SeatId]
    stopped: bool = False
    counted: tuple[Chance | None, ...] = ()

    @property
    def now(self) -> tuple[Chance | None, ...]:
        return self.counted or self.after[-1]

    def biggest_jump(self) -> Jump | None:
        """The first of the biggest; where somebody came or went, or where the table stopped early, it was not
        the round that changed most.

        None before a round is played.
        """
        jumps = [
            Jump(number, side, before, after)
            for number in range(1, len(self.after) - self.stopped)
            if self._same_sides(number)
            for side, before, after in zip(
                self.sides, self.after[number - 1], self.after[number], strict=True
            )
            if before and after
        ]
        return max(jumps, key=lambda jump: jump.size, default=None)

    def _same_sides(self, number: int) -> bool:
        before, after = ([chance is None for chance in self.after[n]] for n in (number - 1, number))
        return before == after

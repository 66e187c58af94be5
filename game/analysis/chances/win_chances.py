"""Result types: the win chances of all sides, from before the first round to now."""

from __future__ import annotations

from dataclasses import dataclass

from game.scoring.facts import SeatId


@dataclass(frozen=True)
class Chance:
    """The probability that a side wins, 0 to 1. certain: independent of the cards to come.

    error: half of the 95 % interval, from the number of simulations and the uncertainty of the strengths.
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

    sides: in the order of their first seats. after: by rounds played, then by side; None for a side that does
    not play the next round. counted: the present chances including the round that is being counted, () if
    nothing of it is known. past_rounds: number of past rounds sampled from. known: seats whose players have a
    record. stopped: the session ended before its plan, so that the last chances are not the effect of a
    round.
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
        """Return the first of the biggest jumps, None before a round is played.

        Rounds around a change of seats and an early end are ignored.
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

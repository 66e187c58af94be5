"""Results of blocks of rounds. The winner of a block need not have gone out most often (GS8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.scoring.facts import Round, SeatId
from game.scoring.rules import Rules


@dataclass(frozen=True)
class BlockResult:
    """A completed block: its number from 1, the best total in points, and the seats that have it."""

    number: int
    total: int
    winners: tuple[SeatId, ...]


def block_results(rules: Rules, rounds: Sequence[Round]) -> list[BlockResult]:
    """Return the completed blocks in order; [] if `rules.block` is None, and unless each seat adds up the
    points of its own hands.

    The lowest total of a block wins it (SP12, SP33), or the highest if that wins the session. A seat that
    missed a round of a block cannot win it.
    """
    if rules.block is None or rules.collects or not rules.counts_points:
        return []
    size = rules.block
    blocks = [rounds[start : start + size] for start in range(0, len(rounds) - size + 1, size)]
    return [result for number, block in enumerate(blocks, 1) if (result := _result(rules, number, block))]


def _result(rules: Rules, number: int, block: Sequence[Round]) -> BlockResult | None:
    totals: dict[SeatId, int] = {}
    for seat in (hand.seat for hand in block[0].hands):
        points = [played.points_of(seat) for played in block]
        if None not in points:
            totals[seat] = sum(p for p in points if p is not None)
    if not totals:
        return None
    best = min(totals.values(), key=rules.sort_key)
    return BlockResult(number, best, tuple(seat for seat, total in totals.items() if total == best))

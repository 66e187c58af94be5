"""Rounds that come in blocks: who won each block, which need not be who went out most often (GS8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.scoring.facts import RoundFacts, SeatId
from game.scoring.rules import Rules


@dataclass(frozen=True)
class BlockResult:
    """A block that is played out: its number from 1, the lowest total, and whoever shares it."""

    number: int
    total: int
    winners: tuple[SeatId, ...]


def block_results(rules: Rules, rounds: Sequence[RoundFacts]) -> list[BlockResult]:
    """Every block that is played out, first to last; nothing where rounds do not come in blocks.

    SP12, SP33: the lowest total of a block has won it. Who missed a part of it cannot win it.
    """
    if rules.block is None:
        return []
    size = rules.block
    whole = [rounds[start : start + size] for start in range(0, len(rounds) - size + 1, size)]
    return [result for number, block in enumerate(whole, 1) if (result := _result(number, block))]


def _result(number: int, block: Sequence[RoundFacts]) -> BlockResult | None:
    totals: dict[SeatId, int] = {}
    for seat in (hand.seat for hand in block[0].hands):
        points = [played.points_of(seat) for played in block]
        if None not in points:
            totals[seat] = sum(p for p in points if p is not None)
    if not totals:
        return None
    lowest = min(totals.values())
    return BlockResult(number, lowest, tuple(seat for seat, total in totals.items() if total == lowest))

"""Certain wins and losses in an unfinished session, by arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from game.scoring.rules import Rules


def certainties(
    rules: Rules, totals: Sequence[int], left: int | None, seats: Sequence[int] = ()
) -> list[bool | None]:
    """Return for each side: True if it is certain to win, alone or jointly, False if it cannot win, else
    None.

    totals: of all sides at the table. left: rounds still to be played, None if unknown. seats: number of
    seats of each side, one if not given.

    >>> from game.variants import VARIANTS
    >>> certainties(VARIANTS["derange"].rules({}, 2), totals=[0, 5000], left=1)
    [True, False]
    """
    if left is None:
        return [None] * len(totals)
    swing = left * _swing(rules, seats or [1] * len(totals)) if left else 0
    behind = [rules.sort_key(total) for total in totals]
    return [_certainty(behind, place, swing) for place in range(len(behind))]


def _certainty(behind: Sequence[int], place: int, swing: float) -> bool | None:
    """behind: totals, smaller is better. swing: the largest possible change. Joint winners both win.

    Holds for eliminations too: a side whose total is never worse than another's is not eliminated before it.
    """
    own = behind[place]
    others = [total for other, total in enumerate(behind) if other != place]
    if all(own + swing <= total for total in others):
        return True
    if any(total + swing < own for total in others):
        return False
    return None


def _swing(rules: Rules, seats: Sequence[int]) -> float:
    """Return the most by which one round can change the distance of two sides; typed points have no limit."""
    if rules.counts_wins:
        return 1
    if not rules.counts_points:
        return max(seats) * (sum(seats) - 1)
    if rules.is_typed:
        return inf
    # One side has all cards that cost something, another one all that are worth less than nothing.
    factor = rules.largest_factor
    return factor * sum(abs(c.points or 0) * rules.cards_in_pack(c) for c in rules.classes)

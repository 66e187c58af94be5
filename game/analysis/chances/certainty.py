"""Certain wins and losses in an unfinished session, by arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from game.scoring.round_warnings import pack_points
from game.scoring.rules import Rules


def certainties(rules: Rules, totals: Sequence[int], left: int | None) -> list[bool | None]:
    """Return for each side: True if it is certain to win, alone or jointly, False if it cannot win, else
    None.

    totals: of all sides at the table. left: rounds still to be played, None if unknown.

    >>> from game.variants import VARIANTS
    >>> certainties(VARIANTS["derange"].rules({}, 2), totals=[0, 5000], left=1)
    [True, False]
    """
    if left is None:
        return [None] * len(totals)
    swing = left * (1 if rules.counts_wins else pack_points(rules))  # in a round the others collect nothing
    behind = [-total if rules.counts_wins else total for total in totals]
    return [_certainty(behind, place, swing) for place in range(len(behind))]


def _certainty(behind: Sequence[int], place: int, swing: int) -> bool | None:
    """behind: totals, smaller is better. swing: the largest possible change. Joint winners both win."""
    own = behind[place]
    others = [total for other, total in enumerate(behind) if other != place]
    if all(own + swing <= total for total in others):
        return True
    if any(total + swing < own for total in others):
        return False
    return None

"""Points of a hand, and validation of the cards or points entered for it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.scoring.rules import RANKS, Rules

MOST_POINTS = 9_999
SUM = re.compile(r"\d{1,6}(\s*\+\s*\d{1,6}){0,60}")
BETWEEN_RANKS = re.compile(r"[·/,_ ]")


class IllegalHand(ValueError):
    """An impossible hand.

    problem: "card" (not in this variant), "count" (of cards), "sum" (not a number), "absurd" (too many
    points) or "wins" (points where only wins are counted). value: the input.
    """

    def __init__(self, problem: str, value: object = None) -> None:
        super().__init__(f"{problem}: {value}")
        self.problem = problem
        self.value = value


def by_class(cards: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """Convert counts keyed by rank or by class to counts keyed by class, in pad order, without zeros.

    Raises IllegalHand("card", key) for a card that the variant does not have and ("count", n) for a count
    that is negative, larger than the pack or no integer.
    """
    tally: dict[str, int] = {}
    for name, count in cards.items():
        key = _class_key(name, rules)
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= rules.pack_size:
            raise IllegalHand("count", count)
        tally[key] = tally.get(key, 0) + count
    return {c.key: tally[c.key] for c in rules.classes if tally.get(c.key)}


def points_of(cards: Mapping[str, int], rules: Rules) -> int | None:
    """Return the points of a hand, from counts keyed by rank or by class; None if the session counts wins.

    Raises IllegalHand, see `by_class`.

    >>> from game.variants import VARIANTS
    >>> rules = VARIANTS["vandatta"].rules({}, players=4)
    >>> points_of({"8": 1, "K": 2}, rules) == rules.by_key["8"].points + 2 * points_of({"K": 1}, rules)
    True
    """
    if rules.counts_wins:
        return None
    return sum((rules.by_key[key].points or 0) * count for key, count in by_class(cards, rules).items())


def typed_points(text: str) -> int:
    """Parse points typed as a number or a sum.

    Raises IllegalHand("sum", text) for anything else, ("absurd", total) above MOST_POINTS.

    >>> typed_points("12 + 11 + 7")
    30
    """
    stripped = text.strip()
    if not SUM.fullmatch(stripped):
        raise IllegalHand("sum", text)
    total = sum(int(part) for part in stripped.split("+"))
    if total > MOST_POINTS:
        raise IllegalHand("absurd", total)
    return total


def _class_key(name: str, rules: Rules) -> str:
    folded = BETWEEN_RANKS.sub("-", name)
    if folded in rules.by_key:
        return folded
    if name in rules.class_of_rank:
        return rules.class_of_rank[name]
    if name in RANKS and "cards" in rules.by_key:  # a variant that only counts cards accepts every rank
        return "cards"
    raise IllegalHand("card", name)

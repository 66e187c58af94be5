"""Points of a hand, and reading what was tapped or typed for it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.scoring.rules import RANKS, Rules

MOST_POINTS = 9_999
SUM = re.compile(r"\d{1,6}(\s*\+\s*\d{1,6}){0,60}")
BETWEEN_RANKS = re.compile(r"[·/,_ ]")


class IllegalHand(ValueError):
    """A hand that makes no sense; `problem` is one of card, count, sum, absurd and `value` what was given."""

    def __init__(self, problem: str, value: object = None) -> None:
        super().__init__(f"{problem}: {value}")
        self.problem = problem
        self.value = value


def by_class(cards: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """Cards keyed by rank or by class, as a tally keyed by class in pad order, without zeros.

    Raises IllegalHand("card", key) for a card the variant does not know and ("count", n) for a count
    that no table could see.
    """
    tally: dict[str, int] = {}
    for name, count in cards.items():
        key = _class_key(name, rules)
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= rules.pack_size:
            raise IllegalHand("count", count)
        tally[key] = tally.get(key, 0) + count
    return {c.key: tally[c.key] for c in rules.classes if tally.get(c.key)}


def points_of(cards: Mapping[str, int], rules: Rules) -> int | None:
    """What the cards left in a hand cost; None where the session counts wins and no points."""
    if rules.counts_wins:
        return None
    return sum((rules.by_key[key].points or 0) * count for key, count in by_class(cards, rules).items())


def typed_points(text: str) -> int:
    """The points typed as a number or a sum: "73", "12+11+7".

    Raises IllegalHand("sum", text) where it is neither, ("absurd", total) above MOST_POINTS.
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
    if name in RANKS and "cards" in rules.by_key:  # a variant that only counts cards takes any of them
        return "cards"
    raise IllegalHand("card", name)

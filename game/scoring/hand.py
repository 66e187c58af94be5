"""Points of a hand, and validation of the cards or points entered for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from game.scoring.facts import Hand, SeatId
from game.scoring.rules import RANKS, Rules

MAX_POINTS = 9_999
MAX_CARD_POINTS = 99_999  # of the cards of a hand, with multipliers: totals stay far from what a column holds
SUM = re.compile(r"[+-]?\s*\d{1,6}(\s*[+-]\s*\d{1,6}){0,60}")
GROUPED = re.compile(r"(?<!\d)([1-9]\d{0,2})[ \u00a0\u202f](\d{3})(?!\d)")  # 1 250
TERM = re.compile(r"[+-]?\d+")
MINUS_SIGNS = str.maketrans("−–", "--")
BETWEEN_RANKS = re.compile(r"[·/,_ ]")


class IllegalHand(ValueError):
    """An impossible hand.

    problem: "card" (not in this variant), "count" (of cards), "sum" (not a number), "negative" (below zero
    where points cannot be), "absurd" (too many points), "place" (no place at this table) or "wins" (points
    where only wins are counted). value: the input.
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
    known, most = rules.by_key, rules.pack_size
    for name, count in cards.items():
        key = name if name in known else _class_key(name, rules)
        if type(count) is not int or not 0 <= count <= most:
            raise IllegalHand("count", count)
        tally[key] = tally.get(key, 0) + count
    return {key: tally[key] for key in known if tally.get(key)}


def points_of(cards: Mapping[str, int], rules: Rules) -> int | None:
    """Return the points of a hand, from counts keyed by rank or by class; None if the session counts wins.

    Raises IllegalHand, see `by_class`.

    >>> from game.variants import VARIANTS
    >>> rules = VARIANTS["vandatta"].rules({}, players=4)
    >>> points_of({"8": 1, "K": 2}, rules) == rules.by_key["8"].points + 2 * points_of({"K": 1}, rules)
    True
    """
    return None if rules.counts_wins else _class_points(by_class(cards, rules), rules)


def _class_points(tally: Mapping[str, int], rules: Rules) -> int:
    """Return the points of counts by class."""
    return sum((rules.by_key[key].points or 0) * count for key, count in tally.items())


def typed_points(text: str, *, negative: bool = False) -> int:
    """Parse points typed as a number or a sum. negative: whether they may be below zero.

    Raises IllegalHand("sum", text) for anything else, ("negative", text) for points below zero and
    ("absurd", total) beyond MAX_POINTS.

    >>> typed_points("12 + 11 + 7")
    30
    >>> typed_points("10 − 25", negative=True)
    -15
    """
    if not is_sum(text):
        raise IllegalHand("sum", text)
    as_typed = normalized_sum(text)
    if not negative and "-" in as_typed:
        raise IllegalHand("negative", text)
    total = sum(int(term) for term in TERM.findall(as_typed))
    if abs(total) > MAX_POINTS:
        raise IllegalHand("absurd", total)
    return total


def is_sum(text: str) -> bool:
    """Whether a text is a number or a sum of numbers, with any signs.

    >>> [is_sum(text) for text in ("12 + 11", "−5", "+5", "1 250", "8 5")]
    [True, True, True, True, False]
    """
    return bool(SUM.fullmatch(GROUPED.sub(r"\1\2", text.strip()).translate(MINUS_SIGNS)))


def normalized_sum(text: str) -> str:
    """Return a typed sum without spaces and a plus in front, with plain minus signs, as it is stored.

    >>> normalized_sum(" 12 + 11 − 7")
    '12+11-7'
    """
    return "".join(text.split()).translate(MINUS_SIGNS).removeprefix("+")


def hand_of(
    seat: SeatId,
    rules: Rules,
    *,
    cards: Mapping[str, int] | None = None,
    typed: str | None = None,
    multipliers: Sequence[str] = (),
    of_round: Sequence[str] = (),
) -> Hand:
    """Return a hand with its points, from its cards or from a typed sum; neither: not counted.

    multipliers, of_round: keys of those of the hand and of its round. Raises IllegalHand.
    """
    if cards is not None:
        tally = by_class(cards, rules)
        points = None
        if not rules.counts_wins:
            points = _class_points(tally, rules) * rules.factor((*multipliers, *of_round))
        if abs(points or 0) > MAX_CARD_POINTS:
            raise IllegalHand("absurd", points)
        return Hand(seat, tally, points, None, tuple(multipliers))
    if typed is None:
        return Hand(seat, None, None)
    points, as_typed = counted_points(typed, rules, rules.factor((*multipliers, *of_round)))
    return Hand(seat, None, points, as_typed, tuple(multipliers))


def counted_points(typed: str, rules: Rules, factor: int = 1) -> tuple[int, str | None]:
    """Return the points of a typed sum times `factor`, and the sum, or None if it is the points.

    Raises IllegalHand.
    """
    points = factor * typed_points(typed, negative=rules.can_be_negative)
    if abs(points) > MAX_POINTS:
        raise IllegalHand("absurd", points)
    as_typed = normalized_sum(typed)
    return points, None if as_typed == str(points) else as_typed


def as_typed(hand: Any, rules: Rules, of_round: Sequence[str] = ()) -> str:
    """Return the points of a hand without cards as they were typed, "" if it was not counted.

    hand: or a row with the same columns. of_round: keys of the multipliers of its round.

    >>> from game.variants.custom.building import rules_of
    >>> from game.variants.custom.presets import presets
    >>> plump = rules_of(presets()["plump"].definition("en"), 3)
    >>> [as_typed(hand_of("Anna", plump, typed=text), plump) for text in ("12 + 11", "7")]
    ['12+11', '7']
    """
    if hand.typed is not None:
        return str(hand.typed)
    if hand.points is None:
        return ""
    return str(hand.points // rules.factor((*(hand.multipliers or ()), *of_round)))


def _class_key(name: str, rules: Rules) -> str:
    folded = BETWEEN_RANKS.sub("-", name)
    if folded in rules.by_key:
        return folded
    if name in rules.class_of_rank:
        return rules.class_of_rank[name]
    if name in RANKS and "cards" in rules.by_key:  # a variant that only counts cards accepts every rank
        return "cards"
    raise IllegalHand("card", name)

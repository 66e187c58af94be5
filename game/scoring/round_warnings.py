"""Warnings about a round that is unlikely or impossible. The table may save it anyway."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.scoring.facts import Hand, Round, SeatId
from game.scoring.rules import Rules


@dataclass(frozen=True)
class RoundWarning:
    """One warning.

    code: "class" (more of `card_class` than the decks hold), "chain_class" (the same including the cards that
    the round ended on), "cards" (more cards left than possible), "points" (more points than the decks are
    worth), "empty" (a seat that did not go out has no cards), "no_points" (the same, entered as 0 points),
    "blocked" (either of them in a blocked round), "sum" (points that no hand can have), "chain" (the seat
    that drew for the chain holds fewer cards than it drew), "chain_points" (fewer points than those cards
    cost), "zero_sum" (points that do not add up to 0) or "places" (`count` seats, not all places from 1 on).
    seat: whose hand, None for all hands together. count: the value entered. most: the limit, which is a
    minimum for "chain" and "chain_points".
    """

    code: str
    seat: SeatId | None = None
    card_class: str | None = None
    count: int = 0
    most: int = 0


def round_warnings(played: Round, rules: Rules) -> list[RoundWarning]:
    """Return the warnings about single hands, then about the chain, then about all hands together."""
    if rules.is_typed:
        return list(_typed_warnings(played, rules))
    warnings = [warning for hand in played.remaining_hands for warning in _hand_warnings(hand, played, rules)]
    warnings += _chain_warnings(played, rules)
    warnings += _class_warnings(played, rules)
    warnings += _total_warnings(played, rules)
    return warnings


def _typed_warnings(played: Round, rules: Rules) -> Iterator[RoundWarning]:
    points = [hand.points or 0 for hand in played.hands]
    if rules.zero_sum and sum(points) != 0:
        yield RoundWarning("zero_sum", count=sum(points))
    if rules.tally == "places" and not _are_places(points):
        yield RoundWarning("places", count=len(points))


def _are_places(places: Sequence[int]) -> bool:
    """Whether the places are 1, 2, 3, …, where seats may share one: 1, 2, 2, 4."""
    return all(sum(other < place for other in places) == place - 1 for place in places)


def _hand_warnings(hand: Hand, played: Round, rules: Rules) -> Iterator[RoundWarning]:
    blocked = played.out is None
    # GV14, GV20: every seat that did not go out holds a card; in a blocked round every seat does.
    if hand.cards is not None:
        if not sum(hand.cards.values()):
            yield RoundWarning("blocked" if blocked else "empty", seat=hand.seat)
        return
    if hand.points is None or rules.counts_wins:
        return
    if hand.points == 0:
        yield RoundWarning("blocked" if blocked else "no_points", seat=hand.seat)
        return
    points, rest = divmod(hand.points, rules.times(hand, played))
    if rest or not is_possible_total(points, rules):
        yield RoundWarning("sum", seat=hand.seat, count=hand.points)


def _chain_warnings(played: Round, rules: Rules) -> Iterator[RoundWarning]:
    # DO32, GD8: the drawn cards are part of that hand, which held at least one card before.
    if played.chain is None or rules.chain is None:
        return
    drawn = rules.chain.drawn_for(played.chain.cards)
    hand = next((hand for hand in played.hands if hand.seat == played.chain.drawer), None)
    if hand is None:
        return
    if hand.cards is not None:
        held = sum(hand.cards.values())
        if held <= drawn:
            yield RoundWarning("chain", seat=hand.seat, count=held, most=drawn)
    elif hand.points:  # 0 points have a warning of their own
        least = _cheapest(drawn + 1, _left_by_chain(played, rules), rules)
        if hand.points < least:
            yield RoundWarning("chain_points", seat=hand.seat, count=hand.points, most=least)


def _class_warnings(played: Round, rules: Rules) -> Iterator[RoundWarning]:
    hands, left = played.remaining_hands, _left_by_chain(played, rules)
    for card_class in rules.classes:
        count = sum((hand.cards or {}).get(card_class.key, 0) for hand in hands)
        most = rules.cards_in_pack(card_class)
        lying = most - left[card_class.key]
        if count > most:
            yield RoundWarning("class", card_class=card_class.key, count=count, most=most)
        elif count and count + lying > most:
            yield RoundWarning("chain_class", card_class=card_class.key, count=count + lying, most=most)


def _total_warnings(played: Round, rules: Rules) -> Iterator[RoundWarning]:
    hands = played.remaining_hands
    cards = sum(sum((hand.cards or {}).values()) for hand in hands)
    most_cards = rules.pack_size - (rules.winner_played if played.out is not None else rules.turn_up)
    if cards > most_cards:
        yield RoundWarning("cards", count=cards, most=most_cards)
    if rules.counts_wins:
        return
    points = sum((hand.points or 0) // rules.times(hand, played) for hand in hands)
    most_points = pack_points(rules) - max(0, min(c.points or 0 for c in rules.classes))
    if points > most_points:
        yield RoundWarning("points", count=points, most=most_points)


def _left_by_chain(played: Round, rules: Rules) -> dict[str, int]:
    """Return the cards of each class that can be in hands, without those of the chain on the discard pile."""
    left = {card_class.key: rules.cards_in_pack(card_class) for card_class in rules.classes}
    if played.chain is not None and rules.chain is not None:
        left[rules.chain.card_class] = max(0, left[rules.chain.card_class] - played.chain.cards)
    return left


def _cheapest(cards: int, left: Mapping[str, int], rules: Rules) -> int:
    """Return the fewest points that so many of the `left` cards can cost."""
    points = 0
    for card_class in sorted(rules.classes, key=lambda c: c.points or 0):
        taken = min(cards, left[card_class.key])
        points += taken * (card_class.points or 0)
        cards -= taken
    return points


def pack_points(rules: Rules) -> int:
    """Return the most points that cards of the session's decks can have together."""
    return sum(max(0, c.points or 0) * rules.cards_in_pack(c) for c in rules.classes)


def is_possible_total(points: int, rules: Rules) -> bool:
    """Whether some hand of these decks is worth exactly so many points.

    >>> from game.variants import VARIANTS
    >>> derange = VARIANTS["derange"].rules({}, players=4)
    >>> [points for points in range(6) if is_possible_total(points, derange)]
    [0, 4, 5]
    """
    reachable, lowest = _sums(tuple((c.points or 0, rules.cards_in_pack(c)) for c in rules.classes))
    return points >= lowest and bool(reachable >> (points - lowest) & 1)


@lru_cache(maxsize=256)
def _sums(classes: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Return all possible totals as a bit set, and the lowest one: bit n is set if a hand can have n points
    more than that.

    classes: points and number of cards of each class.
    """
    reachable = 1
    for points, most in classes:
        step, left = 1, most
        while left > 0 and points:  # doubling the step covers every count from 0 to `most`
            take = min(step, left)
            reachable |= reachable << (abs(points) * take)
            left -= take
            step *= 2
    return reachable, sum(min(0, points) * most for points, most in classes)

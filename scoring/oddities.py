"""What is odd about a round: worth a question, never a refusal, for only the table knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.facts import Hand, Round, SeatId
from scoring.rules import Rules


@dataclass(frozen=True)
class Oddity:
    """One thing to ask about.

    code: "class" (more of `card_class` than the decks hold), "cards" (more cards left than can be),
    "points" (more points than the decks are worth), "empty" (a seat that did not go out has no cards),
    "no_points" (the same, typed as nought), "sum" (points that no hand can have) or "chain" (a seat
    that drew for the chain holds fewer cards than that).
    seat: whose hand, where it is about one; count and most: what was given and what can be.
    """

    code: str
    seat: SeatId | None = None
    card_class: str | None = None
    count: int = 0
    most: int = 0


def oddities(played: Round, rules: Rules) -> list[Oddity]:
    """Everything odd about a round, in seat order first, then about all hands together."""
    hands = [hand for hand in played.hands if hand.seat != played.out]
    found = [oddity for hand in hands for oddity in _of_hand(hand, rules, blocked=played.out is None)]
    found += _of_chain(played, rules)
    found += _of_classes(hands, rules)
    found += _of_all(played, hands, rules)
    return found


def _of_hand(hand: Hand, rules: Rules, *, blocked: bool) -> Iterator[Oddity]:
    # GV20: whoever did not go out holds a card; where nobody did, a table may write nought as it likes.
    if hand.cards is not None:
        if not sum(hand.cards.values()) and not blocked:
            yield Oddity("empty", seat=hand.seat)
        return
    if hand.points is None or rules.counts_wins:
        return
    if hand.points == 0 and not blocked:
        yield Oddity("no_points", seat=hand.seat)
    elif not can_be_a_sum(hand.points, rules):
        yield Oddity("sum", seat=hand.seat, count=hand.points)


def _of_chain(played: Round, rules: Rules) -> Iterator[Oddity]:
    # DO32, GD8: the drawn cards are part of that hand, which held at least one card before.
    if played.chain is None or rules.chain is None:
        return
    drawn = rules.chain.drawn_for(played.chain.cards)
    held = next((h.cards for h in played.hands if h.seat == played.chain.drawer), None)
    if held is not None and sum(held.values()) <= drawn:
        yield Oddity("chain", seat=played.chain.drawer, count=sum(held.values()), most=drawn)


def _of_classes(hands: list[Hand], rules: Rules) -> Iterator[Oddity]:
    for card_class in rules.classes:
        count = sum((hand.cards or {}).get(card_class.key, 0) for hand in hands)
        most = rules.most_of(card_class)
        if count > most:
            yield Oddity("class", card_class=card_class.key, count=count, most=most)


def _of_all(played: Round, hands: list[Hand], rules: Rules) -> Iterator[Oddity]:
    cards = sum(sum((hand.cards or {}).values()) for hand in hands)
    most_cards = rules.pack_size - (rules.winner_played if played.out is not None else rules.turn_up)
    if cards > most_cards:
        yield Oddity("cards", count=cards, most=most_cards)
    if rules.counts_wins:
        return
    points = sum(hand.points or 0 for hand in hands)
    most_points = pack_points(rules) - min(c.points or 0 for c in rules.classes)
    if points > most_points:
        yield Oddity("points", count=points, most=most_points)


def pack_points(rules: Rules) -> int:
    """What all the cards of this session are worth together."""
    return sum((c.points or 0) * rules.most_of(c) for c in rules.classes)


def can_be_a_sum(points: int, rules: Rules) -> bool:
    """Whether some hand of these decks is worth exactly this: Derange never yields 1, 2 or 3."""
    return bool(_sums(tuple((c.points or 0, rules.most_of(c)) for c in rules.classes)) >> points & 1)


@lru_cache(maxsize=256)
def _sums(classes: tuple[tuple[int, int], ...]) -> int:
    """Every sum that can be made, as a bit set: bit n is set where n points can be held."""
    reachable = 1
    for points, most in classes:
        if points <= 0:
            continue
        step, left = 1, most
        while left > 0:  # doubling the step covers every count from 0 to `most`
            take = min(step, left)
            reachable |= reachable << (points * take)
            left -= take
            step *= 2
    return reachable

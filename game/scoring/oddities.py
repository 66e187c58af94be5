"""What is odd about a round: worth a question, never a refusal, for only the table knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from game.scoring.facts import HandFacts, RoundFacts, SeatId
from game.scoring.rules import Rules


@dataclass(frozen=True)
class Oddity:
    """One thing to ask about.

    code: "class" (more of `card_class` than the decks hold), "chain_class" (the same with those that the
    round ended on), "cards" (more cards left than can be), "points" (more points than the decks are worth),
    "empty" (a seat that did not go out has no cards), "no_points" (the same, typed as nought), "blocked"
    (either of them where nobody went out), "sum" (points that no hand can have), "chain" (a seat that drew
    for the chain holds fewer cards than that) or "chain_points" (fewer points than they must cost).
    seat: whose hand, where it is about one; count and most: what was given and what can be, at least for
    "chain" and "chain_points".
    """

    code: str
    seat: SeatId | None = None
    card_class: str | None = None
    count: int = 0
    most: int = 0


def oddities(played: RoundFacts, rules: Rules) -> list[Oddity]:
    """Everything odd about a round, in seat order first, then about all hands together."""
    hands = [hand for hand in played.hands if hand.seat != played.out]
    found = [oddity for hand in hands for oddity in _of_hand(hand, rules, blocked=played.out is None)]
    found += _of_chain(played, rules)
    found += _of_classes(played, hands, rules)
    found += _of_all(played, hands, rules)
    return found


def _of_hand(hand: HandFacts, rules: Rules, *, blocked: bool) -> Iterator[Oddity]:
    # GV14, GV20: whoever did not go out holds a card, and where nobody did everybody does.
    if hand.cards is not None:
        if not sum(hand.cards.values()):
            yield Oddity("blocked" if blocked else "empty", seat=hand.seat)
        return
    if hand.points is None or rules.counts_wins:
        return
    if hand.points == 0:
        yield Oddity("blocked" if blocked else "no_points", seat=hand.seat)
    elif not can_be_a_sum(hand.points, rules):
        yield Oddity("sum", seat=hand.seat, count=hand.points)


def _of_chain(played: RoundFacts, rules: Rules) -> Iterator[Oddity]:
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
            yield Oddity("chain", seat=hand.seat, count=held, most=drawn)
    elif hand.points:  # nought is asked about anyway
        least = _cheapest(drawn + 1, _left_by_chain(played, rules), rules)
        if hand.points < least:
            yield Oddity("chain_points", seat=hand.seat, count=hand.points, most=least)


def _of_classes(played: RoundFacts, hands: list[HandFacts], rules: Rules) -> Iterator[Oddity]:
    left = _left_by_chain(played, rules)
    for card_class in rules.classes:
        count = sum((hand.cards or {}).get(card_class.key, 0) for hand in hands)
        most = rules.most_of(card_class)
        lying = most - left[card_class.key]
        if count > most:
            yield Oddity("class", card_class=card_class.key, count=count, most=most)
        elif count and count + lying > most:
            yield Oddity("chain_class", card_class=card_class.key, count=count + lying, most=most)


def _of_all(played: RoundFacts, hands: list[HandFacts], rules: Rules) -> Iterator[Oddity]:
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


def _left_by_chain(played: RoundFacts, rules: Rules) -> dict[str, int]:
    """How many cards of each class are left when those that the round ended on lie on the pile."""
    left = {card_class.key: rules.most_of(card_class) for card_class in rules.classes}
    if played.chain is not None and rules.chain is not None:
        left[rules.chain.card_class] = max(0, left[rules.chain.card_class] - played.chain.cards)
    return left


def _cheapest(cards: int, left: Mapping[str, int], rules: Rules) -> int:
    """The fewest points that so many of the cards left can cost."""
    points = 0
    for card_class in sorted(rules.classes, key=lambda each: each.points or 0):
        taken = min(cards, left[card_class.key])
        points += taken * (card_class.points or 0)
        cards -= taken
    return points


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

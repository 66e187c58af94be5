"""Rounds nobody played: every hand comes out of one shuffled pack, so that no table could find them odd."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scoring.deal import Deal, clockwise_from
from scoring.facts import Hand, LastCards, Round, Seat, SeatId
from scoring.hand import by_class, points_of
from scoring.rules import RANKS, Rules

SUITS = 4
ONE_IN = 5  # so many hands have grown beyond the deal
MOST_DRAWN = 3


@dataclass(frozen=True)
class Twist:
    """What is special about a round.

    out: who goes out, None where chance decides; blocked: nobody does.
    chain: how many cards of the chain's class it ended on, 0 where it did not.
    typed: seats whose points are typed instead of counted; uncounted: seats that leave them alone.
    """

    out: SeatId | None = None
    blocked: bool = False
    chain: int = 0
    typed: frozenset[SeatId] = frozenset()
    uncounted: frozenset[SeatId] = frozenset()


PLAIN = Twist()


def made_up_round(
    rules: Rules, deal: Deal, seats: Sequence[Seat], chance: Random, twist: Twist = PLAIN
) -> Round:
    """The round of a deal, as a table might have played it; `deal` has its dealer."""
    playing = [seat.id for seat in seats if seat.plays(deal.number)]
    out = None if twist.blocked else twist.out or chance.choice(playing)
    losers = [seat.id for seat in clockwise_from(out, seats, deal.number)] if out else playing
    losers = [seat for seat in losers if seat != out]
    left = _cards_left(rules, deal.hand_size, len(losers), chance, twist.chain)
    hands = [_hand(seat, cards, rules, twist) for seat, cards in zip(losers, left, strict=True)]
    if out is not None:
        hands.append(Hand(out, {}, None if rules.counts_wins else 0))
    chain = LastCards(twist.chain, losers[0]) if twist.chain else None  # DO32: the next player draws
    return Round(deal.number, deal.dealer, deal.hand_size, out, tuple(hands), chain)


def pack(rules: Rules) -> list[str]:
    """Every card of the session by its rank."""
    suited = [rank for rank in RANKS if rank != "JK"]
    return suited * SUITS * rules.decks + ["JK"] * rules.jokers


def _cards_left(rules: Rules, hand_size: int, losers: int, chance: Random, chain: int) -> list[list[str]]:
    """What each loser holds, the one who draws for the chain first."""
    stock = pack(rules)
    drawn = 0
    if chain and rules.chain:
        drawn = chain * rules.chain.draws_per_card
        for _ in range(chain):
            stock.remove(rules.by_key[rules.chain.card_class].ranks[0])  # they lie on the table
    chance.shuffle(stock)
    most = (len(stock) - hand_size - rules.turn_up) // max(losers, 1) - drawn
    counts = [min(most, _cards_held(hand_size, chance)) for _ in range(losers)]
    return [[stock.pop() for _ in range(n + drawn * (place == 0))] for place, n in enumerate(counts)]


def _cards_held(hand_size: int, chance: Random) -> int:
    held = chance.randint(1, hand_size)
    return held + chance.randint(1, MOST_DRAWN) if chance.randrange(ONE_IN) == 0 else held


def _hand(seat: SeatId, ranks: list[str], rules: Rules, twist: Twist) -> Hand:
    if seat in twist.uncounted:
        return Hand(seat, None, None)
    cards = by_class(Counter(ranks), rules)
    return Hand(seat, None if seat in twist.typed else cards, points_of(cards, rules))

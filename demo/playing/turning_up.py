"""The card that is turned up after the deal, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from demo.playing.laws import Laws
from demo.playing.pack import Stock
from referee.cards import DECK


@dataclass(frozen=True)
class Turned:
    """first: the place that begins; direction: 1 clockwise, -1 the other way; pending: a chain it starts."""

    first: int = 0
    direction: int = 1
    called: str = ""
    pending: int = 0


def turn_up(laws: Laws, stock: Stock, hands: list[list[int]], name_suit: Callable[[int], str]) -> Turned:
    """Turn cards until one may lie, the pile’s top card. Places count from the leader, the dealer is last."""
    does = _turn(laws, stock)
    dealer, game = len(hands) - 1, laws.game
    if does == "all_draw":
        for hand in hands:
            stock.draw_into(hand, game.again_draws)
    if does == "dealer_names":
        return Turned(called=name_suit(dealer))
    if does == "dealer_starts":  # GD5
        return Turned(first=dealer, direction=-1)
    if does == "skips":  # GS5: as if the dealer had played it
        return Turned(first=1 % len(hands))
    if does == "reverses":
        return Turned(first=(dealer - 1) % len(hands), direction=-1)
    if does == "live":
        return Turned(pending=game.chain_draws)
    return Turned()


def _turn(laws: Laws, stock: Stock) -> str:
    """The top card goes onto the pile; what the one that stays there does, "" for nothing."""
    while True:
        card = stock.cards.pop()
        does = laws.game.turn_up.get(DECK[card].rank, "")
        if does == "back" and stock.cards:
            stock.cards.append(card)
            stock.chance.shuffle(stock.cards)
        elif does == "bottom" and stock.cards:
            stock.cards.insert(0, card)
        elif does == "again" and stock.cards:
            stock.pile.append(card)
        else:
            stock.pile.append(card)
            return does

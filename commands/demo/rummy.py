"""A round of the rummy family: draw or meld, as far as the player sees what there is.

How the table is rearranged for a card nobody writes down, so it is not played out: a card finds its place
where others lie that make a meld with it, sooner while a hand has many to try.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from commands.demo.turns import CardTable
from game.referee.cards import DECK, JOKER, RANKS, SUITS, Card
from game.referee.rummy.melding import Melding

ENOUGH_TO_TRY = 7  # cards: with these one always finds its place, with fewer not in every turn

Meld = frozenset[Card]


class Melds:
    """By card the others that make a smallest meld with it: `first` of those that open, `later` of all.

    A joker needs no others once somebody has opened.
    """

    def __init__(self, melding: Melding) -> None:
        least, order = melding.meld_least, melding.order
        steps = [order[start : start + least] for start in range(len(order) - least + 1)]
        runs = [frozenset(Card(rank, suit) for rank in step) for step in steps for suit in SUITS]
        some_suits = list(combinations(SUITS, least))
        sets = [frozenset(Card(rank, suit) for suit in suits) for rank in RANKS for suits in some_suits]
        opening = (runs if kind == "run" else sets for kind in melding.first_meld)
        self.first = _others([meld for melds in opening for meld in melds])
        self.later = _others(runs + sets)
        self.later[JOKER].append(frozenset())


def _others(melds: Sequence[Meld]) -> dict[Card, list[Meld]]:
    return {card: [meld - {card} for meld in melds if card in meld] for card in (*DECK, JOKER)}


@dataclass
class RummyTable(CardTable):
    """lying: the cards in the melds on the table; opened: the places that have melded."""

    melds: Melds
    lying: set[Card] = field(default_factory=set)
    opened: set[int] = field(default_factory=set)

    def take_turn(self, who: int) -> bool:
        overlooks = self.stock and self.slips(who)
        return (not overlooks and self._meld(who)) or self.draw(who) > 0

    def _meld(self, who: int) -> bool:
        """Lay what can be laid; whether anything was."""
        hand, held = self.hands[who], len(self.hands[who])
        while fitting := self._fitting(who):
            for card in fitting:
                hand.remove(card)
            self.lying.update(fitting)
            self.opened.add(who)
        return len(hand) < held

    def _fitting(self, who: int) -> list[Card]:
        """A meld of the hand, a joker in it if it opens; or else a card that has its place on the table."""
        hand, held, opened = self.hands[who], {*self.hands[who]}, who in self.opened
        finds = opened and self.chance.random() * ENOUGH_TO_TRY < len(hand)
        others_of = self.melds.later if opened else self.melds.first
        for card in dict.fromkeys(hand):
            for others in others_of[card]:
                missing = others - held
                if not missing:
                    return [card, *others]
                if finds and others <= self.lying:
                    return [card]
                if not opened and JOKER in held and len(missing) == 1:
                    return [card, JOKER, *(others & held)]
        return []

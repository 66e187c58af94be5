"""A round of the rummy family: draw or meld, as greedily as the player sees what there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from demo.playing.style import Style
from referee.cards import DECK, JOKER, RANKS, SUITS, Card
from referee.rummy.meld import judge_meld
from referee.rummy.melding import Melding

Meld = tuple[Card, ...]
PLACE = {card: place for place, card in enumerate((*DECK, JOKER))}
OF_SUIT = {suit: [card for card in DECK if card.suit == suit] for suit in (*SUITS, JOKER.suit)}
OF_RANK = {rank: [card for card in DECK if card.rank == rank] for rank in (*RANKS, JOKER.rank)}
NEARLY_OUT = 9  # cards; from there on jokers are no longer kept


@dataclass(frozen=True)
class MeldingTurn:
    """A turn in which somebody melded: the table before and after, and whether they had melded before."""

    before: tuple[Meld, ...]
    after: tuple[Meld, ...]
    opened: bool


Watch = Callable[[MeldingTurn], None]


@dataclass(frozen=True)
class Lying:
    """A meld on the table: what may be laid to it, and what it can spare, with what then lies there."""

    cards: Meld
    takes: frozenset[Card]
    spares: Mapping[Card, list[Meld]]


class Melds:
    """The referee's answers about melds, each asked for once: a round asks hundreds of times.

    smallest: every smallest meld without a joker, openers: those that may be somebody's first.
    """

    def __init__(self, melding: Melding) -> None:
        self.melding = melding
        least = combinations(DECK, melding.meld_least)
        self.smallest = [frozenset(cards) for cards in least if self.may_lie(cards)]
        self.openers = [cards for cards in self.smallest if self.may_lie(cards, first=True)]
        self.smallest_with = {card: [meld for meld in self.smallest if card in meld] for card in DECK}
        self._known: dict[Meld, Lying] = {}

    def may_lie(self, cards: Iterable[Card], *, first: bool = False) -> bool:
        return judge_meld(self.melding, tuple(cards), first=first).answer == "yes"

    def lying(self, cards: Iterable[Card]) -> Lying:
        """By suit and rank: the same cards are the same meld. One with a joker spares nothing."""
        meld = tuple(sorted(cards, key=PLACE.__getitem__))
        if meld not in self._known:
            kin = {card for one in meld for card in (*OF_SUIT[one.suit], *OF_RANK[one.rank], JOKER)}
            takes = frozenset(card for card in kin if self.may_lie((*meld, card)))
            left = {} if JOKER in meld else {card: self._without(meld, card) for card in meld}
            self._known[meld] = Lying(meld, takes, {card: rest for card, rest in left.items() if rest})
        return self._known[meld]

    def _without(self, meld: Meld, card: Card) -> list[Meld]:
        """What lies there without this card, one meld or two; nothing where that is none."""
        place = meld.index(card)
        before, after = meld[:place], meld[place + 1 :]
        if self.may_lie(before + after):
            return [before + after]
        return [before, after] if self.may_lie(before) and self.may_lie(after) else []


class RummyTable:
    """One round in progress. Places count clockwise from the leader."""

    last_cards: tuple[int, int] | None = None

    def __init__(
        self,
        known: Melds,
        hands: list[list[Card]],
        styles: Sequence[Style],
        stock: list[Card],
        chance: Random,
        watch: Watch | None = None,
    ) -> None:
        self.known, self.hands, self.styles = known, hands, styles
        self.stock, self.chance, self.watch = stock, chance, watch
        self.melds: list[Lying] = []
        self.opened = [False] * len(hands)

    def play(self, most_turns: int) -> int | None:
        """The place that goes out; None where all have passed or the table gives up after so many turns."""
        idle = 0
        for turn in range(most_turns):
            who = turn % len(self.hands)
            moved = self._meld(who) or self._draw(who)
            if not self.hands[who]:
                return who
            idle = 0 if moved else idle + 1
            if idle == len(self.hands):  # GK4: the stock is empty and everybody has passed
                return None
        return None

    def _draw(self, who: int) -> bool:
        if self.stock:
            self.hands[who].append(self.stock.pop())
            return True
        return False

    def _meld(self, who: int) -> bool:
        """Lay what can be laid; whether anything was."""
        hand = self.hands[who]
        if self.stock and self.chance.random() < self.styles[who].slips:
            return False  # overlooked
        before, held, opened = self._written(), len(hand), self.opened[who]
        if not opened:  # a first meld is a run from the hand (VK21)
            jokers = range(hand.count(JOKER) + 1)
            self.opened[who] = any(self._lay(hand, self.known.openers, jokers=each) for each in jokers)
        while self.opened[who] and self._lay_one(hand):
            pass
        if self.watch and len(hand) < held:
            self.watch(MeldingTurn(before, self._written(), opened))
        return len(hand) < held

    def _lay_one(self, hand: list[Card]) -> bool:
        """The next thing that can be laid: new melds before single cards, jokers last."""
        return (
            self._lay(hand, self.known.smallest)
            or self._lay_to(hand, {*hand} - {JOKER})
            or self._borrow(hand)
            or (len(hand) <= NEARLY_OUT and JOKER in hand and self._lay_joker(hand))
        )

    def _lay_joker(self, hand: list[Card]) -> bool:
        """A joker completes a meld; the last cards, if they are all jokers, go to melds that lie."""
        alone = hand.count(JOKER) == len(hand)
        return self._lay(hand, self.known.smallest, jokers=1) or (alone and self._lay_to(hand, {JOKER}))

    def _lay(self, hand: list[Card], melds: Iterable[frozenset[Card]], *, jokers: int = 0) -> bool:
        """The first of these that the hand has, but for so many jokers in it."""
        held = set(hand)
        for meld in melds:
            if meld <= held or (jokers and 0 < len(meld - held) <= min(jokers, len(meld) - 1)):
                self._put_down(hand, [card if card in held else JOKER for card in meld])
                return True
        return False

    def _lay_to(self, hand: list[Card], cards: set[Card]) -> bool:
        """One of these cards to a meld that lies."""
        for place, meld in enumerate(self.melds):
            fitting = cards & meld.takes
            if fitting:
                card = min(fitting, key=PLACE.__getitem__)
                hand.remove(card)
                self.melds[place] = self.known.lying((*meld.cards, card))
                return True
        return False

    def _borrow(self, hand: list[Card]) -> bool:
        """A meld of some cards of the hand and of what lying ones can spare, one card each (VK23)."""
        spare = {card: place for place, meld in enumerate(self.melds) for card in meld.spares}
        held = set(hand)
        for card in sorted(held - {JOKER}, key=PLACE.__getitem__) if spare else ():
            for meld in self.known.smallest_with[card]:
                givers = {other: spare.get(other) for other in meld - held}
                if None not in givers.values() and len({*givers.values()}) == len(givers):
                    self._take_over({other: place for other, place in givers.items() if place is not None})
                    self._put_down(hand, meld, borrowed=givers)
                    return True
        return False

    def _take_over(self, givers: dict[Card, int]) -> None:
        for card in sorted(givers, key=PLACE.__getitem__):
            place = givers[card]
            self.melds[place], *behind = map(self.known.lying, self.melds[place].spares[card])
            self.melds += behind

    def _put_down(self, hand: list[Card], meld: Iterable[Card], borrowed: Iterable[Card] = ()) -> None:
        self.melds.append(self.known.lying(meld))
        for card in self.melds[-1].cards:
            if card not in borrowed:
                hand.remove(card)

    def _written(self) -> tuple[Meld, ...]:
        return tuple(meld.cards for meld in self.melds)

"""A round of the rummy family: draw or meld, as greedily as the player sees what there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from demo.playing.ended import Ended
from demo.playing.melds import Meld
from demo.playing.pack import CARDS, JOKER_NUMBER
from demo.playing.shapes import Shapes
from demo.playing.style import Style
from referee.cards import Card

Laid = tuple[tuple[Card, ...], ...]
NEARLY_OUT = 9  # cards; from there on jokers are no longer kept


@dataclass(frozen=True)
class MeldingTurn:
    """A turn in which somebody melded: the table before and after, and whether they had melded before."""

    before: Laid
    after: Laid
    opened: bool


Watch = Callable[[MeldingTurn], None]


class RummyTable:
    """One round in progress. Places count clockwise from the leader."""

    def __init__(
        self,
        shapes: Shapes,
        hands: list[list[int]],
        styles: Sequence[Style],
        stock: list[int],
        chance: Random,
        watch: Watch | None = None,
    ) -> None:
        self.shapes, self.hands, self.styles = shapes, hands, styles
        self.stock, self.chance, self.watch = stock, chance, watch
        self.melds: list[Meld] = []
        self.opened = [False] * len(hands)

    def play(self, most_turns: int) -> Ended:
        """The round to its end; after so many turns the table gives it up."""
        idle = 0
        for turn in range(most_turns):
            who = turn % len(self.hands)
            moved = self._meld(who) or self._draw(who)
            if not self.hands[who]:
                return Ended(who, self.hands)
            idle = 0 if moved else idle + 1
            if idle == len(self.hands):  # GK4: the stock is empty and everybody has passed
                break
        return Ended(None, self.hands)

    def _draw(self, who: int) -> bool:
        if not self.stock:
            return False
        self.hands[who].append(self.stock.pop())
        return True

    def _meld(self, who: int) -> bool:
        """Lay what can be laid; whether anything was."""
        hand, style = self.hands[who], self.styles[who]
        if self.stock and self.chance.random() < style.slips:
            return False  # overlooked
        before, held, opened = self._written(), len(hand), self.opened[who]
        if not opened:
            self.opened[who] = self._open(hand)
        while self.opened[who] and self._lay_one(hand):
            pass
        if self.watch is not None and len(hand) < held:
            self.watch(MeldingTurn(before, self._written(), opened))
        return len(hand) < held

    def _open(self, hand: list[int]) -> bool:
        """A first meld is a run from the hand (VK21)."""
        jokers = range(hand.count(JOKER_NUMBER) + 1)
        return any(self._lay_longest(self.shapes.runs(hand, jokers=each), hand) for each in jokers)

    def _lay_one(self, hand: list[int]) -> bool:
        """The next thing that can be laid: new melds before single cards, jokers last."""
        return (
            self._lay_longest(self.shapes.runs(hand), hand)
            or self._lay_longest(self.shapes.sets(hand), hand)
            or self._lay_to(hand)
            or self._borrow(hand)
            or (len(hand) <= NEARLY_OUT and JOKER_NUMBER in hand and self._lay_joker(hand))
        )

    def _lay_longest(self, melds: Iterable[Meld], hand: list[int]) -> bool:
        best = max(melds, key=lambda meld: len(meld.cards), default=None)
        if best is None or Counter(best.cards) - Counter(hand):
            return False
        for card in best.cards:
            hand.remove(card)
        self.melds.append(best)
        return True

    def _lay_to(self, hand: list[int]) -> bool:
        """One card to a meld that lies."""
        for meld in self.melds:
            card = next((card for card in meld.takes() if card in hand), None)
            if card is not None:
                hand.remove(card)
                meld.add(card)
                return True
        return False

    def _borrow(self, hand: list[int]) -> bool:
        """A meld of some cards of the hand and of what long melds can spare, one card each (VK23)."""
        spare = {card: meld for meld in self.melds for card in meld.spares()}
        if not spare:
            return False
        for card in sorted({*hand} - {JOKER_NUMBER}):
            for cards in self.shapes.smallest[card]:
                givers = {other: spare.get(other) for other in cards if other not in hand}
                if None not in givers.values() and len(set(map(id, givers.values()))) == len(givers):
                    self._lay_borrowed(hand, cards, givers)
                    return True
        return False

    def _lay_borrowed(self, hand: list[int], cards: Sequence[int], givers: dict[int, Meld | None]) -> None:
        for card in cards:
            giver = givers.get(card)
            if giver is None:
                hand.remove(card)
            else:
                self.melds += giver.take(card)
        self.melds += [*self.shapes.runs(cards), *self.shapes.sets(cards)]  # they make one meld

    def _lay_joker(self, hand: list[int]) -> bool:
        """A joker completes a meld; the last cards, if they are all jokers, go to melds that lie."""
        if self._lay_longest(self.shapes.runs(hand, jokers=1), hand):
            return True
        if self._lay_longest(self.shapes.sets(hand, jokers=1), hand):
            return True
        meld = next((meld for meld in self.melds if any(True for _ in meld.takes())), None)
        if meld is None or hand.count(JOKER_NUMBER) < len(hand):
            return False
        hand.remove(JOKER_NUMBER)
        meld.add(JOKER_NUMBER)
        return True

    def _written(self) -> Laid:
        if self.watch is None:
            return ()
        return tuple(tuple(CARDS[card] for card in meld.cards) for meld in self.melds)

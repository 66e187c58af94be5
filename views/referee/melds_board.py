"""The cards of the referee's page for melds: those that lie, and all that a finger can lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from referee.cards import JOKER, RANKS, SUITS, Card
from referee.rummy.meld import judge_meld
from referee.rummy.melding import Melding
from views.referee.melds_address import MeldsAddress
from views.wording.cards import card_name, suit_name


@dataclass(frozen=True)
class Cell:
    """One card to tap: where that leads, "" where no more of it can be laid; whether it makes a meld."""

    card: Card
    name: str
    address: str
    fits: bool
    chosen: bool


@dataclass(frozen=True)
class Row:
    """One meld: its cards by name, each with the address without it; `address` goes on with this meld."""

    number: int
    cards: list[tuple[Card, str, str]]
    address: str


class MeldsBoard:
    """The melds as rows, and a cell for every card. `swap` is a card that frees a joker; with `picking` a
    tap names it, otherwise a tap adds to the current meld; with `first` that is to be a first meld.
    """

    def __init__(
        self, melding: Melding, address: MeldsAddress, *, picking: bool, swap: Card | None, first: bool
    ) -> None:
        self.melding, self.address = melding, address
        self.picking, self.swap, self.first = picking, swap, first
        self.melds = [laid.cards for laid in address.question.melds]
        self.laid = Counter(card for meld in self.melds for card in meld)

    @property
    def current(self) -> tuple[Card, ...]:
        return self._meld(self.address.at)

    @property
    def marks(self) -> bool:
        """Whether a card can make a meld here: where no more than one is missing."""
        return not self.picking and self.melding.meld_least - 1 <= len(self.current)

    @property
    def row(self) -> Row:
        return self._row(self.address.at)

    @property
    def other_rows(self) -> list[Row]:
        return [self._row(n) for n in range(1, len(self.melds) + 1) if n != self.address.at]

    @property
    def suits(self) -> Iterator[tuple[str, list[Cell]]]:
        """All cards by suit, with its name, and the joker."""
        for suit in SUITS:
            yield suit_name(suit), [self._cell(Card(rank, suit)) for rank in RANKS]
        yield card_name(JOKER), [self._cell(JOKER)]

    def _meld(self, number: int) -> tuple[Card, ...]:
        return self.melds[number - 1] if number <= len(self.melds) else ()

    def _row(self, number: int) -> Row:
        meld = self._meld(number)
        cards = [
            (card, card_name(card), self.address.with_cards(number, meld[:place] + meld[place + 1 :]))
            for place, card in enumerate(meld)
        ]
        return Row(number, cards, self.address.going_on_with(number))

    def _cell(self, card: Card) -> Cell:
        is_left = self.laid[card] < (self.melding.jokers if card.is_joker else self.melding.decks)
        if self.picking:
            address = self.address.again(swap=str(card)) if is_left and not card.is_joker else ""
            return Cell(card, card_name(card), address, fits=False, chosen=card == self.swap)
        if not is_left or len(self.current) == len(self.melding.order):
            return Cell(card, card_name(card), "", fits=False, chosen=card in self.current)
        longer = (*self.current, card)
        fits = self.marks and judge_meld(self.melding, longer, first=self.first).answer == "yes"
        address = self.address.with_cards(self.address.at, longer)
        return Cell(card, card_name(card), address, fits, chosen=card in self.current)

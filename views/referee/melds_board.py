"""The cards of the referee's page for melds: those that lie, and all that a finger can lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from game.referee.cards import JOKER, RANKS, SUITS, Card
from game.referee.rummy.meld import judge_meld
from game.referee.rummy.melding import Melding
from views.referee.melds_address import MeldsAddress
from views.wording.cards import card_name, suit_name


class MeldsBoard:
    """The melds that lie, and every card. `swap` is a card that frees a joker; with `picking` a
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
        return self.meld(self.address.at)

    @property
    def marks(self) -> bool:
        """Whether a card can make a meld here: where no more than one is missing."""
        return not self.picking and self.melding.meld_least - 1 <= len(self.current)

    @property
    def others(self) -> list[int]:
        """The numbers of the melds that a tap leaves as they are."""
        return [number for number in range(1, len(self.melds) + 1) if number != self.address.at]

    @property
    def suits(self) -> Iterator[tuple[str, list[Card]]]:
        """All cards by suit, with its name, and the joker."""
        for suit in SUITS:
            yield suit_name(suit), [Card(rank, suit) for rank in RANKS]
        yield card_name(JOKER), [JOKER]

    def laid_cards(self, number: int) -> list[tuple[Card, str]]:
        """The cards of a meld, each with the address without it."""
        meld = self.meld(number)
        return [
            (card, self.address.with_cards(number, meld[:place] + meld[place + 1 :]))
            for place, card in enumerate(meld)
        ]

    def meld(self, number: int) -> tuple[Card, ...]:
        return self.melds[number - 1] if number <= len(self.melds) else ()

    def address_with(self, card: Card) -> str:
        """Where a tap on the card leads, "" where no more of it can be laid."""
        is_left = self.laid[card] < (self.melding.jokers if card.is_joker else self.melding.decks)
        if self.picking:
            return self.address.again(swap=str(card)) if is_left and not card.is_joker else ""
        if not is_left or len(self.current) == len(self.melding.order):
            return ""
        return self.address.with_cards(self.address.at, (*self.current, card))

    def fits(self, card: Card) -> bool:
        """Whether a card that can be laid makes a meld."""
        longer = (*self.current, card)
        return self.marks and judge_meld(self.melding, longer, first=self.first).answer == "yes"

    def is_chosen(self, card: Card) -> bool:
        return card == self.swap if self.picking else card in self.current

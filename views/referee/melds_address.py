"""A question about melds as an address, and the addresses of the questions next to it."""

from __future__ import annotations

from collections.abc import Mapping

from forms.fields import counted
from forms.questions.melds import MeldQuestion
from game.referee.cards import Card, write_cards
from views.referee.page import with_query

OF_ITS_JOKERS = ("declared", "swap", "whose")  # said of a meld as it lies; with other cards it is another one


class MeldsAddress:
    """`at` is the number of the meld that a tap adds to, one more than there are where a new one begins;
    `besides` is what every address goes on saying.
    """

    def __init__(self, here: str, question: MeldQuestion, at: str, besides: Mapping[str, str]) -> None:
        self.here, self.question, self.besides = here, question, besides
        self.written = [write_cards(laid.cards) or laid.text for laid in question.melds]
        self.at = _place(at, len(self.written))

    def again(self, **changes: str) -> str:
        """This question with some of it said otherwise; "" leaves it out."""
        return self._address(self.written, self.at, **changes)

    def going_on_with(self, number: int) -> str:
        """The same melds, and a tap adds to this one."""
        return self._address(self.written, number)

    def with_cards(self, number: int, cards: tuple[Card, ...]) -> str:
        """A meld has these cards; without any there is room for a new one."""
        melds = list(self.written)
        melds[number - 1 : number] = [write_cards(cards)] if cards else []
        at = number if cards else len(melds) + 1
        return self._address(melds, at, **self._dropped(max(len(melds), at)))

    def with_another(self) -> str:
        """A further meld begins."""
        number = len(self.written) + 1
        return self._address(self.written, number, **self._dropped(number))

    @property
    def place(self) -> str:
        """`at` as it is written."""
        return _written_place(self.at, len(self.written))

    def _dropped(self, melds: int) -> dict[str, str]:
        """What was said of a single meld that does not go with another one, or with several."""
        is_table = melds > 1 and not self.question.before
        return dict.fromkeys((*OF_ITS_JOKERS, "first") if is_table else OF_ITS_JOKERS, "")

    def _address(self, melds: list[str], at: int, **changes: str) -> str:
        table = [("meld", meld) for meld in melds] + [("before", laid.text) for laid in self.question.before]
        place = {"at": _written_place(at, len(melds))}
        return with_query(
            self.here, [*table, *{**self.question.texts, **place, **self.besides, **changes}.items()]
        )


def _place(text: str, melds: int) -> int:
    """The number of a meld, or of one after the last; the last where none is named that could be."""
    return counted(text, least=1, most=melds + 1) or max(melds, 1)


def _written_place(at: int, melds: int) -> str:
    return "" if at == max(melds, 1) else str(at)

"""What an address asks to compare: `variant=derange&variant=vandatta&only=differences&hand=8 5 K`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from forms.base import Question, TypedField, counted
from game.referee.cards import JOKER_RANK, RANKS, RANKS_BY_NAME, BadCard, Card, read_card
from game.rulebook.comparison import LEAST, MOST
from game.variants import VARIANTS

MOST_CARDS = 60
LONGEST = 10_000
LONGEST_SHOWN = 20
BETWEEN_CARDS = re.compile(r"[\s,;+]+")
BY_RANK = {rank: Card(rank, "") for rank in (*RANKS, JOKER_RANK)}


class Comparison(Question):
    """keys: the games that are ticked, all of them where none is known. variants: what is shown, in the order
    that was asked for; all of them where the choice makes no sense.

    hand: what was typed and tapped; `add` is a card tapped, `take` the place of a card taken back.
    """

    def __init__(self, asked: MultiDict[str, str]) -> None:
        self.hand = _changed(asked.get("hand", ""), asked.get("add", ""), asked.get("take", ""))
        super().__init__({"hand": HeldField(longest=LONGEST)}, {"hand": self.hand})
        self.only_differences = asked.get("only") == "differences"
        keys = tuple(dict.fromkeys(asked.getlist("variant")))
        self.keys = tuple(key for key in keys if key in VARIANTS) or tuple(VARIANTS)
        self.variants = [VARIANTS[key] for key in self.keys]
        problem = _problem_of(keys) if keys else None
        if problem:
            self.problems["variant"] = problem
            self.variants = list(VARIANTS.values())

    @property
    def cards(self) -> tuple[Card, ...]:
        return self["hand"].data or ()

    @property
    def last_place(self) -> int:
        """Where the card lies that was put down last, whether it is one or not."""
        return max(len(_written(self.hand)) - 1, 0)


class HeldField(TypedField):
    """Cards left in a hand, by rank or as they are."""

    def read(self, text: str) -> tuple[Card, ...]:
        written = _written(text)
        if len(written) > MOST_CARDS:
            raise ValueError(
                _("%(count)d cards in one hand? %(most)d is the most.", count=len(written), most=MOST_CARDS)
            )
        try:
            return tuple(_card(each) for each in written)
        except BadCard as wrong:
            raise ValueError(_words_for_bad_card(wrong)) from wrong


def _card(written: str) -> Card:
    """By its rank alone, or with its suit."""
    rank = RANKS_BY_NAME.get(written.upper())
    return BY_RANK[rank] if rank else read_card(written)


def _problem_of(keys: Sequence[str]) -> str | None:
    unknown = next((key for key in keys if key not in VARIANTS), None)
    if unknown is not None:
        return _("There is no game “%(key)s”. Here are all there are.", key=unknown[:LONGEST_SHOWN])
    if not LEAST <= len(keys) <= MOST:
        return _("Choose from %(least)d to %(most)d games. Here are all there are.", least=LEAST, most=MOST)
    return None


def _changed(typed: str, added: str, taken: str) -> str:
    """What was typed, as it is unless a key of the pad was pressed too."""
    if not added and not taken:
        return typed
    written = _written(typed)
    place = counted(taken)
    if place is not None:
        del written[place : place + 1]
    return " ".join([*written, *_written(added)])


def _written(text: str) -> list[str]:
    return [each for each in BETWEEN_CARDS.split(text) if each]


def _words_for_bad_card(wrong: BadCard) -> str:
    return _(
        "There is no card “%(card)s”. A card is its rank, A 2 … 10 J Q K or JK for a joker, "
        "with or without its suit: 8 or 8H.",
        card=wrong.text[:LONGEST_SHOWN],
    )

"""The query of the comparison: `variant=derange&variant=vandatta&only=differences&hand=8 5 K`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from forms.base import QuestionForm, TypedField, parse_count
from game.referee.cards import JOKER_RANK, RANKS, RANKS_BY_NAME, BadCard, Card, read_card
from game.rulebook.comparison import MAX_VARIANTS, MIN_VARIANTS
from game.variants import VARIANTS

MAX_CARDS = 60
MAX_HAND_LENGTH = 10_000
MAX_SHOWN_LENGTH = 20
BETWEEN_CARDS = re.compile(r"[\s,;+]+")
BY_RANK = {rank: Card(rank, "") for rank in (*RANKS, JOKER_RANK)}


class Comparison(QuestionForm):
    """keys: the games that are ticked, or all where none is known. variants: those to show, in the order of
    the query; all where the choice is invalid.

    hand: what was typed and tapped. `add` is a card tapped, `take` the position of a card removed.
    """

    def __init__(self, params: MultiDict[str, str]) -> None:
        self.hand = _edited(params.get("hand", ""), params.get("add", ""), params.get("take", ""))
        super().__init__({"hand": HeldField(longest=MAX_HAND_LENGTH)}, {"hand": self.hand})
        self.only_differences = params.get("only") == "differences"
        keys = tuple(dict.fromkeys(params.getlist("variant")))
        self.keys = tuple(key for key in keys if key in VARIANTS) or tuple(VARIANTS)
        self.variants = [VARIANTS[key] for key in self.keys]
        problem = _variant_problem(keys) if keys else None
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
        if len(written) > MAX_CARDS:
            raise ValueError(
                _("%(count)d cards in one hand? %(most)d is the most.", count=len(written), most=MAX_CARDS)
            )
        try:
            return tuple(map(_card, written))
        except BadCard as wrong:
            raise ValueError(_words_for_bad_card(wrong)) from wrong


def _card(written: str) -> Card:
    """By its rank alone, or with its suit."""
    rank = RANKS_BY_NAME.get(written.upper())
    return BY_RANK[rank] if rank else read_card(written)


def _variant_problem(keys: Sequence[str]) -> str | None:
    unknown = next((key for key in keys if key not in VARIANTS), None)
    if unknown is not None:
        return _("There is no game “%(key)s”. Here are all there are.", key=unknown[:MAX_SHOWN_LENGTH])
    if not MIN_VARIANTS <= len(keys) <= MAX_VARIANTS:
        return _(
            "Choose from %(least)d to %(most)d games. Here are all there are.",
            least=MIN_VARIANTS,
            most=MAX_VARIANTS,
        )
    return None


def _edited(typed: str, added: str, taken: str) -> str:
    """The typed text, changed by a key of the pad if one was pressed."""
    if not added and not taken:
        return typed
    written = _written(typed)
    place = parse_count(taken)
    if place is not None:
        del written[place : place + 1]
    return " ".join([*written, *_written(added)])


def _written(text: str) -> list[str]:
    return [card for card in BETWEEN_CARDS.split(text) if card]


def _words_for_bad_card(wrong: BadCard) -> str:
    return _(
        "There is no card “%(card)s”. A card is its rank, A 2 … 10 J Q K or JK for a joker, "
        "with or without its suit: 8 or 8H.",
        card=wrong.text[:MAX_SHOWN_LENGTH],
    )

"""What an address asks to compare: `variant=derange&variant=vandatta&only=differences&hand=8 5 K`.

Everything that was typed is kept as it was, beside what it means and what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from forms.fields import counted
from referee.cards import JOKER_RANK, RANKS, BadCard, Card, read_card
from rulebook.comparison import LEAST, MOST
from variants import VARIANTS, Variant

MOST_CARDS = 60
LONGEST_SHOWN = 20
BETWEEN_CARDS = re.compile(r"[\s,;+]+")
BY_RANK = {rank: Card(rank, "") for rank in (*RANKS, JOKER_RANK)}


@dataclass
class Comparison:
    """keys: the games that are ticked, all of them where none is known; hand: what was typed and tapped.

    variants: what is shown, in the order that was asked for; all of them where the choice makes no sense.
    The problems are in words, None where there is none.
    """

    keys: tuple[str, ...]
    only_differences: bool
    hand: str
    variants: tuple[Variant, ...]
    cards: tuple[Card, ...] = ()
    problem_of_choice: str | None = None
    problem_of_hand: str | None = None

    @property
    def is_sound(self) -> bool:
        return not (self.problem_of_choice or self.problem_of_hand)

    @property
    def last_place(self) -> int:
        """Where the card lies that was put down last, whether it is one or not."""
        return max(len(_written(self.hand)) - 1, 0)


def read_comparison(sent: MultiDict[str, str]) -> Comparison:
    """The comparison that was sent. `add` is a card tapped, `take` the place of a card taken back."""
    keys = tuple(dict.fromkeys(sent.getlist("variant")))
    problem = _problem_of(keys) if keys else None
    shown = VARIANTS.values() if problem or not keys else (VARIANTS[key] for key in keys)
    comparison = Comparison(
        keys=tuple(key for key in keys if key in VARIANTS) or tuple(VARIANTS),
        only_differences=sent.get("only") == "differences",
        hand=_changed(sent.get("hand", ""), sent.get("add", ""), sent.get("take", "")),
        variants=tuple(shown),
        problem_of_choice=problem,
    )
    _read_hand(comparison)
    return comparison


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


def _read_hand(comparison: Comparison) -> None:
    written = _written(comparison.hand)
    if len(written) > MOST_CARDS:
        comparison.problem_of_hand = _(
            "%(count)d cards in one hand? %(most)d is the most.", count=len(written), most=MOST_CARDS
        )
        return
    try:
        comparison.cards = tuple(BY_RANK.get(each.upper()) or read_card(each) for each in written)
    except BadCard as bad:
        comparison.problem_of_hand = _(
            "There is no card “%(card)s”. A card is its rank, A 2 … 10 J Q K or JK for a joker, "
            "with or without its suit: 8 or 8H.",
            card=bad.written[:LONGEST_SHOWN],
        )

"""What the referee says about melds: one sentence for each law of the rummy family.

Each takes what the reason is about, all of it in words: cards, suits, ranks, choices of cards; numbers stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

from views.referee.verdict import Sentence, Vocabulary

MELDS: dict[str, Sentence] = {
    "run": lambda x: _("That is a sequence of %(suit)s.", **x),
    "whole_suit": lambda x: _("The whole suit of %(suit)s from ace to ace is a sequence.", **x),
    "set": lambda x: _("That is a set: one rank (%(rank)s), and no suit twice.", **x),
    "run_or_set": lambda x: _(
        "With both jokers it may be a sequence or a set: whoever lays it says which.", **x
    ),
    "stands_for": lambda x: _of_meld(x, _("It is clear what a joker stands for here: %(cards)s.", **x)),
    "declare": lambda x: _of_meld(
        x, _("A joker must be declared where more than one answer fits, as here: %(choices)s.", **x)
    ),
    "first_meld": lambda x: _("A sequence of at least %(least)s cards may open for you.", **x),
    "after_first": lambda x: _(
        "From now on, in this turn too, you may lay any melds and play on everybody’s.", **x
    ),
}
NO_MELDS: dict[str, Sentence] = {
    "few": lambda x: _("A meld needs at least %(least)s cards.", **x),
    "copies": lambda x: _("The pack does not hold that many: of the %(card)s there are only %(most)s.", **x),
    "gap": lambda x: _("A sequence has no gaps, and here is missing: %(cards)s.", **x),
    "gap_left": lambda x: _("The jokers at hand (%(jokers)s) are too few for the gaps: %(cards)s.", **x),
    "corner": lambda x: _(
        "The ace is highest or lowest, so no sequence goes on past it around the corner.", **x
    ),
    "twice": lambda x: _("A sequence has every card once, and the %(card)s is here more often.", **x),
    "two_aces": lambda x: _(
        "Both aces of %(suit)s fit only at the ends of the whole suit, all %(most)s cards.", **x
    ),
    "long": lambda x: _("From ace to ace there is room for %(most)s cards and no more.", **x),
    "same_suit": lambda x: _("A set has no suit twice, and %(suit)s are here more than once.", **x),
    "set_full": lambda x: _("A set has one card of each suit, %(most)s at most.", **x),
    "mixed_suits": lambda x: _("A sequence is all one suit, and here are %(suits)s.", **x),
    "mixed_ranks": lambda x: _("A set is all one rank, and here are %(ranks)s.", **x),
    "neither": lambda x: _("That is neither a sequence of one suit nor a set of one rank.", **x),
    "not_first": lambda x: _(
        "It is a meld, but your first one must be a sequence of at least %(least)s cards.", **x
    ),
    "cannot_be": lambda x: _("A joker cannot be %(cards)s here; what fits: %(choices)s.", **x),
}
SWAPS: dict[str, Sentence] = {
    "frees": lambda x: _("The joker stands for the %(card)s, so that card takes its place.", **x),
    "undeclared": lambda x: _(
        "That depends on what the joker was declared as, for several answers fit: %(choices)s.", **x
    ),
    "wrong_card": lambda x: _(
        "Only the card that a joker stands for frees it, and that is not the %(card)s but %(choices)s.", **x
    ),
    "joker_for_joker": lambda x: _("One joker does not free another: it takes the card itself.", **x),
    "no_joker": lambda x: _("There is no joker in this meld.", **x),
    "not_yours": lambda x: _(
        "The card that frees a joker comes from your hand or your own melds, not from somebody else’s.", **x
    ),
    "meld_again": lambda x: _("A joker that was freed is melded again in the same turn.", **x),
    "giver_stays": lambda x: _(
        "The meld that gave the %(card)s must still be one when your turn ends, with at least %(least)s "
        "cards.",
        **x,
    ),
    "hand_card": lambda x: _("In a turn with melds, at least one card comes from your hand.", **x),
    "opened_first": lambda x: _("All this only once your own first meld lies on the table.", **x),
}
TABLES: dict[str, Sentence] = {
    "table": lambda x: _("Every meld on this table stands.", **x),
    "valid_turn": lambda x: _(
        "Every meld stands, nothing was taken back, and a card came from your hand.", **x
    ),
    "broken": lambda x: _("Meld %(number)s does not stand: %(cards)s.", **x),
    "broken_before": lambda x: _(
        "I can only judge your turn from a valid table, and meld %(number)s did not stand before it: "
        "%(cards)s.",
        **x,
    ),
    "taken_back": lambda x: _("What lies on the table stays there, and now is missing: %(cards)s.", **x),
    "not_opened": lambda x: _(
        "First a sequence of at least %(least)s cards from your own hand, and only then may you touch what "
        "lies there.",
        **x,
    ),
    "run_before": lambda x: _(
        "Lay the sequence of at least %(least)s cards from your hand first, then the rest.", **x
    ),
    "joker_moved": lambda x: _(
        "What the moved joker stood for had to take its place first, from your hand or your own melds: "
        "%(cards)s.",
        **x,
    ),
    "joker_stuck": lambda x: _(
        "A joker moves only when its card takes its place, and that card does not lie on the table: "
        "%(cards)s.",
        **x,
    ),
}
TURNS: dict[str, Sentence] = {
    "draw_or_meld": lambda x: _("A turn is one or the other: draw one card, or meld.", **x),
    "must_act": lambda x: _("As long as there is a stock you may not pass: draw one card or meld.", **x),
    "stock_empty": lambda x: _("Once the stock is empty you may pass.", **x),
    "others_melds": lambda x: _("You may play on the other players’ melds as well.", **x),
    "any_meld": lambda x: _("You may lay any melds you like, sequences and sets.", **x),
    "rearrange": lambda x: _(
        "You may rearrange the melds, if every one of them stands when your turn ends.", **x
    ),
    "last_card": lambda x: _(
        "There is no discarding: your last cards are melded, and then you have won.", **x
    ),
}
QUESTIONS: dict[str, Callable[[], str]] = {
    "meld": lambda: _("which cards you want to lay out"),
    "after": lambda: _("which melds lie on the table when your turn ends"),
    "before": lambda: _("which melds lay on the table before your turn"),
    "declared": lambda: _("what the joker was declared as"),
}
WORDS = Vocabulary(
    sentences=(MELDS, NO_MELDS, SWAPS, TABLES, TURNS),
    questions=QUESTIONS,
    explaining=frozenset((*NO_MELDS, "declare")),
)


def _of_meld(about: Mapping[str, Any], said: str) -> str:
    """On a table of several melds the sentence says of which it speaks."""
    return _("Meld %(number)s: %(said)s", number=about["number"], said=said) if "number" in about else said

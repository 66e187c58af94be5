"""What the referee says about melds: one sentence for each law of the rummy family.

Each takes what the reason is about, all of it in words: cards, suits, ranks, choices of cards; numbers stay.
"""

from __future__ import annotations

from flask_babel import lazy_gettext as _

from views.referee.verdict import OfMeld, Vocabulary
from views.wording.phrases import Sentence

MELDS: dict[str, Sentence] = {
    "run": _("That is a sequence of %(suit)s."),
    "whole_suit": _("The whole suit of %(suit)s from ace to ace is a sequence."),
    "set": _("That is a set: one rank (%(rank)s), and no suit twice."),
    "run_or_set": _("With both jokers it may be a sequence or a set: whoever lays it says which."),
    "stands_for": OfMeld(_("It is clear what a joker stands for here: %(cards)s.")),
    "declare": OfMeld(_("A joker must be declared where more than one answer fits, as here: %(choices)s.")),
    "first_meld": _("A sequence of at least %(least)s cards may open for you."),
    "after_first": _("From now on, in this turn too, you may lay any melds and play on everybody’s."),
}
NO_MELDS: dict[str, Sentence] = {
    "few": _("A meld needs at least %(least)s cards."),
    "copies": _("The pack does not hold that many: of the %(card)s there are only %(most)s."),
    "gap": _("A sequence has no gaps, and here is missing: %(cards)s."),
    "gap_left": _("The jokers at hand (%(jokers)s) are too few for the gaps: %(cards)s."),
    "corner": _("The ace is highest or lowest, so no sequence goes on past it around the corner."),
    "twice": _("A sequence has every card once, and the %(card)s is here more often."),
    "two_aces": _("Both aces of %(suit)s fit only at the ends of the whole suit, all %(most)s cards."),
    "long": _("From ace to ace there is room for %(most)s cards and no more."),
    "same_suit": _("A set has no suit twice, and %(suit)s are here more than once."),
    "set_full": _("A set has one card of each suit, %(most)s at most."),
    "mixed_suits": _("A sequence is all one suit, and here are %(suits)s."),
    "mixed_ranks": _("A set is all one rank, and here are %(ranks)s."),
    "neither": _("That is neither a sequence of one suit nor a set of one rank."),
    "not_first": _("It is a meld, but your first one must be a sequence of at least %(least)s cards."),
    "cannot_be": _("A joker cannot be %(cards)s here; what fits: %(choices)s."),
}
SWAPS: dict[str, Sentence] = {
    "frees": _("The joker stands for the %(card)s, so that card takes its place."),
    "undeclared": _("That depends on what the joker was declared as, for several answers fit: %(choices)s."),
    "wrong_card": _(
        "Only the card that a joker stands for frees it, and that is not the %(card)s but %(choices)s."
    ),
    "joker_for_joker": _("One joker does not free another: it takes the card itself."),
    "no_joker": _("There is no joker in this meld."),
    "not_yours": _(
        "The card that frees a joker comes from your hand or your own melds, not from somebody else’s."
    ),
    "meld_again": _("A joker that was freed is melded again in the same turn."),
    "giver_stays": _(
        "The meld that gave the %(card)s must still be one when your turn ends, with at least %(least)s "
        "cards."
    ),
    "hand_card": _("In a turn with melds, at least one card comes from your hand."),
    "opened_first": _("All this only once your own first meld lies on the table."),
}
TABLES: dict[str, Sentence] = {
    "table": _("Every meld on this table stands."),
    "valid_turn": _("Every meld stands, nothing was taken back, and a card came from your hand."),
    "broken": _("Meld %(number)s does not stand: %(cards)s."),
    "broken_before": _(
        "I can only judge your turn from a valid table, and meld %(number)s did not stand before it: "
        "%(cards)s."
    ),
    "taken_back": _("What lies on the table stays there, and now is missing: %(cards)s."),
    "not_opened": _(
        "First a sequence of at least %(least)s cards from your own hand, and only then may you touch what "
        "lies there."
    ),
    "run_before": _("Lay the sequence of at least %(least)s cards from your hand first, then the rest."),
    "joker_moved": _(
        "What the moved joker stood for had to take its place first, from your hand or your own melds: "
        "%(cards)s."
    ),
    "joker_stuck": _(
        "A joker moves only when its card takes its place, and that card does not lie on the table: "
        "%(cards)s."
    ),
}
TURNS: dict[str, Sentence] = {
    "draw_or_meld": _("A turn is one or the other: draw one card, or meld."),
    "must_act": _("As long as there is a stock you may not pass: draw one card or meld."),
    "stock_empty": _("Once the stock is empty you may pass."),
    "others_melds": _("You may play on the other players’ melds as well."),
    "any_meld": _("You may lay any melds you like, sequences and sets."),
    "rearrange": _("You may rearrange the melds, if every one of them stands when your turn ends."),
    "last_card": _("There is no discarding: your last cards are melded, and then you have won."),
}
QUESTIONS: dict[str, Sentence] = {
    "meld": _("which cards you want to lay out"),
    "after": _("which melds lie on the table when your turn ends"),
    "before": _("which melds lay on the table before your turn"),
    "declared": _("what the joker was declared as"),
}
WORDS = Vocabulary(
    sentences=(MELDS, NO_MELDS, SWAPS, TABLES, TURNS),
    questions=QUESTIONS,
    explaining=frozenset((*NO_MELDS, "declare")),
)

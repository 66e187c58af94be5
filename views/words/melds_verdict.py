"""Sentences of the referee for the rummy family, one for each rule.

Placeholders are in words: cards (`many` of them), suits, ranks, choices of cards; numbers stay numbers.
"""

from __future__ import annotations

from flask_babel import lazy_gettext as _

from views.words.phrases import Plural, Sentence
from views.words.verdict import OfMeld, Vocabulary

MELDS: dict[str, Sentence] = {
    "run": _("That is a sequence of %(suit)s."),
    "whole_suit": _("The whole suit of %(suit)s from ace to ace is a sequence."),
    "set": _("That is a set: one rank (%(rank)s), and no suit twice."),
    "run_or_set": _("With both jokers it may be a sequence or a set: the player who lays it says which."),
    "stands_for": OfMeld(_("It is clear what a joker stands for here: %(cards)s.")),
    "declare": OfMeld(
        Plural(
            "Say what the joker stands for, as more than one answer fits: %(choices)s.",
            "Say what the jokers stand for, as more than one answer fits: %(choices)s.",
            by="many",
        )
    ),
    "first_meld": _("A sequence of at least %(least)s cards will do as your first meld."),
    "after_first": _("From now on, even in this turn, you may lay any melds and add to everybody’s."),
}
NO_MELDS: dict[str, Sentence] = {
    "few": _("A meld needs at least %(least)s cards."),
    "copies": _("Too many: the pack has only %(most)s copies of the %(card)s."),
    "gap": Plural(
        "There is a gap: the %(cards)s is missing.", "There are gaps: the %(cards)s are missing.", by="many"
    ),
    "gap_left": Plural(
        "One joker is not enough for the gaps: %(cards)s.",
        "%(num)d jokers are not enough for the gaps: %(cards)s.",
        by="jokers",
    ),
    "corner": _("A sequence cannot go around the corner, from king through ace to 2."),
    "twice": _("A sequence has each card only once, and this one has the %(card)s more than once."),
    "two_aces": _(
        "Both aces of %(suit)s fit only in the whole suit, one at each end: %(most)s cards in all."
    ),
    "long": _("A sequence from ace to ace has %(most)s cards, and none can be longer."),
    "same_suit": _("A set may not repeat a suit; this one has more than one %(one_suit)s."),
    "set_full": _("A set has one card of each suit, so %(most)s at most."),
    "mixed_suits": _("A sequence is all one suit; these are %(suits)s."),
    "mixed_ranks": _("A set is all one rank; these ranks differ: %(ranks)s."),
    "neither": _("That is neither a sequence of one suit nor a set of one rank."),
    "not_first": _("It is a meld, but your first one must be a sequence of at least %(least)s cards."),
    "cannot_be": _("Here a joker cannot be the %(cards)s, but it can be: %(choices)s."),
}
SWAPS: dict[str, Sentence] = {
    "frees": _("The joker stands for the %(card)s, so that card takes its place."),
    "undeclared": Plural(
        "It depends on what the joker was said to stand for; it could be: %(choices)s.",
        "It depends on what the jokers were said to stand for; they could be: %(choices)s.",
        by="many",
    ),
    "wrong_card": _(
        "Only the card that a joker stands for can take its place (%(choices)s), not the %(card)s."
    ),
    "joker_for_joker": _("One joker cannot replace another: it takes the card itself."),
    "no_joker": _("There is no joker in this meld."),
    "not_yours": _(
        "The card that frees a joker has to come from your hand or your own melds, not from somebody else’s."
    ),
    "meld_again": _("A joker that was freed has to be melded again in the same turn."),
    "giver_stays": _(
        "The meld from which you take the %(card)s must still be valid when your turn ends, with at least "
        "%(least)s cards."
    ),
    "hand_card": _("If you meld, at least one card has to come from your hand."),
    "opened_first": _("You may do this only once your own first meld lies on the table."),
    "whose_meld": _(
        "Whose a meld is once somebody else has added to it or rearranged it, the rules do not say: agree on "
        "that at your table."
    ),
}
TABLES: dict[str, Sentence] = {
    "table": _("All melds on the table are valid."),
    "valid_turn": _("All melds are valid, nothing was taken back, and a card came from your hand."),
    "broken": _("Meld %(number)s is not valid: %(cards)s."),
    "broken_before": _(
        "I can judge your turn only if the table was valid before it, and meld %(number)s was not: %(cards)s."
    ),
    "taken_back": Plural(
        "Cards on the table stay there: the %(cards)s is missing.",
        "Cards on the table stay there: the %(cards)s are missing.",
        by="many",
    ),
    "not_opened": _(
        "First lay a sequence of at least %(least)s cards from your own hand; only then may you touch what "
        "lies there."
    ),
    "run_before": _("Lay the sequence of at least %(least)s cards from your hand first, then the rest."),
    "joker_moved": _(
        "Before a joker moves, the card that it stood for has to take its place, from your hand or your own "
        "melds: %(cards)s."
    ),
    "joker_stuck": _(
        "A joker moves only when the card that it stands for takes its place, and that card does not lie on "
        "the table: %(cards)s."
    ),
}
TURNS: dict[str, Sentence] = {
    "draw_or_meld": _("In a turn you do one thing: draw one card, or meld."),
    "must_act": _("You may not pass while there are cards in the stock: draw one card or meld."),
    "stock_empty": _("Once the stock is empty you may pass."),
    "others_melds": _("You may add to the other players’ melds as well."),
    "any_meld": _("You may lay any melds you like, sequences and sets."),
    "rearrange": _("You may rearrange the melds, as long as all of them are valid when your turn ends."),
    "last_card": _("There is no discarding: meld your last cards, and you have won."),
}
QUESTIONS: dict[str, Sentence] = {
    "meld": _("which cards you want to lay out"),
    "after": _("which melds lie on the table when your turn ends"),
    "before": _("which melds lay on the table before your turn"),
    "declared": _("what the joker was said to stand for"),
}
WORDS = Vocabulary(
    sentences=(MELDS, NO_MELDS, SWAPS, TABLES, TURNS),
    questions=QUESTIONS,
    explaining=frozenset((*NO_MELDS, "declare")),
)

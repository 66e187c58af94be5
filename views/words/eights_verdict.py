"""Sentences of the referee for the Crazy Eights family, one for each rule.

Placeholders: `card` and `top` as names, `suit` as a name (`one_suit`: one of its cards), `n` cards.
"""

from __future__ import annotations

from flask_babel import lazy_gettext as _

from views.words.phrases import Plural, Sentence
from views.words.verdict import Vocabulary

ALLOWED: dict[str, Sentence] = {
    "suit": _("The %(card)s has the same suit as the top card."),
    "rank": _("The %(card)s has the same rank as the top card."),
    "wild": _("An 8 may be played on any suit."),
    "called": _("The %(card)s is in the suit that was named."),
    "called_own": _("Without a named suit the 8’s own suit counts, and the %(card)s is in it."),
    "in_suit_only": _("The %(card)s is special and has to match the suit of the top card; it does."),
    "on_again": _("An ace takes a card of its own suit, and the %(card)s is one."),
    "again_on_itself": _("An ace may be played on an ace, whatever its suit."),
    "answers_chain": _("A 2 answers a 2, whatever its suit."),
    "follows": _("The %(card)s is in the suit that has to follow."),
    "wild_follows": _("An 8 may follow a 3 or 10, whatever its suit."),
    "follow_more": _(
        "With a 3 or 10 you may play all your cards of that rank, so the %(card)s goes with it."
    ),
    "several": _("Ordinary cards of one rank may be played together, so the %(card)s goes with it."),
    "several_called": _("The first card is in the suit that was named, so the %(card)s goes with it."),
}
REFUSED: dict[str, Sentence] = {
    "no_match": _("The %(card)s has neither the suit nor the rank of the top card."),
    "not_called": _("%(suit)s were named, and the %(card)s is not a %(one_suit)s."),
    "not_called_own": _(
        "Without a named suit the 8’s own suit, %(suit)s, counts; the %(card)s is not a %(one_suit)s."
    ),
    "not_in_suit": _("The %(card)s is special and has to match the suit of the top card, %(suit)s."),
    "not_on_again": _(
        "An ace takes another ace or a card of its own suit, %(suit)s; the %(card)s is neither."
    ),
    "again_not_on_itself": _(
        "At this table no ace is played on an ace: play an ordinary card of its suit, %(suit)s."
    ),
    "wild_on_again": _("An 8 may not be played on an ace."),
    "special_on_wild": _("An 8 takes only an ordinary card of the named suit: no 8 and no ace."),
    "live_chain": _("The 2 has to be answered: play a 2 or draw %(owed)d cards."),
    "wild_on_chain": _("Only another 2 answers a 2; an 8 does not."),
    "not_following": _("The %(top)s has to be followed by a card of its own suit, %(suit)s."),
    "not_following_drawn": _(
        "What you draw has to follow in %(suit)s, and the %(card)s does not. The rules can also be read so "
        "that it goes with the %(top)s because of its rank: agree on that at your table."
    ),
    "wild_not_following": _(
        "At this table an 8 of another suit does not follow: it takes a card in %(suit)s."
    ),
    "several_rank": _("Only cards of one rank may be played together; the %(card)s has another rank."),
    "several_special": _("Only ordinary cards may be played together, no aces and no 8s."),
    "several_first": _("When you play several cards, the first has to match in suit; rank is not enough."),
    "one_card": _("Your turn is already over: the %(card)s is one card too many."),
    "drawn_none": _("Drawing was your whole turn."),
    "drawn_only": _("After drawing you may play only the card you drew."),
    "skipped": _("An ace was played before you: you miss this turn."),
    "never_last": _("Nobody goes out on an ace or an 8."),
    "turned_back": _(
        "A turned-up 8 goes back into the stock and another card is turned up: nothing is played on it."
    ),
    "turned_bottom": _(
        "A turned-up 8 goes to the bottom of the stock and another card is turned up: nothing is played on "
        "it."
    ),
    "turned_again": _(
        "A turned-up 3 or 10 does not stay on top: the dealer goes on turning until another card shows."
    ),
}
FOLLOWING: dict[str, Sentence] = {
    "names_suit": _("Name the suit that comes next, any of the four."),
    "may_name_suit": _("Name another suit if you wish; otherwise %(suit)s apply."),
    "each_a_turn": _("Each ace is a turn of its own."),
    "others_draw": Plural("Everybody else draws a card.", "Everybody else draws %(num)d cards.", by="n"),
    "goes_on": _("It is your turn again."),
    "goes_on_of_two": _("With two players it is your turn again."),
    "skips": _("The next player misses a turn; with two players it is your turn again."),
    "reverses": _("Play changes direction."),
    "reverses_again": _("Play changes direction; with two players it is your turn again."),
    "starts_chain": _("The next player plays a 2 or draws %(n)d cards."),
    "chain_survives": _("The next player draws %(n)d cards before the hands are counted."),
    "chain_dies": _("The game is over at once: nobody draws for the last 2."),
    "owes_follow": Plural(
        "Now a card in %(suit)s or an 8 has to follow. None? Draw one and try; if it does not fit, your turn "
        "ends.",
        "Now a card in %(suit)s or an 8 has to follow. None? Draw %(num)d and try; if none fits, your turn "
        "ends.",
        by="n",
    ),
    "owes_follow_in_suit": Plural(
        "Now a card in %(suit)s has to follow. None? Draw one and try; if it does not fit, your turn ends.",
        "Now a card in %(suit)s has to follow. None? Draw %(num)d and try; if none fits, your turn ends.",
        by="n",
    ),
    "draw_to_finish": Plural(
        "You are not out yet: draw one card.", "You are not out yet: draw %(num)d cards.", by="n"
    ),
    "finish": _(
        "A card in %(suit)s or an 8 takes you out, unless it is a 3 or 10: that has to be followed in its "
        "turn."
    ),
    "finish_in_suit": _(
        "A card in %(suit)s takes you out, unless it is a 3 or 10: that has to be followed in its turn."
    ),
    "last_sets_suit": _("The last card you play sets the suit: %(suit)s."),
    "unless_last": _("But not as your last card: nobody goes out on an ace or an 8."),
    "out": _("You are out, and the others count their cards."),
    "call_must": _("Say “%(says)s”."),
    "call_if_ordinary": _("Say “%(says)s” if the card left is ordinary, no ace and no 8."),
    "call_if_equal": _("Say “%(says)s” if the cards left are ordinary and all of one rank."),
    "forgot_call": Plural(
        "Forgot, and caught before the next player acts? Draw a card.",
        "Forgot, and caught before the next player acts? Draw %(num)d cards.",
        by="n",
    ),
    "forgot_call_till_end": Plural(
        "Forgot, and challenged at any time before the game ends? Draw a card.",
        "Forgot, and challenged at any time before the game ends? Draw %(num)d cards.",
        by="n",
    ),
    "no_call": _("There is no last-card call in this game."),
}
INSTEAD: dict[str, Sentence] = {
    "draw": Plural("Nothing else fits? Draw a card.", "Nothing else fits? Draw up to %(num)d cards.", by="n"),
    "draw_more": Plural(
        "Nothing else fits? Draw one more card, the last of this turn.",
        "Nothing else fits? Draw again, up to %(num)d more cards.",
        by="n",
    ),
    "draw_on_wild": Plural(
        "No card of that suit? Draw a card.", "No card of that suit? Draw up to %(num)d cards.", by="n"
    ),
    "draw_chain": _("No 2? Draw %(n)d cards, and your turn is over."),
    "draw_follow": Plural(
        "Nothing follows? Draw one card and try; if that does not fit, your turn ends.",
        "Nothing follows? Draw %(num)d cards and try; if none fits, your turn ends.",
        by="n",
    ),
    "draw_never_last": Plural(
        "If it is your only card, draw a card instead.",
        "If it is your only card, draw instead: up to %(num)d cards, until one fits.",
        by="n",
    ),
    "must_play": _("You may draw only if nothing fits."),
}
BEFORE: dict[str, Sentence] = {
    "turned_all_draw": Plural(
        "An ace was turned up: everybody draws a card first, the dealer too.",
        "An ace was turned up: everybody draws %(num)d cards first, the dealer too.",
        by="n",
    ),
    "turned_stays": _("An ace was turned up: it stays, and nobody draws."),
    "turned_skips": _(
        "An ace was turned up: the player on the dealer’s left misses a turn, and the next one begins."
    ),
    "turned_reverses": _(
        "A queen was turned up: play goes the other way, and the player on the dealer’s right begins."
    ),
    "turned_live": _("A 2 was turned up, and it counts: the first player plays a 2 or draws %(n)d cards."),
    "turned_dead": _("A 2 was turned up; at this table it has no effect."),
    "turned_dealer_names": _("An 8 was turned up: the dealer names its suit."),
    "turned_dealer_starts": _(
        "A king was turned up: the dealer begins, and play goes to the dealer’s right."
    ),
    "drawn_any": _("You have drawn: any card in your hand that fits may be played."),
    "drawn_last": _("That was your last draw: play any card that fits, or your turn is over."),
    "drawn_only": _("You have drawn: only the card you drew may be played now."),
    "drawn_follows": _("You have drawn: only the card you drew may follow now."),
}
QUESTIONS: dict[str, Sentence] = {
    "top": _("which card lies on top"),
    "called": _("which suit was named with the 8"),
    "chain_top": _("whether the top card is right: 2s can be unanswered only while a 2 lies on top"),
    "chain_size": _("how many cards are owed: 2, 4, 6 …"),
    "follow_top": _("which card you played: only a 3 or 10 has to be followed"),
}
CONDITIONS: dict[str, Sentence] = {
    "called_own": _("If nobody named a suit"),
    "not_called_own": _("If nobody named a suit"),
    "turned_skips": _("If you are not the one who misses the turn"),
}
WORDS = Vocabulary(
    sentences=(ALLOWED, REFUSED, FOLLOWING, INSTEAD),
    questions=QUESTIONS,
    before=BEFORE,
    conditions=CONDITIONS,
    effects=frozenset(("names_suit", "others_draw", "goes_on", "skips", "reverses", "starts_chain")),
)

"""What the referee says about a card of the Crazy Eights family: one sentence for each law.

Each takes what the reason is about: `card` and `top` as names, `suit` as a name, `n` cards.
"""

from __future__ import annotations

from flask_babel import lazy_gettext as _

from views.referee.verdict import Vocabulary
from views.wording.phrases import Plural, Sentence

ALLOWED: dict[str, Sentence] = {
    "suit": _("The %(card)s has the suit of the top card."),
    "rank": _("The %(card)s has the rank of the top card."),
    "wild": _("An 8 may be laid whatever the suit."),
    "called": _("The %(card)s is in the suit that was called."),
    "called_own": _("Nobody named a suit, so the 8’s own rules: the %(card)s is one of the %(suit)s."),
    "in_suit_only": _("The %(card)s is special and follows the suit of the top card."),
    "on_again": _("On an ace goes a card of its suit: the %(card)s does."),
    "again_on_itself": _("An ace may be laid on an ace, whatever its suit."),
    "answers_chain": _("A 2 answers a 2, whatever its suit."),
    "follows": _("The %(card)s is in the suit that has to follow."),
    "wild_follows": _("An 8 may follow a 3 or 10, whatever its suit."),
    "follow_more": _("Whoever lays a 3 or 10 may lay all cards of that rank: the %(card)s goes with it."),
    "several": _("Ordinary cards of one rank go together: the %(card)s follows."),
    "several_called": _("The first lies in the suit that was called, so the %(card)s goes with it."),
}
REFUSED: dict[str, Sentence] = {
    "no_match": _("The %(card)s has neither the suit nor the rank of the top card."),
    "not_called": _("The suit called is %(suit)s, and the %(card)s is another."),
    "not_called_own": _("Nobody named a suit, so the 8’s own rules, %(suit)s; the %(card)s is another."),
    "not_in_suit": _("The %(card)s is special and has to follow the suit of the top card, %(suit)s."),
    "not_on_again": _("On an ace goes another ace or a card of its suit, %(suit)s; the %(card)s is neither."),
    "again_not_on_itself": _(
        "At this table no ace lies on an ace: play an ordinary card of its suit, %(suit)s."
    ),
    "wild_on_again": _("An 8 may not be laid on an ace."),
    "special_on_wild": _("On an 8 goes only an ordinary card of the suit called: no 8 and no ace."),
    "live_chain": _("The 2 is live: answer it with a 2 or draw %(owed)d."),
    "wild_on_chain": _("The 2 is live, and not even an 8 stops it: only a 2 does."),
    "not_following": _("The %(top)s asks for a card of its suit, %(suit)s."),
    "wild_not_following": _("At this table an 8 of another suit does not follow: %(suit)s are asked for."),
    "several_rank": _("Only cards of one rank go together; the %(card)s is of another."),
    "several_special": _("Only ordinary cards go together, no aces and no 8s."),
    "several_first": _("Of several cards the first has to follow suit, not only rank."),
    "one_card": _("The turn is over before the %(card)s: no further card may be laid."),
    "drawn_none": _("Drawing was the whole turn."),
    "drawn_only": _("After drawing only the drawn card may be played."),
    "skipped": _("An ace was played before you: you miss this turn."),
    "never_last": _("Nobody goes out on an ace or an 8."),
    "turned_back": _(
        "A turned-up 8 goes back into the pile and another card is turned: nothing is played on it."
    ),
    "turned_bottom": _(
        "A turned-up 8 goes to the bottom of the stock and another card is turned: nothing is played on it."
    ),
    "turned_again": _("A turned-up 3 or 10 does not stay on top: the dealer turns until another card shows."),
}
FOLLOWING: dict[str, Sentence] = {
    "names_suit": _("Name the suit that comes next; any of the four."),
    "may_name_suit": _("Name another suit if you wish; otherwise %(suit)s rule."),
    "others_draw": Plural("Everybody else draws a card.", "Everybody else draws %(num)d cards.", by="n"),
    "goes_on": _("It is your turn again."),
    "skips": _("The next player misses a turn; with two players it is your turn again."),
    "reverses": _("The direction of play turns."),
    "reverses_again": _("The direction turns; with two players it is your turn again."),
    "starts_chain": _("Next player: a 2, or draw %(n)d."),
    "chain_outlives": _("The next player draws %(n)d before the hands are counted."),
    "chain_dies": _("The game is over at once: nobody draws for the last 2."),
    "owes_follow": Plural(
        "Now a card in %(suit)s has to follow. None? Draw one and try; if it does not fit, the turn ends.",
        "Now a card in %(suit)s has to follow. None? Draw %(num)d and try; if none fits, the turn ends.",
        by="n",
    ),
    "draw_to_finish": Plural(
        "You are not out yet: draw one card. If it is in %(suit)s you may go out with it.",
        "You are not out yet: draw %(num)d cards. With one in %(suit)s you may go out.",
        by="n",
    ),
    "last_sets_suit": _("The last card laid sets the suit: %(suit)s."),
    "unless_last": _("Unless it is your last card: nobody goes out on an ace or an 8."),
    "out": _("You are out, and the round is over."),
    "call_must": _("Say “%(says)s”."),
    "call_if_ordinary": _("Say “%(says)s” if the card left is ordinary, no ace and no 8."),
    "call_if_equal": _("Say “%(says)s” if the cards left are all of one rank."),
    "call_if_equal_ordinary": _("Say “%(says)s” if the cards left are ordinary and all of one rank."),
    "forgot_call": Plural(
        "Forgotten before the next player acts? Draw a card.",
        "Forgotten before the next player acts? Draw %(num)d cards.",
        by="n",
    ),
    "no_call": _("There is no last-card call in this game."),
}
INSTEAD: dict[str, Sentence] = {
    "draw": Plural("Nothing else fits? Draw a card.", "Nothing else fits? Draw up to %(num)d cards.", by="n"),
    "draw_on_wild": Plural(
        "No card of that suit? Draw a card.", "No card of that suit? Draw up to %(num)d cards.", by="n"
    ),
    "draw_chain": _("No 2? Draw %(n)d, and your turn is over."),
    "draw_follow": Plural(
        "Nothing follows? Draw one card and try; if that does not fit, your turn ends.",
        "Nothing follows? Draw %(num)d cards and try; if none fits, your turn ends.",
        by="n",
    ),
    "draw_never_last": _("Draw a card on your turn instead."),
    "must_play": _("You may draw only if nothing fits."),
}
ASIDE: dict[str, Sentence] = {
    "turned_all_draw": Plural(
        "An ace was turned up: everybody draws a card first, the dealer too.",
        "An ace was turned up: everybody draws %(num)d cards first, the dealer too.",
        by="n",
    ),
    "turned_stays": _("An ace was turned up: it stays, and nobody draws."),
    "turned_skips": _(
        "An ace was turned up: the player on the dealer’s left misses the turn, the next one plays."
    ),
    "turned_reverses": _(
        "A queen was turned up: play goes the other way, and the player on the dealer’s right begins."
    ),
    "turned_live": _("A 2 was turned up, and it counts: the first player answers it."),
    "turned_dead": _("A 2 was turned up; at this table it has no effect."),
    "turned_dealer_names": _("An 8 was turned up: the dealer names its suit."),
    "turned_dealer_starts": _(
        "A king was turned up: the dealer begins, and play goes to the dealer’s right."
    ),
    "drawn_any": _("You have drawn: any card in your hand that fits may be played."),
    "drawn_only": _("You have drawn: only the drawn card may be played now."),
    "drawn_follows": _("You have drawn: only the drawn card may follow now."),
}
QUESTIONS: dict[str, Sentence] = {
    "top": _("which card lies on top"),
    "called": _("which suit was called with the 8"),
    "chain_top": _("which it is: a chain is live only while a 2 lies on top"),
    "chain_size": _("how many cards the chain owes: it is a multiple of what one 2 costs"),
    "follow_top": _("what you laid: only a 3 or 10 asks for a card to follow"),
}
WORDS = Vocabulary(
    sentences=(ALLOWED, REFUSED, FOLLOWING, INSTEAD),
    questions=QUESTIONS,
    aside=ASIDE,
)

"""What the referee says about a card of the Crazy Eights family: one sentence for each law.

Each takes what the reason is about: `card` and `top` as names, `suit` as a name, `n` cards.
"""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import gettext as _
from flask_babel import ngettext

from views.referee.verdict import Sentence, Vocabulary

ALLOWED: dict[str, Sentence] = {
    "suit": lambda x: _("The %(card)s has the suit of the top card.", **x),
    "rank": lambda x: _("The %(card)s has the rank of the top card.", **x),
    "wild": lambda x: _("An 8 may be laid whatever the suit.", **x),
    "called": lambda x: _("The %(card)s is in the suit that was called.", **x),
    "called_own": lambda x: _(
        "Nobody named a suit, so the 8’s own rules: the %(card)s is one of the %(suit)s.", **x
    ),
    "in_suit_only": lambda x: _("The %(card)s is special and follows the suit of the top card.", **x),
    "on_again": lambda x: _("On an ace goes a card of its suit: the %(card)s does.", **x),
    "again_on_itself": lambda x: _("An ace may be laid on an ace, whatever its suit.", **x),
    "answers_chain": lambda x: _("A 2 answers a 2, whatever its suit.", **x),
    "follows": lambda x: _("The %(card)s is in the suit that has to follow.", **x),
    "wild_follows": lambda x: _("An 8 may follow a 3 or 10, whatever its suit.", **x),
    "follow_more": lambda x: _(
        "Whoever lays a 3 or 10 may lay all cards of that rank: the %(card)s goes with it.", **x
    ),
    "several": lambda x: _("Ordinary cards of one rank go together: the %(card)s follows.", **x),
    "several_called": lambda x: _(
        "The first lies in the suit that was called, so the %(card)s goes with it.", **x
    ),
}
REFUSED: dict[str, Sentence] = {
    "no_match": lambda x: _("The %(card)s has neither the suit nor the rank of the top card.", **x),
    "not_called": lambda x: _("The suit called is %(suit)s, and the %(card)s is another.", **x),
    "not_called_own": lambda x: _(
        "Nobody named a suit, so the 8’s own rules, %(suit)s; the %(card)s is another.", **x
    ),
    "not_in_suit": lambda x: _(
        "The %(card)s is special and has to follow the suit of the top card, %(suit)s.", **x
    ),
    "not_on_again": lambda x: _(
        "On an ace goes another ace or a card of its suit, %(suit)s; the %(card)s is neither.", **x
    ),
    "again_not_on_itself": lambda x: _(
        "At this table no ace lies on an ace: play an ordinary card of its suit, %(suit)s.", **x
    ),
    "wild_on_again": lambda x: _("An 8 may not be laid on an ace.", **x),
    "special_on_wild": lambda x: _(
        "On an 8 goes only an ordinary card of the suit called: no 8 and no ace.", **x
    ),
    "live_chain": lambda x: _("The 2 is live: answer it with a 2 or draw %(owed)d.", **x),
    "wild_on_chain": lambda x: _("The 2 is live, and not even an 8 stops it: only a 2 does.", **x),
    "not_following": lambda x: _("The %(top)s asks for a card of its suit, %(suit)s.", **x),
    "wild_not_following": lambda x: _(
        "At this table an 8 of another suit does not follow: %(suit)s are asked for.", **x
    ),
    "several_rank": lambda x: _("Only cards of one rank go together; the %(card)s is of another.", **x),
    "several_special": lambda x: _("Only ordinary cards go together, no aces and no 8s.", **x),
    "several_first": lambda x: _("Of several cards the first has to follow suit, not only rank.", **x),
    "one_card": lambda x: _("The turn is over before the %(card)s: no further card may be laid.", **x),
    "drawn_none": lambda x: _("Drawing was the whole turn.", **x),
    "drawn_only": lambda x: _("After drawing only the drawn card may be played.", **x),
    "skipped": lambda x: _("An ace was played before you: you miss this turn.", **x),
    "never_last": lambda x: _("Nobody goes out on an ace or an 8.", **x),
    "turned_back": lambda x: _(
        "A turned-up 8 goes back into the pile and another card is turned: nothing is played on it.", **x
    ),
    "turned_bottom": lambda x: _(
        "A turned-up 8 goes to the bottom of the stock and another card is turned: nothing is played on it.",
        **x,
    ),
    "turned_again": lambda x: _(
        "A turned-up 3 or 10 does not stay on top: the dealer turns until another card shows.", **x
    ),
}
FOLLOWING: dict[str, Sentence] = {
    "names_suit": lambda x: _("Name the suit that comes next; any of the four.", **x),
    "may_name_suit": lambda x: _("Name another suit if you wish; otherwise %(suit)s rule.", **x),
    "others_draw": lambda x: ngettext(
        "Everybody else draws a card.", "Everybody else draws %(num)d cards.", x["n"]
    ),
    "goes_on": lambda x: _("It is your turn again.", **x),
    "skips": lambda x: _("The next player misses a turn; with two players it is your turn again.", **x),
    "reverses": lambda x: _("The direction of play turns.", **x),
    "reverses_again": lambda x: _("The direction turns; with two players it is your turn again.", **x),
    "starts_chain": lambda x: _("Next player: a 2, or draw %(n)d.", **x),
    "chain_outlives": lambda x: _("The next player draws %(n)d before the hands are counted.", **x),
    "chain_dies": lambda x: _("The game is over at once: nobody draws for the last 2.", **x),
    "owes_follow": lambda x: ngettext(
        "Now a card in %(suit)s has to follow. None? Draw one and try; if it does not fit, the turn ends.",
        "Now a card in %(suit)s has to follow. None? Draw %(num)d and try; if none fits, the turn ends.",
        x["n"],
        suit=x["suit"],
    ),
    "draw_to_finish": lambda x: ngettext(
        "You are not out yet: draw one card. If it is in %(suit)s you may go out with it.",
        "You are not out yet: draw %(num)d cards. With one in %(suit)s you may go out.",
        x["n"],
        suit=x["suit"],
    ),
    "last_sets_suit": lambda x: _("The last card laid sets the suit: %(suit)s.", **x),
    "unless_last": lambda x: _("Unless it is your last card: nobody goes out on an ace or an 8.", **x),
    "out": lambda x: _("You are out, and the round is over.", **x),
    "call_must": lambda x: _("Say “%(says)s”.", **x),
    "call_if_ordinary": lambda x: _("Say “%(says)s” if the card left is ordinary, no ace and no 8.", **x),
    "call_if_equal": lambda x: _("Say “%(says)s” if the cards left are all of one rank.", **x),
    "call_if_equal_ordinary": lambda x: _(
        "Say “%(says)s” if the cards left are ordinary and all of one rank.", **x
    ),
    "forgot_call": lambda x: ngettext(
        "Forgotten before the next player acts? Draw a card.",
        "Forgotten before the next player acts? Draw %(num)d cards.",
        x["n"],
    ),
    "no_call": lambda x: _("There is no last-card call in this game.", **x),
}
INSTEAD: dict[str, Sentence] = {
    "draw": lambda x: ngettext(
        "Nothing else fits? Draw a card.", "Nothing else fits? Draw up to %(num)d cards.", x["n"]
    ),
    "draw_on_wild": lambda x: ngettext(
        "No card of that suit? Draw a card.", "No card of that suit? Draw up to %(num)d cards.", x["n"]
    ),
    "draw_chain": lambda x: _("No 2? Draw %(n)d, and your turn is over.", **x),
    "draw_follow": lambda x: ngettext(
        "Nothing follows? Draw one card and try; if that does not fit, your turn ends.",
        "Nothing follows? Draw %(num)d cards and try; if none fits, your turn ends.",
        x["n"],
    ),
    "draw_never_last": lambda x: _("Draw a card on your turn instead.", **x),
    "must_play": lambda x: _("You may draw only if nothing fits.", **x),
}
ASIDE: dict[str, Sentence] = {
    "turned_all_draw": lambda x: ngettext(
        "An ace was turned up: everybody draws a card first, the dealer too.",
        "An ace was turned up: everybody draws %(num)d cards first, the dealer too.",
        x["n"],
    ),
    "turned_stays": lambda x: _("An ace was turned up: it stays, and nobody draws.", **x),
    "turned_skips": lambda x: _(
        "An ace was turned up: the player on the dealer’s left misses the turn, the next one plays.", **x
    ),
    "turned_reverses": lambda x: _(
        "A queen was turned up: play goes the other way, and the player on the dealer’s right begins.", **x
    ),
    "turned_live": lambda x: _("A 2 was turned up, and it counts: the first player answers it.", **x),
    "turned_dead": lambda x: _("A 2 was turned up; at this table it has no effect.", **x),
    "turned_dealer_names": lambda x: _("An 8 was turned up: the dealer names its suit.", **x),
    "turned_dealer_starts": lambda x: _(
        "A king was turned up: the dealer begins, and play goes to the dealer’s right.", **x
    ),
    "drawn_any": lambda x: _("You have drawn: any card in your hand that fits may be played.", **x),
    "drawn_only": lambda x: _("You have drawn: only the drawn card may be played now.", **x),
    "drawn_follows": lambda x: _("You have drawn: only the drawn card may follow now.", **x),
}
QUESTIONS: dict[str, Callable[[], str]] = {
    "top": lambda: _("which card lies on top"),
    "called": lambda: _("which suit was called with the 8"),
    "chain_top": lambda: _("which it is: a chain is live only while a 2 lies on top"),
    "chain_size": lambda: _("how many cards the chain owes: it is a multiple of what one 2 costs"),
    "follow_top": lambda: _("what you laid: only a 3 or 10 asks for a card to follow"),
}
WORDS = Vocabulary(
    sentences=(ALLOWED, REFUSED, FOLLOWING, INSTEAD),
    questions=QUESTIONS,
    aside=ASIDE,
)

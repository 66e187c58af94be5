"""What variants say side by side, in short phrases; where a phrase is about cards, they stand before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from variants.text import in_language
from views.web.language import current_language
from views.wording.phrases import listed

Phrase = Callable[[Mapping[str, Any]], str]
PARTS: dict[str, Callable[[], str]] = {
    "deal": lambda: _("Before play"),
    "points": lambda: _("Points for a card left in the hand"),
    "special": lambda: _("Special cards"),
    "play": lambda: _("A turn"),
    "end": lambda: _("The end"),
}
QUESTIONS: dict[str, Callable[[], str]] = {
    "players": lambda: _("Players"),
    "decks": lambda: _("Decks and jokers"),
    "dealt": lambda: _("Cards dealt"),
    "rounds": lambda: _("Rounds"),
    "dealer": lambda: _("The deal"),
    "turn_up": lambda: _("Turned-up card"),
    "match": lambda: _("What fits"),
    "stuck": lambda: _("If nothing fits"),
    "must": lambda: _("Must you play if you can?"),
    "several": lambda: _("Several cards at once"),
    "call": lambda: _("Last-card call"),
    "out": lambda: _("Going out"),
    "wins": lambda: _("Who wins"),
}
SETTING_UP: dict[str, Phrase] = {
    "span": lambda x: f"{x['least']}–{x['most']}",
    "best": lambda x: _("best with %(least)d–%(most)d", **x),
    "decks": lambda x: ngettext("%(num)d deck", "%(num)d decks", x["num"]),
    "decks_from": lambda x: ngettext(
        "%(num)d deck from %(players)d players on", "%(num)d decks from %(players)d players on", **x
    ),
    "jokers": lambda x: ngettext("%(num)d joker", "%(num)d jokers", x["num"]) if x["num"] else _("no jokers"),
    "each": lambda x: _("%(num)d each", **x),
    "down_and_up": lambda x: _("%(largest)d down to %(smallest)d and up again", **x),
    "one_per_player": lambda x: _("one for each player", **x),
    "agreed": lambda x: _("as many as you agree on", **x),
    "until_you_stop": lambda x: _("until you stop", **x),
    "blocks": lambda x: _("%(num)d %(block)s of %(count)d %(rounds)s", **x),
    "rounds": lambda x: f"{x['num']} {x['rounds']}",
    "cut": lambda x: _("cut for before each %(block)s", **x),
    "clockwise": lambda x: _("moves on clockwise", **x),
    "lowest": lambda x: _("the lowest total", **x),
    "most_won": lambda x: _("the most rounds won", **x),
    "points": lambda x: str(x["num"]),
}
TURNED_UP: dict[str, Phrase] = {
    "turned": lambda x: ngettext("%(num)d card starts the pile", "%(num)d cards start the pile", x["num"]),
    "not_turned": lambda x: _("none, there is no pile", **x),
    "turned_back": lambda x: _("is shuffled back, another is turned", **x),
    "turned_bottom": lambda x: _("goes under the stock, another is turned", **x),
    "turned_again": lambda x: _("another is turned", **x),
    "turned_all_draw": lambda x: _("everybody draws %(num)d, the dealer too", **x),
    "turned_stays": lambda x: _("stays, and nobody draws", **x),
    "turned_skips": lambda x: _("the first player misses a turn", **x),
    "turned_reverses": lambda x: _("play starts the other way round", **x),
    "turned_live": lambda x: _("the first player lays one too or draws %(num)d", **x),
    "turned_dead": lambda x: _("has no effect", **x),
    "turned_dealer_names": lambda x: _("the dealer names the suit", **x),
    "turned_dealer_starts": lambda x: _("the dealer starts, the other way round", **x),
}
SPECIAL: dict[str, Phrase] = {
    "names_suit_must": lambda x: _("names the suit", **x),
    "names_suit_may": lambda x: _("may name the suit", **x),
    "takes_ordinary": lambda x: _("then only an ordinary card of it", **x),
    "others_draw": lambda x: _("everybody else draws %(num)d", **x),
    "goes_on": lambda x: _("another turn", **x),
    "skips": lambda x: _("the next player misses a turn", **x),
    "reverses": lambda x: _("the direction turns", **x),
    "chain": lambda x: _("the next player lays one too or draws %(num)d for each", **x),
    "follow": lambda x: _("a card of its suit must follow, or draw %(num)d to try", **x),
    "follow_wild": lambda x: _("may follow as well", **x),
    "stands_for_any": lambda x: _("stands for any card", **x),
}
PLAYING: dict[str, Phrase] = {
    "suit_or_rank": lambda x: _("suit or rank", **x),
    "suit_alone": lambda x: _("suit only", **x),
    "on_itself": lambda x: _("on its own rank too", **x),
    "not_on_itself": lambda x: _("not on its own rank", **x),
    "live_takes_itself": lambda x: _("takes only its own rank while it is live", **x),
    "anywhere": lambda x: _("on any other card", **x),
    "anywhere_but": lambda x: _("on any card but %(barred)s", barred=listed(list(x["barred"]))),
    "runs": lambda x: _("melds: runs of one suit, %(num)d cards or more", **x),
    "sets": lambda x: _("and sets of one rank, no suit twice, %(num)d cards at most", **x),
    "first_run": lambda x: _("the first meld is a run", **x),
    "first_set": lambda x: _("the first meld is a set", **x),
    "draws": lambda x: ngettext("draw %(num)d card", "draw up to %(num)d cards", x["num"]),
    "drawn_any": lambda x: _("after each, play any card that fits", **x),
    "drawn_drawn": lambda x: _("play it if it fits", **x),
    "drawn_none": lambda x: _("and the turn is over", **x),
    "draw_instead": lambda x: _("draw a card, and the turn is over", **x),
    "must": lambda x: _("yes", **x),
    "may_draw": lambda x: _("no, you may draw instead", **x),
    "draw_or_meld": lambda x: _("no, draw or meld, never both", **x),
    "one_card": lambda x: _("no, one card a turn", **x),
    "ordinary_together": lambda x: _("ordinary cards of one rank", **x),
    "first_by_suit_or_rank": lambda x: _("the first fits by suit or rank", **x),
    "first_by_suit": lambda x: _("the first fits by suit", **x),
    "rank_together": lambda x: _("all of that rank at once", **x),
    "otherwise_one": lambda x: _("otherwise one card a turn", **x),
    "many_melds": lambda x: _("as many melds as you like", **x),
}
ENDING: dict[str, Phrase] = {
    "call": lambda x: _("“%(says)s”", **x),
    "call_before_last": lambda x: _("with the second-to-last card", **x),
    "call_before_last_also_several": lambda x: _(
        "with the second-to-last card, and before several last ones of one rank", **x
    ),
    "call_at_one_rank": lambda x: _("when only ordinary cards of one rank are left", **x),
    "call_at_one_ordinary": lambda x: _("when one ordinary card is left", **x),
    "call_penalty": lambda x: _("forgotten: draw %(num)d", **x),
    "no_call": lambda x: _("no call", **x),
    "never_last": lambda x: _("never last", **x),
    "any_last": lambda x: _("on any card", **x),
    "draw_to_finish": lambda x: ngettext(
        "last: draw %(num)d, out if it follows", "last: draw %(num)d, out if one follows", x["num"]
    ),
    "chain_outlives": lambda x: _("last: the next player still draws", **x),
    "melded_last": lambda x: _("the last cards are melded", **x),
}
PHRASES = {**SETTING_UP, **TURNED_UP, **SPECIAL, **PLAYING, **ENDING}


def phrase(law: str, about: Mapping[str, Any]) -> str:
    """What a law says in the page's language; raises KeyError for a law without words."""
    language = current_language()
    told = {
        name: in_language(value, language) if isinstance(value, Mapping) else value
        for name, value in about.items()
    }
    return PHRASES[law](told)

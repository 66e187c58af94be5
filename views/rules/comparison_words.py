"""Short phrases for the comparison of variants; cards are shown before the phrase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext as _

from game.rulebook.comparison import Cell, Statement
from views.words.phrases import Plural, Sentence, listed, words

PARTS = {
    "deal": _("Before play"),
    "points": _("Points for a card left in the hand"),
    "special": _("Special cards"),
    "play": _("A turn"),
    "end": _("The end"),
}
QUESTIONS = {
    "players": _("Players"),
    "decks": _("Decks and jokers"),
    "dealt": _("Cards dealt"),
    "rounds": _("Rounds"),
    "dealer": _("The deal"),
    "turn_up": _("Turned-up card"),
    "match": _("What fits"),
    "stuck": _("If nothing fits"),
    "must": _("Must you play if you can?"),
    "several": _("Several cards at once"),
    "call": _("Last-card call"),
    "out": _("Going out"),
    "wins": _("Who wins"),
    "tie": _("A tie at the end"),
    "empty": _("The stock is empty"),
    "two": _("With two players"),
}
SETTING_UP: dict[str, Sentence] = {
    "span": "%(least)d–%(most)d",
    "best": _("best with %(least)d–%(most)d"),
    "decks": Plural("%(num)d deck", "%(num)d decks"),
    "decks_from": Plural(
        "%(num)d deck from %(players)d players up", "%(num)d decks from %(players)d players up"
    ),
    "jokers": Plural("%(num)d joker", "%(num)d jokers"),
    "no_jokers": _("no jokers"),
    "each": _("%(num)d each"),
    "down_and_up": _("%(largest)d down to %(smallest)d and up again"),
    "one_per_player": _("one for each player"),
    "agreed": _("as many as you agree on"),
    "until_you_stop": _("until you stop"),
    "blocks": _("%(num)d %(block)s of %(count)d %(rounds)s"),
    "rounds": "%(num)d %(rounds)s",
    "cut": _("cut for before each %(block)s"),
    "clockwise": _("moves on clockwise"),
    "lowest": _("the lowest total"),
    "most_won": _("the most rounds won"),
    "points": "%(num)s",
    "face": _("its number"),
    "joint": _("they win together"),
}
TURNED_UP: dict[str, Sentence] = {
    "turned": Plural("%(num)d card starts the pile", "%(num)d cards start the pile"),
    "not_turned": _("none, there is no pile"),
    "turned_back": _("is shuffled back, another is turned"),
    "turned_bottom": _("goes under the stock, another is turned"),
    "turned_again": _("another is turned"),
    "turned_all_draw": _("everybody draws %(num)d, the dealer too"),
    "turned_stays": _("stays, and nobody draws"),
    "turned_skips": _("the first player misses a turn"),
    "turned_reverses": _("play starts the other way round"),
    "turned_live": _("the first player plays one too or draws %(num)d"),
    "turned_dead": _("has no effect"),
    "turned_dealer_names": _("the dealer names the suit"),
    "turned_dealer_starts": _("the dealer starts, the other way round"),
}
SPECIAL: dict[str, Sentence] = {
    "names_suit_must": _("names the suit"),
    "names_suit_may": _("may name the suit"),
    "takes_ordinary": _("then only an ordinary card of it"),
    "others_draw": _("everybody else draws %(num)d"),
    "goes_on": _("another turn"),
    "skips": _("the next player misses a turn"),
    "reverses": _("the direction turns"),
    "chain": _("the next player plays one too or draws %(num)d for each"),
    "follow": _("a card of its suit must follow; if you have none, draw %(num)d and play it if it fits"),
    "follow_wild": _("may follow as well"),
    "stands_for_any": _("stands for any card"),
    "two_goes_on": _("another turn"),
    "two_nothing": _("changes nothing"),
    "two_same": _("as with more"),
}
PLAYING: dict[str, Sentence] = {
    "suit_or_rank": _("suit or rank"),
    "suit_alone": _("suit only"),
    "on_itself": _("on its own rank too"),
    "not_on_itself": _("not on its own rank"),
    "live_takes_itself": _("takes only its own rank while it is live"),
    "anywhere": _("on any other card"),
    "anywhere_but": _("on any card but %(barred)s"),
    "runs": _("melds: sequences of one suit, %(num)d cards or more"),
    "sets": _("and sets of one rank, no suit twice, %(num)d cards at most"),
    "first_run": _("the first meld is a sequence"),
    "first_set": _("the first meld is a set"),
    "draws": Plural("draw %(num)d card", "draw up to %(num)d cards"),
    "drawn_any": _("after each, play any card that fits"),
    "drawn_drawn": _("play it if it fits"),
    "drawn_none": _("and the turn is over"),
    "draw_instead": _("draw a card, and the turn is over"),
    "stock_reshuffled": _("the discards become a new one"),
    "stock_skips": _("no new one: you miss the turn"),
    "stock_pass": _("you may pass; when all do, the fewest cards win"),
    "must": _("yes"),
    "may_draw": _("no, you may draw instead"),
    "draw_or_meld": _("no, draw or meld, never both"),
    "one_card": _("no, one card a turn"),
    "ordinary_together": _("ordinary cards of one rank"),
    "first_by_suit_or_rank": _("the first fits by suit or rank"),
    "first_by_suit": _("the first fits by suit"),
    "rank_together": _("all of that rank at once"),
    "otherwise_one": _("otherwise one card a turn"),
    "many_melds": _("as many melds as you like"),
}
ENDING: dict[str, Sentence] = {
    "call": _("“%(says)s”"),
    "call_before_last": _("with the second-to-last card"),
    "call_before_last_also_several": _(
        "with the second-to-last card, and before several last ones of one rank"
    ),
    "call_at_one_rank": _("when only ordinary cards of one rank are left"),
    "call_at_one_ordinary": _("when one ordinary card is left"),
    "call_penalty": _("forgotten: draw %(num)d"),
    "no_call": _("no call"),
    "never_last": _("never last"),
    "any_last": _("on any card"),
    "draw_to_finish": Plural(
        "last: draw %(num)d, out if it follows", "last: draw %(num)d, out if one follows"
    ),
    "draw_again": _("drawn for that: not out yet, draw %(num)d more"),
    "chain_survives": _("last: the next player still draws"),
    "melded_last": _("the last cards are melded"),
}
PHRASES = {**SETTING_UP, **TURNED_UP, **SPECIAL, **PLAYING, **ENDING}


def phrase(statement: Statement) -> str:
    """The statement in the page's language. Raises KeyError for a rule without a phrase."""
    return str(
        PHRASES[statement.rule_key] % {name: _in_words(value) for name, value in statement.about.items()}
    )


def cell_in_words(cell: Cell) -> str:
    """The statements of one variant as text."""
    moot = {"only_counted": _("no points"), "melded": _("in melds"), "not_in_pack": _("not in the pack")}
    parts = [str(moot.get(each.rule_key) or _with_ranks(each)) for each in cell]
    return "; ".join(parts) or str(_("ordinary"))


def _with_ranks(statement: Statement) -> str:
    return " ".join([*statement.ranks, phrase(statement)])


def _in_words(value: Any) -> Any:
    if isinstance(value, tuple):
        return listed(list(value))
    return words(value) if isinstance(value, Mapping) else value

"""Variants side by side, and the points of one hand in each; the address contains the whole comparison."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_

from forms.comparison import BY_RANK, Comparison
from game.referee.cards import SUIT_SIGNS
from game.rulebook.comparison import (
    Cell,
    ComparisonRow,
    ExtraCards,
    Statement,
    default_rules,
    differing,
    hand_value,
)
from game.rulebook.comparison import compare as side_by_side
from game.variants import VARIANTS
from views.rules import bp
from views.words.cards import card_name, rank_name
from views.words.phrases import Plural, Sentence, listed, opening, words

PARTS = {
    "deal": N_("Before play"),
    "points": N_("Points for a card left in the hand"),
    "special": N_("Special cards"),
    "play": N_("A turn"),
    "end": N_("The end"),
}
QUESTIONS = {
    "players": N_("Players"),
    "decks": N_("Decks and jokers"),
    "dealt": N_("Cards dealt"),
    "rounds": N_("Rounds"),
    "dealer": N_("The deal"),
    "turn_up": N_("Turned-up card"),
    "match": N_("What fits"),
    "stuck": N_("If nothing fits"),
    "must": N_("Must you play if you can?"),
    "several": N_("Several cards at once"),
    "call": N_("Last-card call"),
    "out": N_("Going out"),
    "wins": N_("Who wins"),
    "tie": N_("A tie at the end"),
    "empty": N_("The stock is empty"),
    "two": N_("With two players"),
}
SETTING_UP: dict[str, Sentence] = {
    "span": "%(least)d–%(most)d",
    "best": N_("best with %(least)d–%(most)d"),
    "decks": Plural("%(num)d deck", "%(num)d decks"),
    "decks_from": Plural(
        "%(num)d deck from %(players)d players up", "%(num)d decks from %(players)d players up"
    ),
    "jokers": Plural("%(num)d joker", "%(num)d jokers"),
    "no_jokers": N_("no jokers"),
    "each": N_("%(num)d each"),
    "down_and_up": N_("%(largest)d down to %(smallest)d and up again"),
    "one_per_player": N_("one for each player"),
    "agreed": N_("as many as you agree on"),
    "until_you_stop": N_("until you stop"),
    "blocks": N_("%(num)d %(block)s of %(count)d %(rounds)s"),
    "rounds": "%(num)d %(rounds)s",
    "cut": N_("cut for before each %(block)s"),
    "clockwise": N_("moves on clockwise"),
    "lowest": N_("the lowest total"),
    "most_won": N_("the most rounds won"),
    "points": "%(num)s",
    "face": N_("its number"),
    "joint": N_("they win together"),
}
TURNED_UP: dict[str, Sentence] = {
    "turned": Plural("%(num)d card starts the pile", "%(num)d cards start the pile"),
    "not_turned": N_("none, there is no pile"),
    "turned_back": N_("is shuffled back, another is turned"),
    "turned_bottom": N_("goes under the stock, another is turned"),
    "turned_again": N_("another is turned"),
    "turned_all_draw": N_("everybody draws %(num)d, the dealer too"),
    "turned_stays": N_("stays, and nobody draws"),
    "turned_skips": N_("the first player misses a turn"),
    "turned_reverses": N_("play starts the other way round"),
    "turned_live": N_("the first player plays one too or draws %(num)d"),
    "turned_dead": N_("has no effect"),
    "turned_dealer_names": N_("the dealer names the suit"),
    "turned_dealer_starts": N_("the dealer starts, the other way round"),
}
SPECIAL: dict[str, Sentence] = {
    "names_suit_must": N_("names the suit"),
    "names_suit_may": N_("may name the suit"),
    "takes_ordinary": N_("then only an ordinary card of it"),
    "others_draw": N_("everybody else draws %(num)d"),
    "goes_on": N_("another turn"),
    "skips": N_("the next player misses a turn"),
    "reverses": N_("the direction turns"),
    "chain": N_("the next player plays one too or draws %(num)d for each"),
    "follow": N_("a card of its suit must follow; if you have none, draw %(num)d and play it if it fits"),
    "follow_wild": N_("may follow as well"),
    "stands_for_any": N_("stands for any card"),
    "two_goes_on": N_("another turn"),
    "two_nothing": N_("changes nothing"),
    "two_same": N_("as with more"),
}
PLAYING: dict[str, Sentence] = {
    "suit_or_rank": N_("suit or rank"),
    "suit_alone": N_("suit only"),
    "on_itself": N_("on its own rank too"),
    "not_on_itself": N_("not on its own rank"),
    "live_takes_itself": N_("takes only its own rank while it is live"),
    "anywhere": N_("on any other card"),
    "anywhere_but": N_("on any card but %(barred)s"),
    "runs": N_("melds: sequences of one suit, %(num)d cards or more"),
    "sets": N_("and sets of one rank, no suit twice, %(num)d cards at most"),
    "first_run": N_("the first meld is a sequence"),
    "first_set": N_("the first meld is a set"),
    "draws": Plural("draw %(num)d card", "draw up to %(num)d cards"),
    "drawn_any": N_("after each, play any card that fits"),
    "drawn_drawn": N_("play it if it fits"),
    "drawn_none": N_("and the turn is over"),
    "draw_instead": N_("draw a card, and the turn is over"),
    "stock_reshuffled": N_("the discards become a new one"),
    "stock_skips": N_("no new one: you miss the turn"),
    "stock_pass": N_("you may pass; when all do, the fewest cards win"),
    "must": N_("yes"),
    "may_draw": N_("no, you may draw instead"),
    "draw_or_meld": N_("no, draw or meld, never both"),
    "one_card": N_("no, one card a turn"),
    "ordinary_together": N_("ordinary cards of one rank"),
    "first_by_suit_or_rank": N_("the first fits by suit or rank"),
    "first_by_suit": N_("the first fits by suit"),
    "rank_together": N_("all of that rank at once"),
    "otherwise_one": N_("otherwise one card a turn"),
    "many_melds": N_("as many melds as you like"),
}
ENDING: dict[str, Sentence] = {
    "call": N_("“%(says)s”"),
    "call_before_last": N_("with the second-to-last card"),
    "call_before_last_also_several": N_(
        "with the second-to-last card, and before several last ones of one rank"
    ),
    "call_at_one_rank": N_("when only ordinary cards of one rank are left"),
    "call_at_one_ordinary": N_("when one ordinary card is left"),
    "call_penalty": N_("forgotten: draw %(num)d"),
    "no_call": N_("no call"),
    "never_last": N_("never last"),
    "any_last": N_("on any card"),
    "draw_to_finish": Plural(
        "last: draw %(num)d, out if it follows", "last: draw %(num)d, out if one follows"
    ),
    "draw_again": N_("drawn for that: not out yet, draw %(num)d more"),
    "chain_survives": N_("last: the next player still draws"),
    "melded_last": N_("the last cards are melded"),
}
PHRASES = {**SETTING_UP, **TURNED_UP, **SPECIAL, **PLAYING, **ENDING}


@bp.get("/rules/compare")
def compare() -> ResponseReturnValue:
    comparison = Comparison(request.args)
    every = side_by_side(comparison.variants)
    different = differing(every)
    page = render_template(
        "rules/comparison/show.html",
        comparison=comparison,
        parts=different if comparison.only_differences else every,
        rows=[sum(len(part.rows) for part in parts) for parts in (every, different)],
        hand_values=[
            (variant, hand_value(comparison.cards, default_rules(variant))) for variant in comparison.variants
        ],
        everything=VARIANTS.values(),
        query=_query(comparison),
        address=lambda **changes: url_for("rules.compare", **{**_query(comparison), **changes}),
        ranks=tuple(BY_RANK),
        signs=SUIT_SIGNS,
        card_name=card_name,
        rank_name=rank_name,
        title_of_part=lambda part: str(PARTS[part.key]),
        title_of=title_of,
        phrase=phrase,
        extra_in_words=extra_in_words,
    )
    return page, 200 if comparison.is_sound else 422


def _query(comparison: Comparison) -> dict[str, Any]:
    """The comparison as query parameters, without defaults."""
    keys = [variant.key for variant in comparison.variants]
    query = {
        "variant": keys if keys != list(VARIANTS) else None,
        "only": "differences" if comparison.only_differences else None,
        "hand": comparison.hand or None,
    }
    return {name: value for name, value in query.items() if value}


def title_of(row: ComparisonRow) -> str:
    if row.ranks:
        return opening(listed([rank_name(rank) for rank in row.ranks]))
    return str(QUESTIONS[row.about])


def extra_in_words(extra: ExtraCards) -> str:
    """Why no hand of this game can be like that."""
    if not extra.most:
        return _("There is no joker in this game; here it counts nothing.")
    card = rank_name(extra.card.rank) + SUIT_SIGNS.get(extra.card.suit, "")
    return _(
        "%(held)d × %(card)s, but the pack holds only %(most)d.", held=extra.held, card=card, most=extra.most
    )


def phrase(statement: Statement) -> str:
    """The statement in the page's language. Raises KeyError for a rule without a phrase."""
    values = {name: _value_in_words(value) for name, value in statement.about.items()}
    return str(PHRASES[statement.rule_key] % values)


def cell_in_words(cell: Cell) -> str:
    """The statements of one variant as text."""
    moot = {"only_counted": _("no points"), "melded": _("in melds"), "not_in_pack": _("not in the pack")}
    parts = [moot.get(each.rule_key) or " ".join([*each.ranks, phrase(each)]) for each in cell]
    return "; ".join(parts) or _("ordinary")


def _value_in_words(value: Any) -> Any:
    if isinstance(value, tuple):
        return listed(list(value))
    return words(value) if isinstance(value, Mapping) else value

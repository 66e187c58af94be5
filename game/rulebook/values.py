"""The numbers that prose may name: each is read from the variant's data, under the options a table chose.

    players.least players.most players.best_least players.best_most
    deck pack decks jokers turn_up suits    cards in one deck, in all; decks, jokers; cards turned up
    cards largest smallest                  dealt to each first, at most, at least
    one_deck.most                           players to whom one deck can deal the largest hand
    rounds first_to block blocks            planned; a total that ends it; games in a round, such rounds
    points.8 points.A … points.<class>      what a card left in a hand costs
    short.largest short.rounds …            the same under a choice of an option, by that choice’s value
    decks.most rounds.most                  the largest choice of an option
    decks.from decks.more                   a default that grows: from how many players on, to what
    draws ace_draws call.draws follow.draws chain.draws chain.twice chain.thrice
    meld.least set.least set.most run.least
    cut …                                   what play.toml keeps for the prose alone

What a table has not agreed on (rounds, before anybody sits down) has no value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.scoring.rules import CARDS_IN_DECK, Rules
from game.variants import Variant
from game.variants.cards import SUITS
from game.variants.checking import is_number
from game.variants.option import PER_PLAYER

Values = Mapping[str, int]


def chosen_by(variant: Variant, options: Mapping[str, Any], players: int | None) -> dict[str, Any]:
    """Every option; None for one that depends on players where nobody has sat down. Raises IllegalOption."""
    chosen = variant.resolve(options, players or variant.players[0])
    if players is None:
        open_ended = {option.key for option in variant.options if option.default_players} - set(options)
        chosen.update(dict.fromkeys(open_ended))
    return chosen


def values_of(variant: Variant, chosen: Mapping[str, Any], players: int | None) -> Values:
    """Values by name; `chosen` as `chosen_by` has it."""
    given = {key: value for key, value in chosen.items() if value is not None}
    seated = players or variant.players[0]
    rules = variant.rules(given, seated)
    values = {
        **dict(_of_players(variant)),
        **dict(_of_pack(rules)),
        **dict(_of_deal(rules)),
        **dict(_of_points(rules)),
        **dict(_of_choices(variant)),
        **dict(_of_defaults(variant)),
        **dict(_of_play(variant.played(given, seated))),
    }
    for rule in _open(variant, chosen, players):
        values[rule] = None
    return {name: value for name, value in values.items() if value is not None}


Named = Iterator[tuple[str, int | None]]


def _open(variant: Variant, chosen: Mapping[str, Any], players: int | None) -> Iterator[str]:
    """The rules that hang on the number of players while nobody has sat down."""
    for option in variant.options:
        waits = chosen[option.key] == PER_PLAYER or (option.default_players and chosen[option.key] is None)
        if option.sets_value and waits and players is None:
            yield option.sets_value


def _of_players(variant: Variant) -> Named:
    yield "players.least", variant.players[0]
    yield "players.most", variant.players[1]
    if variant.best:
        yield "players.best_least", variant.best[0]
        yield "players.best_most", variant.best[1]


def _of_pack(rules: Rules) -> Named:
    yield from (("deck", CARDS_IN_DECK), ("suits", SUITS), ("pack", rules.pack_size))
    yield from (("decks", rules.decks), ("jokers", rules.jokers), ("turn_up", rules.turn_up))


def _of_deal(rules: Rules) -> Named:
    sizes = rules.hand_sizes
    yield from (("cards", sizes[0]), ("largest", max(sizes)), ("smallest", min(sizes)))
    yield "one_deck.most", min(rules.players[1], (CARDS_IN_DECK - rules.turn_up) // max(sizes))
    yield from (("rounds", rules.rounds), ("first_to", rules.first_to), ("block", rules.block))
    if rules.block and rules.rounds:
        yield "blocks", rules.rounds // rules.block


def _of_points(rules: Rules) -> Named:
    for card_class in rules.classes:
        yield f"points.{card_class.key}", card_class.points
        for rank in card_class.ranks:
            yield f"points.{rank}", card_class.points


def _of_choices(variant: Variant) -> Named:
    for option in variant.options:
        numbers = [choice.value for choice in option.choices if isinstance(choice.value, int)]
        yield f"{option.key}.most", max(numbers, default=None)
    for choice in (choice for option in variant.options for choice in option.choices):
        yield f"{choice.value}.rounds", choice.sets.get("rounds")
        if "hand_sizes" in choice.sets:
            yield f"{choice.value}.largest", max(choice.sets["hand_sizes"])
            yield f"{choice.value}.smallest", min(choice.sets["hand_sizes"])


def _of_defaults(variant: Variant) -> Named:
    for option in variant.options:
        if option.default_from:
            yield f"{option.key}.from", option.default_from[-1][0]
            yield f"{option.key}.more", option.default_from[-1][1]


def _of_play(play: Mapping[str, Any]) -> Named:
    yield from (("draws", play.get("draws")), ("ace_draws", play.get("again_draws")))
    yield from (("follow.draws", play.get("follow_draws")), ("set.most", play.get("set_most")))
    yield from ((f"{meld}.least", play.get("meld_least")) for meld in ("meld", "set", "run"))
    if play.get("chain_draws"):
        for name, cards in (("draws", 1), ("twice", 2), ("thrice", 3)):
            yield f"chain.{name}", cards * play["chain_draws"]
    if play.get("call"):
        yield "call.draws", play["calls"][play["call"]]["draws"]
    yield from ((name, number) for name, number in play.get("prose", {}).items() if is_number(number))

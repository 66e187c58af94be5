"""The numbers available in rules texts, from the variant's data and a set of options.

    players_least players_most players_best_least players_best_most
    deck pack decks jokers turn_up suits    cards in one deck, in all; decks, jokers; cards turned up
    cards largest smallest                  dealt to each first, at most, at least
    one_deck_most                           players to whom one deck can deal the largest hand
    rounds first_to block blocks            planned; a total that ends it; games in a round, such rounds
    short_largest short_rounds …            the same under a choice of an option, by that choice’s value
    decks_most rounds_most                  the largest choice of an option
    decks_from decks_more                   a default that grows: from how many players on, to what
    draws ace_draws call_draws follow_draws chain_draws chain_twice chain_thrice
    meld_least set_least set_most run_least
    cut …                                   numbers in play.toml that only the text uses
    points("8") points("other")             points of a card left in a hand, by rank or class

Numbers that depend on an unknown number of players have no value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.scoring.rules import CARDS_IN_DECK, Rules
from game.variants import Variant
from game.variants.cards import SUITS
from game.variants.checking import is_number
from game.variants.option import PER_PLAYER

Values = Mapping[str, int]


def resolved_options(variant: Variant, options: Mapping[str, Any], players: int | None) -> dict[str, Any]:
    """Return the values of all options; None for those that depend on unknown players.

    Raises IllegalOption.
    """
    chosen = variant.resolve(options, players or variant.players[0])
    if players is None:
        open_ended = {option.key for option in variant.options if option.default_players} - set(options)
        chosen.update(dict.fromkeys(open_ended))
    return chosen


def values_of(variant: Variant, chosen: Mapping[str, Any], players: int | None) -> Values:
    """Return the values by name. chosen: see `resolved_options`."""
    known = {key: value for key, value in chosen.items() if value is not None}
    player_count = players or variant.players[0]
    rules = variant.rules(known, player_count)
    values = {
        **_of_rules(variant, rules),
        **_of_options(variant),
        **_of_play(variant.play_rules(known, player_count)),
    }
    for option in variant.options:
        is_open = chosen[option.key] == PER_PLAYER or (option.default_players and chosen[option.key] is None)
        if option.sets_value and is_open and players is None:
            values[option.sets_value] = None
    return {name: value for name, value in values.items() if value is not None}


def _of_rules(variant: Variant, rules: Rules) -> dict[str, int | None]:
    """Return the numbers of players, cards and rounds; None for those that a variant does not have."""
    best_least, best_most = variant.best or (None, None)
    sizes = rules.hand_sizes
    return {
        "players_least": variant.players[0],
        "players_most": variant.players[1],
        "players_best_least": best_least,
        "players_best_most": best_most,
        "deck": CARDS_IN_DECK,
        "suits": SUITS,
        "pack": rules.pack_size,
        "decks": rules.decks,
        "jokers": rules.jokers,
        "turn_up": rules.turn_up,
        "cards": sizes[0],
        "largest": max(sizes),
        "smallest": min(sizes),
        "one_deck_most": min(rules.players[1], (CARDS_IN_DECK - rules.turn_up) // max(sizes)),
        "rounds": rules.rounds,
        "first_to": rules.first_to,
        "block": rules.block,
        "blocks": rules.rounds // rules.block if rules.block and rules.rounds else None,
    }


def _of_options(variant: Variant) -> dict[str, int | None]:
    """Return the largest choices, rules under each choice, and defaults that grow with the players."""
    values: dict[str, int | None] = {}
    for option in variant.options:
        numbers = [choice.value for choice in option.choices if isinstance(choice.value, int)]
        values[f"{option.key}_most"] = max(numbers, default=None)
        for choice in option.choices:
            values[f"{choice.value}_rounds"] = choice.sets.get("rounds")
            if "hand_sizes" in choice.sets:
                values[f"{choice.value}_largest"] = max(choice.sets["hand_sizes"])
                values[f"{choice.value}_smallest"] = min(choice.sets["hand_sizes"])
        if option.default_from:
            values[f"{option.key}_from"], values[f"{option.key}_more"] = option.default_from[-1]
    return values


def _of_play(play: Mapping[str, Any]) -> dict[str, int | None]:
    values: dict[str, int | None] = {
        "draws": play.get("draws"),
        "ace_draws": play.get("again_draws"),
        "follow_draws": play.get("follow_draws"),
        "set_most": play.get("set_most"),
        **dict.fromkeys(("meld_least", "set_least", "run_least"), play.get("meld_least")),
    }
    if play.get("chain_draws"):
        for name, cards in (("draws", 1), ("twice", 2), ("thrice", 3)):
            values[f"chain_{name}"] = cards * play["chain_draws"]
    if play.get("call"):
        values["call_draws"] = play["calls"][play["call"]]["draws"]
    numbers = {name: number for name, number in play.get("prose", {}).items() if is_number(number)}
    return values | numbers

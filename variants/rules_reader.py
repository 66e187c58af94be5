"""Reading the rules that every session of a variant starts from, before any option is applied."""

from __future__ import annotations

from typing import Any

from variants.cards import read_classes
from variants.fields import Fields


def read_rules(fields: Fields, key: str) -> tuple[dict[str, Any], tuple[int, int] | None]:
    """The frozen rules before any option, and the numbers of players it is best for."""
    players, best = _players(fields.table("players"))
    pack = _pack(fields.table("pack"))
    rules: dict[str, Any] = {"variant": key, "players": players, **pack}
    rules |= _deal(fields.table("deal"))
    rules |= _counting(fields.table("counting"))
    rules["classes"] = read_classes(fields, jokers=pack["jokers"])
    rules["chain"] = _chain(fields.table("chain")) if "chain" in fields else None
    return rules, best


def _players(entry: Fields) -> tuple[list[int], tuple[int, int] | None]:
    least = entry.number("least", least=2)
    most = entry.number("most", least=least)
    best = entry.numbers("best", least=least) if "best" in entry else ()
    if best and (len(best) != len(("from", "to")) or not best[0] <= best[1] <= most):
        entry.refuse("best", "must be two numbers within least and most")
    entry.cited()
    entry.done()
    return [least, most], (best[0], best[1]) if best else None


def _pack(entry: Fields) -> dict[str, Any]:
    pack = {
        "decks": entry.number("decks", least=1),
        "jokers": entry.number("jokers"),
        "turn_up": entry.number("turn_up"),
        "turn_up_draws": entry.flag("turn_up_draws"),
    }
    entry.cited()
    entry.done()
    return pack


def _deal(entry: Fields) -> dict[str, Any]:
    deal = {
        "hand_sizes": list(entry.numbers("hand_sizes", least=1)),
        "rounds": entry.optional_number("rounds", least=1),
        "block": entry.optional_number("block", least=1),
    }
    entry.cited()
    entry.done()
    return deal


def _counting(entry: Fields) -> dict[str, Any]:
    counting = {
        "tally": entry.one_of("tally", ("points", "wins")),
        "first_to": entry.optional_number("first_to", least=1),
        "teams": entry.flag("teams", default=False),
        "winner_played": entry.number("winner_played", least=1),
        "cards_optional": entry.flag("cards_optional"),
        "left_neighbour_checks": entry.flag("left_neighbour_checks"),
        "count_chips": entry.flag("count_chips"),
    }
    entry.cited()
    entry.done()
    return counting


def _chain(entry: Fields) -> dict[str, Any]:
    chain = {
        "card_class": entry.string("card_class"),
        "draws_per_card": entry.number("draws_per_card", least=1),
    }
    entry.cited()
    entry.done()
    return chain

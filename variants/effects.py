"""What an option may change in the rules that a session freezes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from variants.fields import Fields, is_number


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _counts(value: object) -> bool:
    return is_number(value) and value > 0


def _is_list_of_counts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_counts, value))


def _is_chain(value: object) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"card_class", "draws_per_card"}
        and isinstance(value["card_class"], str)
        and _counts(value["draws_per_card"])
    )


SETTABLE: Mapping[str, Callable[[object], bool]] = {
    "decks": _counts,
    "hand_sizes": _is_list_of_counts,
    "rounds": _counts,
    "first_to": _counts,
    "tally": ("points", "wins").__contains__,
    "teams": _is_flag,
    "turn_up_draws": _is_flag,
    "cards_optional": _is_flag,
    "count_chips": _is_flag,
    "chain": _is_chain,
}
VALUE_KINDS: Mapping[str, Sequence[str]] = {
    "choice": ("decks", "rounds"),
    "yes_no": ("teams", "turn_up_draws"),
    "count": ("decks", "rounds", "first_to"),
    "points": ("classes",),
}


def read_sets(entry: Fields) -> Mapping[str, Any]:
    rules = entry.value("sets", {})
    if not isinstance(rules, dict):
        entry.refuse("sets", "must be a table")
    for rule, value in rules.items():
        if rule not in SETTABLE:
            entry.refuse(f"sets.{rule}", "no such rule")
        if not SETTABLE[rule](value):
            entry.refuse(f"sets.{rule}", "a wrong value for this rule")
    return rules


def read_sets_value(entry: Fields, kind: str) -> str | None:
    return entry.one_of("sets_value", VALUE_KINDS[kind]) if "sets_value" in entry else None

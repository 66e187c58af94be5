"""The rules of play in play.toml, resolved to plain values for the referee.

Any value may depend on an option of the variant: `{ option = "ace_on_ace" }` is the option's own value; with
further keys (`yes` and `no`, or the option's choices) it is the value of the matching key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.variants.checking import Mistake
from game.variants.option import Option


def with_options(play: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values for these options (every option of the variant by key)."""
    return {key: _chosen(value, options) for key, value in play.items()}


def option_keys(play: Mapping[str, Any]) -> frozenset[str]:
    """The options that change how cards may be played."""
    return frozenset(value["option"] for _, value in _option_values(play))


def _chosen(value: Any, options: Mapping[str, Any]) -> Any:
    if not isinstance(value, Mapping):
        return value
    if not _depends_on_option(value):
        return with_options(value, options)
    chosen = options[value["option"]]
    if len(value) == 1:
        return chosen
    if isinstance(chosen, bool):
        return value["yes" if chosen else "no"]
    return value[str(chosen)]


def _depends_on_option(value: object) -> bool:
    return isinstance(value, Mapping) and "option" in value


def play_mistakes(play: Mapping[str, Any], options: Mapping[str, Option]) -> Iterator[Mistake]:
    """Yield references to unknown options, and references without a value for each choice."""
    for place, value in _option_values(play):
        option = options.get(value["option"])
        if option is None:
            yield place, f"no option “{value['option']}”"
            continue
        if option.kind == "yes_no":
            possible = {"yes", "no"}
        else:
            possible = {str(choice.value) for choice in option.choices}
        named = {*value} - {"option"}
        if named and named != possible:
            yield place, f"needs a value for each of {', '.join(sorted(possible))}"


def _option_values(table: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, value in table.items():
        at = f"{place}.{key}" if place else key
        if _depends_on_option(value):
            yield at, value
        elif isinstance(value, Mapping):
            yield from _option_values(value, at)

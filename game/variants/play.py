"""How the cards of a variant may be played, as play.toml says it: plain values for the referee.

Any value may hang on an option of the variant: `{ option = "ace_on_ace" }` is the option's own value,
further keys (`yes` and `no`, or the option's choices) say what each of its values stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.variants.checking import Mistake
from game.variants.option import Option


def with_options(play: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The same values for a table that has chosen its options (every option of the variant by key)."""
    return {key: _chosen(value, options) for key, value in play.items()}


def option_keys(play: Mapping[str, Any]) -> frozenset[str]:
    """The options that change how cards may be played."""
    return frozenset(value["option"] for _, value in _hanging(play))


def _chosen(value: Any, options: Mapping[str, Any]) -> Any:
    if not isinstance(value, Mapping):
        return value
    if not _hangs(value):
        return with_options(value, options)
    of_table = options[value["option"]]
    return value[_spelled(of_table)] if len(value) > 1 else of_table


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _hangs(value: object) -> bool:
    return isinstance(value, Mapping) and "option" in value


def mistakes_of_play(play: Mapping[str, Any], options: Mapping[str, Option]) -> Iterator[Mistake]:
    """What hangs on an option that there is not, or says nothing for one of its values."""
    for place, value in _hanging(play):
        option = options.get(value["option"])
        if option is None:
            yield place, f"no option “{value['option']}”"
            continue
        named, possible = {*value} - {"option"}, _values_of(option)
        if named and named != possible:
            yield place, f"needs a value for each of {', '.join(sorted(possible))}"


def _values_of(option: Option) -> set[str]:
    return {"yes", "no"} if option.kind == "yes_no" else {str(choice.value) for choice in option.choices}


def _hanging(table: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    for key, value in table.items():
        at = f"{place}.{key}" if place else key
        if _hangs(value):
            yield at, value
        elif isinstance(value, Mapping):
            yield from _hanging(value, at)

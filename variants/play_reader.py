"""How the cards of a variant may be played, as play.toml says it: plain values for the referee, every fact
checked.

Any value may hang on an option of the variant: `{ option = "ace_on_ace" }` is the option's own value,
further keys (`yes` and `no`, or the option's choices) say what each of its values stands for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from variants.citations import is_known
from variants.fields import BadVariant
from variants.option import Option


def read_play(folder: Path, options: Mapping[str, Option]) -> dict[str, Any]:
    """The values of a variant's play.toml; raises BadVariant."""
    file = f"{folder.parent.name}/{folder.name}/play.toml"
    try:
        play = tomllib.loads((folder / "play.toml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as missing:
        raise BadVariant(f"{file}: cannot be read") from missing
    except tomllib.TOMLDecodeError as broken:
        raise BadVariant(f"{file}: {broken}") from broken
    for place, value in _places(play):
        mistake = _mistake(place, value, options)
        if mistake:
            raise BadVariant(f"{file}: {place}: {mistake}")
    return play


def with_options(play: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The same values for a table that has chosen its options (every option of the variant by key)."""
    return {key: _chosen(value, options) for key, value in play.items()}


def option_keys(play: Mapping[str, Any]) -> frozenset[str]:
    """The options that change how cards may be played."""
    return frozenset(value["option"] for _, value in _places(play) if _hangs(value))


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


def _places(table: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        at = f"{place}.{key}" if place else key
        yield at, value
        if isinstance(value, Mapping) and not _hangs(value):
            yield from _places(value, at)


def _mistake(place: str, value: Any, options: Mapping[str, Option]) -> str | None:
    if _hangs(value):
        return _bad_choice(value, options)
    if place.startswith("laws.") or place == "general" or place.endswith(".facts"):
        if not isinstance(value, list) or not value:
            return "cites nothing"
        return next((f"no fact or decision “{cited}”" for cited in value if not is_known(cited)), None)
    return None


def _bad_choice(value: Mapping[str, Any], options: Mapping[str, Option]) -> str | None:
    option = options.get(value["option"])
    if option is None:
        return f"no option “{value['option']}”"
    named = {key for key in value if key != "option"}
    possible = {"yes", "no"} if option.kind == "yes_no" else {str(choice.value) for choice in option.choices}
    if named and named != possible:
        return f"needs a value for each of {', '.join(sorted(possible))}"
    return None

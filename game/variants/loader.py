"""Loading of a variant from its folder: reads, validates and checks variant.toml and play.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from game.scoring.rules import Rules
from game.variants.cards import frozen_class
from game.variants.checking import BadVariant, Mistake, name_of, read_checked
from game.variants.consistency import mistakes
from game.variants.option import Option
from game.variants.play import play_mistakes
from game.variants.prompt import Prompt
from game.variants.variant import Variant

NO_WORDS = dict.fromkeys(("block", "blocks", "Block", "the_block"))  # for variants without blocks


def load(folder: Path) -> Variant:
    """Load the variant in a folder. Raises BadVariant."""
    file, play_file = folder / "variant.toml", folder / "play.toml"
    values = read_checked(file)
    least, most = values["players"]["least"], values["players"]["most"]
    best = values["players"].get("best")
    variant = Variant(
        key=values["key"],
        name=values["name"],
        summary=values["summary"],
        emblem=values["emblem"],
        players=(least, most),
        best=(best[0], best[1]) if best else None,
        options=tuple(Option.from_dict(entry) for entry in values.get("options", ())),
        words={**values["words"], **{word: values["words"].get(word) for word in NO_WORDS}},
        prompts=tuple(Prompt.from_dict(entry) for entry in values.get("prompts", ())),
        frozen=_frozen(values),
        play=read_checked(play_file),
    )
    if variant.key != folder.name:
        _refuse(file, [("key", f"must be the folder’s name, “{folder.name}”")])
    _refuse(file, mistakes(variant))
    _refuse(play_file, play_mistakes(variant.play, {option.key: option for option in variant.options}))
    return variant


def _refuse(file: Path, found: Iterable[Mistake]) -> None:
    for place, reason in found:
        raise BadVariant(f"{name_of(file)}: {place}: {reason}")


def _frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the frozen rules before any option is applied."""
    given = {name: rule for table in ("pack", "deal", "counting") for name, rule in values[table].items()}
    given |= {
        "variant": values["key"],
        "players": [values["players"]["least"], values["players"]["most"]],
        "classes": [frozen_class(entry) for entry in values["classes"]],
    }
    if "chain" in values:
        given["chain"] = {key: value for key, value in values["chain"].items() if key != "facts"}
    return frozen_rules(given)


def frozen_rules(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all rules by name: the given ones, and the defaults of the others, null without one."""
    defaults = {field.name: _default(field.default) for field in fields(Rules)}
    return {name: given.get(name, default) for name, default in defaults.items()}


def _default(value: Any) -> Any:
    """Return the default of a rule as JSON has it: None if it has none."""
    if value is MISSING:
        return None
    return list(value) if isinstance(value, tuple) else value

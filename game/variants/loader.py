"""From a folder to a variant: its two files, each by its schema, and whether their parts agree."""

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
from game.variants.play import mistakes_of_play
from game.variants.prompt import Prompt
from game.variants.variant import Variant

NO_WORDS = dict.fromkeys(("block", "blocks", "Block", "the_block"))  # where rounds come in no blocks


def load(folder: Path) -> Variant:
    """The variant in a folder; raises BadVariant."""
    file, play_file = folder / "variant.toml", folder / "play.toml"
    values = read_checked(file)
    least, most = values["players"]["least"], values["players"]["most"]
    best = values["players"].get("best")
    variant = Variant(
        key=values["key"],
        name=values["name"],
        tells=values["tells"],
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
    _refuse(play_file, mistakes_of_play(variant.play, {option.key: option for option in variant.options}))
    return variant


def _refuse(file: Path, found: Iterable[Mistake]) -> None:
    for place, reason in found:
        raise BadVariant(f"{name_of(file)}: {place}: {reason}")


def _frozen(values: Mapping[str, Any]) -> dict[str, Any]:
    """The rules that every session starts from, before any option is applied."""
    written = {name: rule for table in ("pack", "deal", "counting") for name, rule in values[table].items()}
    written |= {
        "variant": values["key"],
        "players": [values["players"]["least"], values["players"]["most"]],
        "classes": [frozen_class(entry) for entry in values["classes"]],
    }
    if "chain" in values:
        written["chain"] = {key: value for key, value in values["chain"].items() if key != "facts"}
    left_out = {field.name: None if field.default is MISSING else field.default for field in fields(Rules)}
    return {name: written.get(name, usual) for name, usual in left_out.items()}

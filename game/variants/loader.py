"""Loading of a variant from its folder: reads, validates and checks variant.toml and play.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from game.scoring.rules import Rules
from game.variants.cards import class_from
from game.variants.checking import BadVariant, Mistake, name_of, read_checked
from game.variants.consistency import mistakes
from game.variants.option import Option
from game.variants.play import play_mistakes
from game.variants.variant import OptionalPrompt, Variant

DEFAULTS: dict[str, Any] = {
    **dict.fromkeys(("rounds", "block", "first_to", "chain")),
    "prompts": (),
    "options": {},
}
BLOCK_WORDS = ("block", "blocks", "Block", "the_block")  # None for variants without blocks


def load(folder: Path) -> Variant:
    """Load the variant in a folder. Raises BadVariant."""
    file, play_file = folder / "variant.toml", folder / "play.toml"
    values = read_checked(file)
    best = values["players"].get("best")
    tables = ("pack", "deal", "counting")
    rules = {name: rule for table in tables for name, rule in values[table].items()}
    rules |= {
        "variant": values["key"],
        "name": values["name"],
        "words": values["words"] | {word: values["words"].get(word) for word in BLOCK_WORDS},
        "players": [values["players"]["least"], values["players"]["most"]],
        "classes": [class_from(entry) for entry in values["classes"]],
        "chain": values.get("chain"),
    }
    variant = Variant(
        plain_rules=plain_rules(rules),
        summary=values["summary"],
        emblem=values["emblem"],
        best=(best[0], best[1]) if best else None,
        options=tuple(Option.from_dict(entry) for entry in values.get("options", ())),
        prompts=tuple(OptionalPrompt.from_dict(entry) for entry in values.get("prompts", ())),
        play=read_checked(play_file),
    )
    if variant.key != folder.name:
        _refuse(file, [("key", f"must be the folder’s name, “{folder.name}”")])
    _refuse(file, mistakes(variant))
    _refuse(play_file, play_mistakes(variant.play, {option.key: option for option in variant.options}))
    return variant


def _refuse(file: Path, listed: Iterable[Mistake]) -> None:
    for place, reason in listed:
        raise BadVariant(f"{name_of(file)}: {place}: {reason}")


def plain_rules(values: Mapping[str, Any]) -> Rules:
    """Return rules before any option is applied; a rule that may be None may be left out."""
    return msgspec.convert({**DEFAULTS, **values}, Rules)

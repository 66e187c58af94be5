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
from game.variants.prompt import OptionalPrompt
from game.variants.variant import Variant

LEFT_OUT: dict[str, Any] = {
    **dict.fromkeys(("rounds", "block", "first_to", "chain")),
    "prompts": (),
    "options": {},
}
NO_WORDS = dict.fromkeys(("block", "blocks", "Block", "the_block"))  # for variants without blocks


def load(folder: Path) -> Variant:
    """Load the variant in a folder. Raises BadVariant."""
    file, play_file = folder / "variant.toml", folder / "play.toml"
    values = read_checked(file)
    best = values["players"].get("best")
    variant = Variant(
        plain_rules=_plain_rules(values),
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


def _refuse(file: Path, found: Iterable[Mistake]) -> None:
    for place, reason in found:
        raise BadVariant(f"{name_of(file)}: {place}: {reason}")


def _plain_rules(values: Mapping[str, Any]) -> Rules:
    """Return the rules before any option is applied."""
    given = {name: rule for table in ("pack", "deal", "counting") for name, rule in values[table].items()}
    given |= {
        "variant": values["key"],
        "name": values["name"],
        "words": {**values["words"], **{word: values["words"].get(word) for word in NO_WORDS}},
        "players": [values["players"]["least"], values["players"]["most"]],
        "classes": [class_from(entry) for entry in values["classes"]],
        "chain": values.get("chain"),
    }
    return plain_rules(given)


def plain_rules(given: Mapping[str, Any]) -> Rules:
    """Return rules without reminders and options; a rule that may be None may be left out."""
    return msgspec.convert({**LEFT_OUT, **given}, Rules)

"""From a folder to a variant: reads variant.toml and names every mistake by file and key."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from variants.fields import BadVariant, Fields
from variants.option import IllegalOption, Option
from variants.option_reader import read_option
from variants.play_reader import read_play
from variants.prompt import Prompt, read_prompt
from variants.rules_reader import read_rules
from variants.text import Text
from variants.variant import Variant

ROUND_WORDS = ("round", "rounds", "Round", "the_round", "last_round", "who_out")
BLOCK_WORDS = ("block", "blocks", "Block", "the_block")


def load(folder: Path) -> Variant:
    """The variant in a folder; raises BadVariant."""
    fields = _file(folder)
    key = fields.string("key")
    if key != folder.name:
        fields.refuse("key", f"must be the folder’s name, “{folder.name}”")
    frozen, best = read_rules(fields, key)
    options = _options(fields)
    variant = Variant(
        key=key,
        name=fields.text("name"),
        tells=fields.text("tells"),
        players=(frozen["players"][0], frozen["players"][1]),
        best=best,
        options=options,
        words=_words(fields.table("words"), blocks=frozen["block"] is not None),
        prompts=tuple(read_prompt(entry) for entry in fields.tables("prompts")),
        frozen=frozen,
        play=read_play(folder, {option.key: option for option in options}),
    )
    fields.done()
    _check_conditions(fields, variant)
    _check_chains(fields, variant)
    return variant


def _file(folder: Path) -> Fields:
    name = f"{folder.parent.name}/{folder.name}/variant.toml"
    try:
        return Fields(name, tomllib.loads((folder / "variant.toml").read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as missing:
        raise BadVariant(f"{name}: cannot be read") from missing
    except tomllib.TOMLDecodeError as broken:
        raise BadVariant(f"{name}: {broken}") from broken


def _words(entry: Fields, *, blocks: bool) -> dict[str, Text | None]:
    words: dict[str, Text | None] = {word: entry.text(word) for word in ROUND_WORDS}
    words |= {word: entry.text(word) if blocks else None for word in BLOCK_WORDS}
    entry.done()
    return words


def _options(fields: Fields) -> tuple[Option, ...]:
    options: list[Option] = []
    for entry in fields.tables("options"):
        option = read_option(entry)
        if option.key in [other.key for other in options]:
            entry.refuse("key", f"a second option “{option.key}”")
        options.append(option)
    return tuple(options)


def _check_conditions(fields: Fields, variant: Variant) -> None:
    """What a prompt or an option waits for must be a choice that there is."""
    for number, prompt in enumerate(variant.prompts):
        _check_condition(fields, variant, prompt, f"prompts[{number}].if")
    for number, option in enumerate(variant.options):
        _check_condition(fields, variant, option, f"options[{number}].only_if")


def _check_condition(fields: Fields, variant: Variant, waiting: Prompt | Option, place: str) -> None:
    if not isinstance(waiting.only_if, Mapping):
        fields.refuse(place, "must be a table")
    try:
        variant.resolve(waiting.only_if, players=variant.players[0])
    except IllegalOption as illegal:
        fields.refuse(place, str(illegal))


def _check_chains(fields: Fields, variant: Variant) -> None:
    """A chain must be one of a class that there is, whether from the start or by a choice."""
    keys = {card_class["key"] for card_class in variant.frozen["classes"]}
    chains = [("chain", variant.frozen["chain"])]
    for number, option in enumerate(variant.options):
        chains.append((f"options[{number}].sets.chain", option.sets.get("chain")))
        chains += [
            (f"options[{number}].choices[{index}].sets.chain", choice.sets.get("chain"))
            for index, choice in enumerate(option.choices)
        ]
    for place, chain in chains:
        if chain is not None and chain["card_class"] not in keys:
            fields.refuse(f"{place}.card_class", f"no class “{chain['card_class']}”")

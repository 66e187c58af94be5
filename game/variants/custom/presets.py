"""Games to start a custom game from: presets with their sources, and the variants that we know."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from game.scoring.rules import Rules
from game.texts import Text, in_language
from game.variants import VARIANTS, Variant
from game.variants.custom.definition import GameDefinition, definition_of

FILE = Path(__file__).with_name("presets.toml")


@dataclass(frozen=True, eq=False)
class Preset:
    """A game to start from. source: where its values come from."""

    key: str
    name: Text
    source: Text
    entry: Mapping[str, Any]

    def definition(self, language: str) -> GameDefinition:
        """Return the definition, with its texts in a language."""
        entry = self.entry
        texts = {
            text: in_language(entry[text], language) for text in ("name", "source", "notes") if text in entry
        }
        own: dict[str, Any] = entry["definition"] | texts | {"letters": entry["letters"]}
        reasons = [in_language(reason, language) for reason in entry.get("reasons", ())]
        if reasons:
            pairs = zip(own["multipliers"], reasons, strict=True)
            own["multipliers"] = [{**multiplier, "reason": reason} for multiplier, reason in pairs]
        if "base" in entry:
            like = like_variant(VARIANTS[entry["base"]], language).stored()
            own = like | own | {"values": like["values"] | entry["base_values"]}
        return definition_of(own)


@cache
def presets() -> dict[str, Preset]:
    """Return the presets by key, in the order in which they are offered."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))["presets"]
    return {entry["key"]: Preset(entry["key"], entry["name"], entry["source"], entry) for entry in entries}


def like_variant(variant: Variant, language: str, options: Mapping[str, Any] | None = None) -> GameDefinition:
    """Return the definition of a custom game like a known one. options: those that the table chose."""
    options = variant.resolve(options or {}, variant.players[0])
    few, rules = variant.players[0], variant.rules(options, variant.players[0])
    counts_cards = rules.counts_points
    like: dict[str, Any] = {
        "name": in_language(variant.name, language),
        "letters": str(variant.emblem["figure"])[:2],
        "base": variant.key,
        "base_options": {key: value for key, value in options.items() if value != variant.defaults(few)[key]},
        "scoring": "cards" if counts_cards else "wins",
        "rounds": _rounds(variant, options),
        "first_to": rules.first_to,
        "values": _values(rules) if counts_cards else {},
        "hand_sizes": list(rules.hand_sizes),
        "decks": _decks(variant, options),
        "jokers": rules.jokers,
        "players": list(variant.players),
        "word": "game" if in_language(variant.words["round"] or "", "en") == "game" else "round",
    }
    return definition_of(like)


def _values(rules: Rules) -> dict[str, int | None]:
    return {rank: card_class.points for card_class in rules.classes for rank in card_class.ranks}


def _rounds(variant: Variant, options: Mapping[str, Any]) -> int | str | None:
    """Return the number of rounds, or "per_player" if it grows with the players."""
    few, many = variant.players
    numbers = [variant.rules(_given(variant, options), players).rounds for players in (few, many)]
    return numbers[0] if numbers[0] == numbers[1] else "per_player"


def _decks(variant: Variant, options: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the decks by number of players, as the definition has them."""
    steps: list[tuple[int, int]] = []
    for players in range(variant.players[0], variant.players[1] + 1):
        decks = variant.rules(_given(variant, options), players).decks
        if not steps or steps[-1][1] != decks:
            steps.append((players, decks))
    return steps


def _given(variant: Variant, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that differ from their defaults, which may depend on the number of players."""
    usual = variant.defaults(variant.players[0])
    return {key: value for key, value in options.items() if value != usual[key]}

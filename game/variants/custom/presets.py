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
from game.variants.cards import points_by_rank
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
        values: dict[str, Any] = entry["definition"] | texts | {"letters": entry["letters"]}
        reasons = [in_language(reason, language) for reason in entry.get("reasons", ())]
        if reasons:
            pairs = zip(values["multipliers"], reasons, strict=True)
            values["multipliers"] = [{**multiplier, "reason": reason} for multiplier, reason in pairs]
        if "base" in entry:
            of_base = like_variant(VARIANTS[entry["base"]], language).stored()
            values = of_base | values | {"values": of_base["values"] | entry["base_values"]}
        return definition_of(values)


@cache
def presets() -> dict[str, Preset]:
    """Return the presets by key, in the order in which they are offered."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))["presets"]
    return {entry["key"]: Preset(entry["key"], entry["name"], entry["source"], entry) for entry in entries}


def like_variant(variant: Variant, language: str, options: Mapping[str, Any] | None = None) -> GameDefinition:
    """Return the definition of a custom game like a known one. options: those that the table chose."""
    fewest, most = variant.players
    options = variant.resolve(options or {}, fewest)
    # Defaults are omitted: they may depend on the number of players.
    defaults = variant.defaults(fewest)
    changed = {key: value for key, value in options.items() if value != defaults[key]}
    by_players = {players: variant.rules(changed, players) for players in range(fewest, most + 1)}
    rules = by_players[fewest]
    values: dict[str, Any] = {
        "name": in_language(variant.name, language),
        "letters": str(variant.emblem["figure"])[:2],
        "base": variant.key,
        "base_options": changed,
        "scoring": "cards" if rules.counts_points else "wins",
        "rounds": rules.rounds if rules.rounds == by_players[most].rounds else "per_player",
        "first_to": rules.first_to,
        "values": points_by_rank(rules) if rules.counts_points else {},
        "hand_sizes": list(rules.hand_sizes),
        "decks": _decks(by_players),
        "jokers": rules.jokers,
        "players": list(variant.players),
        "word": "game" if in_language(variant.words["round"] or "", "en") == "game" else "round",
    }
    return definition_of(values)


def _decks(by_players: Mapping[int, Rules]) -> list[tuple[int, int]]:
    """Return the decks by number of players, as the definition has them."""
    steps: list[tuple[int, int]] = []
    for players, rules in by_players.items():
        if not steps or steps[-1][1] != rules.decks:
            steps.append((players, rules.decks))
    return steps

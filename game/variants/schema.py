"""The schema of variant.toml, generated from the types of game/scoring/rules.py.

variant.schema.json describes the rest of a variant's file. A rule is in the table that TABLES names,
otherwise in [counting].
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta

from game.scoring.rules import CardClass, Chain, Rank, Rules
from game.variants.cards import CARD_POINTS

Schema = dict[str, Any]

FILE = Path(__file__).with_name("variant.schema.json")
PLAIN = {int: ("integer", "a whole number"), bool: ("boolean", "true or false"), str: ("string", "a text")}
BOUNDS = {  # by type: those of msgspec, and what a schema calls them
    "integer": {"ge": "minimum", "le": "maximum"},
    "string": {"min_length": "minLength", "max_length": "maxLength"},
    "array": {"min_length": "minItems", "max_length": "maxItems"},
}

TABLES = {
    "pack": ("decks", "deck_size", "jokers", "turn_up", "turn_up_draws"),
    "deal": ("hand_sizes", "rounds", "block"),
}
TEXTS = ("name", "words", "prompts", "options", "base")
NOT_IN_TABLES = ("variant", "players", "classes", "chain", *TEXTS)
# Options cannot set these: other parts of the file depend on them (class of the joker, words for a block).
NOT_SETTABLE = ("variant", "players", "classes", "jokers", "block", *TEXTS)


def schema_of(hint: Any) -> Schema:
    """Return the JSON Schema of a type; its `description` states what a value must be."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _bounded(schema_of(args[0]), args[1])
    if origin in (Union, UnionType):
        schema = schema_of(args[0])
        return {**schema, "type": [schema["type"], "null"]}
    if origin is Literal:
        kind, _ = PLAIN[type(args[0])]
        return {"type": kind, "enum": list(args), "description": f"one of {', '.join(map(str, args))}"}
    if origin is tuple:
        length = {} if Ellipsis in args else {"minItems": len(args), "maxItems": len(args)}
        return {"type": "array", "items": schema_of(args[0]), **length, "description": "a list"}
    if is_dataclass(hint):
        return _object(hint)
    if origin is Mapping:
        return {"type": "object", "description": "a table"}
    kind, description = PLAIN[hint]
    return {"type": kind, "description": description}


def variant_schema() -> Schema:
    """Return the JSON Schema of variant.toml."""
    schema: Schema = json.loads(FILE.read_text(encoding="utf-8"))
    rules = schema_of(Rules)
    tables, shared = schema["properties"], schema["$defs"]
    placed = {*NOT_IN_TABLES, *(name for names in TABLES.values() for name in names)}
    counting = tuple(name for name in rules["properties"] if name not in placed)
    for table, names in {**TABLES, "counting": counting}.items():
        _add(tables[table], rules, names)
    _add(tables["chain"], schema_of(Chain))
    _add(shared["card_class"], schema_of(CardClass), ("key", "ranks", "points", "danger"))
    settable = {name: rule for name, rule in rules["properties"].items() if name not in NOT_SETTABLE}
    shared["rank"] = schema_of(Rank)
    settable[CARD_POINTS] = {
        "type": "object",
        "propertyNames": {"enum": shared["rank"]["enum"]},
        "additionalProperties": {"type": "integer", "minimum": 0, "description": "a number of points"},
        "description": "a table of points by rank",
    }
    shared["sets"] = {**rules, "required": [], "properties": settable, "description": "a table of rules"}
    shared["flag_rule"] = {"enum": _of_kind("boolean", settable)}
    shared["number_rule"] = {"enum": _of_kind("integer", settable)}
    return schema


def _bounded(schema: Schema, bounds: Meta) -> Schema:
    limits = {name: getattr(bounds, attribute) for attribute, name in BOUNDS[schema["type"]].items()}
    description = schema["description"]
    if schema["type"] == "integer":
        description += f" from {bounds.ge} on"
    elif schema["type"] == "array":
        if "minimum" in schema["items"]:
            description += f" of whole numbers from {schema['items']['minimum']} on"
        description += ", at least one" if bounds.min_length else ""
    limits = {name: limit for name, limit in limits.items() if limit is not None}
    return {**schema, **limits, "description": description}


def _object(hint: Any) -> Schema:
    hints = get_type_hints(hint, include_extras=True)
    return {
        "type": "object",
        "required": [field.name for field in fields(hint) if field.default is MISSING],
        "additionalProperties": False,
        "properties": {field.name: schema_of(hints[field.name]) for field in fields(hint)},
        "description": "a table",
    }


def _add(table: Schema, rules: Schema, names: Iterable[str] | None = None) -> None:
    """Add rules to the schema of a table. TOML has no null: such rules may be omitted."""
    chosen = {name: rules["properties"][name] for name in names or rules["properties"]}
    for name, rule in chosen.items():
        if name in rules["required"] and "null" not in _kinds(rule):
            table["required"].append(name)
    table["properties"] = {**chosen, **table["properties"]}


def _of_kind(kind: str, rules: Mapping[str, Schema]) -> list[str]:
    return [name for name, rule in rules.items() if kind in _kinds(rule)]


def _kinds(rule: Schema) -> list[str]:
    """Return the JSON types of a rule: "integer", or "integer" and "null"."""
    kinds: str | list[str] = rule["type"]
    return [kinds] if isinstance(kinds, str) else kinds

"""The rules that a session of a document was played by: they may differ, but a table must be able to play."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from exchange.document.checks import BadDocument
from exchange.document.schema import check_schema
from game.scoring.rules import CardClass, Rules
from game.variants.prompt import PLACEHOLDER, PLACEHOLDERS
from game.variants.schema import Schema, schema_of

TEXTS = Path(__file__).with_name("rules.json")
MOST_KEPT = 200
_good: set[str] = set()


def check_rules(rules: Any, at: str) -> None:
    """Raise BadDocument where a table could not be dealt, counted or shown by these rules."""
    text = json.dumps(rules, sort_keys=True)
    if text not in _good:  # a history of ten years was played by a handful of rules
        _check(rules, at)
        if len(_good) < MOST_KEPT:
            _good.add(text)


def _check(rules: Any, at: str) -> None:
    check_schema(rules, _validator(), at)
    _check_whole_numbers(rules, at)
    _check_classes(rules, at)
    for index, prompt in enumerate(rules["prompts"]):
        for field in ("lead", "text"):
            _check_placeholders(prompt[field] or {}, f"{at}.prompts[{index}].{field}")
    if rules["block"] is not None and None in rules["words"].values():
        raise BadDocument(f"{at}.words", "words for the blocks of rounds are missing")


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(frozen_schema())


def frozen_schema() -> Schema:
    """What sessions are counted by, and what people read of it."""
    texts: Schema = json.loads(TEXTS.read_text(encoding="utf-8"))
    shared = texts["$defs"]
    rules = _both(schema_of(Rules), shared["rules"])
    rules["properties"]["classes"]["items"] = _both(schema_of(CardClass), shared["class"])
    return {**rules, "$defs": shared}


def _both(counted: Schema, read: Schema) -> Schema:
    required = [*counted["required"], *read["required"]]
    return {**counted, "required": required, "properties": {**counted["properties"], **read["properties"]}}


def _check_whole_numbers(rules: Mapping[str, Any], at: str) -> None:
    """JSON takes 1.0 for a whole number; a list of Python's does not."""
    if any(_holds_float(rules.get(field.name)) for field in fields(Rules)):
        raise BadDocument(at, "expected whole numbers")


def _holds_float(value: Any) -> bool:
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return isinstance(value, float) or any(map(_holds_float, values))


def _check_classes(rules: Mapping[str, Any], at: str) -> None:
    keys = [c["key"] for c in rules["classes"]]
    _check_once(keys, f"{at}.classes")
    _check_once([rank for c in rules["classes"] for rank in c["ranks"]], f"{at}.classes")
    if rules["chain"] is not None and rules["chain"]["card_class"] not in keys:
        raise BadDocument(f"{at}.chain.card_class", "there is no such card")
    if rules["tally"] == "points" and any(c["points"] is None for c in rules["classes"]):
        raise BadDocument(f"{at}.classes", "points are missing")


def _check_once(things: Iterable[str], at: str) -> None:
    seen: set[str] = set()
    for thing in things:
        if thing in seen:
            raise BadDocument(at, "%(key)s is here twice", key=thing)
        seen.add(thing)


def _check_placeholders(text: Mapping[str, str], at: str) -> None:
    for language, words in text.items():
        for found in PLACEHOLDER.finditer(words):
            if found[1] not in PLACEHOLDERS:
                raise BadDocument(f"{at}.{language}", "unknown placeholder %(key)s", key=found[0])

"""JSON schemas, generated from types: of the session document (published, `make schema`) and of the rules of
a session, which may differ from those of today but must be playable.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from exchange.document.checks import BadDocument, place, shown
from exchange.document.records import Document
from game.scoring.rules import CardClass, Multiplier, Rules, contradictions
from game.variants.prompt import PLACEHOLDER, PLACEHOLDERS
from game.variants.schema import Schema, schema_of

SCHEMA = Path(__file__).with_name("schema.json")
MOST_LOOKED_AT = 200  # of what is wrong: they come in reading order, but for parts that are missing
TEXTS = Path(__file__).with_name("rules.json")


def schema() -> dict[str, Any]:
    """The content of schema.json."""
    of_types = msgspec.json.schema(Document)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Turn Eight session document",
        "description": "A group's players, nights and sessions. Written whole by export; import computes "
        "what is optional here and left out.",
        **json.loads(msgspec.json.encode(of_types)),  # defaults may be tuples
    }


def write_schema() -> None:
    SCHEMA.write_text(json.dumps(schema(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def check_rules(rules: Any) -> None:
    """Raise BadDocument for rules that cannot be dealt, scored or shown; its path is within the rules."""
    _check_schema(rules, _validator())
    _check_classes(rules)
    for name, requirement in contradictions(Rules.from_dict(rules)):
        raise BadDocument(name, "allowed only with: %(requirement)s", requirement=requirement)
    for index, prompt in enumerate(rules["prompts"]):
        for field in ("lead", "text"):
            _check_placeholders(prompt[field] or {}, f"prompts[{index}].{field}")
    if rules["block"] is not None and None in rules["words"].values():
        raise BadDocument("words", "words for the blocks of rounds are missing")


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(frozen_schema())


def frozen_schema() -> Schema:
    """The schema of frozen rules: scoring and texts."""
    texts: Schema = json.loads(TEXTS.read_text(encoding="utf-8"))
    shared = texts["$defs"]
    rules = _both(schema_of(Rules), shared["rules"])
    rules["properties"]["classes"]["items"] = _both(schema_of(CardClass), shared["class"])
    rules["properties"]["multipliers"]["items"] = _both(schema_of(Multiplier), shared["multiplier"])
    return {**rules, "$defs": shared}


def _both(counted: Schema, read: Schema) -> Schema:
    required = [*counted["required"], *read["required"]]
    return {**counted, "required": required, "properties": {**counted["properties"], **read["properties"]}}


def _check_classes(rules: Mapping[str, Any]) -> None:
    keys = [c["key"] for c in rules["classes"]]
    _check_once(keys, "classes")
    _check_once([rank for c in rules["classes"] for rank in c["ranks"]], "classes")
    if rules["chain"] is not None and rules["chain"]["card_class"] not in keys:
        raise BadDocument("chain.card_class", "there is no such card")
    if rules["tally"] == "points" and rules["classes"] and not _have_points(rules["classes"]):
        raise BadDocument("classes", "points are missing")


def _have_points(classes: list[Mapping[str, Any]]) -> bool:
    """Whether some class has points, and all others at least name their ranks."""
    without = [card_class for card_class in classes if card_class["points"] is None]
    return len(without) < len(classes) and all(card_class["ranks"] for card_class in without)


def _check_once(things: Iterable[str], at: str) -> None:
    seen: set[str] = set()
    for thing in things:
        if thing in seen:
            raise BadDocument(at, "%(key)s is here twice", key=thing)
        seen.add(thing)


def _check_placeholders(text: Mapping[str, str], at: str) -> None:
    for language, words in text.items():
        for found in PLACEHOLDER.finditer(words):
            if found[0] != "%%" and found[1] not in PLACEHOLDERS:
                raise BadDocument(f"{at}.{language}", "unknown placeholder %(key)s", key=found[0])


def _check_schema(document: Any, validator: Draft202012Validator) -> None:
    """Raise BadDocument at the first path, in reading order, that violates the schema."""
    found = validator.iter_errors(document)
    wrong = min(islice(found, MOST_LOOKED_AT), key=lambda error: list(error.absolute_path), default=None)
    if wrong is not None:
        raise _refusal(wrong)


def _refusal(wrong: ValidationError) -> BadDocument:
    at = place(wrong.absolute_path)
    value, wanted = shown(wrong.instance), wrong.validator_value
    if wrong.validator == "required":
        missing = next(key for key in wanted if key not in wrong.instance)
        return BadDocument(at, "“%(key)s” is missing", key=missing)
    if wrong.validator == "type":
        kind = wanted if isinstance(wanted, str) else " / ".join(wanted)
        return BadDocument(at, "expected %(kind)s, found %(value)s", kind=kind, value=value)
    if wrong.validator in ("const", "enum"):
        return BadDocument(at, "expected %(kind)s, found %(value)s", kind=shown(wanted), value=value)
    if wrong.validator == "minimum":
        return BadDocument(at, "expected %(least)s or more, found %(value)s", least=wanted, value=value)
    if wrong.validator in ("minLength", "minItems"):
        return BadDocument(at, "too short: %(value)s", value=value)
    if wrong.validator == "maxLength":
        return BadDocument(at, "longer than %(most)s characters", most=wanted)
    if wrong.validator == "maximum":
        return BadDocument(at, "expected %(most)s or less, found %(value)s", most=wanted, value=value)
    return BadDocument(at, "%(problem)s", problem=wrong.message[:200])

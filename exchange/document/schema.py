"""The JSON schema of the session document, generated from its types (`make schema`), and checking rules by
theirs.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from exchange.document.checks import BadDocument, place, shown
from exchange.document.records import Document

SCHEMA = Path(__file__).with_name("schema.json")
MOST_LOOKED_AT = 200  # of what is wrong: they come in reading order, but for parts that are missing


def schema() -> dict[str, Any]:
    """What schema.json holds."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Turn Eight session document",
        "description": "A group's players, nights and sessions. Written whole by export; import computes "
        "what is optional here and left out.",
        **msgspec.json.schema(Document),
    }


def write_schema() -> None:
    SCHEMA.write_text(json.dumps(schema(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def check_schema(document: Any, validator: Draft202012Validator, at: str = "") -> None:
    """Raise BadDocument at the first place, in reading order, where the schema is broken."""
    found = validator.iter_errors(document)
    wrong = min(islice(found, MOST_LOOKED_AT), key=lambda error: list(error.absolute_path), default=None)
    if wrong is not None:
        raise _refusal(wrong, at)


def _refusal(wrong: ValidationError, within: str) -> BadDocument:
    at = ".".join(filter(None, (within, place(wrong.absolute_path))))
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

"""Judging a variant's files by their JSON Schemas, so that every mistake is named by file and key.

A schema's `description` says what a value must be, for whoever writes the file and for the message.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from game.variants.citations import is_known
from game.variants.schema import variant_schema

PLAY = Path(__file__).with_name("play.schema.json")

TOO_MUCH = {"maximum": "{} or less", "maxItems": "{} entries or less", "maxLength": "{} characters or less"}

Mistake = tuple[str, str]  # where it stands, and what is wrong


class BadVariant(ValueError):
    """A mistake in a variant's file; the message names the file, the key and what is wrong."""


def read_checked(file: Path) -> dict[str, Any]:
    """What stands in variant.toml or play.toml, in the shape that its schema says; raises BadVariant."""
    name = name_of(file)
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as missing:
        raise BadVariant(f"{name}: cannot be read") from missing
    except tomllib.TOMLDecodeError as broken:
        raise BadVariant(f"{name}: {broken}") from broken
    found = _validator(file.stem).iter_errors(values)
    wrong = min(found, key=_order, default=None)
    if wrong is not None:
        raise BadVariant(f"{name}: {_place(_path(wrong))}: {_reason(wrong)}")
    return values


def name_of(file: Path) -> str:
    """variants/derange/variant.toml, as messages have it."""
    return "/".join(file.parts[-3:])


def is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


@cache
def _validator(kind: str) -> Validator:
    schema = variant_schema() if kind == "variant" else json.loads(PLAY.read_text(encoding="utf-8"))
    cited = FormatChecker(formats=())
    cited.checks("citation")(lambda value: not isinstance(value, str) or is_known(value))
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _types, value: is_number(value))
    return extend(Draft202012Validator, type_checker=types)(schema, format_checker=cited)


def _order(wrong: ValidationError) -> tuple[list[str], bool]:
    """What is missing goes before what is too many: it may be the same key misspelt."""
    return [str(step) for step in wrong.absolute_path], wrong.validator != "required"


def _path(wrong: ValidationError) -> list[str | int]:
    """Where the mistake stands; of a key that is missing or too many, that key itself."""
    path = list(wrong.absolute_path)
    if wrong.validator == "required":
        return [*path, next(key for key in wrong.validator_value if key not in wrong.instance)]
    if wrong.validator == "additionalProperties":
        return [*path, next(key for key in wrong.instance if key not in wrong.schema.get("properties", {}))]
    return [*path, wrong.instance] if _is_about_a_key(wrong) else path


def _is_about_a_key(wrong: ValidationError) -> bool:
    return "propertyNames" in wrong.absolute_schema_path


def _reason(wrong: ValidationError) -> str:
    if wrong.validator == "required":
        return "missing"
    if wrong.validator in ("additionalProperties", "not") or _is_about_a_key(wrong):
        return "unknown key"
    if wrong.validator == "format":
        return f"no fact or decision “{wrong.instance}”"
    if wrong.validator == "enum":
        return f"must be one of {', '.join(wrong.validator_value)}"
    if wrong.validator in TOO_MUCH:
        return f"must be {TOO_MUCH[wrong.validator].format(wrong.validator_value)}"
    return f"must be {wrong.schema['description']}"


def _place(path: Iterable[str | int]) -> str:
    """classes, 2, points → classes[2].points."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text

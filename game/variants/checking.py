"""Validation of a variant's files by JSON Schema, with messages that name file and key.

A schema's `description` states what a value must be, for authors of the file and for the message.
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

PLAY_SCHEMA = Path(__file__).with_name("play.schema.json")

MAXIMUMS = {"maximum": "{} or less", "maxItems": "{} entries or less", "maxLength": "{} characters or less"}

Mistake = tuple[str, str]  # path in the file, and message


class BadVariant(ValueError):
    """A mistake in a variant's file; the message names the file, the key and what is wrong."""


def read_checked(file: Path) -> dict[str, Any]:
    """Read and validate variant.toml or play.toml. Raises BadVariant."""
    name = name_of(file)
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as missing:
        raise BadVariant(f"{name}: cannot be read") from missing
    except tomllib.TOMLDecodeError as broken:
        raise BadVariant(f"{name}: {broken}") from broken
    error = min(_validator(file.stem).iter_errors(values), key=_order, default=None)
    if error is not None:
        raise BadVariant(f"{name}: {_place(_path(error))}: {_reason(error)}")
    return values


def name_of(file: Path) -> str:
    """Return the name for messages: variants/derange/variant.toml."""
    return "/".join(file.parts[-3:])


def is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


@cache
def _validator(kind: str) -> Validator:
    schema = variant_schema() if kind == "variant" else json.loads(PLAY_SCHEMA.read_text(encoding="utf-8"))
    formats = FormatChecker(formats=())
    formats.checks("citation")(lambda value: not isinstance(value, str) or is_known(value))
    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _types, value: is_number(value))
    return extend(Draft202012Validator, type_checker=types)(schema, format_checker=formats)


def _order(error: ValidationError) -> tuple[list[str], bool]:
    """Sort key: missing keys before unknown ones, which may be the same key misspelt."""
    return [str(step) for step in error.absolute_path], error.validator != "required"


def _path(error: ValidationError) -> list[str | int]:
    """Return the path of the mistake, including a missing or unknown key."""
    path = list(error.absolute_path)
    if error.validator == "required":
        return [*path, next(key for key in error.validator_value if key not in error.instance)]
    if error.validator == "additionalProperties":
        return [*path, next(key for key in error.instance if key not in error.schema.get("properties", {}))]
    return [*path, error.instance] if _is_about_a_key(error) else path


def _is_about_a_key(error: ValidationError) -> bool:
    return "propertyNames" in error.absolute_schema_path


def _reason(error: ValidationError) -> str:
    if error.validator == "required":
        return "missing"
    if error.validator in ("additionalProperties", "not") or _is_about_a_key(error):
        return "unknown key"
    if error.validator == "format":
        return f"no fact or decision “{error.instance}”"
    if error.validator == "enum":
        return f"must be one of {', '.join(map(str, error.validator_value))}"
    if error.validator in MAXIMUMS:
        return f"must be {MAXIMUMS[error.validator].format(error.validator_value)}"
    return f"must be {error.schema['description']}"


def _place(path: Iterable[str | int]) -> str:
    """classes, 2, points → classes[2].points."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text

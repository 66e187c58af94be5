"""Values of options in query strings: `1` for yes, `suit`, `6`, `A:15,K:20`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.variants.option import Option

YES_NO = {"1": True, "0": False}
MAX_DIGITS = 9


def write_value(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, Mapping):
        return ",".join(f"{rank}:{points}" for rank, points in value.items())
    return str(value)


def read_value(option: Option, text: str) -> Any:
    """Parse a value. Raises IllegalOption."""
    return option.validated(_value(option, text))


def _value(option: Option, text: str) -> object:
    """Convert the text; return it unchanged if it is no value of this kind."""
    if option.kind == "yes_no":
        return YES_NO.get(text, text)
    if option.kind == "choice":
        return next((choice.value for choice in option.choices if str(choice.value) == text), text)
    if option.kind == "points":
        pairs = [pair.partition(":") for pair in text.split(",")]
        return {rank: _number(points) for rank, _colon, points in pairs}
    return _number(text)


def _number(text: str) -> int | str:
    digits = text.strip()
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS
    return int(digits) if is_number else text

"""Text on a picture that stands alone: no browser wraps it, so what is too wide is cut and drawn closer."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

LETTER = 0.58  # of its height, on average
TIGHTEST = 0.8  # how close letters may be drawn before the text is cut


@dataclass(frozen=True)
class Fitted:
    """What is drawn; length is how wide it must become, None where it fits as it is."""

    text: str
    length: int | None


def fitted_parts(parts: Sequence[str], size: float, room: int) -> Fitted:
    """As many of the parts as fit, none of them cut but the first."""
    for count in range(len(parts), 0, -1):
        text = " · ".join([*parts[:count], *(["…"] if count < len(parts) else [])])
        if _fits(text, size, room):
            return fitted(text, size, room)
    return fitted("".join(parts[:1]), size, room)


def fitted(text: str, size: float, room: int) -> Fitted:
    """The text in letters of that height within so much room."""
    while text and not _fits(text, size, room):
        text = f"{text[:-2].rstrip()}…"
    too_wide = _letters(text) * LETTER * size > room
    return Fitted(text, room if too_wide else None)


def _fits(text: str, size: float, room: int) -> bool:
    return _letters(text) * LETTER * size * TIGHTEST <= room


def _letters(text: str) -> int:
    """How many letters wide: Chinese and Japanese signs and emoji take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)

"""Texts in shared pictures, shortened by estimated width: an SVG cannot measure text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

LETTER, BOLD_LETTER = 0.58, 0.66  # of its height, on average
BOLD_WEIGHT = 600  # from this weight on
MIN_SPACING = 0.8  # how close letters may be drawn before the text is cut


Fitted = tuple[str, int | None]  # the text, and how wide it must become; None where it fits as it is


def fitted_parts(parts: Sequence[str], size: float, room: int, weight: int = 400) -> Fitted:
    """As many of the parts as fit, none of them cut but the first."""
    for count in range(len(parts), 0, -1):
        text = " · ".join([*parts[:count], *(["…"] if count < len(parts) else [])])
        if _fits(text, size, room, weight):
            return fitted(text, size, room, weight)
    return fitted("".join(parts[:1]), size, room, weight)


def fitting_size(text: str, sizes: Sequence[int], room: int, weight: int = 400) -> int:
    """The first size in which the text has room, or the last."""
    return next((size for size in sizes if _fits(text, size, room, weight)), sizes[-1])


def fitted(text: str, size: float, room: int, weight: int = 400) -> Fitted:
    """The text in letters of that height within so much room."""
    while text and not _fits(text, size, room, weight):
        text = f"{text[:-2].rstrip()}…"
    too_wide = _width(text, size, weight) > room
    return text, room if too_wide else None


def _fits(text: str, size: float, room: int, weight: int) -> bool:
    return _width(text, size, weight) * MIN_SPACING <= room


def _width(text: str, size: float, weight: int) -> float:
    """Estimated; Chinese and Japanese signs and emoji are two letters wide."""
    letters = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
    return letters * (BOLD_LETTER if weight >= BOLD_WEIGHT else LETTER) * size

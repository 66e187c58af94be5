"""Escape and restore the text of spreadsheet cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import quote

GUARD = "'"
# What a spreadsheet may take for a formula, in full width and behind invisible characters too, after as many
# guards as there are.
SIGN = r"[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]*[=+\-@\t\r\n＝＋－＠]"
FORMULA = re.compile(rf"'*{SIGN}")
GUARDED = re.compile(rf"''*{SIGN}")


def escape_formula(text: str) -> str:
    """Prefix a text that a spreadsheet might calculate with an apostrophe.

    A text that already begins with apostrophes before such a sign gets one more, so that `as_written`
    restores every text exactly.
    """
    return GUARD + text if FORMULA.match(text) else text


def as_written(cell: str) -> str:
    """Undo `escape_formula`."""
    return cell.removeprefix(GUARD) if GUARDED.match(cell) else cell


def cards_in_cell(cards: Mapping[str, int] | None) -> str:
    """Format cards by class as "8×1 K×2"; "0" for an empty hand, "" for an unknown one.

    With × instead of a colon: a spreadsheet reads 8:1 as a time of day.
    """
    if cards is None:
        return ""
    return " ".join(f"{key}×{count}" for key, count in cards.items()) or "0"


def keys_in_cell(keys: Iterable[str]) -> str:
    """Format keys, with blanks between."""
    return " ".join(quote(key, safe="") for key in keys)

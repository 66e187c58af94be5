"""Text in a spreadsheet's cell that nothing calculates, and back again."""

from __future__ import annotations

import re
from collections.abc import Mapping

GUARD = "'"
# What a spreadsheet may take for a formula, in full width too, after as many guards as there are.
FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
GUARDED = re.compile(r"''*[=+\-@\t\r\n＝＋－＠]")
TIMES = "×"
CARDS = re.compile(r"(?P<key>\S+?)\s*[×x*]\s*(?P<count>\d{1,4})")
NONE_LEFT = "0"


def harmless(text: str) -> str:
    """The text with an apostrophe before it where a spreadsheet might calculate it.

    A text that begins with apostrophes before such a sign gets one more, so that `as_written` gives
    every text back exactly.
    """
    return GUARD + text if FORMULA.match(text) else text


def as_written(cell: str) -> str:
    """What `harmless` was given."""
    return cell.removeprefix(GUARD) if GUARDED.match(cell) else cell


def cards_in_cell(cards: Mapping[str, int] | None) -> str:
    """Cards by class as "8×1 K×2"; "0" where no card was left, "" where nobody looked.

    With × and not with a colon: a spreadsheet takes 8:1 for a minute past eight.
    """
    if cards is None:
        return ""
    return " ".join(f"{key}{TIMES}{count}" for key, count in cards.items()) or NONE_LEFT


def cards_of_cell(cell: str) -> dict[str, int] | None:
    """What `cards_in_cell` was given; "x" and "*" may stand for ×. Raises ValueError with what is no card."""
    if not cell.strip():
        return None
    if cell.strip() == NONE_LEFT:
        return {}
    cards: dict[str, int] = {}
    for part in cell.split():
        found = CARDS.fullmatch(part)
        if found is None:
            raise ValueError(part)
        cards[found["key"]] = cards.get(found["key"], 0) + int(found["count"])
    return cards

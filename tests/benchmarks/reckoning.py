"""The seconds from "I am out" to "saved": one who counts every hand, beside phones that each count their own.

Reckoned step by step as in the keystroke-level model (Card, Moran and Newell, Communications of the ACM 23,
1980): to make up one's mind takes 1.35 s, to reach and hit a key 1.1 s. Phones that follow the table look
again after the seconds that static/js/live/follow-table.js says; half of that is what one waits on average.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

THINK, TAP = 1.35, 1.1  # seconds
FOLLOWING = Path(__file__).parents[2] / "static/js/live/follow-table.js"
TABLES = ((3, 4), (4, 8), (6, 8), (8, 8))  # phones, and cards left in each hand


def keeper_alone(phones: int, cards: int) -> float:
    """Score the round, who is out, each hand card by card and on to the next, at last a look and Save."""
    hands = phones - 1
    return 2 * (THINK + TAP) + hands * (THINK + cards * TAP + TAP) + THINK + TAP


def own_hands(phones: int, cards: int) -> float:
    """I am out, and once more on the page that asks what it ended on; all others count at the same time, the
    phones lead there by themselves; when the last is in, a look and Save.
    """
    assert phones > 1
    usual, soon = (seconds / 2 for seconds in looks())
    return (THINK + 2 * TAP) + usual + (THINK + cards * TAP + TAP) + soon + (THINK + TAP)


def looks() -> tuple[float, float]:
    """After how many seconds a phone looks again: as usual, and while hands come in."""
    script = FOLLOWING.read_text(encoding="utf-8")
    usual, soon = (int(found) / 1000 for found in re.findall(r"^const (?:EVERY|SOON) = (\d+);", script, re.M))
    return usual, soon


def reckoning() -> Iterator[Mapping[str, object]]:
    for phones, cards in TABLES:
        alone, own = keeper_alone(phones, cards), own_hands(phones, cards)
        yield {
            "table": f"{phones} phones, {cards} cards each",
            "a keeper, s": alone,
            "own hands, s": own,
            "ratio": own / alone,
        }

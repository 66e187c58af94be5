"""A night as a message to the family chat."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from views.nights.recap import NightRecap
from views.nights.session_recap import SessionRecap
from views.wording.figures import day
from views.wording.phrases import opening, words


def night_text(recap: NightRecap) -> str:
    """Date and place, who won most, then a paragraph a session, then what stood out."""
    about = ", ".join(part for part in (opening(day(recap.night.date)), recap.night.place) if part)
    first = "\n".join(part for part in (about, recap.headline) if part)
    stories = "\n".join(f"{label}: {text}" for label, text in recap.stories)
    return "\n\n".join([first, *map(_session_text, recap.sessions), *([stories] if stories else [])])


def _session_text(one: SessionRecap) -> str:
    name = words(one.session.wording.name)
    places = [
        f"{f'{side.rank}.' if side.rank else '–'} {total}"
        for side, total in zip(one.standings, one.totals, strict=True)
    ]
    return "\n".join([f"{name}: {one.headline}", *places])


LETTER = 0.58  # of its height, on average
TIGHTEST = 0.8  # how close letters may be drawn before the text is cut


Fitted = tuple[str, int | None]  # the text, and how wide it must become; None where it fits as it is


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
    return text, room if too_wide else None


def _fits(text: str, size: float, room: int) -> bool:
    return _letters(text) * LETTER * size * TIGHTEST <= room


def _letters(text: str) -> int:
    """How many letters wide: Chinese and Japanese signs and emoji take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)

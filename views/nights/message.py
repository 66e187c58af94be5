"""A night as a message to the family chat."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from views.nights.recap import NightRecap
from views.nights.session_recap import SessionRecap
from views.wording.phrases import words
from views.wording.results import score


def night_text(view: NightRecap) -> str:
    """Date and place, who won most, then a paragraph a session, then what stood out."""
    about = ", ".join(part for part in (view.date, view.night.place) if part)
    games = [_game(told) for told in view.sessions]
    stories = [f"{story.label}: {story.text}" for story in view.stories]
    opening = "\n".join(part for part in (about, view.headline) if part)
    return "\n\n".join([opening, *games, *(["\n".join(stories)] if stories else [])])


def _game(told: SessionRecap) -> str:
    name = words(told.session.wording.name)
    places = [
        f"{f'{p.rank}.' if p.rank else '–'} {p.names} {score(p.total, told.session)}" for p in told.places
    ]
    return "\n".join([f"{name}: {told.headline}", *places])


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

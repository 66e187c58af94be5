"""What the workbook says, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from models import Session


@dataclass(frozen=True)
class Words:
    """The headings, and how the reader sees what is not a number.

    local: a moment on the reader's clock, without a zone, as spreadsheets know them.
    variant: what a session's game is called. hand: cards by class for the eye.
    """

    summary: str
    rounds: str
    date: str
    began: str
    place: str
    game: str
    round: str
    dealt: str
    dealer: str
    player: str
    points: str
    total: str
    rank: str
    won: str
    cards: str
    out: str
    start: str
    sheet: str
    local: Callable[[datetime], datetime]
    variant: Callable[[Session], str]
    hand: Callable[[Session, Mapping[str, int]], str]

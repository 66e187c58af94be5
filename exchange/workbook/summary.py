"""The first sheet: a row for each seat of each session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exchange.workbook.words import Words
from models import Session


def summary_columns(words: Words) -> list[tuple[str, int]]:
    return [
        (words.date, 11),
        (words.began, 8),
        (words.place, 16),
        (words.game, 22),
        (words.player, 20),
        (words.total, 8),
        (words.rank, 8),
        (words.won, 8),
        (words.rounds, 8),
        (words.sheet, 31),
    ]


def summary_rows(session: Session, words: Words, sheet: str | None) -> Iterator[tuple[Any, ...]]:
    """Won is 1 or 0, empty while the session goes on; `sheet`: the title of its own sheet, if it has one."""
    standing = {seat: side for side in session.standings() for seat in side.seats}
    night, played = session.night, len(session.rounds)
    began = words.local(session.started_at) if session.hours_known else None
    about = (night.date, began, night.place, words.variant(session))
    for seat in session.seats:
        side = standing[seat.id]
        won = int(side.leads and played > 0) if session.is_finished else None
        yield (*about, seat.player.name, side.total, side.rank if played else None, won, played, sheet)

"""What the two listings of a workbook hold: each seat of each session, and each player of each round."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from flask_babel import gettext as _
from flask_babel import to_user_timezone

from exchange.workbook.listing import Hand
from models import Session
from review.timeline import Timeline


def summary_columns() -> list[tuple[str, int]]:
    return [
        (_("Date"), 11),
        (_("Began"), 8),
        (_("Where"), 16),
        (_("Game"), 22),
        (_("Player"), 20),
        (_("Total"), 8),
        (_("Rank"), 8),
        (_("Winner"), 8),
        (_("Rounds"), 8),
        (_("Sheet"), 31),
    ]


def summary_rows(session: Session, game: str, sheet: str | None) -> Iterator[tuple[Any, ...]]:
    """Won is 1 or 0, empty while the session goes on; `sheet`: the title of its own sheet, if it has one."""
    standing = {seat: side for side in session.standings() for seat in side.seats}
    night, played = session.night, len(session.rounds)
    began = _on_the_readers_clock(session.started_at) if session.hours_known else None
    about = (night.date, began, night.place, game)
    for seat in session.seats:
        side = standing[seat.id]
        won = int(side.leads and played > 0) if session.is_finished else None
        yield (*about, seat.player.name, side.total, side.rank if played else None, won, played, sheet)


def _on_the_readers_clock(moment: datetime) -> datetime:
    """Without a zone, as spreadsheets know it."""
    local: datetime = to_user_timezone(moment)
    return local.replace(tzinfo=None)


def round_columns() -> list[tuple[str, int]]:
    return [
        (_("Date"), 11),
        (_("Game"), 22),
        (_("Round"), 8),
        (_("Cards dealt"), 8),
        (_("Dealer"), 20),
        (_("Player"), 20),
        (_("out"), 8),
        (_("Points"), 8),
        (_("Total"), 8),
        (_("Rank"), 8),
        (_("Cards left"), 24),
    ]


def round_rows(session: Session, game: str, after: Timeline, hand_words: Hand) -> Iterator[tuple[Any, ...]]:
    """Out is 1 or 0; what was not counted is empty."""
    names: dict[Any, str] = {seat.id: seat.player.name for seat in session.seats}
    about = (session.night.date, game)
    for played, stood in zip(session.round_facts(), after, strict=True):
        deal = (played.number, played.hand_size, names[played.dealer])
        hands = {hand.seat: hand for hand in played.hands}
        for seat in session.seats:
            hand = hands.get(seat.id)
            if hand is not None:
                here = stood[seat.id]
                cards = hand_words(hand.cards, session) if hand.cards else None
                came = (int(played.out == seat.id), hand.points, here.total, here.rank, cards)
                yield (*about, *deal, names[seat.id], *came)

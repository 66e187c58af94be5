"""Rows of the two lists of a workbook: seats of sessions, and hands of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from flask_babel import gettext as _

from exchange.document.rows import PlayedSession


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


def summary_rows(
    session: PlayedSession, game: str, sheet: str | None, zone: ZoneInfo
) -> Iterator[tuple[Any, ...]]:
    """won: 1 or 0, empty while the session is running. sheet: title of the session's sheet, if it has one.

    zone: of the start; spreadsheets know no zones.
    """
    row, played = session.row, len(session.rounds)
    began = row.started_at.astimezone(zone).replace(tzinfo=None) if session.hours_known else None
    about = (row.night.date, began, row.night.place, game)
    for seat in session.seats:
        side = session.side_of[seat.position]
        won = int(side.leads and played > 0) if session.is_finished else None
        yield (*about, seat.player.name, side.total, side.rank if played else None, won, played, sheet)


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


def round_rows(session: PlayedSession, game: str, language: str) -> Iterator[tuple[Any, ...]]:
    """out: 1 or 0; cells without a count stay empty."""
    names = {seat.position: seat.player.name for seat in session.seats}
    about = (session.row.night.date, game)
    for played, standing_of in zip(session.round_facts, session.after_each_round, strict=True):
        deal = (played.number, played.hand_size, names[played.dealer])
        for hand in played.hands:
            cards = session.frozen_rules.wording.in_figures(hand.cards, language) if hand.cards else None
            result = (int(played.out == hand.seat), hand.points, *standing_of[hand.seat], cards)
            yield (*about, *deal, names[hand.seat], *result)

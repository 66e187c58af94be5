"""Rows of the two lists of a workbook: seats of sessions, and hands of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from flask_babel import gettext as _

from files.document.rows import PlayedSession
from files.export.workbook.hands import adjustment_in_words, left_in_hand, points_shown
from game.scoring.standings import round_gains


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
        side = session.side_of[seat.id]
        won = int(side.leads and played > 0) if session.is_finished else None
        yield (
            *about,
            session.people[seat.id].name,
            side.total,
            side.rank if played else None,
            won,
            played,
            sheet,
        )


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
    """A row for each hand, and for bonus and penalty points. out: 1 or 0, empty where no round has a winner;
    cells without a count stay empty.
    """
    names = {seat: player.name for seat, player in session.people.items()}
    rules, about = session.rules, (session.row.night.date, game)
    yield from _adjustment_rows(session, about, 0)
    for played, standing_of in zip(session.rounds, session.after_each_round, strict=True):
        deal, gains = (
            (played.number, played.hand_size or None, names[played.dealer]),
            round_gains(rules, played),
        )
        for hand in played.hands:
            out = int(played.out == hand.seat) if rules.has_round_winner else None
            left = left_in_hand(session, played, hand, language)
            result = (out, points_shown(session, hand, gains), *standing_of[hand.seat], left)
            yield (*about, *deal, names[hand.seat], *result)
        yield from _adjustment_rows(session, about, played.number)


def _adjustment_rows(
    session: PlayedSession, about: tuple[Any, ...], number: int
) -> Iterator[tuple[Any, ...]]:
    for seat, each in session.adjustments_after(number):
        standing = session.standing_after(number, seat.id)
        deal = (number or None, None, None)
        why = adjustment_in_words(each, session.rules)
        yield (*about, *deal, session.people[seat.id].name, None, each.points, *standing, why)

"""One session as it would stand on paper: rounds down, players across, points, totals and cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from exchange.workbook.listing import Formats, write
from exchange.workbook.words import Words
from models import Session
from review.timeline import SeatStanding, Timeline
from scoring import facts

BEFORE_PLAYERS = 3  # round, cards dealt, dealer
A_PLAYER = 3  # points, total, cards
HEAD = 2  # rows
WIDTHS = (8, 8, 14)
WIDTHS_OF_PLAYER = (8, 9, 22)


def draw_session(
    book: Workbook,
    title: str,
    session: Session,
    after: Timeline,
    words: Words,
    formats: Formats,
) -> None:
    """Put the sheet of a session into the book; `after`: where each seat stood after each round."""
    sheet = book.add_worksheet(title)
    _head(sheet, session, words, formats)
    row = _starts(sheet, session, words)
    for played, stood in zip(session.round_facts(), after, strict=True):
        _round(sheet, row, played, stood, session, words, formats)
        row += 1
    _foot(sheet, row, session, words, formats)


def _head(sheet: Worksheet, session: Session, words: Words, formats: Formats) -> None:
    columns = len(session.seats) * A_PLAYER
    for place, width in enumerate(WIDTHS + WIDTHS_OF_PLAYER * len(session.seats)):
        sheet.set_column(place, place, width)
    for place, seat in enumerate(session.seats):
        first = BEFORE_PLAYERS + place * A_PLAYER
        sheet.merge_range(0, first, 0, first + A_PLAYER - 1, "", formats.centred)
        sheet.write_string(0, first, seat.player.name, formats.centred)
    each = (words.points, words.total, words.cards)
    for place, heading in enumerate((words.round, words.dealt, words.dealer)):
        write(sheet, 1, place, heading, formats.head)
    for place in range(columns):
        write(sheet, 1, BEFORE_PLAYERS + place, each[place % A_PLAYER], formats.head)
    sheet.freeze_panes(HEAD, 1)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 0)


def _starts(sheet: Worksheet, session: Session, words: Words) -> int:
    """A row where somebody began with points; the number of the next row."""
    if not any(seat.start_points for seat in session.seats):
        return HEAD
    write(sheet, HEAD, 0, words.start)
    for place, seat in enumerate(session.seats):
        write(sheet, HEAD, BEFORE_PLAYERS + place * A_PLAYER + 1, seat.start_points)
    return HEAD + 1


def _round(
    sheet: Worksheet,
    row: int,
    played: facts.Round,
    stood: Mapping[Any, SeatStanding],
    session: Session,
    words: Words,
    formats: Formats,
) -> None:
    names: dict[Any, str] = {seat.id: seat.player.name for seat in session.seats}
    for place, value in enumerate((played.number, played.hand_size, names[played.dealer])):
        write(sheet, row, place, value, formats.text if isinstance(value, str) else None)
    hands = {hand.seat: hand for hand in played.hands}
    for place, seat in enumerate(session.seats):
        hand = hands.get(seat.id)
        if hand is None:
            continue
        cards = words.hand(session, hand.cards) if hand.cards else None
        told = (hand.points, stood[seat.id].total, words.out if played.out == seat.id else cards)
        for offset, value in enumerate(told):
            look = formats.text if isinstance(value, str) else None
            write(sheet, row, BEFORE_PLAYERS + place * A_PLAYER + offset, value, look)


def _foot(sheet: Worksheet, row: int, session: Session, words: Words, formats: Formats) -> None:
    """One row after the other: what is written into an earlier row is lost."""
    standing = {seat: side for side in session.standings() for seat in side.seats}
    sides = [standing[seat.id] for seat in session.seats]
    for column in range(BEFORE_PLAYERS + len(sides) * A_PLAYER):
        sheet.write_blank(row, column, None, formats.total)
    write(sheet, row, 0, words.total, formats.total)
    for place, side in enumerate(sides):
        write(sheet, row, BEFORE_PLAYERS + place * A_PLAYER + 1, side.total, formats.total)
    write(sheet, row + 1, 0, words.rank, formats.bold)
    for place, side in enumerate(sides):
        rank = side.rank if session.rounds else None
        write(sheet, row + 1, BEFORE_PLAYERS + place * A_PLAYER + 1, rank, formats.bold)

"""The long table: a row for each player in each round, for spreadsheets and other programs.

UTF-8 with a byte order mark, lines end with CR LF, the first one holds the names of COLUMNS. Cells are
separated by "," or ";" (a Swedish spreadsheet wants this one); the header tells which. Numbers are plain,
moments ISO 8601 in UTC, days ISO; an empty cell is null. Every text cell went through
`files.cells.escape_formula`.

Sessions come oldest first, their rounds in order, in a round the seats clockwise. Bonus and penalty points
have a row of their own after the round in “round” (0: before the first), with the points and without a hand;
“adjustment” tells these rows. A session in which no round was played has no row.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from files.cells import cards_in_cell, escape_formula, keys_in_cell
from files.document.rows import PlayedSession, SessionProgress, sessions_in
from files.document.scope import Scope
from game.analysis.timeline import SeatStanding
from game.scoring.facts import Adjustment, Hand, Round, SeatId
from game.scoring.standings import round_gains
from game.texts import in_language

BYTE_ORDER_MARK = "\ufeff"
END = "\r\n"

Cells = Sequence[Any]


class SessionCells(Struct, frozen=True):
    """What all rows of a session share. names: of seats, as cells. numbers: of seats, clockwise from 1, as
    they stand at the end of the session.
    """

    session: PlayedSession
    variant: str
    place: str
    names: Mapping[SeatId, str]
    numbers: Mapping[SeatId, int]


class HandRow(Struct, frozen=True):
    """The hand of a seat. standing: of its side after the round. gain: what the total grew by."""

    of: SessionCells
    deal: Round
    hand: Hand
    standing: SeatStanding
    gain: int

    @property
    def seat(self) -> SeatId:
        return self.hand.seat


class AdjustmentRow(Struct, frozen=True):
    """Bonus or penalty points of a seat. standing: of its side after the round before them."""

    of: SessionCells
    seat: SeatId
    adjustment: Adjustment
    standing: SeatStanding


CsvRow = HandRow | AdjustmentRow


def _of_deal(cell: Callable[[HandRow, Round], Any]) -> Callable[[CsvRow], Any]:
    """A column that is empty in the rows of bonus and penalty points."""
    return lambda row: cell(row, row.deal) if isinstance(row, HandRow) else None


def _of_hand(cell: Callable[[HandRow, Hand], Any]) -> Callable[[CsvRow], Any]:
    return lambda row: cell(row, row.hand) if isinstance(row, HandRow) else None


def _of_adjustment(cell: Callable[[Adjustment], Any]) -> Callable[[CsvRow], Any]:
    return lambda row: cell(row.adjustment) if isinstance(row, AdjustmentRow) else None


COLUMNS: Mapping[str, Callable[[CsvRow], Any]] = {
    "session_id": lambda row: row.of.session.row.id,  # as in the session document
    "date": lambda row: row.of.session.row.night.date,
    "place": lambda row: row.of.place,
    "game_id": lambda row: row.of.session.row.variant,  # "derange", or the id of a game of the group's own
    "variant": lambda row: row.of.variant,  # what that is called, in the reader's language
    "round": lambda row: row.deal.number if isinstance(row, HandRow) else row.adjustment.after,  # from 1
    "cards_dealt": _of_deal(lambda row, deal: deal.hand_size or None),  # to each seat
    "dealer": _of_deal(lambda row, deal: row.of.names[deal.dealer]),
    "player": lambda row: row.of.names[row.seat],
    "seat": lambda row: row.of.numbers[row.seat],
    # 1 or 0, also for who won the round; empty where no round has a winner
    "went_out": _of_deal(
        lambda row, deal: int(deal.out == row.seat) if row.of.session.rules.has_round_winner else None
    ),
    # of this hand, with multipliers; empty where wins are counted or nothing was
    "points": lambda row: row.hand.points if isinstance(row, HandRow) else row.adjustment.points,
    "running_total": lambda row: row.standing.total,  # of this side after the round
    # after the round, among those who are still at the table; equal totals share one
    "rank": lambda row: row.standing.rank,
    "cards": _of_hand(lambda row, hand: cards_in_cell(hand.cards)),  # "8×1 K×2"; "0": none left
    # the points, 1 for a round won, or what the winner collects
    "gain": lambda row: row.gain if isinstance(row, HandRow) else row.adjustment.points,
    "reason": _of_adjustment(lambda adjustment: escape_formula(adjustment.reason)),
    "player_id": lambda row: row.of.session.player_ids[row.seat],
    # a sum as typed, before multipliers, where it is not the points
    "typed": _of_hand(lambda row, hand: escape_formula(hand.typed or "")),
    "multipliers": _of_hand(lambda row, hand: keys_in_cell(hand.multipliers)),  # their keys in the rules
    "dealer_seat": _of_deal(lambda row, deal: row.of.numbers[deal.dealer]),
    # how many cards the round ended on, and the seat that drew for them
    "chain": _of_deal(lambda row, deal: deal.chain.cards if deal.chain else None),
    "chain_seat": _of_deal(lambda row, deal: row.of.numbers[deal.chain.drawer] if deal.chain else None),
    "misdeals": _of_deal(lambda row, deal: deal.misdeals or None),  # before this deal
    "recorded_at": _of_deal(lambda row, deal: deal.recorded_at and deal.recorded_at.isoformat()),
    "round_multipliers": _of_deal(lambda row, deal: keys_in_cell(deal.multipliers)),  # of all hands
    "adjustment": _of_adjustment(lambda adjustment: adjustment.id),
}


def rounds_csv(
    scope: Scope, *, delimiter: str, language: str, progress: SessionProgress | None = None
) -> Iterator[str]:
    """Yield the file, a session at a time; memory does not grow with their number."""
    line, cells = line_writer(delimiter), list(COLUMNS.values())
    yield BYTE_ORDER_MARK + line(list(COLUMNS))
    for session in sessions_in(scope, progress):
        if session.rounds:
            yield "".join(line([cell(row) for cell in cells]) for row in _rows(session, language))


def line_writer(delimiter: str) -> Callable[[Cells], str]:
    """Return a function that formats cells as a line."""
    write: Callable[[Cells], str] = csv.writer(_Echo(), delimiter=delimiter, lineterminator=END).writerow
    return write


class _Echo:
    """A file object whose `write` returns its argument, to use the csv module as a formatter."""

    def write(self, text: str) -> str:
        return text


def _rows(session: PlayedSession, language: str) -> Iterator[CsvRow]:
    shared = SessionCells(
        session,
        escape_formula(in_language(session.rules.name, language)),
        escape_formula(session.row.night.place or ""),
        {seat: escape_formula(player.name) for seat, player in session.people.items()},
        {seat.id: number for number, seat in enumerate(session.seats, 1)},
    )

    def adjustments(number: int) -> Iterator[AdjustmentRow]:
        for seat, adjustment in session.adjustments_after(number):
            yield AdjustmentRow(shared, seat.id, adjustment, session.standing_after(number, seat.id))

    yield from adjustments(0)
    for deal, standing_of in zip(session.rounds, session.after_each_round, strict=True):
        gains = round_gains(session.rules, deal)
        for hand in deal.hands:
            yield HandRow(shared, deal, hand, standing_of[hand.seat], gains[hand.seat])
        yield from adjustments(deal.number)

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
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from files.cells import cards_in_cell, escape_formula, keys_in_cell
from files.document.rows import PlayedSession, sessions_in
from files.document.scope import Export
from game.analysis.timeline import SeatStanding
from game.scoring.facts import SeatId
from game.scoring.standings import round_gains
from game.texts import in_language

BYTE_ORDER_MARK = "\ufeff"
END = "\r\n"

Cells = Sequence[Any]
COLUMNS = (
    "session_id",  # as in the session document
    "date",
    "place",
    "game_id",  # "derange", or the id of a game of the group's own
    "variant",  # what that is called, in the reader's language
    "round",  # from 1
    "cards_dealt",  # to each seat
    "dealer",
    "player",
    "seat",  # clockwise from 1, as they stand at the end of the session
    "went_out",  # 1 or 0, also for who won the round; empty where no round has a winner
    "points",  # of this hand, with multipliers; empty where wins are counted or nothing was
    "running_total",  # of this side after the round
    "rank",  # after the round, among those who are still at the table; equal totals share one
    "cards",  # "8×1 K×2"; "0": none left
    "gain",  # what the total grew by: the points, 1 for a round won, or what the winner collects
    "reason",
    "player_id",
    "typed",  # a sum as typed, before multipliers, where it is not the points
    "multipliers",  # their keys in the rules
    "dealer_seat",
    "chain",  # how many cards the round ended on
    "chain_seat",  # the seat that drew for them
    "misdeals",  # before this deal
    "recorded_at",
    "round_multipliers",  # of all hands
    "adjustment",
)


def rounds_csv(export: Export) -> Iterator[str]:
    """Yield the file, a session at a time; memory does not grow with their number."""
    line = line_writer(export.delimiter)
    yield BYTE_ORDER_MARK + line(COLUMNS)
    for session in sessions_in(export.scope, export.progress):
        if session.rounds:
            rows = _rows(session, export.language)
            yield "".join(line([row.get(column) for column in COLUMNS]) for row in rows)


def line_writer(delimiter: str) -> Callable[[Cells], str]:
    """Return a function that formats cells as a line."""
    write: Callable[[Cells], str] = csv.writer(_Echo(), delimiter=delimiter, lineterminator=END).writerow
    return write


class _Echo:
    """A file object whose `write` returns its argument, to use the csv module as a formatter."""

    def write(self, text: str) -> str:
        return text


def _rows(session: PlayedSession, language: str) -> Iterator[dict[str, Any]]:
    """Yield the cells of each row by column; what is left out is empty."""
    rules, player_ids = session.rules, session.player_ids
    names = {seat: escape_formula(player.name) for seat, player in session.people.items()}
    numbers = {seat.id: number for number, seat in enumerate(session.seats, 1)}
    of_session = {
        "session_id": session.row.id,
        "date": session.row.night.date,
        "place": escape_formula(session.row.night.place or ""),
        "game_id": session.row.variant,
        "variant": escape_formula(in_language(rules.name, language)),
    }

    def of_seat(seat: SeatId, standing: SeatStanding) -> dict[str, Any]:
        return {
            **of_session,
            "player": names[seat],
            "seat": numbers[seat],
            "running_total": standing.total,
            "rank": standing.rank,
            "player_id": player_ids[seat],
        }

    def adjustments(number: int) -> Iterator[dict[str, Any]]:
        for seat, adjustment in session.adjustments_after(number):
            yield {
                **of_seat(seat.id, session.standing_after(number, seat.id)),
                "round": adjustment.after,
                "points": adjustment.points,
                "gain": adjustment.points,
                "reason": escape_formula(adjustment.reason),
                "adjustment": adjustment.id,
            }

    yield from adjustments(0)
    for deal, standing_of in zip(session.rounds, session.after_each_round, strict=True):
        gains = round_gains(rules, deal)
        of_deal = {
            "round": deal.number,
            "cards_dealt": deal.hand_size or None,
            "dealer": names[deal.dealer],
            "dealer_seat": numbers[deal.dealer],
            "chain": deal.chain.cards if deal.chain else None,
            "chain_seat": numbers[deal.chain.drawer] if deal.chain else None,
            "misdeals": deal.misdeals or None,
            "recorded_at": deal.recorded_at and deal.recorded_at.isoformat(),
            "round_multipliers": keys_in_cell(deal.multipliers),
        }
        for hand in deal.hands:
            yield {
                **of_seat(hand.seat, standing_of[hand.seat]),
                **of_deal,
                "went_out": int(deal.out == hand.seat) if rules.has_round_winner else None,
                "points": hand.points,
                "cards": cards_in_cell(hand.cards),
                "gain": gains[hand.seat],
                "typed": escape_formula(hand.typed or ""),
                "multipliers": keys_in_cell(hand.multipliers),
            }
        yield from adjustments(deal.number)

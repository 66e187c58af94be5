"""The long table: a row for each player in each round, for a spreadsheet and to be read in again.

Format:

UTF-8 with a byte order mark, lines end with CR LF, the first one holds COLUMNS. Cells are separated by
"," or ";" (a Swedish spreadsheet wants this one); the header tells which. Numbers are plain, moments ISO 8601
in UTC, days ISO; an empty cell is null. Every text cell went through `exchange.cells.escape_formula`.

Sessions come oldest first, their rounds in order, in a round the seats clockwise. One row holds:

session_id       the session, as in the session document
date, place      of its night
game_id          which game: the variant's key, "derange"
variant          what that is called, in the reader's language; says nothing that game_id does not
round            from 1
cards_dealt      to each seat
dealer           who dealt, a name
player, seat     whose row it is; seats count clockwise from 1, as they stand at the end of the session
went_out         1 or 0
points           of this hand; empty where wins are counted or nothing was
running_total    of this side after the round
rank             after the round, among those who are still at the table (equal totals share one); empty for
                 players who have left by then
cards            "8×1 K×2", by card class; "0": none left, empty: not counted (see exchange.cells)

The first fifteen are all that is needed; what follows makes the way back exact:

player_id, dealer_seat
chain, chain_seat   how many cards that the round ended on, and the seat that drew for them
misdeals            before this deal
recorded_at
more                in the first row of each session, as JSON: what is left of its session document beside
                    id, night, variant, rounds and standings, so "seats" (as the document has them, in the
                    order of `seat`), "first_dealers", "options", "rules", "started_at" and so on; and
                    "night_told": the night as the document has it; "players_told": those players, as the
                    document has them, of whom a row cannot tell everything.

Rules that an earlier session of the file holds are referenced: "rules_of": its session_id
instead of "rules". A session in which no round was played has no row and does not travel this way.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from exchange.cells import cards_in_cell, escape_formula
from exchange.document.rows import PlayedSession, SessionProgress, sessions_in
from exchange.document.scope import Scope
from exchange.document.writer import night_record, player_record, session_frame
from game.variants.text import in_language

BYTE_ORDER_MARK = "\ufeff"
COLUMNS = (
    "session_id",
    "date",
    "place",
    "game_id",
    "variant",
    "round",
    "cards_dealt",
    "dealer",
    "player",
    "seat",
    "went_out",
    "points",
    "running_total",
    "rank",
    "cards",
    "player_id",
    "dealer_seat",
    "chain",
    "chain_seat",
    "misdeals",
    "recorded_at",
    "more",
)
IN_ROWS = ("id", "night", "variant", "rounds", "standings")

END = "\r\n"

Cells = Sequence[Any]


def rounds_csv(
    scope: Scope, *, delimiter: str, language: str, progress: SessionProgress | None = None
) -> Iterator[str]:
    """Yield the file, a session at a time; memory does not grow with their number."""
    line = line_writer(delimiter)
    yield BYTE_ORDER_MARK + line(COLUMNS)
    rules_told: dict[bytes, str] = {}
    for session in sessions_in(scope, progress):
        if session.rounds:
            more = msgspec.json.encode(_more(session, rules_told)).decode()
            yield "".join(_lines(session, language, more, delimiter, line))


def line_writer(delimiter: str) -> Callable[[Cells], str]:
    """Return a function that formats cells as a line."""
    write: Callable[[Cells], str] = csv.writer(_Echo(), delimiter=delimiter, lineterminator=END).writerow
    return write


class _Echo:
    """A file object whose `write` returns its argument, to use the csv module as a formatter."""

    def write(self, text: str) -> str:
        return text


def _lines(
    session: PlayedSession, language: str, more: str, delimiter: str, line: Callable[[Cells], str]
) -> Iterator[str]:
    """Yield a line for each hand. Cells that all hands of a round share are formatted once."""
    session_cells, players = _session_cells(session, language), session.player_ids
    names = {seat.position: escape_formula(seat.player.name) for seat in session.seats}
    numbers = {seat.position: number for number, seat in enumerate(session.seats, 1)}
    line_end = line(("", more))  # the empty first cell makes it begin with a delimiter
    of_rounds = zip(session.rounds, session.round_facts, session.after_each_round, strict=True)
    for row, played, standing_of in of_rounds:
        deal = line((*session_cells, played.number, played.hand_size, names[played.dealer])).removesuffix(END)
        chain = (played.chain.cards, numbers[played.chain.drawer]) if played.chain else (None, None)
        import_cells = (numbers[played.dealer], *chain, row.misdeals or None, row.recorded_at.isoformat())
        for_import = line(import_cells).removesuffix(END)
        for hand in played.hands:
            seat, cards = hand.seat, cards_in_cell(hand.cards)
            result = (int(played.out == seat), hand.points, *standing_of[seat], cards, players[seat])
            own = line((names[seat], numbers[seat], *result)).removesuffix(END)
            yield f"{deal}{delimiter}{own}{delimiter}{for_import}{line_end}"
            line_end = delimiter + END


def _session_cells(session: PlayedSession, language: str) -> Cells:
    """Return the cells session_id to variant."""
    row = session.row
    variant = in_language(session.frozen_rules.wording.name, language)
    night = (row.night.date.isoformat(), escape_formula(row.night.place or ""))
    return (str(row.id), *night, row.variant, escape_formula(variant))


def _more(session: PlayedSession, rules_told: dict[bytes, str]) -> dict[str, Any]:
    """The parts of a session that the rows do not contain."""
    record = session_frame(session)
    more = {
        key: value for key, value in record.members().items() if key not in IN_ROWS and value is not UNSET
    }
    first = rules_told.setdefault(session.frozen_rules.text, record.id)
    if first != record.id:
        del more["rules"]
        more["rules_of"] = first
    in_rows = {session.player_ids[hand.seat] for played in session.round_facts for hand in played.hands}
    players = [player_record(seat.player) for seat in session.seats]
    more["night_told"] = night_record(session.row.night)
    more["players_told"] = [p for p in players if p.id not in in_rows or p.anonymised_at]
    return more

"""The long table: a row for each player in each round, for spreadsheets and other programs.

Format:

UTF-8 with a byte order mark, lines end with CR LF, the first one holds COLUMNS. Cells are separated by
"," or ";" (a Swedish spreadsheet wants this one); the header tells which. Numbers are plain, moments ISO 8601
in UTC, days ISO; an empty cell is null. Every text cell went through `files.cells.escape_formula`.

Sessions come oldest first, their rounds in order, in a round the seats clockwise. One row holds:

session_id       the session, as in the session document
date, place      of its night
game_id          which game: the variant's key, "derange", or the id of a game of the group's own
variant          what that is called, in the reader's language; says nothing that game_id does not
round            from 1
cards_dealt      to each seat; empty where that is not recorded
dealer           who dealt, a name
player, seat     whose row it is; seats count clockwise from 1, as they stand at the end of the session
went_out         1 or 0, also for who won the round; empty where no round has a winner
points           of this hand, with multipliers; empty where wins are counted or nothing was
running_total    of this side after the round
rank             after the round, among those who are still at the table (equal totals share one); empty for
                 players who have left by then
cards            "8×1 K×2", by card class; "0": none left, empty: not counted (see files.cells)

gain             what the running total grew by: the points, 1 for a round won, or what the winner collects
reason           of bonus or penalty points. Those have a row of their own after the round in “round” (0:
                 before the first), with the points and without a hand; “adjustment” tells these rows

The first fifteen are all that a spreadsheet needs; what follows is the rest of the session document:

player_id
typed            a sum as typed, before multipliers, where it is not the points
multipliers      keys of those of this hand in the rules, with blanks between
dealer_seat
chain, chain_seat   how many cards that the round ended on, and the seat that drew for them
misdeals            before this deal
recorded_at
round_multipliers   keys of those of all hands
adjustment          in a row of bonus or penalty points: their id
more                in the first row of each session, as JSON: what is left of its session document beside
                    id, night, variant, rounds and standings, so "seats" (as the document has them, in the
                    order of `seat`), "first_dealers", "options", "rules", "started_at" and so on; and
                    "night_told": the night as the document has it; "players_told": those players, as the
                    document has them, of whom a row cannot tell everything; "game_told": the group's own
                    game, in the first session that needs it.

Rules that an earlier session of the file holds are referenced: "rules_of": its session_id
instead of "rules". A session in which no round was played has no row.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any, cast

import msgspec
from msgspec import UNSET

from files.cells import cards_in_cell, escape_formula, keys_in_cell
from files.document.rows import PlayedSession, SessionProgress, games_in, sessions_in
from files.document.scope import Scope
from files.document.writer import game_record, night_record, player_record, session_frame
from game.scoring.standings import round_gains
from game.texts import in_language

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
    "gain",
    "reason",
    "player_id",
    "typed",
    "multipliers",
    "dealer_seat",
    "chain",
    "chain_seat",
    "misdeals",
    "recorded_at",
    "round_multipliers",
    "adjustment",
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
    rules_told: dict[str, str] = {}
    games = {game.key: game_record(game) for game in games_in(scope)}
    for session in sessions_in(scope, progress):
        if session.rounds:
            more = _more(session, rules_told)
            if session.row.variant in games:
                more["game_told"] = games.pop(session.row.variant)
            cell = msgspec.json.encode(more).decode()
            yield "".join(_lines(session, language, cell, delimiter, line))


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
    """Yield a line for each hand and adjustment. The cell `more` stands in the first one."""
    line_end = line(("", more))  # the empty first cell makes it begin with a delimiter
    for cells in _rows(session, language, delimiter, line):
        yield cells + line_end
        line_end = delimiter + END


def _rows(
    session: PlayedSession, language: str, delimiter: str, line: Callable[[Cells], str]
) -> Iterator[str]:
    """Yield the cells of each line but `more`. Those that all hands of a round share are formatted once."""
    session_cells, players = _session_cells(session, language), session.player_ids
    rules = session.rules
    names = {seat: escape_formula(player.name) for seat, player in session.people.items()}
    numbers = {seat.id: number for number, seat in enumerate(session.seats, 1)}

    def adjustments(number: int) -> Iterator[str]:
        for seat, each in session.adjustments_after(number):
            at, points = seat.id, each.points
            total, rank = session.standing_after(number, at)
            own = (names[at], numbers[at], None, points, total, rank, None, points)
            about = (escape_formula(each.reason), players[at], *[None] * 8, each.id)
            deal = (*session_cells, each.after, None, None)
            yield line((*deal, *own, *about)).removesuffix(END)

    yield from adjustments(0)
    for played, standing_of in zip(session.rounds, session.after_each_round, strict=True):
        deal_cells = (*session_cells, played.number, played.hand_size or None, names[played.dealer])
        deal = line(deal_cells).removesuffix(END)
        recorded_at = cast(datetime, played.recorded_at)
        chain = (played.chain.cards, numbers[played.chain.drawer]) if played.chain else (None, None)
        times = (played.misdeals or None, recorded_at.isoformat(), keys_in_cell(played.multipliers))
        rest = line((numbers[played.dealer], *chain, *times, None)).removesuffix(END)
        gains = round_gains(rules, played)
        for hand in played.hands:
            seat, cards = hand.seat, cards_in_cell(hand.cards)
            went_out = int(played.out == seat) if rules.has_round_winner else None
            result = (went_out, hand.points, *standing_of[seat], cards, gains[seat], None, players[seat])
            typed = (escape_formula(hand.typed or ""), keys_in_cell(hand.multipliers))
            own = line((names[seat], numbers[seat], *result, *typed)).removesuffix(END)
            yield f"{deal}{delimiter}{own}{delimiter}{rest}"
        yield from adjustments(played.number)


def _session_cells(session: PlayedSession, language: str) -> Cells:
    """Return the cells session_id to variant."""
    row = session.row
    variant = in_language(session.rules.name, language)
    night = (row.night.date.isoformat(), escape_formula(row.night.place or ""))
    return (str(row.id), *night, row.variant, escape_formula(variant))


def _more(session: PlayedSession, rules_told: dict[str, str]) -> dict[str, Any]:
    """The parts of a session that the rows do not contain."""
    record = session_frame(session)
    more = {
        key: value for key, value in record.members().items() if key not in IN_ROWS and value is not UNSET
    }
    for seat in more["seats"]:
        seat.adjustments = UNSET
    first = rules_told.setdefault(session.frozen_rules.id, record.id)
    if first != record.id:
        del more["rules"]
        more["rules_of"] = first
    in_rows = {session.player_ids[hand.seat] for played in session.rounds for hand in played.hands}
    players = [player_record(session.people[seat.id]) for seat in session.seats]
    more["night_told"] = night_record(session.row.night)
    more["players_told"] = [p for p in players if p.id not in in_rows or p.anonymised_at]
    return more

"""The sheets of a workbook: a summary, lists of rounds or places, and a score sheet of each session."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import IO, Any
from zoneinfo import ZoneInfo

from flask_babel import gettext as _
from xlsxwriter import Workbook

from files.document.rows import PlayedSession, sessions_in
from files.document.scope import Export
from files.export.tournament_csv import drawn_rounds, places_of
from files.export.workbook.listing import Formats, Listing
from files.export.workbook.paper import SessionSheet, adjustment_in_words, left_in_hand, points_shown
from game.scoring.standings import round_gains
from game.texts import in_language
from models.tournament.tournament import Tournament

MAX_SHEETS = 100  # nobody finds a tab among thousands
# Text stays text: no name is taken for a formula or a link.
OPTIONS = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
MAX_TITLE_LENGTH = 31
ILLEGAL = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
RESERVED = {"history"}  # the spreadsheet keeps one of its own
Columns = list[tuple[str, int]]  # heading and width


def write_workbook(export: Export, file: IO[bytes]) -> None:
    """Write the scope, oldest first; only the newest MAX_SHEETS sessions get sheets of their own.

    A whole group gets a list of all rounds, a tournament a list of places. gettext uses the language of
    `export`. Memory does not grow with the number of sessions, time does.
    """
    scope, language = export.scope, export.language
    without_sheet = scope.session_count() - MAX_SHEETS
    with Workbook(file, OPTIONS) as book:
        book.set_properties({"title": _("Games"), "created": export.at.astimezone(UTC)})
        titles, formats = SheetTitles(), Formats(book)
        table_titles: Mapping[uuid.UUID, str] = {}

        def listing(title: str, columns: Columns) -> Listing:
            return Listing(book, titles.title(title), columns, formats)

        tournament = Tournament.of(scope.group_id, scope.tournament_id) if scope.tournament_id else None
        if tournament:
            table_titles = _table_titles(tournament)
            places = listing(tournament.name, _places_columns(tournament))
            places.add(row[:-1] for row in places_of(tournament))
            places.close()
        summary = listing(_("Games"), _summary_columns())
        rounds = listing(_("Rounds"), _round_columns()) if scope.is_everything else None
        for place, session in enumerate(sessions_in(scope, export.progress)):
            game, title = in_language(session.rules.name, language), None
            if place >= without_sheet:
                usual = f"{session.row.night.date} {game}"
                title = titles.title(table_titles.get(session.row.id, usual))
                SessionSheet(book, title, session, formats, language).draw()
            summary.add(_summary_rows(session, game, title, export.zone))
            if rounds is not None:
                rounds.add(_round_rows(session, game, language))
        summary.close()
        if rounds is not None:
            rounds.close()


class SheetTitles:
    """Creates titles that are valid and unique, ignoring case."""

    def __init__(self) -> None:
        self._taken = set(RESERVED)

    def title(self, wanted: str) -> str:
        """`wanted` without forbidden characters, cut to length, with a number if it is taken."""
        legal = " ".join(wanted.translate(ILLEGAL).split()).strip("' ") or "–"
        number, title = 1, legal[:MAX_TITLE_LENGTH].strip("' ")
        while title.casefold() in self._taken:
            number += 1
            more = f" ({number})"
            title = legal[: MAX_TITLE_LENGTH - len(more)].strip("' ") + more
        self._taken.add(title.casefold())
        return title


def _places_columns(tournament: Tournament) -> Columns:
    """The columns that `tournament_csv.places_of` fills, without the id."""
    of_rounds = [
        column
        for number in drawn_rounds(tournament)
        for column in (
            (_("Round %(number)d, table", number=number), 9),
            (_("Round %(number)d", number=number), 9),
        )
    ]
    return [
        (_("Rank"), 8),
        (_("Player"), 20),
        *of_rounds,
        (_("Began with"), 9),
        (_("Deals"), 8),
        (_("Total"), 8),
        (_("Place by total"), 9),
        (_("Goes on"), 8),
        (_("Play-off, table"), 9),
        (_("Play-off"), 9),
    ]


def _table_titles(tournament: Tournament) -> Mapping[uuid.UUID, str]:
    """Title of the sheet of each table, by session."""
    return {
        table.session_id: _("Play-off, table %(table)d", table=table.number)
        if table.stage == tournament.playoff
        else _("Round %(number)d, table %(table)d", number=table.stage, table=table.number)
        for table in tournament.tables
    }


def _summary_columns() -> Columns:
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


def _summary_rows(
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


def _round_columns() -> Columns:
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


def _round_rows(session: PlayedSession, game: str, language: str) -> Iterator[tuple[Any, ...]]:
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
    for seat, adjustment in session.adjustments_after(number):
        standing = session.standing_after(number, seat.id)
        deal = (number or None, None, None)
        why = adjustment_in_words(adjustment, session.rules)
        yield (*about, *deal, session.people[seat.id].name, None, adjustment.points, *standing, why)

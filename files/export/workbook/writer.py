"""The sheets of a workbook."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import IO
from zoneinfo import ZoneInfo

from flask_babel import gettext as _
from xlsxwriter import Workbook

from files.document.rows import PlayedSession, SessionProgress, sessions_in
from files.document.scope import Scope
from files.export.tournament_csv import places_of
from files.export.workbook.listing import Formats, Listing
from files.export.workbook.paper import SessionSheet
from files.export.workbook.rows import round_columns, round_rows, summary_columns, summary_rows
from files.export.workbook.titles import SheetTitles
from files.export.workbook.tournament import places_columns, table_titles
from game.texts import in_language
from models.tournament.tournament import Tournament

MOST_SHEETS = 100  # nobody finds a tab among thousands
# Text stays text: no name is taken for a formula or a link.
OPTIONS = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}


def write_workbook(
    file: IO[bytes],
    scope: Scope,
    at: datetime,
    *,
    language: str,
    zone: ZoneInfo,
    progress: SessionProgress | None = None,
) -> None:
    """Write the scope, oldest first; only the newest MOST_SHEETS sessions get sheets of their own.

    A whole group gets a list of all rounds, a tournament a list of places. at: time of the export; zone:
    the reader's; language: that of gettext. Memory does not grow with the number of sessions, time does.
    """
    without_sheet = scope.session_count() - MOST_SHEETS
    with Workbook(file, OPTIONS) as book:
        book.set_properties({"title": _("Games"), "created": at.astimezone(UTC)})
        tournament = Tournament.of(scope.group_id, scope.tournament_id) if scope.tournament_id else None
        sheets = _Sheets(book, language, zone, tournament, lists_rounds=scope.is_everything)
        for place, session in enumerate(sessions_in(scope, progress)):
            sheets.add(session, has_sheet=place >= without_sheet)
        sheets.close()


class _Sheets:
    """The sheets of a workbook that is being written."""

    def __init__(
        self,
        book: Workbook,
        language: str,
        zone: ZoneInfo,
        tournament: Tournament | None,
        *,
        lists_rounds: bool,
    ) -> None:
        self.book, self.language, self.zone = book, language, zone
        self.titles, self.formats = SheetTitles(), Formats(book)
        self.tables = table_titles(tournament) if tournament else {}
        if tournament:
            self._list_places(tournament)
        self.summary = self._listing(_("Games"), summary_columns())
        self.rounds = self._listing(_("Rounds"), round_columns()) if lists_rounds else None

    def add(self, session: PlayedSession, *, has_sheet: bool) -> None:
        game = in_language(session.rules.name, self.language)
        title = None
        if has_sheet:
            usual = f"{session.row.night.date} {game}"
            title = self.titles.title(self.tables.get(session.row.id, usual))
            SessionSheet(self.book, title, session, self.formats, self.language).draw()
        self.summary.add(summary_rows(session, game, title, self.zone))
        if self.rounds is not None:
            self.rounds.add(round_rows(session, game, self.language))

    def close(self) -> None:
        for listing in filter(None, (self.summary, self.rounds)):
            listing.close()

    def _list_places(self, tournament: Tournament) -> None:
        places = self._listing(tournament.name, places_columns(tournament))
        places.add(row[:-1] for row in places_of(tournament))
        places.close()

    def _listing(self, title: str, columns: list[tuple[str, int]]) -> Listing:
        return Listing(self.book, self.titles.title(title), columns, self.formats)

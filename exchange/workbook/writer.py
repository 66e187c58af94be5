"""The workbook: which sheets it has."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import IO

from flask_babel import gettext as _
from xlsxwriter import Workbook

from exchange.workbook.listing import Formats, Hand, Listing
from exchange.workbook.paper import SessionSheet
from exchange.workbook.rows import round_columns, round_rows, summary_columns, summary_rows
from exchange.workbook.titles import SheetTitles
from models import Session
from models.document.scope import Scope, sessions_called
from review.timeline import timeline
from variants.text import in_language

MOST_SHEETS = 100  # a tab for each of ten years' sessions helps nobody
# Text stays text, whatever it looks like: nobody's name is a formula or a link.
OPTIONS = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}


def write_workbook(file: IO[bytes], scope: Scope, at: datetime, *, language: str, hand: Hand) -> None:
    """Everything in scope, oldest first; of more than MOST_SHEETS sessions the newest get their own sheets.

    Where the whole group is meant, one more sheet lists every round. `at` is when the file was made.
    Memory does not grow with the number of sessions, time does.
    """
    ids = scope.session_ids()
    drawn = set(ids[-MOST_SHEETS:])
    with Workbook(file, OPTIONS) as book:
        book.set_properties({"title": _("Sessions"), "created": at.astimezone(UTC)})
        sheets = _Sheets(book, language, hand, lists_rounds=scope.is_everything)
        for session in sessions_called(ids):
            sheets.add(session, drawn=session.id in drawn)
        sheets.close()


class _Sheets:
    """The sheets of one workbook while it is written."""

    def __init__(self, book: Workbook, language: str, hand: Hand, *, lists_rounds: bool) -> None:
        self.book, self.language, self.hand = book, language, hand
        self.titles, self.formats = SheetTitles(), Formats.of(book)
        self.summary = self._listing(_("Sessions"), summary_columns())
        self.rounds = self._listing(_("Rounds"), round_columns()) if lists_rounds else None

    def add(self, session: Session, *, drawn: bool) -> None:
        after = timeline(session.scoring_rules, session.seat_facts(), session.round_facts())
        game = in_language(session.wording.name, self.language)
        title = None
        if drawn:
            title = self.titles.title(f"{session.night.date} {game}")
            SessionSheet(self.book, title, session, self.formats).draw(after, self.hand)
        self.summary.add(summary_rows(session, game, title))
        if self.rounds is not None:
            self.rounds.add(round_rows(session, game, after, self.hand))

    def close(self) -> None:
        for listing in filter(None, (self.summary, self.rounds)):
            listing.close()

    def _listing(self, title: str, columns: list[tuple[str, int]]) -> Listing:
        return Listing(self.book, self.titles.title(title), columns, self.formats)

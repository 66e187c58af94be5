"""Recognize the format of a file by its content, and read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from exchange.document import BadDocument, document_in, validate
from exchange.document.checks import check_texts
from exchange.document.decoding import Head, check_size, decoded, objects_in
from exchange.formats.bg_stats import MOST_LISTS, MOST_VALUES, BgStats
from exchange.formats.bgg import Bgg, trees_of
from exchange.formats.context import ReadingContext
from exchange.formats.own_workbook import OwnWorkbook, is_own_summary
from exchange.formats.rounds_table import COLUMNS_READ, RoundsTable, is_rounds
from exchange.formats.table import header_of, lines_of, rows_of
from exchange.formats.tables.sections import SHEET
from exchange.formats.tables.table import MOST_ROWS, TableReader
from exchange.formats.tables.words import is_round
from exchange.formats.text import text_of
from exchange.formats.totals_table import TotalsTable, columns_read, is_totals
from exchange.formats.xlsx import Sheet, is_workbook, sheets_of
from exchange.importing.draft import Draft, Table, draft_of_document

DOCUMENT, ROUNDS, TOTALS, WIDE, BG_STATS, BGG = "document", "rounds", "totals", "wide", "bgstats", "bgg"


def read_file(content: bytes, context: ReadingContext) -> tuple[str, Draft]:
    """Return the kind of a file (one of the constants above) and its draft.

    Raises BadDocument with the place in the file.
    """
    if is_workbook(content):
        return _workbook(sheets_of(content), context)
    text = text_of(content)
    start = text.lstrip()[:1]
    if start in ("<", "{", "["):
        content = text.encode()
        del text  # each of these is as long as the file
        return _xml(content, context) if start == "<" else _json(content, context)
    return _table(text, context)


def read_again(table: Table, context: ReadingContext, answers: Mapping[str, str]) -> Draft:
    """Read tables again with other answers."""
    return TableReader(table.lines, context, answers).draft()


def _xml(content: bytes, context: ReadingContext) -> tuple[str, Draft]:
    return BGG, Bgg(trees_of(content), context.zone, context.own).draft()


def _json(content: bytes, context: ReadingContext) -> tuple[str, Draft]:
    exports = objects_in(content)
    if all(decoded(export, Head).has_plays for export in exports):
        check_size(content, MOST_VALUES, MOST_LISTS)
        stats = BgStats(context.zone, context.own)
        for index, export in enumerate(exports):
            plays = decoded(export, dict[str, Any])
            check_texts(plays)
            stats.read(plays, f"[{index}]." if len(exports) > 1 else "")
        return BG_STATS, stats.draft()
    if len(exports) > 1:
        raise BadDocument("", "several documents are joined in this file: import each by itself")
    document = document_in(exports[0])
    validate(document, context.games)
    return DOCUMENT, draft_of_document(document, context.zone)


def _workbook(sheets: Sequence[Sheet], context: ReadingContext) -> tuple[str, Draft]:
    """A workbook: its first sheet if that is one of our tables, or all sheets."""
    if is_own_summary(sheets[0].text):
        return TOTALS, OwnWorkbook(sheets[0].text, context.zone, context.own).draft()
    kind = _kind_of(sheets[0].text)
    if kind != WIDE and (kind == ROUNDS or len(sheets) == 1):
        return _table(sheets[0].text, context)
    lines = []
    for sheet in sheets:
        lines += [(SHEET, [sheet.title]), *lines_of(sheet.text, MOST_ROWS)]
    if len(lines) > MOST_ROWS:
        raise BadDocument("", "more than %(most)s rows", most=MOST_ROWS)
    return WIDE, TableReader(lines, context).draft()


def _table(text: str, context: ReadingContext) -> tuple[str, Draft]:
    kind, columns = _kind_of(text), header_of(text)
    if kind == ROUNDS:
        return kind, RoundsTable(rows_of(text, columns, COLUMNS_READ), columns).draft(context.games)
    if kind == TOTALS:
        named = columns_read(columns)
        table = TotalsTable(rows_of(text, columns, named.values()), named, context.zone, context.own)
        if len(table.orders) <= 1 or text.count("\n") > MOST_ROWS:
            return kind, table.draft()
    return WIDE, TableReader(lines_of(text, MOST_ROWS), context).draft()  # which can ask


def _kind_of(text: str) -> str:
    """ROUNDS or TOTALS for a table as we describe it, WIDE for any other."""
    columns = header_of(text)
    if is_rounds(columns):
        return ROUNDS
    return TOTALS if is_totals(columns_read(columns)) and not any(map(is_round, columns)) else WIDE

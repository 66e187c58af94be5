"""Recognize the format of a file by its content, and read it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, tzinfo
from typing import Any

from msgspec.structs import replace

from exchange.document import BadDocument, document_in, validate
from exchange.document.checks import check_texts
from exchange.document.decoding import Head, decoded
from exchange.formats.bg_stats import MOST_LISTS, MOST_VALUES, BgStats
from exchange.formats.bgg import Bgg, is_bgg, tree_of
from exchange.formats.rounds_table import COLUMNS_READ, RoundsTable, is_rounds
from exchange.formats.table import header_of, lines_of, rows_of
from exchange.formats.text import text_of
from exchange.formats.totals_table import TotalsTable, columns_read, is_totals
from exchange.formats.wide.table import MOST_ROWS, WideTable
from exchange.formats.xlsx import is_workbook, sheet_of
from exchange.importing.draft import Draft, Table, draft_of_document

DOCUMENT, ROUNDS, TOTALS, WIDE, BG_STATS, BGG = "document", "rounds", "totals", "wide", "bgstats", "bgg"


def read_file(content: bytes, zone: tzinfo, today: date | None = None) -> tuple[str, Draft]:
    """Return the kind of a file (one of the constants above) and its draft.

    zone: of times without one. today: the local date, for a table without dates. Raises BadDocument with
    the place in the file.
    """
    if is_workbook(content):
        sheet = sheet_of(content)
        kind, draft = _table(sheet.text, zone, today)
        return kind, replace(draft, warnings=[*sheet.warnings, *draft.warnings])
    text = text_of(content)
    start = text.lstrip()[:1]
    if start == "<":
        return _xml(text, zone)
    if start in ("{", "["):
        content = text.encode()
        del text  # each of these is as long as the file
        return _json(content, zone)
    return _table(text, zone, today)


def read_again(table: Table, zone: tzinfo, today: date, answers: Mapping[str, str]) -> Draft:
    """Read a wide table again with other answers."""
    return WideTable(table.lines, zone, today, answers).draft()


def _xml(text: str, zone: tzinfo) -> tuple[str, Draft]:
    root = tree_of(text.strip())
    if not is_bgg(root):
        raise BadDocument(str(root.line), "there are no plays in this file")
    return BGG, Bgg(root, zone).draft()


def _json(content: bytes, zone: tzinfo) -> tuple[str, Draft]:
    if decoded(content, Head).has_plays:
        plays = decoded(content, dict[str, Any], values=MOST_VALUES, lists=MOST_LISTS)
        check_texts(plays)
        return BG_STATS, BgStats(plays, zone).draft()
    document = document_in(content)
    validate(document)
    return DOCUMENT, draft_of_document(document, zone)


def _table(text: str, zone: tzinfo, today: date | None) -> tuple[str, Draft]:
    columns = header_of(text)
    if is_rounds(columns):
        return ROUNDS, RoundsTable(rows_of(text, columns, COLUMNS_READ), columns).draft()
    named = columns_read(columns)
    if is_totals(named):
        return TOTALS, TotalsTable(rows_of(text, columns, named.values()), named, zone).draft()
    return WIDE, WideTable(lines_of(text, MOST_ROWS), zone, today).draft()

"""Recognize the format of a file by its content, and read it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from files.document import BadDocument, document_in, validate
from files.document.checks import check_texts
from files.document.decoding import Head, check_size, decoded, objects_in
from files.importing.draft import Draft, Table, draft_of_document
from files.readers.bg_stats import MAX_LISTS, MAX_VALUES, BgStats
from files.readers.context import ReadingContext
from files.readers.tables.lines import MAX_ROWS, Line, lines_of
from files.readers.tables.lists import table_of_list
from files.readers.tables.sections import SHEET
from files.readers.tables.table import TableReader
from files.readers.text import text_of
from files.readers.xlsx import Worksheet, is_workbook, sheets_of
from models.names import folded

BEGINNING = 2_000  # characters
JSON_BEGINS = re.compile(r"\s*(?:\{|\[\s*[\[{\]\"])")  # not [17.05.24, 22:14], as in a chat
BGG_ANSWERS = "boardgamegeek.com/using_the_xml_api"  # since October 2025, whoever is not registered
DOCUMENT, WIDE, BG_STATS = "document", "wide", "bgstats"
# Heads that only the tables of files/export have together. They show a game in part, or several times.
HEADS_OF_EXPORTS = (
    {"session_id", "running_total"},  # long table
    {"total_rank", "went_on"},  # places of a tournament
    {"rank", "winner", "rounds", "sheet"},  # summary of a workbook
    {"placering", "vinnare", "rundor", "protokoll"},
    {"cards dealt", "cards left", "rank"},  # its list of rounds
    {"kort i given", "kort kvar", "placering"},
    {"place by total", "goes on"},  # its places of a tournament
    {"placering efter summan", "går vidare"},
)


def read_file(content: bytes, context: ReadingContext) -> tuple[str, Draft]:
    """Return the kind of a file (one of the constants above) and its draft.

    Raises BadDocument with the place in the file.
    """
    if is_workbook(content):
        return _workbook(sheets_of(content), context)
    text = text_of(content)
    start = text.lstrip()[:1]
    if start == "<" or BGG_ANSWERS in text[:BEGINNING]:
        raise _no_markup(text[:BEGINNING])
    if JSON_BEGINS.match(text):
        content = text.encode()
        del text  # as long as the file
        return _json(content, context)
    return _table(text, context)


def read_again(table: Table, context: ReadingContext, answers: Mapping[str, str]) -> Draft:
    """Read tables again with other answers."""
    return TableReader(table.lines, context, answers).draft()


def _no_markup(text: str) -> BadDocument:
    """Why XML and HTML are not read."""
    if "boardgamegeek" in text or "<plays" in text:
        return BadDocument(
            "",
            "plays of BoardGameGeek come by way of BG Stats: fetch them there, and import the file that it"
            " exports",
        )
    return BadDocument("", "XML and HTML cannot be read: save the table as CSV or XLSX, or paste it")


def _json(content: bytes, context: ReadingContext) -> tuple[str, Draft]:
    exports = objects_in(content)
    if all(decoded(export, Head).has_plays for export in exports):
        check_size(content, MAX_VALUES, MAX_LISTS)
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


def _workbook(sheets: Sequence[Worksheet], context: ReadingContext) -> tuple[str, Draft]:
    """All sheets of a workbook."""
    lines: list[Line] = []
    for sheet in sheets:
        rows = lines_of(sheet.text)
        _check_not_exported(rows)
        lines += [(SHEET, [sheet.title]), *rows]
    if len(lines) > MAX_ROWS:
        raise BadDocument("", "more than %(most)s rows", most=MAX_ROWS)
    return WIDE, TableReader(lines, context).draft()


def _table(text: str, context: ReadingContext) -> tuple[str, Draft]:
    lines = table_of_list(text) or lines_of(text)
    _check_not_exported(lines)
    return WIDE, TableReader(lines, context).draft()


def _check_not_exported(lines: Sequence[Line]) -> None:
    heads = set(map(folded, lines[0][1])) if lines else set()
    if any(known <= heads for known in HEADS_OF_EXPORTS):
        raise BadDocument(
            "",
            "Turn Eight made this table, and it does not hold all of the games. Import the session document"
            " (JSON) instead: the same page saves it, and it brings everything back",
        )

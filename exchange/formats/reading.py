"""Recognize the format of a file by its content, and read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from game.variants import Variant
from models.custom_games import GroupGames

DOCUMENT, ROUNDS, TOTALS, WIDE, BG_STATS, BGG = "document", "rounds", "totals", "wide", "bgstats", "bgg"


def read_file(
    content: bytes, zone: tzinfo, today: date | None = None, games: GroupGames | None = None
) -> tuple[str, Draft]:
    """Return the kind of a file (one of the constants above) and its draft.

    zone: of times without one. today: the local date, for a table without dates. games: those of the group.
    Raises BadDocument with the place in the file.
    """
    games = games or GroupGames(None)
    if is_workbook(content):
        sheet = sheet_of(content)
        kind, draft = _table(sheet.text, zone, today, games)
        return kind, replace(draft, warnings=[*sheet.warnings, *draft.warnings])
    text = text_of(content)
    start = text.lstrip()[:1]
    if start == "<":
        return _xml(text, zone, games)
    if start in ("{", "["):
        content = text.encode()
        del text  # each of these is as long as the file
        return _json(content, zone, games)
    return _table(text, zone, today, games)


def read_again(
    table: Table, zone: tzinfo, today: date, answers: Mapping[str, str], own: Sequence[Variant] = ()
) -> Draft:
    """Read a wide table again with other answers. own: games of the group."""
    return WideTable(table.lines, zone, today, answers, own).draft()


def _xml(text: str, zone: tzinfo, games: GroupGames) -> tuple[str, Draft]:
    root = tree_of(text.strip())
    if not is_bgg(root):
        raise BadDocument(str(root.line), "there are no plays in this file")
    return BGG, Bgg(root, zone, games.variants).draft()


def _json(content: bytes, zone: tzinfo, games: GroupGames) -> tuple[str, Draft]:
    if decoded(content, Head).has_plays:
        plays = decoded(content, dict[str, Any], values=MOST_VALUES, lists=MOST_LISTS)
        check_texts(plays)
        return BG_STATS, BgStats(plays, zone, games.variants).draft()
    document = document_in(content)
    validate(document, games)
    return DOCUMENT, draft_of_document(document, zone)


def _table(text: str, zone: tzinfo, today: date | None, games: GroupGames) -> tuple[str, Draft]:
    columns = header_of(text)
    if is_rounds(columns):
        return ROUNDS, RoundsTable(rows_of(text, columns, COLUMNS_READ), columns).draft(games)
    named = columns_read(columns)
    if is_totals(named):
        rows = rows_of(text, columns, named.values())
        return TOTALS, TotalsTable(rows, named, zone, games.variants).draft()
    return WIDE, WideTable(lines_of(text, MOST_ROWS), zone, today, own=games.variants).draft()

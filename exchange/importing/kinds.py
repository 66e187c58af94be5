"""Which kind of file it is, told by what it holds and never by what it is called, and what it tells."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from exchange.importing import bg_stats, bgg, totals_table
from exchange.importing.draft_of import draft_of
from exchange.importing.rounds_table import RoundsTable, is_rounds
from exchange.importing.table import header_of, rows_of
from exchange.importing.text import text_of
from exchange.importing.xml_tree import tree_of
from models.document import BadDocument, rehearse
from models.document.checks import check_texts
from models.importing.draft import draft_of_document

DOCUMENT, ROUNDS, TOTALS, BG_STATS, BGG = "document", "rounds", "totals", "bgstats", "bgg"


@dataclass(frozen=True)
class Brought:
    """A file that could be read: its kind (one of the above) and the draft of what it tells."""

    kind: str
    draft: dict[str, Any]


def read_file(content: bytes, zone: tzinfo) -> Brought:
    """What a file tells; times without a zone are those of `zone`.

    Raises BadDocument with the place in the file and the reason where it cannot be read.
    """
    text = text_of(content)
    start = text.lstrip()[:1]
    if start == "<":
        return _xml(text, zone)
    if start in ("{", "["):
        return _json(text, zone)
    return _table(text, zone)


def _xml(text: str, zone: tzinfo) -> Brought:
    root = tree_of(text.strip())
    if not bgg.is_bgg(root):
        raise BadDocument(str(root.line), "there are no plays in this file")
    return Brought(BGG, draft_of(bgg.tell(root, zone)))


def _json(text: str, zone: tzinfo) -> Brought:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as wrong:
        raise BadDocument(f"{wrong.lineno}:{wrong.colno}", "this is where the JSON breaks off") from None
    except (ValueError, RecursionError):
        raise BadDocument("", "this is where the JSON breaks off") from None
    if bg_stats.is_bg_stats(document):
        check_texts(document)
        return Brought(BG_STATS, draft_of(bg_stats.tell(document, zone)))
    rehearse(document)
    return Brought(DOCUMENT, draft_of_document(document))


def _table(text: str, zone: tzinfo) -> Brought:
    columns = header_of(text)
    if is_rounds(columns):
        return Brought(ROUNDS, _rounds(text, columns))
    if totals_table.is_totals(columns):
        return Brought(TOTALS, draft_of(totals_table.tell(list(rows_of(text, columns)), columns, zone)))
    raise BadDocument(
        "1", "neither JSON nor XML nor a table that has the columns “player” and “points” in its first row"
    )


def _rounds(text: str, columns: tuple[str, ...]) -> dict[str, Any]:
    table = RoundsTable(rows_of(text, columns), columns)
    try:
        rehearse(table.document())
    except BadDocument as wrong:
        raise table.in_the_table(wrong) from None
    return draft_of_document(table.document())

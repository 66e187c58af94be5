"""Read the sheets of an XLSX file as CSV texts.

The file is an archive of XML that its reader trusts: it could unpack to gigabytes, or define entities that
grow. So the declared sizes are summed up first (no more is unpacked), each part is searched for a document
type, and its reader gets the parts that passed. Pictures, queries, data models and controls, which may be
binary, are never unpacked: no table is in them.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from files.document.checks import BadDocument
from files.readers.tables.lines import MAX_COLUMNS, MAX_ROWS, letters

PACKED, WORKBOOK = b"PK\x03\x04", "xl/workbook.xml"
MAX_PARTS = 500
MAX_SHEET_BYTES, MAX_PART_BYTES, MAX_BYTES = 8_000_000, 300_000, 20_000_000  # bytes, unpacked
MAX_TAGS = 300_000  # of all parts: its reader may build a tree of them; a family’s table has some 20,000
LONG_PARTS = re.compile(r"xl/(worksheets/[^/]+|sharedStrings)\.xml")
PARTS_LEFT_OUT = re.compile(
    r"customXml/.*|docProps/(?!core\.xml).*|(?!.*\.(?:xml|rels)$).*"
    r"|xl/(?:activeX|charts|connections|ctrlProps|drawings|embeddings|externalLinks|media|model|pivotCache"
    r"|pivotTables|printerSettings|queryTables|vbaProject|webextensions).*",
    re.IGNORECASE,
)
DEFINITION = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
FORMULA = re.compile(rb"<(?:\w+:)?f[\s>/]")
TEXT_RESULT = "str"  # the type of a cell whose formula gives a text
MIN_ROWS = 2  # rows of a sheet that is worth reading


@dataclass(frozen=True)
class Worksheet:
    title: str
    text: str


def is_workbook(content: bytes) -> bool:
    if not content.startswith(PACKED):
        return False
    try:
        return WORKBOOK in ZipFile(io.BytesIO(content)).namelist()
    except BadZipFile:
        return False


def sheets_of(content: bytes) -> list[Worksheet]:
    """The visible sheets with two rows or more, one or more of them.

    Raises BadDocument if the file cannot be opened, is too large, or has formulas without results.
    """
    checked, calculates = _checked(content)
    try:
        return _sheets(checked, calculates=calculates)
    except (BadDocument, MemoryError):
        raise
    except Exception:
        raise _cannot_be_opened() from None


def _checked(content: bytes) -> tuple[bytes, bool]:
    """The archive with the parts that may be opened, and whether it has formulas. Raises BadDocument for a
    file that is too large.
    """
    calculates, tags, kept = False, 0, io.BytesIO()
    with ZipFile(io.BytesIO(content)) as archive, ZipFile(kept, "w", ZIP_STORED) as checked:
        parts = archive.infolist()
        if len(parts) > MAX_PARTS or sum(_length(part) for part in parts) > MAX_BYTES:
            raise BadDocument("", "more than such a file can hold")
        for part in parts:
            if PARTS_LEFT_OUT.fullmatch(part.filename):
                continue
            try:
                content = archive.read(part)
            except Exception:
                raise _cannot_be_opened() from None
            if DEFINITION.search(content) or b"\x00" in content:
                raise BadDocument(part.filename[:60], "a document type has no place in this file")
            tags += content.count(b"<")
            if tags > MAX_TAGS:
                raise BadDocument("", "more than such a file can hold")
            calculates = calculates or bool(FORMULA.search(content))
            checked.writestr(part.filename, content)
    return kept.getvalue(), calculates


def _length(part: ZipInfo) -> int:
    if part.flag_bits & 1 or part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise _cannot_be_opened()
    if PARTS_LEFT_OUT.fullmatch(part.filename):
        return 0  # never unpacked
    most = MAX_SHEET_BYTES if LONG_PARTS.fullmatch(part.filename) else MAX_PART_BYTES
    if part.file_size > most:
        raise BadDocument("", "more than such a file can hold")
    return part.file_size


def _sheets(content: bytes, *, calculates: bool) -> list[Worksheet]:
    results = _opened(content, results=True)
    formulas = _opened(content, results=False) if calculates else None
    worksheets = []
    for sheet in results.worksheets:
        if sheet.sheet_state != "visible":
            continue
        rows = list(_rows(sheet, formulas[sheet.title] if formulas else None))
        if sum(any(row) for row in rows) >= MIN_ROWS:
            worksheets.append(Worksheet(" ".join(sheet.title.split()), _as_csv(rows)))
    if not worksheets:
        raise BadDocument("", "the file is empty")
    return worksheets


def _opened(content: bytes, *, results: bool) -> Any:
    from openpyxl import load_workbook  # noqa: PLC0415  a fifth of a second, and few files need it

    return load_workbook(io.BytesIO(content), read_only=True, data_only=results, keep_links=False)


def _rows(sheet: Any, formulas: Any) -> Iterator[list[str]]:
    for worksheet in filter(None, (sheet, formulas)):
        worksheet.reset_dimensions()  # a wrong one would cut the sheet short
    results = sheet.iter_rows(max_col=MAX_COLUMNS + 1)
    written = formulas.iter_rows(max_col=MAX_COLUMNS + 1, values_only=True) if formulas else None
    for number, row in enumerate(results, 1):
        if number > MAX_ROWS:
            raise BadDocument(str(number), "more than %(most)s rows", most=MAX_ROWS)
        for column, formula in enumerate(next(written) if written else ()):
            # A formula whose result is the empty text says that it is a text, and has no value.
            if row[column].value is None and formula is not None and row[column].data_type != TEXT_RESULT:
                raise BadDocument(
                    f"{letters(column)}{number}",
                    "this cell is calculated, and the file does not hold the result: open it in a spreadsheet"
                    " program and save it",
                )
        cells = [_text(cell.value) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        yield cells


def _cannot_be_opened() -> BadDocument:
    return BadDocument("", "this spreadsheet cannot be opened: save it again, or save it as CSV")


def _text(value: Any) -> str:
    """Format a value as in CSV, with ISO dates."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}" if value.time() == time() else f"{value:%Y-%m-%d %H:%M}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return " ".join(str(value).split())


def _as_csv(rows: list[list[str]]) -> str:
    """Join cells by tabs, which no cell contains; every row stays a line, so places stay correct."""
    text = io.StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(row or [""] for row in rows)
    return text.getvalue()

"""A sheet with a list: a frozen header with filters, then a row for each item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from io import StringIO
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

MAX_ROWS = 1_048_576  # what a sheet can hold
MAX_CACHED = 10_000  # cells like which others are written
SCRATCH = 1  # the row that XlsxWriter believes to be at until the last one


class Formats:
    """Cell formats, created once for a workbook."""

    def __init__(self, book: Workbook) -> None:
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "indent": 1})
        self.centred = book.add_format({"bold": True, "align": "center", "text_wrap": True})
        self.total = book.add_format({"bold": True, "top": 1})
        self.bold = book.add_format({"bold": True})
        self.text = book.add_format({"indent": 1})  # a number on its left ends where it begins
        self.day = book.add_format({"num_format": "yyyy-mm-dd"})
        self.time = book.add_format({"num_format": "hh:mm"})


def write(sheet: Worksheet, row: int, column: int, value: Any, look: Format | None = None) -> None:
    """Write text always as text, numbers and dates as such; None leaves the cell empty."""
    if isinstance(value, str) and value.startswith("<r>") and look is not None:
        # XlsxWriter would take it for markup that is ready; in two pieces it makes markup of it.
        sheet.write_rich_string(row, column, value[:1], look, value[1:], look)
    elif isinstance(value, str):
        sheet.write_string(row, column, value, look)
    elif isinstance(value, date):
        sheet.write_datetime(row, column, value, look)
    elif value is not None:
        sheet.write_number(row, column, value, look)


class Listing:
    """columns: heading and width; rows beyond the limit of a sheet are dropped.

    XlsxWriter makes ten calls for a cell, and ten years have two million cells. So it writes the header,
    the last row and the first cell of each kind; the other rows are assembled here.
    """

    def __init__(
        self, book: Workbook, title: str, columns: Sequence[tuple[str, int]], formats: Formats
    ) -> None:
        self.sheet, self.row = book.add_worksheet(title), 0
        self.last: tuple[int, Sequence[Any]] = 0, ()  # the last row that is not empty
        for place, (heading, width) in enumerate(columns):
            self.sheet.set_column(place, place, width)
            write(self.sheet, 0, place, heading, formats.head)
        self.sheet.freeze_panes(1, 0)
        self.sheet.repeat_rows(0)
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, 0)
        self.names = [xl_col_to_name(place) for place in range(len(columns))]
        self.cells = _Cells(self.sheet, formats)

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        for values in rows:
            if self.row + 1 < MAX_ROWS:
                self.row += 1
                if values.count(None) < len(values):
                    self._write_last()
                    self.last = self.row, values

    def close(self) -> None:
        row, values = self.last
        for place, value in enumerate(values):
            write(self.sheet, row, place, value, self.cells.look_of(value))
        self.sheet.autofilter(0, 0, self.row, len(self.names) - 1)

    def _write_last(self) -> None:
        """Write the previous row, now that another one follows."""
        row, values = self.last
        if row == 0:
            self.sheet._write_single_row(SCRATCH)
            return
        number = row + 1
        cells = [
            f'<c r="{name}{number}"{self.cells[value]}'
            for name, value in zip(self.names, values, strict=True)
            if value is not None
        ]
        self.sheet.fh.write(f'<row r="{number}">{"".join(cells)}</row>')


class _Cells(dict[Any, str]):
    """How XlsxWriter writes a value into a cell: the XML after the cell's name."""

    def __init__(self, sheet: Worksheet, formats: Formats) -> None:
        super().__init__()
        self.sheet, self.formats = sheet, formats

    def __missing__(self, value: Any) -> str:
        if len(self) >= MAX_CACHED:
            self.clear()
        rows, self.sheet.fh = self.sheet.fh, StringIO()
        write(self.sheet, SCRATCH, 0, value, self.look_of(value))
        self.sheet._write_single_row(SCRATCH)
        written, self.sheet.fh = self.sheet.fh.getvalue(), rows
        before, after = f'<row r="{SCRATCH + 1}"><c r="A{SCRATCH + 1}"', "</row>"
        self[value] = written.removeprefix(before).removesuffix(after)
        return self[value]

    def look_of(self, value: Any) -> Format | None:
        if isinstance(value, str):
            return self.formats.text
        if isinstance(value, datetime):
            return self.formats.time
        return self.formats.day if isinstance(value, date) else None

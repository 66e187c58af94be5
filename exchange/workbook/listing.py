"""A sheet that is a list: a frozen header, then a row for each thing, filtered by a tap on the header."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from models import Session

MOST_ROWS = 1_048_576  # what a sheet can hold
Hand = Callable[[Mapping[str, int], Session], str]  # cards by class for the eye


@dataclass(frozen=True)
class Formats:
    """How cells look, made once for a workbook."""

    head: Format
    centred: Format
    total: Format
    bold: Format
    text: Format
    day: Format
    time: Format

    @classmethod
    def of(cls, book: Workbook) -> Formats:
        return cls(
            head=book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "indent": 1}),
            centred=book.add_format({"bold": True, "align": "center", "text_wrap": True}),
            total=book.add_format({"bold": True, "top": 1}),
            bold=book.add_format({"bold": True}),
            text=book.add_format({"indent": 1}),  # a number on its left ends where it begins
            day=book.add_format({"num_format": "yyyy-mm-dd"}),
            time=book.add_format({"num_format": "hh:mm"}),
        )


def write(sheet: Worksheet, row: int, column: int, value: Any, look: Format | None = None) -> None:
    """A text as text whatever it looks like, numbers and dates as such; None leaves the cell empty."""
    if isinstance(value, str):
        sheet.write_string(row, column, value, look)
    elif isinstance(value, date):
        sheet.write_datetime(row, column, value, look)
    elif value is not None:
        sheet.write_number(row, column, value, look)


class Listing:
    """columns: heading and width of each; what no longer fits the sheet is left out."""

    def __init__(
        self, book: Workbook, title: str, columns: Sequence[tuple[str, int]], formats: Formats
    ) -> None:
        self.sheet, self.formats, self.row = book.add_worksheet(title), formats, 0
        for place, (heading, width) in enumerate(columns):
            self.sheet.set_column(place, place, width)
            write(self.sheet, 0, place, heading, formats.head)
        self.sheet.freeze_panes(1, 0)
        self.sheet.repeat_rows(0)
        self.sheet.set_landscape()
        self.sheet.fit_to_pages(1, 0)
        self.last_column = len(columns) - 1

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        for values in rows:
            if self.row + 1 < MOST_ROWS:
                self.row += 1
                for place, value in enumerate(values):
                    write(self.sheet, self.row, place, value, self._look_of(value))

    def close(self) -> None:
        self.sheet.autofilter(0, 0, self.row, self.last_column)

    def _look_of(self, value: Any) -> Format | None:
        if isinstance(value, str):
            return self.formats.text
        if isinstance(value, datetime):
            return self.formats.time
        return self.formats.day if isinstance(value, date) else None

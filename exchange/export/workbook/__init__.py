"""Sessions as a workbook for a spreadsheet: a summary, and each session as it would stand on paper."""

from exchange.export.workbook.writer import MOST_SHEETS, write_workbook

__all__ = ["MOST_SHEETS", "write_workbook"]

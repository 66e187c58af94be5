"""Sessions as a workbook: a summary, and a score sheet of each session."""

from files.export.workbook.writer import MOST_SHEETS, write_workbook

__all__ = ["MOST_SHEETS", "write_workbook"]

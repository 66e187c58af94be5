"""Sessions as a workbook: a summary, and a score sheet of each session."""

from files.export.workbook.writer import MAX_SHEETS, write_workbook

__all__ = ["MAX_SHEETS", "write_workbook"]

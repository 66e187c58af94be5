"""Titles of the sheets of a workbook."""

from __future__ import annotations

LONGEST = 31
ILLEGAL = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
RESERVED = {"history"}  # the spreadsheet keeps one of its own


class SheetTitles:
    """Creates titles that are valid and unique, ignoring case."""

    def __init__(self) -> None:
        self._taken = set(RESERVED)

    def title(self, wanted: str) -> str:
        """`wanted` without forbidden characters, cut to length, with a number if it is taken."""
        legal = " ".join(wanted.translate(ILLEGAL).split()).strip("' ") or "–"
        number, found = 1, legal[:LONGEST].strip("' ")
        while found.casefold() in self._taken:
            number += 1
            more = f" ({number})"
            found = legal[: LONGEST - len(more)].strip("' ") + more
        self._taken.add(found.casefold())
        return found

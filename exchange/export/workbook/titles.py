"""What the sheets of a workbook may be called."""

from __future__ import annotations

LONGEST = 31
ILLEGAL = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
RESERVED = {"history"}  # the spreadsheet keeps one of its own


class SheetTitles:
    """Gives every sheet of one workbook a legal title that no other has, large or small letters alike."""

    def __init__(self) -> None:
        self._taken = set(RESERVED)

    def title(self, wanted: str) -> str:
        """`wanted` without what a title may not hold, cut to length, counted on where it is taken."""
        legal = " ".join(wanted.translate(ILLEGAL).split()).strip("' ") or "–"
        number, found = 1, legal[:LONGEST].strip("' ")
        while found.casefold() in self._taken:
            number += 1
            more = f" ({number})"
            found = legal[: LONGEST - len(more)].strip("' ") + more
        self._taken.add(found.casefold())
        return found

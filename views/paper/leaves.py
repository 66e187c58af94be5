"""The pages of a printed score sheet: which lines each page holds, measured before it is drawn.

All lengths are millimetres. A browser prints with the fonts of its system, so the letters are taken to be
wide; what a page has left over goes into the height of its lines (static/css/paper.css has the same sizes).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from flask_babel import gettext as _
from flask_babel import ngettext

from views.words.score_sheet import AddedLine, ScoreSheetCell

# Width and height inside the margins of 10 mm.
PRINTABLE = {
    ("a4", "portrait"): (190, 277),
    ("a4", "landscape"): (277, 190),
    ("letter", "portrait"): (195, 259),
    ("letter", "landscape"): (259, 195),
}
MAX_LINES = 15
LINE_HEIGHTS = {"loose": 18, "even": 15, "dense": 12, "tight": 9.5}
DEAL_WIDTH = 25
POINT = 25.4 / 72
LETTER, NARROW_LETTER = 0.6, 0.34  # of the size of a font
NARROW_LETTERS = frozenset(".,:;·'’!|()[]ijl")
DIGIT = 0.62  # for bold figures
FIGURE_SIZES = {"": 11, "small-figures": 8.5, "smallest-figures": 6.5}  # points and totals, by CSS class
SMALLEST = "smallest-figures"
FIGURE_PADDING = 0.8
MIN_HALF_WIDTH = 8.5  # a narrower half of a cell is too narrow to write in


def text_lines(text: str, width: float, size: float) -> int:
    """How many lines a text set in `size` points takes."""
    room = width / (size * POINT)
    lines, used = 0, room
    for word in text.split():
        length = sum(NARROW_LETTER if letter in NARROW_LETTERS else LETTER for letter in word)
        used += NARROW_LETTER + length
        if used > room:
            lines += max(1, ceil(length / room))
            used = length % room
    return lines


@dataclass(frozen=True)
class Cells:
    """How points and totals stand in the cells of a sheet: side by side, or one below the other.

    width: of a column, inside its borders. longest: the number of characters of the longest figure.
    """

    width: float
    longest: int

    @property
    def is_stacked(self) -> bool:
        return (
            self.width / 2 < MIN_HALF_WIDTH
            or self.longest * _digit_width(SMALLEST) > self.width / 2 - FIGURE_PADDING
        )

    @property
    def room(self) -> float:
        """The width for a figure."""
        return (self.width if self.is_stacked else self.width / 2) - FIGURE_PADDING

    @property
    def look(self) -> str:
        """The largest size in which no figure is broken, as far as figures can be that small."""
        return next(
            (look for look in FIGURE_SIZES if self.longest * _digit_width(look) <= self.room), SMALLEST
        )

    def line(self, min_height: float) -> float:
        """The height of an empty line that is at least this high."""
        if not self.is_stacked:
            return min_height
        return max(min_height, 2 * (FIGURE_SIZES[self.look] * 1.25 * POINT + 0.5))

    def height(self, cell: ScoreSheetCell, min_height: float) -> float:
        """min_height: of an empty line."""
        size = FIGURE_SIZES[self.look]
        per_line = max(1, int(self.room / _digit_width(self.look)))
        figures = max(1, -(-len(cell.written) // per_line)) * size * 1.25 * POINT
        points = figures + text_lines(cell.cards, self.room + 1.2, 6.5) * 6.5 * 1.1 * POINT + 0.5
        if not self.is_stacked:
            return points
        return max(points, min_height / 2) + max(size * 1.25 * POINT + 0.5, min_height / 2)


def _digit_width(look: str) -> float:
    return FIGURE_SIZES[look] * POINT * DIGIT


@dataclass(frozen=True)
class PrintedDeal:
    """A line. dealer: "" where a cut decides; cells: None where there is room to write.

    added: bonus and penalty points below it. factor: "×2" if all hands were multiplied. block: heading above
    the first line of a block of deals, else "".
    """

    number: int
    cards: int
    dealer: str
    cells: list[ScoreSheetCell] | None
    added: list[AddedLine]
    factor: str
    block: str

    @property
    def totals(self) -> list[int] | None:
        """The totals below it, once it has been played."""
        if self.added:
            return self.added[-1].totals
        return [cell.total for cell in self.cells] if self.cells else None

    @property
    def caption(self) -> str:
        cards = ngettext("%(num)d card", "%(num)d cards", self.cards) if self.cards else ""
        return " ".join(filter(None, (str(self.number), cards, self.factor)))

    def height(self, cells: Cells, min_height: float) -> float:
        """With its heading and with what was added below it."""
        dealer = _("%(name)s deals", name=self.dealer) if self.dealer else _("Dealer")
        width = DEAL_WIDTH - 2.5
        head = text_lines(self.caption, width, 8) * 11 * 1.15 * POINT
        head += text_lines(dealer, width, 7) * 7 * 1.15 * POINT + 1.5
        played = [cells.height(cell, min_height) for cell in self.cells or ()]
        heading = 6.5 if self.block else 0
        added = sum(added_height(line, cells, min_height) for line in self.added)
        return heading + max(cells.line(min_height), head, *played) + added


def added_height(line: AddedLine, cells: Cells, min_height: float) -> float:
    return max(cells.line(min_height), text_lines(line.reason, DEAL_WIDTH - 2.5, 7) * 7 * 1.15 * POINT + 1.5)


@dataclass(frozen=True)
class Frame:
    """The parts of a page besides its rounds. first, others: heights on the first page and on the others.

    before: bonus and penalty points above the first round; start: whether start points are above it.
    """

    first: float
    others: float
    before: list[AddedLine]
    start: bool

    def height(self, number: int, cells: Cells, min_height: float) -> float:
        """On a page, numbered from 0."""
        if number:
            return self.others + cells.line(min_height)
        added = sum(added_height(line, cells, min_height) for line in self.before)
        return self.first + added + (cells.line(min_height) if self.start else 0)


def pages_of(
    rows: Sequence[PrintedDeal], needed: int, cells: Cells, frame: Frame, height: float
) -> tuple[list[list[PrintedDeal]], str]:
    """The rows by page of this height, at least one, and the spacing of their lines: a key of LINE_HEIGHTS.

    The last page is that of the row with the number `needed`. A deal and what was added below it stay
    together, and no line is alone on the last page.
    """
    tight = LINE_HEIGHTS["tight"]
    pages: list[list[PrintedDeal]] = [[]]
    for row in rows:
        if pages[-1] and not _fits([*pages[-1], row], len(pages) - 1, cells, frame, height, tight):
            pages.append([])
        pages[-1].append(row)
    while len(pages) > 1 and pages[-1][0].number > needed:
        pages.pop()
    if len(pages) > 1 and len(pages[-1]) == 1:
        *before, moved = pages[-2]
        if before and _fits([moved, *pages[-1]], len(pages) - 1, cells, frame, height, tight):
            pages[-2:] = [before, [moved, *pages[-1]]]
    fitting = (
        spacing
        for spacing, min_height in LINE_HEIGHTS.items()
        if all(_fits(page, number, cells, frame, height, min_height) for number, page in enumerate(pages))
    )
    return pages, next(fitting, "tight")


def _fits(
    page: Sequence[PrintedDeal], number: int, cells: Cells, frame: Frame, height: float, min_height: float
) -> bool:
    lines = sum(1 + len(row.added) for row in page)
    needed = frame.height(number, cells, min_height) + sum(row.height(cells, min_height) for row in page)
    return lines <= MAX_LINES and needed <= height


@dataclass(frozen=True)
class Leaf:
    """One page, numbered from 1.

    carried: the totals from the page before; totals: those at its foot; None: room to write.
    """

    number: int
    rows: list[PrintedDeal]
    is_last: bool
    carried: list[int] | None
    totals: list[int] | None

    @property
    def is_first(self) -> bool:
        return self.number == 1

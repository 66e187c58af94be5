"""Line charts rendered on the server: a line for each player, with colour, dash and label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

WIDTH, HEIGHT = 340, 220
LEFT, TOP, BOTTOM = 42, 12, 26
LABEL_GAP = 13
LETTER_WIDTH, LABEL_INDENT = 6.5, 12  # a label's width for a letter, at 11 px
MIN_MARGIN, MAX_MARGIN = 44, 124  # the margin for labels
KEY_WIDTH, KEY_GAP = 18, 4  # a piece of the line beside its label
MAX_LABEL_DISTANCE = 5  # so far from the line's end a label still belongs to it at a glance
# Lines of one colour are distinguished by these, as discs are by their shape; colours: static/css/tokens.css.
DASHES = ("none", "7 4", "2 4")
MAX_GRID_LINES = 5


@dataclass(frozen=True)
class ChartLine:
    """A value for each position on the x axis, from the first on.

    shape: among lines of its colour (models/people/colours.py); selects the dash. colour: the player's
    (models/player.py).

    None leaves a gap; lines may begin late or end early. name and value make the label at the line's end.
    lows and highs: the uncertainty of each value, or empty.
    """

    name: str
    values: Sequence[float | None]
    shape: int
    value: str
    colour: int = 1
    bold: bool = False
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()

    @property
    def label(self) -> str:
        """Name and value; a name too long for the margin is cut, the value never."""
        room = int((MAX_MARGIN - LABEL_INDENT) / LETTER_WIDTH) - len(self.value) - 1
        name = self.name if len(self.name) <= room else f"{self.name[: max(room - 1, 1)]}…"
        return f"{name} {self.value}".strip()

    @property
    def label_width(self) -> float:
        return len(self.label) * LETTER_WIDTH + LABEL_INDENT

    @property
    def dash(self) -> str:
        return DASHES[self.shape % len(DASHES)]


@dataclass(frozen=True)
class Scale:
    """Where values lie: places across from 0 to `last`, values up from `low` to `high`."""

    right: int
    last: int
    low: float
    high: float

    def x(self, place: float) -> float:
        return round(LEFT + (self.right - LEFT) * place / max(self.last, 1), 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / ((self.high - self.low) or 1)
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share, 1)

    def path(self, values: Iterable[tuple[int, float]]) -> str:
        """From place to place."""
        return " ".join(f"{self.x(place):g},{self.y(value):g}" for place, value in values)


@dataclass(frozen=True)
class Curve:
    """A line as it is drawn, with its label at that height.

    keyed: labels were moved away from the ends of the lines, so each shows a sample of its line.
    """

    line: ChartLine
    scale: Scale
    label_y: float
    keyed: bool = False

    @property
    def name(self) -> str:
        return self.line.name

    @property
    def path(self) -> str:
        """A stroke for each run of values without a gap."""
        runs = groupby(enumerate(self.line.values), key=lambda spot: spot[1] is not None)
        there = [[(n, value) for n, value in run if value is not None] for known, run in runs if known]
        return " ".join(f"M{self.scale.path(run)}" for run in there)

    @property
    def band(self) -> str:
        there, back = list(enumerate(self.line.highs)), list(enumerate(self.line.lows))
        return self.scale.path([*there, *reversed(back)])

    @cached_property
    def end(self) -> tuple[float, float]:
        place, value = [(n, value) for n, value in enumerate(self.line.values) if value is not None][-1]
        return self.scale.x(place), self.scale.y(value)

    @property
    def label_x(self) -> float:
        return self.scale.right + LABEL_GAP / 2 + (KEY_WIDTH + KEY_GAP if self.keyed else 0)

    @property
    def needs_key(self) -> bool:
        """Whether the label's line is not obvious."""
        x, y = self.end
        return x < self.scale.right or abs(self.label_y - y) > MAX_LABEL_DISTANCE


@dataclass(frozen=True)
class Chart:
    """Everything in units of the view box. across, up: where something is named, and how.

    zero: where 0 is, if values are below it.
    """

    curves: list[Curve]
    scale: Scale
    across: list[tuple[float, str]]
    up: list[tuple[float, str]]
    zero: float | None = None
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM

    @property
    def right(self) -> int:
        return self.scale.right


def line_chart(
    lines: Sequence[ChartLine],
    *,
    across: Sequence[tuple[float, str]],
    low: float | None = 0,
    high: float | None = None,
    step: float | None = None,
    up: Callable[[float], str] = lambda value: f"{value:g}",
) -> Chart:
    """A chart of these lines; without any it has no curves.

    across: which places are named below, and how. low, high: the values at the bottom and at the top; where
    they are None as the lines need them, and 0 is between them. step: between grid lines. up: how a value is
    written.
    """
    lines = [line for line in lines if any(value is not None for value in line.values)]
    highest = max((v for line in lines for v in (*line.values, *line.highs) if v is not None), default=1)
    lowest = min((v for line in lines for v in (*line.values, *line.lows) if v is not None), default=0)
    step = step or _step((highest if high is None else high) - (min(0, lowest) if low is None else low))
    low = step * min(0, lowest // step) if low is None else low
    top = high if high is not None else low + step * max(1, -(-(highest - low) // step))
    margin = min(MAX_MARGIN, max((line.label_width for line in lines), default=MIN_MARGIN))
    last = max((len(line.values) for line in lines), default=1) - 1
    scale = Scale(WIDTH - int(max(MIN_MARGIN, margin)), last, low, top)
    curves = _curves(lines, scale)
    if any(curve.needs_key for curve in curves):
        scale = replace(scale, right=scale.right - KEY_WIDTH - KEY_GAP)
        curves = _curves(lines, scale, keyed=True)
    steps = [low + n * step for n in range(int((top - low) // step) + 1)]
    return Chart(
        curves=curves,
        scale=scale,
        across=[(scale.x(place), text) for place, text in across],
        up=[(scale.y(value), up(value)) for value in steps],
        zero=scale.y(0) if low < 0 <= top else None,
    )


def _curves(lines: Sequence[ChartLine], scale: Scale, *, keyed: bool = False) -> list[Curve]:
    """The lines with their labels moved so far apart that each can be read, from the top down."""
    placed: list[Curve] = []
    lowest = HEIGHT - BOTTOM - LABEL_GAP * (len(lines) - 1)
    ends = [(Curve(line, scale, 0).end[1], line) for line in lines]
    for place, (end, line) in enumerate(sorted(ends, key=lambda one: one[0])):
        above = placed[-1].label_y + LABEL_GAP if placed else TOP
        y = min(max(end, above), lowest + LABEL_GAP * place)
        placed.append(Curve(line, scale, max(y, above), keyed))
    return placed


def _step(span: float) -> float:
    """A round figure between two grid lines: 1, 2 or 5 with noughts, so that few lines reach the top."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if step * MAX_GRID_LINES >= span:
                return step
        size *= 10

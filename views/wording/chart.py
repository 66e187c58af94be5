"""Line charts, drawn on the server: one line a player, told apart by colour, dash and a label at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

WIDTH, HEIGHT = 340, 220
LEFT, TOP, BOTTOM = 34, 12, 26
LABEL_GAP = 13
LETTER, LABEL_INDENT = 6.5, 12  # a label's width for a letter, at 11 px
NARROWEST, WIDEST = 44, 124  # the margin for labels
KEY, KEY_GAP = 18, 4  # a piece of the line beside its label
NEAR = 5  # so far from the line's end a label still belongs to it at a glance
# Told apart by colour-blind people too (after Okabe and Ito), and by their dashes in black and white.
SEAT_COLOURS = (
    "#0f5b3c",
    "#b3541e",
    "#2f5fa8",
    "#8a3f7d",
    "#7a6a00",
    "#1f7f86",
    "#a8323e",
    "#4a4a4a",
)
DASHES = ("none", "7 4", "2 4", "9 3 2 3", "5 2", "1 3", "12 4", "3 3 8 3")
MOST_LINES = 5
MOST_TICKS = 12


@dataclass(frozen=True)
class ChartLine:
    """What is to be drawn: a value for each place across, from the first on; place: its colour and dash.

    None stands for a place where there is no value: the line has a gap, or begins late, or ends early.
    name and value make the label at the line's end. lows and highs: how unsure each value is, or empty.
    """

    name: str
    values: Sequence[float | None]
    place: int
    value: str
    bold: bool = False
    lows: Sequence[float] = ()
    highs: Sequence[float] = ()


@dataclass(frozen=True)
class Curve:
    """One line as drawn: its path, its label, and how it is told apart without colour.

    keyed: labels had to move away from the ends of the lines, so a piece of the line is drawn beside each.
    """

    name: str
    label: str
    path: str
    band: str
    end_x: float
    end_y: float
    label_x: float
    label_y: float
    keyed: bool
    dash: str
    number: int
    value: str
    bold: bool


@dataclass(frozen=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True)
class Chart:
    """Everything in units of the view box."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    curves: list[Curve]
    across: list[Tick]
    up: list[Tick]


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


def line_chart(
    lines: Sequence[ChartLine],
    *,
    across: Sequence[tuple[float, str]],
    low: float = 0,
    high: float | None = None,
    step: float | None = None,
    up: Callable[[float], str] = lambda value: f"{value:g}",
) -> Chart:
    """A chart of these lines; without any it has no curves.

    across: which places are named below, and how. low, high: the values at the bottom and at the top, where
    `high` is not given as high as the lines need. step: between grid lines. up: how a value is written.
    """
    lines = [line for line in lines if any(value is not None for value in line.values)]
    highest = max((v for line in lines for v in (*line.values, *line.highs) if v is not None), default=1)
    step = step or _step((highest if high is None else high) - low)
    top = high if high is not None else low + step * max(1, -(-(highest - low) // step))
    margin = min(WIDEST, max((_label_width(line) for line in lines), default=NARROWEST))
    last = max((len(line.values) for line in lines), default=1) - 1
    scale = Scale(WIDTH - int(max(NARROWEST, margin)), last, low, top)
    curves = _apart([_curve(line, scale) for line in lines])
    if any(curve.end_x < scale.right or abs(curve.label_y - curve.end_y) > NEAR for curve in curves):
        scale = replace(scale, right=scale.right - KEY - KEY_GAP)
        curves = [_keyed(curve) for curve in _apart([_curve(line, scale) for line in lines])]
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=scale.right,
        top=TOP,
        bottom=HEIGHT - BOTTOM,
        curves=curves,
        across=[Tick(scale.x(place), text) for place, text in across],
        up=[Tick(scale.y(low + n * step), up(low + n * step)) for n in range(round((top - low) / step) + 1)],
    )


def places_to_name(count: int) -> list[int]:
    """Which of the places 1 to `count` are named below a chart, so that their figures do not touch."""
    step = -(-count // MOST_TICKS) if count else 1
    return list(range(step, count + 1, step))


def _keyed(curve: Curve) -> Curve:
    return replace(curve, keyed=True, label_x=curve.label_x + KEY + KEY_GAP)


def _curve(line: ChartLine, scale: Scale) -> Curve:
    spots = [(scale.x(n), scale.y(value)) for n, value in enumerate(line.values) if value is not None]
    return Curve(
        name=line.name,
        label=_label(line),
        path=_path(line, scale),
        band=_band(line, scale),
        end_x=spots[-1][0],
        end_y=spots[-1][1],
        label_x=scale.right + LABEL_GAP / 2,
        label_y=spots[-1][1],
        keyed=False,
        dash=DASHES[(line.place + line.place // len(DASHES)) % len(DASHES)],
        number=line.place % len(DASHES) + 1,
        value=line.value,
        bold=line.bold,
    )


def _path(line: ChartLine, scale: Scale) -> str:
    """A stroke for each run of values without a gap."""
    runs = groupby(enumerate(line.values), key=lambda spot: spot[1] is not None)
    there = [[(n, value) for n, value in run if value is not None] for known, run in runs if known]
    return " ".join(f"M{_joined([(scale.x(n), scale.y(value)) for n, value in run])}" for run in there)


def _band(line: ChartLine, scale: Scale) -> str:
    there = [(scale.x(n), scale.y(value)) for n, value in enumerate(line.highs)]
    back = [(scale.x(n), scale.y(value)) for n, value in enumerate(line.lows)]
    return _joined([*there, *reversed(back)])


def _joined(spots: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in spots)


def _label(line: ChartLine) -> str:
    """Name and value; a name too long for the margin is cut, the value never."""
    room = int((WIDEST - LABEL_INDENT) / LETTER) - len(line.value) - 1
    name = line.name if len(line.name) <= room else f"{line.name[: max(room - 1, 1)]}…"
    return f"{name} {line.value}".strip()


def _label_width(line: ChartLine) -> float:
    return len(_label(line)) * LETTER + LABEL_INDENT


def _apart(curves: list[Curve]) -> list[Curve]:
    """The curves with their labels moved so far apart that each can be read."""
    placed: list[Curve] = []
    lowest = HEIGHT - BOTTOM - LABEL_GAP * (len(curves) - 1)
    for place, curve in enumerate(sorted(curves, key=lambda c: c.end_y)):
        above = placed[-1].label_y + LABEL_GAP if placed else TOP
        y = min(max(curve.end_y, above), lowest + LABEL_GAP * place)
        placed.append(replace(curve, label_y=max(y, above)))
    return placed


def _step(span: float) -> float:
    """A round figure between two grid lines: 1, 2 or 5 with noughts, so that few lines reach the top."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if step * MOST_LINES >= span:
                return step
        size *= 10

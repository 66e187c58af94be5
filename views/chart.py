"""The score chart: totals over the rounds, one line a side, drawn on the server."""

from __future__ import annotations

from dataclasses import dataclass

from models import Session
from scoring.standings import Standing
from views.wording import listed

WIDTH, HEIGHT = 340, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 90, 12, 26
LABEL_GAP = 13
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
MOST_TICKS = 15


@dataclass(frozen=True)
class Curve:
    """One side: its polyline, where its label stands, and how it is told apart without colour."""

    name: str
    points: str
    end_x: float
    end_y: float
    label_y: float
    dash: str
    number: int
    total: int
    leads: bool


@dataclass(frozen=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True)
class Chart:
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    curves: list[Curve]
    across: list[Tick]
    up: list[Tick]


def chart_of(session: Session) -> Chart:
    """Empty (no curves) before a round is played."""
    table = session.standings() if session.rounds else []
    highest = max((max(s.history) for s in table), default=1)
    step = _step(highest)
    ceiling = step * max(1, -(-highest // step))
    rounds = len(session.rounds)
    curves = [_curve(s, session, place, ceiling, rounds) for place, s in enumerate(table)]
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        top=TOP,
        bottom=HEIGHT - BOTTOM,
        curves=_apart(curves),
        across=[Tick(_x(n, rounds), str(n)) for n in _rounds_to_name(rounds)],
        up=[Tick(_y(v, ceiling), str(v)) for v in range(0, ceiling + 1, step)],
    )


def _curve(standing: Standing, session: Session, place: int, ceiling: int, rounds: int) -> Curve:
    seats = [seat for seat in session.seats if seat.id in standing.seats]
    spots = [(_x(n, rounds), _y(total, ceiling)) for n, total in enumerate(standing.history)]
    seat_place = session.seats.index(seats[0])
    return Curve(
        name=listed([seat.name for seat in seats]),
        points=" ".join(f"{x:g},{y:g}" for x, y in spots),
        end_x=spots[-1][0],
        end_y=spots[-1][1],
        label_y=spots[-1][1],
        dash=DASHES[(seat_place + seat_place // len(DASHES)) % len(DASHES)],
        number=seat_place % len(DASHES) + 1,
        total=standing.total,
        leads=standing.leads,
    )


def _apart(curves: list[Curve]) -> list[Curve]:
    """The curves with their labels moved so far apart that each can be read."""
    placed: list[Curve] = []
    lowest = HEIGHT - BOTTOM - LABEL_GAP * (len(curves) - 1)
    for place, curve in enumerate(sorted(curves, key=lambda c: c.end_y)):
        above = placed[-1].label_y + LABEL_GAP if placed else TOP
        y = min(max(curve.end_y, above), lowest + LABEL_GAP * place)
        placed.append(Curve(**{**curve.__dict__, "label_y": max(y, above)}))
    return placed


def _x(number: int, rounds: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * number / max(rounds, 1), 1)


def _y(value: int, ceiling: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / ceiling, 1)


def _step(highest: int) -> int:
    """A round figure between two grid lines: 1, 2 or 5 with noughts, so that few lines reach the top."""
    size = 1
    while True:
        for step in (size, 2 * size, 5 * size):
            if step * MOST_LINES >= highest:
                return step
        size *= 10


def _rounds_to_name(rounds: int) -> list[int]:
    step = -(-rounds // MOST_TICKS) if rounds else 1
    return list(range(step, rounds + 1, step))

"""The chart of a session: totals over the rounds, one line a side."""

from __future__ import annotations

from collections.abc import Sequence

from game.scoring.facts import SeatFacts
from game.scoring.standings import Standing
from models import Session
from models.people.colours import shapes
from views.words.chart import Chart, ChartLine, line_chart
from views.words.figures import with_minus
from views.words.phrases import listed

MAX_TICKS = 12


def score_chart(session: Session) -> Chart:
    """Empty (no curves) before a round is played, and where only the totals are known."""
    table = session.standings() if session.rounds and not session.totals_only else []
    across = rounds_across(len(session.rounds))
    lines = [_line(standing, session) for standing in table]
    return line_chart(lines, across=across, low=None, up=lambda value: with_minus(f"{value:g}"))


def rounds_across(rounds: int) -> list[tuple[float, str]]:
    """Which rounds are named below a chart, so that their figures do not touch."""
    step = -(-rounds // MAX_TICKS) if rounds else 1
    return [(number, str(number)) for number in range(step, rounds + 1, step)]


def _line(standing: Standing, session: Session) -> ChartLine:
    seats = [seat for seat in session.seats if seat.id in standing.seats]
    on_sheet = [seat.facts() for seat in seats]
    return ChartLine(
        name=listed([seat.name for seat in seats]),
        values=[total if _is_here(on_sheet, n) else None for n, total in enumerate(standing.history)],
        shape=shapes(seat.player for seat in session.seats)[seats[0].player_id],
        value=with_minus(standing.total),
        colour=seats[0].player.colour,
        bold=standing.leads,
    )


def _is_here(seats: Sequence[SeatFacts], played: int) -> bool:
    """Whether one of these had sat down, and not yet left for good, when so many rounds were played."""
    return any(
        seat.joined_round <= played + 1
        and not any(away.until is None and away.since <= played for away in seat.away)
        for seat in seats
    )

"""A side's totals as a line small enough for a row of the standings."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT, MARGIN = 64, 24, 2


def spark_points(history: Sequence[int], ceiling: int) -> str:
    """The points of an SVG polyline, every side on one scale from 0 to `ceiling`; "" before two totals."""
    if len(history) < 2 or ceiling <= 0:  # noqa: PLR2004
        return ""
    step = WIDTH / (len(history) - 1)
    room = HEIGHT - 2 * MARGIN
    return " ".join(
        f"{round(place * step, 1):g},{round(HEIGHT - MARGIN - room * total / ceiling, 1):g}"
        for place, total in enumerate(history)
    )

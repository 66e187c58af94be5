"""The standings as the table reads them: one row a side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from models import Seat, Session
from scoring.deal import Deal
from scoring.standings import Standing
from views.wording.figures import signed
from views.wording.hands import the_word
from views.wording.phrases import listed


@dataclass(frozen=True)
class Row:
    """One side in the standings."""

    names: str
    rank: int | None
    total: int
    note: str
    spark: str
    leads: bool
    deals: bool
    absent: bool
    start_points: int


def rows_of(session: Session, deal: Deal) -> list[Row]:
    table = session.standings()
    ceiling = max((max(s.history) for s in table), default=0)
    last_out = session.rounds[-1].out_id if session.rounds else None
    return [_row(standing, session, deal, ceiling, last_out) for standing in table]


def _row(standing: Standing, session: Session, deal: Deal, ceiling: int, last_out: object) -> Row:
    seats = [seat for seat in session.seats if seat.id in standing.seats]
    return Row(
        names=listed([seat.name for seat in seats]),
        rank=standing.rank if session.rounds else None,
        total=standing.total,
        note=_note(standing, session, seats, last_out),
        spark=spark_points(standing.history, ceiling),
        leads=standing.leads and bool(session.rounds),
        deals=deal.dealer in standing.seats and not session.is_finished,
        absent=standing.rank is None,
        start_points=sum(seat.start_points for seat in seats),
    )


def _note(standing: Standing, session: Session, seats: Sequence[Seat], last_out: object) -> str:
    """What happened to this side last: "out last round", "+13", "left"."""
    if standing.rank is None:
        return _("has left the table")
    if not session.rounds:
        late = sum(seat.start_points for seat in seats)
        return _("starts with %(points)d", points=late) if late else ""
    if last_out in standing.seats:
        return _("out %(last_round)s", last_round=the_word(session, "last_round"))
    if standing.change is None:
        late = sum(seat.start_points for seat in seats)
        new = any(seat.joined_round > len(session.rounds) for seat in seats)
        return (
            _("starts with %(points)d", points=late)
            if new
            else _("sat out %(last_round)s", last_round=the_word(session, "last_round"))
        )
    return "" if session.scoring_rules.counts_wins else signed(standing.change)


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

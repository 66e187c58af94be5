"""Bonus and penalty points of a seat, with a reason, between two rounds."""

from __future__ import annotations

from models.change import ChangeStamp, recorded_as_change
from models.seat import Seat
from models.session import Session

MOST_POINTS = 9_999
LONGEST_REASON = 60


def adjust(
    session: Session, seat: Seat, stamp: ChangeStamp, *, points: int, reason: str, after: int | None = None
) -> None:
    """Add points to the total of a seat; negative ones are taken from it.

    after: the round after which they count, 0 before the first; by default the last round. They are a change
    of kind "adjust", and taken back by undoing it.
    """
    number = len(session.rounds) if after is None else after
    about = {"player": str(seat.player_id), "points": points, "reason": reason, "number": number}
    with recorded_as_change(session, "adjust", stamp, about):
        added = {"id": str(stamp.change_id), "after": number, "points": points, "reason": reason}
        seat.set_adjustments([*(seat.adjustments or ()), added])

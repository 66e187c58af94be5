"""Bonus and penalty points of a seat, with a reason, between two rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from game.scoring import operations
from game.scoring.facts import Adjustment, decoded
from models.change import ADJUST, ChangeStamp, recorded_as_change
from models.database import db
from models.session import Seat, Session, StoredSheet

MOST_ADJUSTMENTS = 200  # of a session
LONGEST_REASON = 60
SESSIONS_REMEMBERED = 50


def adjust(
    session: Session, seat: Seat, stamp: ChangeStamp, *, points: int, reason: str, after: int | None = None
) -> None:
    """Add points to the total of a seat; negative ones are taken from it.

    after: the round after which they count, 0 before the first; by default the last round. They are a change
    of kind "adjust", and taken back by undoing it. The id of the change is that of the adjustment.
    """
    number = len(session.rounds) if after is None else after
    about = {"player": str(seat.player_id), "points": points, "reason": reason, "number": number}
    with recorded_as_change(session, ADJUST, stamp, about):
        added = Adjustment(number, points, str(stamp.change_id), reason)
        session.sheet = operations.adjust(session.sheet, seat.id, added)


def count_adjustments(session: Session) -> int:
    return sum(len(seat.adjustments) for seat in session.sheet.seats)


def reasons_of(session: Session, most: int) -> Sequence[str]:
    """Reasons given in the latest sessions of the group: first those of this one, then the most frequent."""
    latest = (
        db.select(Session.id)
        .where(Session.visible_in(session.group_id))
        .order_by(Session.started_at.desc())
        .limit(SESSIONS_REMEMBERED)
    )
    sheets = db.select(StoredSheet).where(StoredSheet.session_id.in_(latest.scalar_subquery()))
    counts: Counter[str] = Counter()
    own_reasons: set[str] = set()
    for stored in db.session.scalars(sheets):
        seats = decoded(stored.text).seats
        reasons = [adjustment.reason for seat in seats for adjustment in seat.adjustments]
        counts.update(reasons)
        own_reasons.update(reasons if stored.session_id == session.id else ())
    return sorted(counts, key=lambda reason: (reason not in own_reasons, -counts[reason], reason))[:most]

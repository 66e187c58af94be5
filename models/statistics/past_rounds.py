"""The rounds a group has played before, as the chances of a session draw from them."""

from __future__ import annotations

from sqlalchemy import String, cast

from models.database import db
from models.round import Hand, Round
from models.session import Session
from models.statistics.outcome import Outcome
from review.gains import PastRound
from review.outcome import scale_of

MOST_SESSIONS = 40
MOST_ROUNDS = 600


def past_rounds(session: Session) -> list[PastRound]:
    """The last rounds of the same variant, counted with the same values, in the group's earlier sessions.

    Only what was finished and began before this session did, so that its chances stay what they were.
    Nothing where wins are counted. One query; its cost does not grow with the group's history once
    there are MOST_SESSIONS such sessions.
    """
    rules = session.scoring_rules
    if rules.counts_wins:
        return []
    # What is still played has no outcomes.
    same_scale = db.exists().where(Outcome.session_id == Session.id, Outcome.scale == scale_of(rules))
    before = (
        db.select(Session.id)
        .where(
            Session.group_id == session.group_id,
            Session.variant == session.variant,
            Session.started_at < session.started_at,
            Session.summed.is_(False),
            same_scale,
        )
        .order_by(Session.started_at.desc(), Session.id.desc())
        .limit(MOST_SESSIONS)
        .subquery()
    )
    points = db.func.aggregate_strings(cast(Hand.points, String), ",")
    rows = db.session.execute(
        db.select(Round.hand_size, points)
        .join(Hand)
        .where(Round.session_id.in_(db.select(before.c.id)))
        .group_by(Round.id, Round.hand_size)
        .having(db.func.count(Hand.points) == db.func.count())
        .order_by(Round.id.desc())
        .limit(MOST_ROUNDS)
    )
    return [PastRound(size, tuple(sorted(map(int, joined.split(","))))) for size, joined in rows]

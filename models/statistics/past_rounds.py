"""The rounds a group has played before, as the chances of a session draw from them."""

from __future__ import annotations

import uuid

from sqlalchemy import String, cast

from game.analysis.chances.gains import PastRound
from game.analysis.outcome import scale_of
from models.database import db
from models.round import Hand, Round
from models.seat import Seat
from models.session import Session
from models.statistics.outcome import Outcome

MOST_SESSIONS = 40
MOST_ROUNDS = 600


def past_rounds(session: Session) -> list[PastRound]:
    """The last rounds of the same variant, counted with the same values, in the group's earlier sessions.

    Only what was finished and began before this session did, so that its chances stay what they were.
    Where wins are counted, whoever was out has 0 and everybody else 1. One query; its cost does not grow
    with the group's history once there are MOST_SESSIONS such sessions.
    """
    rules = session.scoring_rules
    # What is still played has no outcomes.
    same_scale = db.exists().where(Outcome.session_id == Session.id, Outcome.scale == scale_of(rules))
    before = (
        db.select(Session.id)
        .where(
            Session.group_id == session.group_id,
            Session.variant == session.variant,
            Session.started_at < session.started_at,
            Session.totals_only.is_(False),
            same_scale,
        )
        .order_by(Session.started_at.desc(), Session.id.desc())
        .limit(MOST_SESSIONS)
        .subquery()
    )
    points = db.case((Hand.seat_id == Round.out_id, 0), else_=1) if rules.counts_wins else Hand.points
    hands = db.func.aggregate_strings(cast(Seat.player_id, String) + ":" + cast(points, String), ",")
    rows = db.session.execute(
        db.select(Round.hand_size, hands)
        .join(Hand, Hand.round_id == Round.id)
        .join(Seat, Seat.id == Hand.seat_id)
        .where(Round.session_id.in_(db.select(before.c.id)))
        .group_by(Round.id, Round.hand_size)
        .having(db.func.count(points) == db.func.count())
        .order_by(Round.id.desc())
        .limit(MOST_ROUNDS)
    )
    return [_round(size, joined) for size, joined in rows]


def _round(hand_size: int, joined: str) -> PastRound:
    """joined: "player:points,…" as the query tells them. In an order that is the same on every database."""
    parts = (hand.split(":") for hand in joined.split(","))
    hands = sorted((int(points), uuid.UUID(who)) for who, points in parts)
    return PastRound(hand_size, tuple(points for points, _ in hands), tuple(who for _, who in hands))

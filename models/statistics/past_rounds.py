"""The rounds a group has played before, as the chances of a session draw from them."""

from __future__ import annotations

import uuid

from sqlalchemy import String, cast

from game.analysis.chances.gains import PastRound
from game.analysis.outcome import scale_of
from game.scoring.facts import HandFacts, RoundFacts
from game.scoring.gains import round_gains
from game.scoring.rules import Rules
from models.database import db
from models.round import Hand, Round
from models.seat import Seat
from models.session import Session
from models.statistics.outcome import Outcome

MOST_SESSIONS = 40
MOST_ROUNDS = 600


def past_rounds(session: Session) -> list[PastRound]:
    """The last rounds of the same variant with the same card values, in earlier sessions of the group.

    Only sessions that finished, and began before this one, so that its chances do not change later. If wins
    are counted, nobody has won a blocked round. One query; its cost does not grow with the history beyond
    MOST_SESSIONS sessions.
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
    is_out = db.case((Hand.seat_id == Round.out_id, 1), else_=0)
    points = db.literal(0) if rules.counts_wins else Hand.points
    parts = (cast(Seat.player_id, String), cast(points, String), cast(is_out, String))
    hands = db.func.aggregate_strings(parts[0] + ":" + parts[1] + ":" + parts[2], ",")
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
    return [_round(rules, size, joined) for size, joined in rows]


def _round(rules: Rules, hand_size: int, joined: str) -> PastRound:
    """Parse "player:points:out,…"; in an order that is the same on every database."""
    parts = [hand.split(":") for hand in joined.split(",")]
    hands = tuple(HandFacts(uuid.UUID(who), None, int(points)) for who, points, _out in parts)
    out = next((hand.seat for hand, part in zip(hands, parts, strict=True) if part[2] == "1"), None)
    played = RoundFacts(0, dealer=hands[0].seat, hand_size=hand_size, out=out, hands=hands)
    gains = sorted((gain, who) for who, gain in round_gains(rules, played).items())
    return PastRound(hand_size, tuple(gain for gain, _ in gains), tuple(who for _, who in gains))

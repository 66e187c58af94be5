"""The rounds a group has played before, as the chances of a session draw from them."""

from __future__ import annotations

from itertools import islice
from uuid import UUID

from msgspec.structs import replace

from game.analysis.chances.gains import PastRound
from game.analysis.outcome import scale_of
from game.scoring.facts import Round, Sheet
from game.scoring.rules import Rules
from game.scoring.standings import gains_of_hands
from models.database import db
from models.session import Session, sheets_by_session
from models.statistics.outcome import Outcome

MAX_SESSIONS = 40
MAX_ROUNDS = 600


def past_rounds(session: Session) -> list[PastRound]:
    """The last rounds of the same variant with the same card values, in earlier sessions of the group.

    Only sessions that finished, and began before this one, so that its chances do not change later. If wins
    are counted, nobody has won a blocked round. Two queries; their cost does not grow with the history beyond
    MAX_SESSIONS sessions.
    """
    rules = session.rules
    # A session that is not finished has no outcomes.
    same_scale = db.exists().where(Outcome.session_id == Session.id, Outcome.scale == scale_of(rules))
    before = (
        db.select(Session.id)
        .where(
            Session.visible_in(session.group_id),
            Session.variant == session.variant,
            Session.started_at < session.started_at,
            Session.totals_only.is_(False),
            same_scale,
        )
        .order_by(Session.started_at.desc(), Session.id.desc())
        .limit(MAX_SESSIONS)
        .subquery()
    )
    sheets = sheets_by_session(db.select(before.c.id).scalar_subquery())
    rounds = [(played, sheet) for sheet in sheets.values() for played in sheet.rounds]
    rounds.sort(key=lambda pair: str(pair[0].id), reverse=True)
    counted = (
        (played, sheet)
        for played, sheet in rounds
        if rules.counts_wins or all(hand.points is not None for hand in played.hands)
    )
    return [_past_round(rules, played, sheet) for played, sheet in islice(counted, MAX_ROUNDS)]


def _past_round(rules: Rules, played: Round, sheet: Sheet) -> PastRound:
    """The gains of a round with their players, by gain, so that the order does not depend on the seats."""
    players = {seat.id: str(seat.player) for seat in sheet.seats}
    hands = [replace(hand, cards=None) for hand in played.hands]
    gains = sorted((gain, players[seat]) for seat, gain in gains_of_hands(rules, played.out, hands).items())
    return PastRound(played.hand_size, tuple(gain for gain, _ in gains), tuple(UUID(who) for _, who in gains))

"""Whether a file tells a session's points as they stand here: by sums that weigh them."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from msgspec import UNSET
from sqlalchemy import BigInteger, cast, func, literal

from exchange.document.records import SessionRecord
from models.database import db
from models.round import Hand, Round
from models.seat import Seat
from models.session import Session

MOST_NAMED = 500  # sessions in one query; of more, all of the group's
Sums = tuple[int, ...]


def sums_in(record: SessionRecord) -> Sums | None:
    """What `sums_of` adds up, of what a file tells; None where it does not say what cards cost."""
    place = {seat.player: place for place, seat in enumerate(record.seats)}
    hands, outs = [0, 0, 0], [0, 0, 0]
    for played in record.rounds:
        number = played.number
        if played.out is not None:
            _add(outs, 1, number, place.get(played.out, -1))
        for hand in played.hands:
            points = hand.points
            if points is None and hand.cards and record.standings is UNSET:
                return None
            if points:
                _add(hands, points, number, place.get(hand.player, -1))
    return (*hands, *outs)


def _add(sums: list[int], points: int, number: int, place: int) -> None:
    sums[0] += 1
    sums[1] += points * (number * 101 + place * 7 + 1)
    sums[2] += points * points * (number * number + place * 17 + 3)


def sums_of(group_id: uuid.UUID, sessions: Collection[uuid.UUID]) -> dict[uuid.UUID, Sums]:
    """Of each session how many hands had anything left, and how many rounds somebody went out of; each with
    two sums that weigh the points by round and place: where all six agree, so do the hands. Two queries.
    """
    found = {own: [0] * 6 for own in sessions}
    number, place = cast(Round.number, BigInteger), cast(Seat.position, BigInteger)
    for at, seat, points in ((0, Hand.seat_id, cast(Hand.points, BigInteger)), (3, Round.out_id, literal(1))):
        weighed = (
            func.sum(points * (number * 101 + place * 7 + 1)),
            func.sum(points * points * (number * number + place * 17 + 3)),
        )
        query = db.select(Round.session_id, func.count(), *weighed).select_from(Round)
        if not at:
            query = query.join(Hand, Hand.round_id == Round.id).where(Hand.points > 0)
        query = query.join(Seat, Seat.id == seat)
        if len(found) > MOST_NAMED:
            query = query.join(Session, Session.id == Round.session_id).where(Session.group_id == group_id)
        else:
            query = query.where(Round.session_id.in_(found))
        for own, *sums in db.session.execute(query.group_by(Round.session_id)):
            if own in found:
                found[own][at : at + 3] = map(int, sums)
    return {own: tuple(sums) for own, sums in found.items()}

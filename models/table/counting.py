"""Counts of the next round on the phones of the players, until the round is saved."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from game.scoring import facts
from game.scoring.counts import Count, RoundCounts
from models.change import ChangeStamp
from models.session import Seat, Session


class CountRejected(ValueError):
    """The request was rejected; nothing was changed.

    reason: "saved" (the round is saved, as `saved`), "early" (earlier rounds were undone), "over" (the
    session is finished), "left" (the seat does not play this round), "out" (another phone has declared who
    is out), "other" (another phone has sent `count` for the seat) or "changed" (the checked count is now
    `count`, or was deleted).
    """

    def __init__(self, reason: str, *, count: Count | None = None, saved: facts.Round | None = None) -> None:
        super().__init__(reason)
        self.reason, self.count, self.saved = reason, count, saved


def declare_out(
    session: Session,
    number: int,
    seat: Seat | None,
    stamp: ChangeStamp,
    *,
    chain: facts.LastCards | None = None,
    shown: str | None = None,
) -> None:
    """Declare who is out, or with None that nobody went out.

    shown: the `who_is_out` that the phone was shown; None overrules other phones. Raise CountRejected.
    """
    counting = _next_counts(session, number)
    if seat is not None and seat not in session.playing(number):
        raise CountRejected("left")
    out = seat.id if seat else None
    if counting.out_is_declared and counting.out == out and chain in (None, counting.chain):
        return  # without a chain, keep the one declared before
    if counting.out_is_declared and shown is not None and shown != who_is_out(counting):
        raise CountRejected("out")
    _write(session, replace(counting, out_is_declared=True, out=out, chain=chain, by=stamp.by))


def retract_out(session: Session, number: int) -> None:
    """Withdraw the declaration: play goes on. Counts are kept."""
    counting = _next_counts(session, number)
    if counting.out_is_declared:
        _write(session, replace(counting, out_is_declared=False, out=None, chain=None, by=""))


def send_count(
    session: Session, number: int, seat: Seat, hand: facts.Hand, stamp: ChangeStamp, *, shown: str
) -> None:
    """Store the count of a seat. shown: the token of the count that the phone was shown, "" for none."""
    counting = _next_counts(session, number)
    if seat not in session.playing(number):
        raise CountRejected("left")
    if counting.out_is_declared and counting.out == seat.id:
        raise CountRejected("out")
    count = Count(hand, stamp.by)
    known = counting.counts.get(seat.id)
    if known is not None:
        if known.token == count.token:
            return
        if known.token != shown:
            raise CountRejected("other", count=known)
        count = count.sent_after(known)
    _write(session, counting.with_count(count))


def check_count(
    session: Session, number: int, seat: Seat, stamp: ChangeStamp, *, is_right: bool, shown: str
) -> None:
    """Store the check of the left neighbour (SP28). shown: the token of the count that was checked."""
    counting = _next_counts(session, number)
    count = counting.counts.get(seat.id)
    if count is None or count.token != shown:
        raise CountRejected("changed", count=count)
    if count.is_right is not is_right:
        _write(session, counting.with_count(replace(count, is_right=is_right, checked_by=stamp.by)))


def who_is_out(counting: RoundCounts) -> str:
    """A seat id, "none" if nobody went out, "" if it is not declared yet; a form field has this value."""
    if not counting.out_is_declared:
        return ""
    return str(counting.out) if counting.out else "none"


def discarded_count_values(session: Session, played: facts.Round) -> dict[str, Any]:
    """For the history: by seat, the counts of phones that differ from the round that is saved."""
    discarded_by_seat: dict[str, Any] = {}
    counting = session.counted(played.number)
    of_round = session.rules.times(played)
    for hand in played.hands:
        count = counting.counts.get(hand.seat)
        if count is None or hand.seat == played.out:
            continue
        discarded = [dict(overruled) for overruled in count.overruled]
        points = None if hand.points is None else hand.points // of_round
        saved = replace(hand, points=points, typed=count.hand.typed)
        if count.token != replace(count, hand=saved).token:
            discarded.append(count.in_history())
        if discarded:
            discarded_by_seat[str(hand.seat)] = discarded
    return {"counts": discarded_by_seat} if discarded_by_seat else {}


def move_counting(session: Session, *, past: int, by: int) -> None:
    """Renumber the counts when round `past` is inserted or removed."""
    if session.counting and session.counting["number"] > past:
        session.counting = {**session.counting, "number": session.counting["number"] + by}


def _next_counts(session: Session, number: int) -> RoundCounts:
    """The counts of the next round; raise CountRejected if that is not `number`."""
    saved = session.round_number(number)
    if saved is not None:
        raise CountRejected("saved", saved=saved)
    if session.is_finished:
        raise CountRejected("over")
    if number != session.sheet.next_number:
        raise CountRejected("early")
    return session.counted(number)


def _write(session: Session, counting: RoundCounts) -> None:
    session.counting = msgspec.to_builtins(counting)
    session.version += 1

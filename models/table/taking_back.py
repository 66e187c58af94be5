"""Taking back a change: putting the facts before it in the place of the facts after it."""

from __future__ import annotations

import uuid
from typing import Any

from models.change import ALONG, UNDO, Author, Change, Diff, Snapshot, write
from models.database import db
from models.player import Player
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.table.counting import move_counting
from models.table.rounds import move_seats, renumber

# Later rounds that come or go move a number; that is no reason to refuse.
MOVES_ALONG = {"number", "next_deal"}


class CannotTakeBack(ValueError):
    """Something later stands on this change.

    reason: "done" (taken back already), "changed" (what it made has been changed since), "needed" (somebody
    it brought to the table has played or dealt since), "played" (in rounds since, others have a hand than
    would play then), "evening" (the umpire said so of the whole evening, and takes it back there) or
    "name" (another player has the name that it would give back).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def take_back(session: Session, change: Change, author: Author) -> None:
    """Undo one change of this session, or do it again where it is itself a take-back.

    Raises CannotTakeBack and leaves the session as it was.
    """
    if not change.is_active:
        raise CannotTakeBack("done")
    if _goes_with_the_evening(change):
        raise CannotTakeBack("evening")
    before = session.snapshot()
    check(before, change.diff)
    odd = _of_others(session)
    _restore(session, change.diff)
    if _of_others(session) - odd:
        raise CannotTakeBack("played")
    write(session, UNDO, author, {"kind": change.kind, "about": change.about}, before, change)
    change.go_out_of_force()


def _goes_with_the_evening(change: Change) -> bool:
    along = change.about.get(ALONG)
    said = db.session.get(Change, uuid.UUID(along)) if along else None
    return said is not None and said.is_active


def stands(session: Session, change: Change) -> bool:
    """Whether what the change made is still as it made it."""
    try:
        check(session.snapshot(), change.diff)
    except CannotTakeBack:
        return False
    return change.session_id == session.id and change.is_active


def check(now: Snapshot, diff: Diff) -> None:
    """Raise CannotTakeBack where what the change made is no longer as it made it."""
    for key, (_, made) in diff.items():
        current = now.get(key)
        if (made is None) != (current is None):
            raise CannotTakeBack("changed")
        if made is None or current is None:
            continue
        if any(current.get(f) != made[f] for f in made if f not in MOVES_ALONG):
            raise CannotTakeBack("changed")


def _restore(session: Session, diff: Diff) -> None:
    for key, (before, after) in sorted(diff.items(), key=_turn):
        kind, _, piece_id = key.partition(":")
        if kind == "session":
            session.put_back(before or {})
        elif kind == "seat":
            _restore_seat(session, uuid.UUID(piece_id), before)
        elif kind == "round":
            _restore_round(session, uuid.UUID(piece_id), before, set(diff), created=after is None)
    renumber(session)


def _turn(piece: tuple[str, list[dict[str, Any] | None]]) -> tuple[bool, int]:
    """Seats first, for rounds stand on them; of many rounds the last goes first and the first comes first."""
    key, (before, after) = piece
    number = (before or {}).get("number", 0) if before else -(after or {}).get("number", 0)
    return not key.startswith("seat:"), number


def _restore_seat(session: Session, seat_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    seat = session.seat(seat_id)
    if before is None:
        if seat is not None:
            _check_unused(session, seat)
            session.seats.remove(seat)
        return
    if seat is None:
        if db.session.get(Player, uuid.UUID(before["player"])) is None:
            raise CannotTakeBack("changed")
        seat = Seat(id=seat_id)
        session.seats.append(seat)
    seat.put_back(before)
    db.session.flush()
    db.session.refresh(seat, ["player"])


def _restore_round(
    session: Session,
    round_id: uuid.UUID,
    before: dict[str, Any] | None,
    in_change: set[str],
    *,
    created: bool,
) -> None:
    played = next((r for r in session.rounds if r.id == round_id), None)
    others = [seat for seat in session.seats if f"seat:{seat.id}" not in in_change]
    if before is None:
        if played is not None:
            session.rounds.remove(played)
            move_seats(others, past=played.number, by=-1)
            _move_counting(session, played.number, by=-1)
        return
    if played is None:
        played = Round(id=round_id)
        place = min(before["number"], len(session.rounds) + 1) - 1
        session.rounds.insert(place, played)
        move_seats(others, past=place + 1, by=1)
        _move_counting(session, place + 1, by=1)
    _check_seated(session, before)
    moving = {} if created else {"number": played.number}
    played.put_back({**before, **moving})


def _move_counting(session: Session, number: int, *, by: int) -> None:
    """A round at the end comes or goes as the one that was counted; one before it moves the others."""
    if number < len(session.rounds) + (by < 0):
        move_counting(session, past=number, by=by)


def _of_others(session: Session) -> set[uuid.UUID]:
    """The rounds in which others hold a hand than play it."""
    seats = session.seat_facts()
    return {
        played.id
        for played in session.rounds
        if {hand.seat_id for hand in played.hands} != {seat.id for seat in seats if seat.plays(played.number)}
    }


def _check_unused(session: Session, seat: Seat) -> None:
    held = {hand.seat_id for played in session.rounds for hand in played.hands}
    dealt = {played.dealer_id for played in session.rounds}
    if seat.id in held | dealt or str(seat.id) in session.first_dealers:
        raise CannotTakeBack("needed")


def _check_seated(session: Session, record: dict[str, Any]) -> None:
    """Whoever a round names must sit at the table."""
    named = {
        record.get("dealer"),
        *(f.removeprefix("hand:") for f in record if f.startswith("hand:") and record[f]),
    }
    if not named - {None} <= {str(seat.id) for seat in session.seats}:
        raise CannotTakeBack("needed")

"""Undo a change of a session: restore the facts from before it."""

from __future__ import annotations

import uuid
from typing import Any, cast

from game.scoring.facts import SeatFacts, SeatId
from models.change import ALONG, UNDO, Change, ChangeStamp, Diff, Snapshot, record_change
from models.database import db
from models.player import Player
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.table.counting import move_counting
from models.table.rounds import move_seats, renumber

# Fields that change when later rounds are inserted or removed; they do not prevent an undo.
MOVES_ALONG = {"number", "next_deal"}


class CannotUndo(ValueError):
    """Something later depends on the change.

    reason: "done" (undone already), "changed" (its result has been changed since), "needed" (a player that it
    seated has played or dealt since), "played" (later rounds would have hands of players who do not play
    them), "evening" (it belongs to a change of the tournament and is undone there), "table" (it is a change
    of a table and is undone there), "name" (another player has the name that it would restore) or
    "game_played" (it would delete a game that has been played).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def undo_change(session: Session, change: Change, stamp: ChangeStamp) -> Change:
    """Undo one change of this session, and return the change that does; undoing an undo redoes it.

    Raise CannotUndo, leaving the session unchanged, if something later depends on it.
    """
    if not change.is_active:
        raise CannotUndo("done")
    if _belongs_to_tournament_change(change):
        raise CannotUndo("evening")
    before = session.snapshot()
    check_unchanged(before, change.diff)
    mismatches = _mismatches(session, _seats_as_stored(session))
    _restore(session, change.diff)
    added = _mismatches(session, _seats_as_stored(session)) - mismatches
    if added & _mismatches(session, session.seat_facts()):
        raise CannotUndo("played")
    about = {"kind": change.kind, "about": change.about}
    undo = cast(Change, record_change(session, UNDO, stamp, about, before, change))
    change.mark_undone()
    return undo


def _belongs_to_tournament_change(change: Change) -> bool:
    along = change.about.get(ALONG)
    cause = db.session.get(Change, uuid.UUID(along)) if along else None
    return cause is not None and cause.is_active


def is_unchanged(session: Session, change: Change) -> bool:
    """Whether the result of the change has not been changed since."""
    try:
        check_unchanged(session.snapshot(), change.diff)
    except CannotUndo:
        return False
    return change.session_id == session.id and change.is_active


def round_taken_back(session: Session, number: int, *, kind: str) -> Round | None:
    """The round with this number that was taken back after it was recorded, or inserted, by `kind`.

    It is not in the session. None if there is none, or others would play it now.
    """
    change = Change.taken_back_round(session, number, kind)
    rounds = [after for key, (_, after) in change.diff.items() if key.startswith("round:")] if change else []
    made = next((after for after in rounds if after and "recorded_at" in after), None)
    if made is None:
        return None
    played = Round()
    played.restore({**made, "number": number})
    playing = {seat.id for seat in session.playing(number)}
    return played if {hand.seat_id for hand in played.hands} == playing else None


def check_unchanged(now: Snapshot, diff: Diff) -> None:
    """Raise CannotUndo if the result of the change has been changed since."""
    for key, (_, made) in diff.items():
        current = now.get(key)
        if (made is None) != (current is None):
            raise CannotUndo("changed")
        if made is None or current is None:
            continue
        if any(_fixed(current.get(f)) != _fixed(made[f]) for f in made if f not in MOVES_ALONG):
            raise CannotUndo("changed")


def _fixed(value: Any) -> Any:
    """The value of a field without the number of the round after which points were added."""
    return {k: v for k, v in value.items() if k != "after"} if isinstance(value, dict) else value


def _restore(session: Session, diff: Diff) -> None:
    for key, (before, after) in sorted(diff.items(), key=_order):
        kind, _, thing_id = key.partition(":")
        if kind == "session":
            session.restore(before or {})
        elif kind == "seat":
            _restore_seat(session, uuid.UUID(thing_id), before)
        elif kind == "round":
            _restore_round(session, uuid.UUID(thing_id), before, set(diff), created=after is None)
    renumber(session)


def _order(item: tuple[str, list[dict[str, Any] | None]]) -> tuple[bool, int]:
    """Sort key: seats first, as rounds refer to them; then rounds to delete, last first, and to insert."""
    key, (before, after) = item
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
            raise CannotUndo("changed")
        seat = Seat(id=seat_id)
        session.seats.append(seat)
    seat.restore(before)
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
    played.restore({**before, **moving})


def _move_counting(session: Session, number: int, *, by: int) -> None:
    """Renumber the counts if a round before the last is inserted or removed."""
    if number < len(session.rounds) + (by < 0):
        move_counting(session, past=number, by=by)


def _mismatches(session: Session, seats: list[SeatFacts]) -> set[tuple[uuid.UUID, SeatId]]:
    """The rounds and seats where a seat has a hand but does not play, or plays but has no hand."""
    return {
        (played.id, seat_id)
        for played in session.rounds
        for seat_id in {hand.seat_id for hand in played.hands}
        ^ {seat.id for seat in seats if seat.plays(played.number)}
    }


def _seats_as_stored(session: Session) -> list[SeatFacts]:
    """The seats without eliminations: a correction may bring back a player who sat out later rounds."""
    return [seat.facts() for seat in session.seats]


def _check_unused(session: Session, seat: Seat) -> None:
    held = {hand.seat_id for played in session.rounds for hand in played.hands}
    dealt = {played.dealer_id for played in session.rounds}
    if seat.id in held | dealt or str(seat.id) in session.first_dealers:
        raise CannotUndo("needed")


def _check_seated(session: Session, record: dict[str, Any]) -> None:
    """Raise CannotUndo unless every seat that the round names is at the table."""
    named = {
        record.get("dealer"),
        *(f.removeprefix("hand:") for f in record if f.startswith("hand:") and record[f]),
    }
    if not named - {None} <= {str(seat.id) for seat in session.seats}:
        raise CannotUndo("needed")

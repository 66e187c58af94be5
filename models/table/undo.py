"""Undo a change of a session: restore the facts from before it."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Any, cast

from game.scoring.facts import Round, SeatFacts, SeatId, Sheet, unseated
from game.scoring.scored_sheet import ScoredSheet
from game.scoring.snapshot import Diff, Snapshot, fields_of, restored, round_from
from models.change import ALONG, UNDO, Change, ChangeStamp, record_change
from models.database import db
from models.player import Player
from models.session import Session
from models.table.counting import move_counting

# Fields that change when later rounds are inserted or removed; they do not prevent an undo.
MOVING_FIELDS = {"number", "next_deal"}


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
    along = change.about.get(ALONG)
    cause = db.session.get(Change, uuid.UUID(along)) if along else None
    if cause is not None and cause.is_active:
        raise CannotUndo("evening")
    before, sheet = session.snapshot(), session.sheet
    check_unchanged(before, change.diff)
    _check_players(sheet, change.diff)
    undone = restored(sheet, change.diff)
    if unseated(undone):
        raise CannotUndo("needed")
    rules = session.rules
    added = _mismatches(undone.rounds, undone.seats) - _mismatches(sheet.rounds, sheet.seats)
    if added & _mismatches(undone.rounds, ScoredSheet(rules, undone).seats):
        raise CannotUndo("played")  # a correction may bring back a player who sat out later rounds
    about = {"kind": change.kind, "about": change.about}
    session.sheet = undone
    fields_before = change.diff.get("session", [None])[0] or {}
    if fields_before.get("planned_rounds", session.planned_rounds) != session.planned_rounds:
        session.planned_rounds = fields_before["planned_rounds"]
    _move_counting(session, sheet, undone)
    undo = cast(Change, record_change(session, UNDO, stamp, about, before, change))
    change.mark_undone()
    return undo


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
    rounds = change.diff.items() if change else ()
    for key, (_, after) in rounds:
        if key.startswith("round:") and after and "recorded_at" in after:
            played = round_from(uuid.UUID(key.removeprefix("round:")), {**after, "number": number})
            playing = set(session.scored.playing(number))
            return played if {hand.seat for hand in played.hands} == playing else None
    return None


def check_unchanged(now: Snapshot, diff: Diff) -> None:
    """Raise CannotUndo if the result of the change has been changed since."""
    for key, (_, made) in diff.items():
        current = fields_of(now.get(key))
        if (made is None) != (current is None):
            raise CannotUndo("changed")
        if made is None or current is None:
            continue
        if any(_fixed(current.get(f)) != _fixed(made[f]) for f in made if f not in MOVING_FIELDS):
            raise CannotUndo("changed")


def _fixed(value: Any) -> Any:
    """The value of a field without the number of the round after which points were added."""
    return {k: v for k, v in value.items() if k != "after"} if isinstance(value, dict) else value


def _check_players(sheet: Sheet, diff: Diff) -> None:
    """Raise CannotUndo if the player of a seat that would be put back has been merged or deleted since."""
    present = {f"seat:{seat.id}" for seat in sheet.seats}
    for key, (before, _after) in diff.items():
        is_back = before is not None and key.startswith("seat:") and key not in present
        if before and is_back and db.session.get(Player, uuid.UUID(before["player"])) is None:
            raise CannotUndo("changed")


def _move_counting(session: Session, before: Sheet, after: Sheet) -> None:
    """Renumber the counts of phones if rounds before the last were inserted or removed."""
    old, new = [played.id for played in before.rounds], [played.id for played in after.rounds]
    if old[-1:] == new[-1:] and len(old) != len(new):
        first = next(place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1])
        move_counting(session, past=first, by=len(new) - len(old))


def _mismatches(rounds: Iterable[Round], seats: Sequence[SeatFacts]) -> set[tuple[uuid.UUID | None, SeatId]]:
    """The rounds and seats where a seat has a hand but does not play, or plays but has no hand."""
    return {
        (played.id, seat_id)
        for played in rounds
        for seat_id in {hand.seat for hand in played.hands}
        ^ {seat.id for seat in seats if seat.plays(played.number)}
    }

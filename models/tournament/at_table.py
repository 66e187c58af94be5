"""Changes of a tournament that also change a table: two changes, undone as one."""

from __future__ import annotations

import uuid

from models.change import Change, ChangeStamp
from models.database import db, new_id
from models.session import Session
from models.table.seating import SeatingProblem, leave
from models.table.undo import is_unchanged, undo_change
from models.tournament.tournament import Tournament

TABLE = "table"  # key in Change.about of the tournament change: the id of the table's change


def get_up(session: Session, player_id: uuid.UUID, stamp: ChangeStamp) -> uuid.UUID | None:
    """Let a player leave the table, caused by the tournament change of `stamp`.

    Return the id of the table's change; None if too few would stay, or the player has left already.
    """
    seat = next((seat for seat in session.seats if seat.player_id == player_id), None)
    if seat is None:
        return None
    there = ChangeStamp(new_id(), stamp.by, stamp.at)
    try:
        leave(session, seat, there, along_with=stamp.change_id)
    except SeatingProblem:
        return None
    return there.change_id


def undo_at_table(tournament: Tournament, change: Change, stamp: ChangeStamp) -> None:
    """Undo the table's change that this tournament change caused, unless the table has changed since."""
    done = done_at_table(change)
    session = (
        Session.of(tournament.group_id, done.session_id, lock=True) if done and done.session_id else None
    )
    if done and session and is_unchanged(session, done) and not _has_played_since(session, done):
        undo_change(session, done, ChangeStamp(new_id(), stamp.by, stamp.at))


def done_at_table(change: Change) -> Change | None:
    named = change.about.get(TABLE)
    return db.session.get(Change, uuid.UUID(named)) if named else None


def _has_played_since(session: Session, done: Change) -> bool:
    seats = [
        session.seat(uuid.UUID(key.removeprefix("seat:"))) for key in done.diff if key.startswith("seat:")
    ]
    return any(seat.has_left and seat.facts().left_round <= len(session.rounds) for seat in seats if seat)

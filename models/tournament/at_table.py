"""What an umpire says of somebody and is done at a table along with it: two changes, taken back as one."""

from __future__ import annotations

import uuid

from models.change import Author, Change
from models.database import db, new_id
from models.seat import Seat
from models.session import Session
from models.table.seating import SeatingProblem, leave
from models.table.taking_back import stands, take_back
from models.tournament.tournament import Tournament

TABLE = "table"  # in what the evening's change tells: the change of the table's session


def get_up(session: Session, player_id: uuid.UUID, author: Author) -> uuid.UUID | None:
    """The table plays on without somebody, along with the evening's change of `author`.

    The table's own change; None where too few would stay, or where they have got up already.
    """
    seat = next((seat for seat in session.seats if seat.player_id == player_id), None)
    if seat is None:
        return None
    there = Author(new_id(), author.by, author.at)
    try:
        leave(session, seat, there, along_with=author.change_id)
    except SeatingProblem:
        return None
    return there.change_id


def take_back_at_table(tournament: Tournament, change: Change, author: Author) -> None:
    """Changes at a table along with this change of the evening, unless the table has gone on since."""
    done = done_at_table(change)
    session = (
        Session.of(tournament.group_id, done.session_id, lock=True) if done and done.session_id else None
    )
    if done and session and stands(session, done) and not _has_played_since(session, done):
        take_back(session, done, Author(new_id(), author.by, author.at))


def done_at_table(change: Change) -> Change | None:
    named = change.about.get(TABLE)
    return db.session.get(Change, uuid.UUID(named)) if named else None


def _has_played_since(session: Session, done: Change) -> bool:
    seats = [
        session.seat(uuid.UUID(key.removeprefix("seat:"))) for key in done.diff if key.startswith("seat:")
    ]
    return any(_missed_a_round(seat, session) for seat in seats if seat)


def _missed_a_round(seat: Seat, session: Session) -> bool:
    return seat.has_left and seat.away[-1]["since"] <= len(session.rounds)

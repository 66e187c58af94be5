"""Undo a change of a tournament, with the change of a table that it caused."""

from __future__ import annotations

import uuid
from typing import Any

from models.change import AT_TABLE, UNDO, Change, ChangeStamp, record_change
from models.database import db, new_id
from models.people.people import delete_players
from models.player import Player
from models.session import Seat, Session
from models.table.undo import CannotUndo, check_unchanged, is_unchanged, undo_change
from models.tournament.tournament import MAX_ENTRANTS, Entrant, Tournament

# Keys in Change.about
NEW = "new"  # ids of the players that the change added to the group
TABLE = "table"  # the id of the change at a table that this one caused


def undo_tournament_change(tournament: Tournament, change: Change, stamp: ChangeStamp) -> None:
    """Undo one change of this tournament.

    Raise CannotUndo, leaving the tournament unchanged, if something later depends on it, or if more than
    MAX_ENTRANTS would take part ("full").

    Undoing a draw deletes the sessions of its tables, if no round was played ("played" otherwise). Undoing an
    entry deletes the players it added, unless they are referenced elsewhere. Undoing a withdrawal also undoes
    its change at the table, unless that table has changed since.
    """
    if not change.is_active or change.kind == UNDO:
        raise CannotUndo("done")
    if change.kind == AT_TABLE:
        raise CannotUndo("table")
    before = tournament.snapshot()
    check_unchanged(before, change.diff)
    for key, (old, new) in change.diff.items():
        kind, _, thing_id = key.partition(":")
        if kind == "tournament":
            for field, value in (old or {}).items():
                setattr(tournament, field, value)
        elif kind == "entrant":
            _restore_entrant(tournament, uuid.UUID(thing_id), old)
        elif old is None and new is not None:
            _clear_table(tournament, uuid.UUID(thing_id))
    if len(tournament.playing) > MAX_ENTRANTS:
        raise CannotUndo("full")
    record_change(tournament, UNDO, stamp, {"kind": change.kind, "about": change.about}, before, change)
    change.mark_undone()
    delete_players(tournament.group_id, change.about.get(NEW, ()))
    _undo_at_table(tournament, change, stamp)


def done_at_table(change: Change) -> Change | None:
    """The change at a table that this tournament change caused."""
    caused_id = change.about.get(TABLE)
    return db.session.get(Change, uuid.UUID(caused_id)) if caused_id else None


def _restore_entrant(tournament: Tournament, entrant_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    entrant = tournament.entrant(entrant_id)
    if before is not None:
        if before.get("player"):
            _check_player(tournament, entrant_id, uuid.UUID(before["player"]))
        if entrant is None:
            entrant = Entrant(id=entrant_id)
            tournament.entrants.append(entrant)
        entrant.restore(before)
    elif entrant is not None:
        sessions = [table.session_id for table in tournament.tables]
        seated = db.select(Seat.id).where(Seat.player_id == entrant.player_id, Seat.session_id.in_(sessions))
        if db.session.scalar(seated.limit(1)) is not None:
            raise CannotUndo("needed")
        tournament.entrants.remove(entrant)


def _check_player(tournament: Tournament, entrant_id: uuid.UUID, player_id: uuid.UUID) -> None:
    """Raise CannotUndo if the player was merged or has entered again since."""
    others = {entrant.player_id for entrant in tournament.entrants if entrant.id != entrant_id}
    if player_id in others or db.session.get(Player, player_id) is None:
        raise CannotUndo("changed")


def _clear_table(tournament: Tournament, table_id: uuid.UUID) -> None:
    table = next(table for table in tournament.tables if table.id == table_id)
    session = Session.of(tournament.group_id, table.session_id, lock=True)
    if session is None or session.rounds or session.is_finished:
        raise CannotUndo("played")
    tournament.tables.remove(table)
    db.session.flush()
    db.session.delete(session)


def _undo_at_table(tournament: Tournament, change: Change, stamp: ChangeStamp) -> None:
    """Undo the table's change that this tournament change caused, unless the table has changed since."""
    done = done_at_table(change)
    if done is None or done.session_id is None:
        return
    session = Session.of(tournament.group_id, done.session_id, lock=True)
    if session and is_unchanged(session, done) and not _has_played_since(session, done):
        undo_change(session, done, ChangeStamp(new_id(), stamp.by, stamp.at))


def _has_played_since(session: Session, done: Change) -> bool:
    """Whether a seat that left by the change would have missed a round since."""
    seats = [
        session.seat(uuid.UUID(key.removeprefix("seat:"))) for key in done.diff if key.startswith("seat:")
    ]
    return any(seat.has_left and seat.facts().left_round <= len(session.rounds) for seat in seats if seat)

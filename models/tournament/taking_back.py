"""Undoing a change of a tournament."""

from __future__ import annotations

import uuid
from typing import Any

from models.change import UNDO, Author, Change, write
from models.database import db
from models.people.unneeded import delete_players
from models.player import Player
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.table.taking_back import CannotTakeBack, check
from models.tournament.at_table import take_back_at_table
from models.tournament.tournament import Entrant, Tournament

NEW = "new"  # in what a change tells: the people it made, who go with it


def take_back(tournament: Tournament, change: Change, author: Author) -> None:
    """Undo one change of this tournament. Raises CannotTakeBack and leaves it as it was.

    A draw goes with the sessions of its tables, as long as no round was played at any of them ("played");
    an entry with whoever was new in the group, as long as nothing else needs them; a withdrawal with what was
    done at the table, as long as nobody has played or sat there otherwise since.
    """
    if not change.is_active or change.kind == UNDO:
        raise CannotTakeBack("done")
    before = tournament.snapshot()
    check(before, change.diff)
    for key, (old, new) in change.diff.items():
        kind, _, piece_id = key.partition(":")
        if kind == "tournament":
            for field, value in (old or {}).items():
                setattr(tournament, field, value)
        elif kind == "entrant":
            _restore_entrant(tournament, uuid.UUID(piece_id), old)
        elif old is None and new is not None:
            _clear_table(tournament, uuid.UUID(piece_id))
    write(tournament, UNDO, author, {"kind": change.kind, "about": change.about}, before, change)
    change.go_out_of_force()
    delete_players(tournament.group_id, change.about.get(NEW, ()))
    take_back_at_table(tournament, change, author)


def _restore_entrant(tournament: Tournament, entrant_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    entrant = tournament.entrant(entrant_id)
    if before is not None:
        if before.get("player"):
            _check_somebody(tournament, entrant_id, uuid.UUID(before["player"]))
        if entrant is None:
            entrant = Entrant(id=entrant_id)
            tournament.entrants.append(entrant)
        entrant.put_back(before)
    elif entrant is not None:
        if entrant.player_id in _seated(tournament):
            raise CannotTakeBack("needed")
        tournament.entrants.remove(entrant)


def _check_somebody(tournament: Tournament, entrant_id: uuid.UUID, player_id: uuid.UUID) -> None:
    """Since then a player may have become one with another, or have come in another way."""
    others = {entrant.player_id for entrant in tournament.entrants if entrant.id != entrant_id}
    if player_id in others or db.session.get(Player, player_id) is None:
        raise CannotTakeBack("changed")


def _clear_table(tournament: Tournament, table_id: uuid.UUID) -> None:
    table = next(table for table in tournament.tables if table.id == table_id)
    played = db.session.scalar(db.select(Round.id).where(Round.session_id == table.session_id).limit(1))
    session = Session.of(tournament.group_id, table.session_id, lock=True)
    if played is not None or session is None or session.is_finished:
        raise CannotTakeBack("played")
    tournament.tables.remove(table)
    db.session.flush()
    db.session.delete(session)


def _seated(tournament: Tournament) -> set[uuid.UUID]:
    """Whoever has a seat at one of its tables."""
    ids = [table.session_id for table in tournament.tables]
    return set(db.session.scalars(db.select(Seat.player_id).where(Seat.session_id.in_(ids))))

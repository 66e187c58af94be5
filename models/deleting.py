"""Deleting a session, a night or a tournament: it goes to the recycle bin of the group."""

from __future__ import annotations

from models.change import ChangeStamp
from models.database import db
from models.night import Night
from models.recycle_bin import move_to_bin
from models.session import Session
from models.tournament.tournament import Tournament, TournamentTable

GAME_DELETED = "delete_game"  # kinds of the change in the history of the group
NIGHT_DELETED = "delete_night"
TOURNAMENT_DELETED = "delete_tournament"


class CannotDelete(ValueError):
    """The session is a table of the tournament `name`; undo its draw instead."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def tournament_of_session(session: Session) -> Tournament | None:
    """The tournament that the session is a table of."""
    at_it = db.select(TournamentTable.tournament_id).where(TournamentTable.session_id == session.id)
    return db.session.scalar(db.select(Tournament).where(Tournament.id.in_(at_it)))


def delete_session(session: Session, stamp: ChangeStamp) -> None:
    """Delete a session with its rounds and history, and its night if nothing else belongs to that.

    Raise CannotDelete.
    """
    tournament = tournament_of_session(session)
    if tournament is not None:
        raise CannotDelete(tournament.name)
    about = {
        "id": str(session.id),
        "night": str(session.night_id),
        "date": session.night.date.isoformat(),
        "variant": session.variant,
        "deals": len(session.rounds),
    }
    move_to_bin(session.group_id, GAME_DELETED, stamp, about, sessions=[session.id])


def delete_tournament(tournament: Tournament, stamp: ChangeStamp) -> None:
    """Delete a tournament with its tables. Lock their sessions before."""
    sessions = [table.session_id for table in tournament.tables]
    about = {"id": str(tournament.id), "name": tournament.name, "games": len(sessions)}
    group_id, ids = tournament.group_id, [tournament.id]
    move_to_bin(group_id, TOURNAMENT_DELETED, stamp, about, sessions=sessions, tournaments=ids)


def delete_night(night: Night, stamp: ChangeStamp) -> None:
    """Delete a night with its venue, note and `night_content`. Lock the sessions before."""
    sessions, tournaments = night_content(night)
    about = {"night": str(night.id), "date": night.date.isoformat(), "games": len(sessions)}
    move_to_bin(
        night.group_id,
        NIGHT_DELETED,
        stamp,
        about,
        sessions=[session.id for session in sessions],
        tournaments=[tournament.id for tournament in tournaments],
        night=night,
    )


def lock_content(night: Night) -> None:
    """Lock the sessions of `night_content`, always in the same order."""
    ids = [session.id for session in night_content(night)[0]]
    locked = db.select(Session.id).where(Session.id.in_(ids)).order_by(Session.id)
    db.session.execute(locked.with_for_update())


def night_content(night: Night) -> tuple[list[Session], list[Tournament]]:
    """The sessions and tournaments of a night, and all tables of these tournaments."""
    tables = db.select(TournamentTable.tournament_id).join(Session, Session.id == TournamentTable.session_id)
    here = (Tournament.night_id == night.id) | Tournament.id.in_(tables.where(Session.night_id == night.id))
    own = db.select(Tournament).where(here, Tournament.visible())
    tournaments = list(db.session.scalars(own.order_by(Tournament.id)))
    ids = [tournament.id for tournament in tournaments]
    theirs = db.select(TournamentTable.session_id).where(TournamentTable.tournament_id.in_(ids))
    played = db.select(Session).where((Session.night_id == night.id) | Session.id.in_(theirs))
    played = played.where(Session.visible())
    return list(db.session.scalars(played.order_by(Session.id))), tournaments

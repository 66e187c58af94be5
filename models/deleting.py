"""Deleting a session, or a group with everything in it."""

from __future__ import annotations

from contextlib import suppress

from models.change import Author
from models.database import db
from models.group import Group
from models.locks import Locked, group_lock
from models.night import Night
from models.people.people import add_group_change
from models.session import Session
from models.staging_group import Progress, delete_staging_of, hide_group, no_progress
from models.statistics.running import rewrite_running
from models.statistics.version import lock_statistics
from models.tournament.tournament import Tournament, TournamentTable

GAME_DELETED = "delete_game"  # kind of the change in the history of the group


class CannotDelete(ValueError):
    """The session is a table of the tournament `name`; undo its draw instead."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def tournament_of_session(session: Session) -> Tournament | None:
    """The tournament that the session is a table of."""
    at_it = db.select(TournamentTable.tournament_id).where(TournamentTable.session_id == session.id)
    return db.session.scalar(db.select(Tournament).where(Tournament.id.in_(at_it)))


def delete_session(session: Session, author: Author) -> None:
    """Delete a session with its rounds and history, and its night if nothing else belongs to that.

    The history of the group has an entry, which cannot be undone. Raise CannotDelete.
    """
    tournament = tournament_of_session(session)
    if tournament is not None:
        raise CannotDelete(tournament.name)
    night, group_id, place = session.night, session.group_id, (session.started_at, session.id)
    # A session may be starting on this night at the same time: wait for it, or make it find no night.
    db.session.refresh(night, with_for_update=True)
    lock_statistics(group_id)
    _add_change(session, night, author)
    was_finished = session.is_finished
    db.session.delete(session)
    db.session.flush()
    if was_finished:
        rewrite_running(group_id, since=place)
    others = db.session.scalar(db.select(Session.id).where(Session.night_id == night.id).limit(1))
    tournaments = db.session.scalar(db.select(Tournament.id).where(Tournament.night_id == night.id).limit(1))
    if others is None and tournaments is None and not night.place and not night.note:
        db.session.delete(night)


def _add_change(session: Session, night: Night, author: Author) -> None:
    about = {
        "night": str(night.id),
        "date": night.date.isoformat(),
        "variant": session.variant,
        "deals": len(session.rounds),
    }
    add_group_change(db.session.get_one(Group, session.group_id), GAME_DELETED, author, about, {})


def delete_group(group: Group, *, progress: Progress = no_progress) -> None:
    """Commit, make the group unreachable, and delete its rows in batches.

    If `progress` raises, or an import into the group is running, staging_group.delete_abandoned deletes the
    rest.
    """
    group_id = group.id
    hide_group(group)
    db.session.commit()
    with suppress(Locked), group_lock(group_id):
        delete_staging_of(group_id, progress)

"""Deleting a session, or a group with everything in it."""

from __future__ import annotations

from contextlib import suppress

from models.alone import Busy, alone
from models.change import Author
from models.database import db
from models.group import Group
from models.hidden import Progress, clear_up_beside, hide_group, nobody_counts
from models.night import Night
from models.people.people import remember_change
from models.session import Session
from models.statistics.running import rewrite_running
from models.statistics.version import lock_statistics
from models.tournament.tournament import Tournament, TournamentTable

GAME_DELETED = "delete_game"  # as the history of the group calls it


class CannotDelete(ValueError):
    """The session is a table of the club evening `name`; that one’s draw is to be taken back."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def evening_of_table(session: Session) -> Tournament | None:
    """The club evening that the session is a table of."""
    at_it = db.select(TournamentTable.tournament_id).where(TournamentTable.session_id == session.id)
    return db.session.scalar(db.select(Tournament).where(Tournament.id.in_(at_it)))


def delete_session(session: Session, author: Author) -> None:
    """The session with its sheet and history, and its night where nothing else is known of that.

    The history of the group tells of it, without a way back. Raises CannotDelete.
    """
    evening = evening_of_table(session)
    if evening is not None:
        raise CannotDelete(evening.name)
    night, group_id, place = session.night, session.group_id, (session.started_at, session.id)
    # Somebody may just be beginning a session on this night: wait for them, or let them find it gone.
    db.session.refresh(night, with_for_update=True)
    lock_statistics(group_id)
    _remember(session, night, author)
    was_finished = session.is_finished
    db.session.delete(session)
    db.session.flush()
    if was_finished:
        rewrite_running(group_id, since=place)
    others = db.session.scalar(db.select(Session.id).where(Session.night_id == night.id).limit(1))
    evenings = db.session.scalar(db.select(Tournament.id).where(Tournament.night_id == night.id).limit(1))
    if others is None and evenings is None and not night.place and not night.note:
        db.session.delete(night)


def _remember(session: Session, night: Night, author: Author) -> None:
    about = {
        "night": str(night.id),
        "date": night.date.isoformat(),
        "variant": session.variant,
        "deals": len(session.rounds),
    }
    remember_change(db.session.get_one(Group, session.group_id), GAME_DELETED, author, about, {})


def delete_group(group: Group, *, progress: Progress = nobody_counts) -> None:
    """Hide it, with what the caller has changed; then what was in it is deleted in steps. Nothing is left.

    Whatever `progress` raises, or whoever is just bringing it a file, leaves the rest to hidden.clear_up.
    """
    group_id = group.id
    hide_group(group)
    db.session.commit()
    with suppress(Busy), alone(group_id):
        clear_up_beside(group_id, progress)

"""Reverting a file: exactly what it made goes, and nothing that was there before."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from sqlalchemy import func

from models.change import Author, Change
from models.database import db, in_turns
from models.group import Group
from models.importing.file import Import, State
from models.night import Night
from models.people.people import remember_change
from models.player import Player
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.statistics.running import lock_and_bump_statistics, rewrite_running

REVERTED = "give_back"  # as the history calls it
AT_ONCE = 500


class ChangedSince(ValueError):
    """Somebody has played on, corrected or noted something in `sessions` since they came in."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(f"{len(sessions)} changed since")
        self.sessions = sessions


def revert_file(
    group: Group, file: Import, author: Author, *, sure: bool
) -> tuple[int, list[str], list[date]]:
    """Undo the applying. Raises ChangedSince unless the table is `sure`.

    How many sessions went, and what stays: names of players who have played elsewhere, days of nights that
    others use or have written about.
    """
    made = file.made
    sessions = [uuid.UUID(own) for own in made["sessions"]]
    _lock(group, sessions, [uuid.UUID(own) for own in made["nights"]])
    changed = changed_sessions(file)
    if changed and not sure:
        raise ChangedSince(changed)
    gone = _delete_sessions(group, sessions)
    nights_kept = [night.date for night in _delete_nights(made["nights"])]
    players_kept = _delete_players(made["players"])
    _put_last_played_back({**made["last_played"], **{str(player.id): None for player in players_kept}})
    file.state = State.REVERTED
    _remember(group, file, author, gone)
    return gone, [player.name for player in players_kept], nights_kept


def changed_sessions(file: Import) -> list[Session]:
    """What came in and has been changed since, oldest first."""
    touched: list[Session] = []
    for ids in in_turns([uuid.UUID(own) for own in file.made.get("sessions", [])], AT_ONCE):
        changes = db.select(Change.session_id).where(Change.session_id.in_(ids))
        touched += db.session.scalars(db.select(Session).where(Session.id.in_(changes)))
    return sorted(touched, key=lambda session: (session.started_at, session.id))


def _lock(group: Group, sessions: Sequence[uuid.UUID], nights: Sequence[uuid.UUID]) -> None:
    """First and in one order, so that whoever writes there may finish and nobody waits in a circle."""
    for own, ids in ((Session.id, sessions), (Night.id, nights)):
        for some in in_turns(sorted(ids), AT_ONCE):
            db.session.execute(db.select(own).where(own.in_(some)).order_by(own).with_for_update())
    lock_and_bump_statistics(group.id)


def _delete_sessions(group: Group, ids: Sequence[uuid.UUID]) -> int:
    """In bulk, rounds before the seats that they name; from the first on running figures are written anew."""
    count, places = 0, []
    for some in in_turns(ids, AT_ONCE):
        here = db.session.execute(
            db.select(Session.started_at, Session.id).where(
                Session.id.in_(some), Session.group_id == group.id
            )
        ).all()
        places += [(row.started_at, row.id) for row in here]
        for column in (Round.session_id, Seat.session_id, Session.id):
            of = db.delete(column.class_).where(column.in_([row.id for row in here]))
            db.session.execute(of.execution_options(synchronize_session=False))
        count += len(here)
    db.session.expire_all()
    if places:
        rewrite_running(group.id, since=min(places))
    return count


def _delete_nights(made: dict[str, list[str | None]]) -> list[Night]:
    """Those that stay: something was played on them, or somebody has written about them."""
    kept = []
    for some in in_turns([uuid.UUID(own) for own in made], AT_ONCE):
        nights = db.session.scalars(db.select(Night).where(Night.id.in_(some))).all()
        used = set(db.session.scalars(db.select(Session.night_id).where(Session.night_id.in_(some))))
        for night in nights:
            if night.id in used or [night.place, night.note] != made[str(night.id)]:
                kept.append(night)
            else:
                db.session.delete(night)
    db.session.flush()
    return sorted(kept, key=lambda night: night.date)


def _delete_players(made: Iterable[str]) -> list[Player]:
    """Those that stay, for they have played elsewhere since."""
    kept = []
    for some in in_turns([uuid.UUID(own) for own in made], AT_ONCE):
        seated = set(db.session.scalars(db.select(Seat.player_id).where(Seat.player_id.in_(some))))
        for player in db.session.scalars(db.select(Player).where(Player.id.in_(some))).all():
            if player.id in seated:
                kept.append(player)
            else:
                db.session.delete(player)
    db.session.flush()
    return kept


def _put_last_played_back(before: dict[str, str | None]) -> None:
    """When each player of the group last sat down, without what has gone."""
    ids = [uuid.UUID(own) for own in before]
    for some in in_turns(ids, AT_ONCE):
        since = dict(
            db.session.execute(
                db.select(Seat.player_id, func.max(Session.started_at))
                .join(Session, Session.id == Seat.session_id)
                .where(Seat.player_id.in_(some))
                .group_by(Seat.player_id)
            ).all()
        )
        for player in db.session.scalars(db.select(Player).where(Player.id.in_(some))):
            at = before[str(player.id)]
            known = [datetime.fromisoformat(at)] if at else []
            player.last_played_at = max([*known, *filter(None, [since.get(player.id)])], default=None)


def _remember(group: Group, file: Import, author: Author, gone: int) -> None:
    about = {"file": file.name, "sessions": gone}
    entry = remember_change(group, REVERTED, author, about, {})
    applied = Change.of(group.id, uuid.UUID(file.made["change"]))
    if applied is not None:
        entry.takes_back_id = applied.id
        applied.in_force = False

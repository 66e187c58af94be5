"""Revert an import: delete exactly what it made, also in the recycle bin of the group.

Records that were deleted before may exist in another group with the same ids; those stay.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, func

from files.document.group_state import GroupChanged, lock_group
from files.importing.group_merge import has_changed_since
from models.change import Change, ChangeStamp
from models.custom_games import changed_games, games_of, used_keys
from models.database import db, in_turns, one_transaction
from models.group import Group
from models.imported_file import Import, ImportState, about_file
from models.night import Night
from models.people.people import add_group_change, delete_players, referenced_ids
from models.player import Player
from models.purging import delete_sessions, delete_unused_rules
from models.recycle_bin import delete_empty
from models.session import Seat, Session
from models.statistics.version import lock_statistics
from models.table.undo import CannotUndo, undo_change
from models.tournament.tournament import Tournament, TournamentTable

REVERTED = "revert_import"  # as the history calls it
BATCH_SIZE = 500


class ChangedSince(ValueError):
    """`sessions` of the import have been played on, corrected or commented since."""

    def __init__(self, sessions: Sequence[Session]) -> None:
        super().__init__(f"{len(sessions)} changed since")
        self.sessions = sessions


class CannotRevert(ValueError):
    """reason: "done" (not applied), "since" (something else has changed since the file merged two groups),
    "changed" (the group is deleted, or merged into another).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Reverted(NamedTuple):
    """What a revert has deleted and kept.

    sessions: number of deleted ones. players: names of those who have played elsewhere. nights: dates of
    those that are used or have notes. games: names of those that are used or were changed.
    """

    sessions: int
    players: list[str]
    nights: list[date]
    games: list[str]


def revert_file(group: Group, file: Import, stamp: ChangeStamp, *, sure: bool) -> Reverted:
    """Revert an import in one transaction. Raises ChangedSince unless `sure`, and CannotRevert."""
    with one_transaction(writes=True):
        sessions = _lock(group.id, file)
        made = file.result
        if has_changed_since(file):
            raise CannotRevert("since")
        changed = changed_sessions(file)
        if changed and not sure:
            raise ChangedSince(changed)
        in_bin = [session_id for session_id, deletion in sessions.items() if deletion is not None]
        delete_tournaments(group.id, made.get("tournaments", []), list(sessions))
        for some in in_turns(list(sessions), BATCH_SIZE):
            delete_sessions(some)
        delete_empty({deletion for deletion in sessions.values() if deletion})
        nights_kept = [night.date for night in delete_nights(group.id, made["nights"])]
        players_kept = delete_players(group.id, made["players"])
        games_kept = delete_games(group, made.get("games", []))
        unplayed = {str(player.id): None for player in players_kept}
        restore_last_played(group.id, {**made["last_played"], **unplayed})
        file.state = ImportState.REVERTED
        if file.merged_group_id is not None:
            db.session.get_one(Group, file.merged_group_id).merged_into_id = None
        file.result = {**made, "stayed": _undo_corrections(group.id, file, stamp)}
        count = len(sessions) - len(in_bin)
        _remember(group, file, stamp, count)
        reverted = Reverted(count, [player.name for player in players_kept], nights_kept, games_kept)
    delete_unused_rules()
    return reverted


def _lock(group_id: uuid.UUID, file: Import) -> dict[uuid.UUID, uuid.UUID | None]:
    """Lock everything in the order that everybody uses. Returns the sessions of the import that are still
    there, with the deletion of those in the recycle bin.
    """
    try:
        lock_group(group_id)
    except GroupChanged:
        raise CannotRevert("changed") from None
    locked_sessions: dict[uuid.UUID, uuid.UUID | None] = {}
    made = sorted(uuid.UUID(text) for text in file.result.get("sessions", []))
    for batch in in_turns(made, BATCH_SIZE):
        query = db.select(Session.id, Session.deletion_id)
        query = query.where(Session.id.in_(batch), Session.ever_in(group_id))
        locked = db.session.execute(query.order_by(Session.id).with_for_update(of=Session.__table__))
        locked_sessions.update({row.id: row.deletion_id for row in locked})
    for batch in in_turns(sorted(uuid.UUID(text) for text in file.result.get("nights", [])), BATCH_SIZE):
        nights = db.select(Night.id).where(Night.id.in_(batch)).order_by(Night.id)
        db.session.execute(nights.with_for_update())
    db.session.refresh(file, with_for_update=True)
    if not file.is_applied:
        raise CannotRevert("done")
    lock_statistics(group_id)
    return locked_sessions


def _undo_corrections(group_id: uuid.UUID, file: Import, stamp: ChangeStamp) -> int:
    """Undo what imports of older versions have changed in sessions of the group. Returns how many changes
    stay because a later one depends on them.
    """
    stayed = 0
    for text in reversed(file.result.get("corrected", [])):
        change = Change.of(group_id, uuid.UUID(text))
        if change is None or change.session_id is None or not change.is_active:
            continue
        session = Session.of(group_id, change.session_id, lock=True)
        stamp_of_undo = replace(stamp, change_id=uuid.uuid5(stamp.change_id, text))
        stayed += 1
        if session is not None:
            with suppress(CannotUndo), db.session.begin_nested():
                undo_change(session, change, stamp_of_undo)
                stayed -= 1
    return stayed


def changed_sessions(file: Import) -> list[Session]:
    """Imported sessions that have changed since, oldest first; of a changed tournament all tables."""
    touched: list[Session] = []
    tournament_ids = [uuid.UUID(text) for text in file.result.get("tournaments", [])]
    changed = db.select(Change.tournament_id).where(Change.tournament_id.in_(tournament_ids))
    for ids in in_turns([uuid.UUID(text) for text in file.result.get("sessions", [])], BATCH_SIZE):
        changes = db.select(Change.session_id).where(Change.session_id.in_(ids))
        tables = db.select(TournamentTable.session_id).where(TournamentTable.tournament_id.in_(changed))
        either = Session.id.in_(changes) | (Session.id.in_(tables) & Session.id.in_(ids))
        theirs = db.select(Session).where(either, Session.visible_in(file.group_id))
        touched += db.session.scalars(theirs)
    return sorted(touched, key=lambda session: (session.started_at, session.id))


def _remember(group: Group, file: Import, stamp: ChangeStamp, count: int) -> None:
    entry = add_group_change(group, REVERTED, stamp, about_file(file, count), {})
    applied = Change.of(group.id, uuid.UUID(file.result["change"]))
    if applied is not None:
        entry.undoes_id = applied.id
        applied.is_active = False


def delete_nights(group_id: uuid.UUID, made: dict[str, list[str | None]]) -> list[Night]:
    """Delete nights that are neither used nor edited; returns the others."""
    staying = []
    for some in in_turns([uuid.UUID(text) for text in made], BATCH_SIZE):
        here = db.select(Night).where(Night.id.in_(some), Night.visible_in(group_id))
        used = referenced_ids(Session.night_id, some) | referenced_ids(Tournament.night_id, some)
        for night in db.session.scalars(here).all():
            if night.id in used or [night.place, night.note] != made[str(night.id)]:
                staying.append(night)
            else:
                db.session.delete(night)
    db.session.flush()
    return sorted(staying, key=lambda night: night.date)


def delete_games(group: Group, made: Iterable[str]) -> list[str]:
    """Delete games that nothing refers to and nobody changed since; returns the names of the others."""
    ids = [uuid.UUID(text) for text in made]
    if not ids:
        return []
    used, changed = used_keys(group.id, ids), changed_games(group)
    staying = []
    for game in games_of(group.id):
        if game.id not in ids:
            continue
        if game.key in used or game.id in changed:
            staying.append(game.name)
        else:
            db.session.delete(game)
    db.session.flush()
    return staying


def delete_tournaments(group_id: uuid.UUID, made: Iterable[str], sessions: Sequence[uuid.UUID]) -> None:
    """Delete these tournaments, and others with one of the sessions as a table."""
    for some in in_turns([uuid.UUID(text) for text in made], BATCH_SIZE):
        _delete(Tournament.id.in_(some), Tournament.ever_in(group_id))
    for some in in_turns(sessions, BATCH_SIZE):
        at_tables = db.select(TournamentTable.tournament_id).where(TournamentTable.session_id.in_(some))
        _delete(Tournament.id.in_(at_tables), Tournament.ever_in(group_id))


def _delete(*which: ColumnElement[bool]) -> None:
    delete = db.delete(Tournament).where(*which)
    db.session.execute(delete.execution_options(synchronize_session=False))


def restore_last_played(group_id: uuid.UUID, before: dict[str, str | None]) -> None:
    """Restore when players last played, without the deleted sessions."""
    ids = [uuid.UUID(text) for text in before]
    for some in in_turns(ids, BATCH_SIZE):
        since = dict(
            db.session.execute(
                db.select(Seat.player_id, func.max(Session.started_at))
                .join(Session, Session.id == Seat.session_id)
                .where(Seat.player_id.in_(some), Session.visible_in(group_id))
                .group_by(Seat.player_id)
            ).all()
        )
        here = db.select(Player).where(Player.id.in_(some), Player.group_id == group_id)
        for player in db.session.scalars(here):
            at = before[str(player.id)]
            known = [datetime.fromisoformat(at)] if at else []
            player.last_played_at = max([*known, *filter(None, [since.get(player.id)])], default=None)

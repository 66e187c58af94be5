"""Apply an imported file: completely or not at all, exactly as its preview says."""

from __future__ import annotations

import uuid
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy.orm import joinedload, selectinload

from exchange.document.loader import Report
from exchange.document.reader import GroupChanged, lock_group, read_in_batches
from exchange.importing.group_merge import CannotMerge, check_merge, fingerprint, lock_both
from exchange.importing.preview import Preview
from models.change import ChangeStamp
from models.custom_game import CustomGame
from models.database import db, one_transaction
from models.group import Group
from models.imported_file import Import, ImportState, about_file
from models.locks import Locked, group_lock
from models.night import Night
from models.people.people import add_group_change
from models.player import Player
from models.session import Seat, Session
from models.staging_group import Progress, is_hidden, no_progress
from models.tournament.tournament import Tournament

APPLIED = "apply_import"  # as the history calls it
MOST_SHOWN = 30
MOST_TRIES = 3


class CannotApply(ValueError):
    """reason: "done" (already applied), "open" (a question about a table has no answer), "game" (the file
    names no game, and none is chosen), "undecided" (a player is not chosen), "late" (dates in the future are
    not confirmed), "nothing" (nothing to import), "busy" (another import is running), "changed" (the group
    changes all the time), or for a merge of groups "waits" or "other" (see CannotMerge).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def apply_file(group: Group, file: Import, stamp: ChangeStamp, *, progress: Progress = no_progress) -> Report:
    """Apply the preview in short transactions; only the last one is visible.

    Raises CannotApply, BadDocument, and what `progress` raises; the group is unchanged then. Can be called
    again after an interruption.
    """
    try:
        with group_lock(group.id):
            for _try in range(MOST_TRIES):
                with suppress(GroupChanged):
                    return _Applying(group, file, stamp).carry_out(progress)
    except Locked:
        raise CannotApply("busy") from None
    raise CannotApply("changed")


class _Applying:
    """One attempt: plan from a snapshot of the group, then apply the plan if the snapshot is unchanged."""

    def __init__(self, group: Group, file: Import, stamp: ChangeStamp) -> None:
        self.group, self.file, self.stamp = group, file, stamp
        self.group_id, self.file_id = group.id, file.id
        self.preview, self.decisions = self._plan()

    def carry_out(self, progress: Progress) -> Report:
        if not self.preview.is_answered:
            raise CannotApply("open")
        if self.preview.is_game_open:
            raise CannotApply("game")
        if not self.preview.is_decided:
            raise CannotApply("undecided")
        if self.preview.future_dates and not self.preview.future_choice:
            raise CannotApply("late")
        if self.preview.is_empty:
            raise CannotApply("nothing")
        return read_in_batches(
            self.preview.document,
            self.group_id,
            self.stamp.at,
            self.preview.player_ids,
            first=self._begin,
            last=self._finish,
            is_unchanged=self._unchanged_since_preview,
            progress=progress,
        )

    def _plan(self) -> tuple[Preview, Any]:
        """Take the snapshot, then the preview, and return the preview with its decisions."""
        with one_transaction(writes=False):
            db.session.expire_all()
            if Import.of(self.group_id, self.file_id) is None or is_hidden(self.group):
                raise CannotApply("changed")
            if self.file.is_applied:
                raise CannotApply("done")
            self._check_merge()
            self.snapshot = self._snapshot()
            preview = Preview(self.group, self.file)
            return preview, _decisions(preview)

    def _snapshot(self) -> list[Any]:
        """The file's choices, players, nights, games, sessions and tournaments with their versions; five fast
        queries.
        """
        columns = (
            (Player.id, Player.name, Player.anonymised_at),
            (Night.id, Night.date),
            (Session.id, Session.night_id, Session.version),
            (Tournament.id, Tournament.version),
            (CustomGame.id, CustomGame.changed_at, CustomGame.retired_at),
        )
        snapshot: list[Any] = [self.file.document, self.file.choices]
        for own, *others in columns:
            query = db.select(own, *others).where(own.class_.group_id == self.group_id).order_by(own)
            snapshot.append([tuple(row) for row in db.session.execute(query)])
        return snapshot

    def _check_merge(self) -> None:
        try:
            check_merge(self.file)
        except CannotMerge as why:
            raise CannotApply(why.reason) from None

    def _unchanged_since_preview(self) -> bool:
        return self._plan()[1] == self.decisions

    def _begin(self) -> None:
        lock_both(self.group_id, self.file.merged_group_id)
        lock_group(self.group_id)
        db.session.refresh(self.file, with_for_update=True)
        if self.file.is_applied:
            raise CannotApply("done")
        if self._snapshot() != self.snapshot:
            raise GroupChanged
        self._check_merge()
        self.last_played = _last_played(self.group_id)

    def _finish(self, report: Report) -> None:
        add_group_change(self.group, APPLIED, self.stamp, about_file(self.file, report.sessions), {})
        after = _last_played(self.group_id)
        self.file.state = ImportState.APPLIED
        self.file.result = {
            **report.made,
            "nights": report.written,
            "who": {key: str(player) for key, player in self.preview.player_ids.items()},
            "last_played": {str(own): _text(at) for own, at in self.last_played.items() if after[own] != at},
            "change": str(self.stamp.change_id),
        }
        if self.file.merged_group_id is not None:
            db.session.get_one(Group, self.file.merged_group_id).merged_into_id = self.group_id
            seen = fingerprint(self.group_id, self.file.merged_group_id)
            self.file.result = {**self.file.result, "seen": seen}


def sessions_of(file: Import) -> list[Session]:
    """The newest MOST_SHOWN sessions of the import that still exist, with seats and night."""
    sessions = [uuid.UUID(own) for own in file.result["sessions"][-MOST_SHOWN:]]
    newest = (
        db.select(Session)
        .where(Session.id.in_(sessions), Session.group_id == file.group_id)
        .options(joinedload(Session.night), selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at.desc(), Session.id)
    )
    return list(db.session.scalars(newest))


def _decisions(preview: Preview) -> Any:
    """Matched players, new games, and new sessions with their nights."""
    new_sessions = [(session.id, session.variant, str(night.id)) for session, night in preview.new_sessions]
    tournament_ids = [tournament.id for tournament in preview.tournaments]
    new = [match.key for match in preview.new_people], [game.id for game in preview.new_games]
    return preview.player_ids, new, new_sessions, tournament_ids, preview.is_decided


def _last_played(group_id: uuid.UUID) -> dict[uuid.UUID, datetime | None]:
    rows = db.session.execute(db.select(Player.id, Player.last_played_at).where(Player.group_id == group_id))
    return {row.id: row.last_played_at for row in rows}


def _text(at: datetime | None) -> str | None:
    return at.isoformat() if at else None

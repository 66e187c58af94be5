"""Apply an imported file: completely or not at all, exactly as its preview says."""

from __future__ import annotations

import uuid
from contextlib import suppress
from datetime import datetime

from sqlalchemy.orm import joinedload, selectinload

from files.document.group_state import GroupChanged, group_state, lock_group
from files.document.loader import DocumentLoader, Report
from files.importing.group_merge import fingerprint, lock_both, merge_obstacle
from files.importing.preview import Preview
from models.change import ChangeStamp
from models.database import db, one_transaction
from models.group import Group
from models.imported_file import Import, ImportState, about_file
from models.people.people import add_group_change
from models.player import Player
from models.progress import Progress, no_progress
from models.purging import is_hidden
from models.session import Seat, Session

APPLIED = "apply_import"  # as the history calls it
MAX_SESSIONS_SHOWN = 30
MAX_TRIES = 3


class CannotApply(ValueError):
    """reason: "done" (already applied), "open" (a question about a table has no answer), "game" (the file
    names no game, and none is chosen), "undecided" (a player is not chosen), "late" (dates in the future are
    not confirmed), "nothing" (nothing to import), "changed" (the group changes all the time), or for a merge
    of groups "waits" or "other" (see `merge_obstacle`).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def apply_file(group: Group, file: Import, stamp: ChangeStamp, *, progress: Progress = no_progress) -> Report:
    """Apply the preview in one transaction.

    Raises CannotApply, BadDocument, and what `progress` raises; the group is unchanged then.
    """
    applying = _Applying(group, file, stamp)
    for _try in range(MAX_TRIES):
        with suppress(GroupChanged):
            return applying.carry_out(progress)
    raise CannotApply("changed")


class _Applying:
    """What the preview says now is read, and then written if nothing has changed meanwhile."""

    def __init__(self, group: Group, file: Import, stamp: ChangeStamp) -> None:
        self.group, self.file, self.stamp = group, file, stamp
        self.group_id, self.file_id = group.id, file.id

    def carry_out(self, progress: Progress) -> Report:
        with one_transaction(writes=False):
            loader = self._read(progress)
        with one_transaction(writes=True):
            self._begin()
            report = loader.write()
            self._finish(report)
            return report

    def _read(self, progress: Progress) -> DocumentLoader:
        db.session.expire_all()
        if Import.of(self.group_id, self.file_id) is None or is_hidden(self.group):
            raise CannotApply("changed")
        if self.file.is_applied:
            raise CannotApply("done")
        self._check_merge()
        self.merged_group_id = self.file.merged_group_id
        self.seen, state = (self.file.document, self.file.choices), group_state(self.group_id)
        preview = self.preview = Preview(self.group, self.file)
        self._check_answers()
        return DocumentLoader(
            preview.document, self.group_id, self.stamp.at, preview.player_ids, progress, state=state
        )

    def _check_answers(self) -> None:
        """Raise CannotApply if something is still asked."""
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

    def _check_merge(self) -> None:
        if reason := merge_obstacle(self.file):
            raise CannotApply(reason)

    def _begin(self) -> None:
        lock_both(self.group_id, self.merged_group_id)
        lock_group(self.group_id)
        db.session.refresh(self.file, with_for_update=True)
        if self.file.is_applied:
            raise CannotApply("done")
        if (self.file.document, self.file.choices) != self.seen:
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
            "last_played": {
                str(player_id): at.isoformat() if at else None
                for player_id, at in self.last_played.items()
                if after[player_id] != at
            },
            "change": str(self.stamp.change_id),
        }
        if self.file.merged_group_id is not None:
            db.session.get_one(Group, self.file.merged_group_id).merged_into_id = self.group_id
            seen = fingerprint(self.group_id, self.file.merged_group_id)
            self.file.result = {**self.file.result, "seen": seen}


def sessions_of(file: Import) -> list[Session]:
    """The newest MAX_SESSIONS_SHOWN sessions of the import that still exist, with seats and night."""
    sessions = [uuid.UUID(text) for text in file.result["sessions"][-MAX_SESSIONS_SHOWN:]]
    newest = (
        db.select(Session)
        .where(Session.id.in_(sessions), Session.visible_in(file.group_id))
        .options(joinedload(Session.night), selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at.desc(), Session.id)
    )
    return list(db.session.scalars(newest))


def _last_played(group_id: uuid.UUID) -> dict[uuid.UUID, datetime | None]:
    rows = db.session.execute(db.select(Player.id, Player.last_played_at).where(Player.group_id == group_id))
    return {row.id: row.last_played_at for row in rows}

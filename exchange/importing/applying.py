"""Applying a file: whole or not at all, exactly as its preview says."""

from __future__ import annotations

import uuid
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy.orm import joinedload, selectinload

from exchange.document.pieces import Report
from exchange.document.reader import GroupChanged, lock_group, read_in_steps
from exchange.importing.corrections import Correction, correct
from exchange.importing.joining import CannotJoin, check_joining, join, lock_both
from exchange.importing.preview import Preview
from models.alone import Busy, alone
from models.change import Author, Change
from models.database import db, one_transaction
from models.group import Group
from models.hidden import Progress, is_hidden, nobody_counts
from models.imported_file import Import, State, about_file
from models.night import Night
from models.people.people import remember_change
from models.player import Player
from models.seat import Seat
from models.session import Session
from models.tournament.tournament import Tournament

APPLIED = "apply_import"  # as the history calls it
MOST_SHOWN = 30
MOST_TRIES = 3


class CannotApply(ValueError):
    """reason: "done" (it is in), "undecided" (somebody must be chosen), "late" (whether
    dates to come are right must be said), "nothing" (nothing would come),
    "busy" (another file is just coming in), "changed" (so much happens in the group that it never fits), or
    of a group that joins this "waits" or "other" (see joining.CannotJoin).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def apply_file(group: Group, file: Import, author: Author, *, progress: Progress = nobody_counts) -> Report:
    """Do what the preview says, in short transactions of its own, of which only the last can be seen.

    Raises CannotApply, or BadDocument, and whatever `progress` raises; nothing has come in then. Stopped
    in the middle by whatever, it can begin again.
    """
    try:
        with alone(group.id):
            for _try in range(MOST_TRIES):
                with suppress(GroupChanged):
                    return _Applying(group, file, author).carry_out(progress)
    except Busy:
        raise CannotApply("busy") from None
    raise CannotApply("changed")


class _Applying:
    """One try: what is seen of the group decides what comes in, and must still be so when it does."""

    def __init__(self, group: Group, file: Import, author: Author) -> None:
        self.group, self.file, self.author = group, file, author
        self.group_id, self.file_id = group.id, file.id
        self.preview, self.decisions = self._look()

    def carry_out(self, progress: Progress) -> Report:
        if not self.preview.is_decided:
            raise CannotApply("undecided")
        if self.preview.late and not self.preview.late_choice:
            raise CannotApply("late")
        if self.preview.brings_nothing:
            raise CannotApply("nothing")
        return read_in_steps(
            self.preview.document,
            self.group_id,
            self.author.at,
            self.preview.who,
            first=self._check,
            last=self._note,
            still_fits=self._still_fits,
            progress=progress,
        )

    def _look(self) -> tuple[Preview, Any]:
        """The preview and what it decides; what was seen first can only be older than that."""
        with one_transaction(writes=False):
            db.session.expire_all()
            if Import.of(self.group_id, self.file_id) is None or is_hidden(self.group):
                raise CannotApply("changed")
            if self.file.is_applied:
                raise CannotApply("done")
            self._check_other()
            self.seen = self._seen()
            preview = Preview(self.group, self.file)
            return preview, _decisions(preview)

    def _seen(self) -> list[Any]:
        """The file, people, nights, sessions and club evenings with their versions, in four quick queries."""
        columns = (
            (Player.id, Player.name, Player.anonymised_at),
            (Night.id, Night.date),
            (Session.id, Session.night_id, Session.version),
            (Tournament.id, Tournament.version),
        )
        seen: list[Any] = [self.file.document, self.file.choices]
        for own, *others in columns:
            query = db.select(own, *others).where(own.class_.group_id == self.group_id).order_by(own)
            seen.append([tuple(row) for row in db.session.execute(query)])
        return seen

    def _check_other(self) -> None:
        try:
            check_joining(self.file)
        except CannotJoin as why:
            raise CannotApply(why.reason) from None

    def _still_fits(self) -> bool:
        return self._look()[1] == self.decisions

    def _check(self) -> None:
        lock_both(self.group_id, self.file.merged_group_id)
        lock_group(self.group_id)
        db.session.refresh(self.file, with_for_update=True)
        if self.file.is_applied:
            raise CannotApply("done")
        if self._seen() != self.seen:
            raise GroupChanged
        self._check_other()
        self.last_played = _last_played(self.group_id)

    def _note(self, report: Report) -> None:
        join(self.file)
        corrected = [self._correct(correction) for correction in self.preview.corrected]
        about = about_file(self.file, report.sessions)
        about = {**about, "corrected": len(corrected)} if corrected else about
        remember_change(self.group, APPLIED, self.author, about, {})
        after = _last_played(self.group_id)
        self.file.state = State.APPLIED
        self.file.result = {
            **report.made,
            "nights": report.written,
            "who": {key: str(player) for key, player in self.preview.who.items()},
            "last_played": {str(own): _text(at) for own, at in self.last_played.items() if after[own] != at},
            "change": str(self.author.change_id),
            **({"corrected": corrected} if corrected else {}),
        }

    def _correct(self, correction: Correction) -> str:
        session = Session.of(self.group_id, correction.session.id, lock=True)
        if session is None:
            raise GroupChanged
        return str(correct(session, correction.rounds, self.file, self.author))


def sessions_of(file: Import) -> list[Session]:
    """The newest MOST_SHOWN of what the file has brought and is still here, with seats and night."""
    return _newest(file, [uuid.UUID(own) for own in file.result["sessions"][-MOST_SHOWN:]])


def corrected_by(file: Import) -> list[Session]:
    """The newest of those whose points the file has put right: at most as many as a file corrects at once."""
    changes = [uuid.UUID(own) for own in file.result.get("corrected", [])]
    return _newest(file, db.select(Change.session_id).where(Change.id.in_(changes))) if changes else []


def _newest(file: Import, sessions: Any) -> list[Session]:
    newest = (
        db.select(Session)
        .where(Session.id.in_(sessions), Session.group_id == file.group_id)
        .options(joinedload(Session.night), selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at.desc(), Session.id)
    )
    return list(db.session.scalars(newest))


def _decisions(preview: Preview) -> Any:
    """Who is who, what comes in on which night, and what is corrected."""
    coming = [(session.id, str(night.id)) for session, night in preview.coming]
    fixes = [(str(each.session.id), each.rounds) for each in preview.corrected]
    evenings = [evening.id for evening in preview.evenings]
    new = [match.key for match in preview.new_people]
    return preview.who, new, coming, evenings, fixes, preview.is_decided


def _last_played(group_id: uuid.UUID) -> dict[uuid.UUID, datetime | None]:
    rows = db.session.execute(db.select(Player.id, Player.last_played_at).where(Player.group_id == group_id))
    return {row.id: row.last_played_at for row in rows}


def _text(at: datetime | None) -> str | None:
    return at.isoformat() if at else None

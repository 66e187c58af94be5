"""The history: every change to a session or a group, with what was before and after, and its way back.

A change holds pieces: {"round:<id>": [before, after]}, each a mapping of the fields that differ, or
null where the thing did not exist. Whatever a verb does to a session is found by comparing snapshots,
so no verb can forget to write its history.
A session and a tournament are recorded alike.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from models.database import Id, Json, Model, Moment, db
from models.session import Session
from models.statistics.outcomes import note_end

if TYPE_CHECKING:
    from models.round import Round
    from models.tournament.tournament import Tournament

UNDO = "undo"
CORRECTIONS = ("correct", "correct_from_file")
ALONG = "along_with"  # in what a table's change tells: the evening's change that it came with

Snapshot = dict[str, dict[str, Any]]
Diff = dict[str, list[dict[str, Any] | None]]


@dataclass(frozen=True)
class Author:
    """Who changes something: the id the form was given (sent twice, it counts once), the phone, the time."""

    change_id: uuid.UUID
    by: str
    at: datetime


class Change(Model):
    """One entry of the history. `is_active` is false once it has been taken back.

    about: what a reader is told, as ids and numbers, never names: they may change or be forgotten.
    """

    __tablename__ = "changes"
    __table_args__ = (
        Index("ix_changes_session_id", "session_id", "id"),
        Index("ix_changes_group_id", "group_id", "session_id", "id"),
    )

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    session_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"))
    tournament_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), index=True
    )
    kind: Mapped[str] = mapped_column(String(20))
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[Moment]
    about: Mapped[Json]
    diff: Mapped[Json]
    undoes_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("changes.id", ondelete="CASCADE"), index=True
    )
    is_active: Mapped[bool] = mapped_column(default=True)

    @classmethod
    def of(cls, group_id: uuid.UUID, change_id: uuid.UUID) -> Change | None:
        """The group's change with this id."""
        return db.session.scalar(db.select(cls).where(cls.id == change_id, cls.group_id == group_id))

    @classmethod
    def last_of(cls, session: Session) -> Change | None:
        """What "take back" would undo now: the newest change that is in force and no take-back itself.

        None where that came with a change of the evening.
        """
        own = db.select(cls).where(cls.session_id == session.id, cls.is_active, cls.kind != UNDO)
        last = db.session.scalar(own.order_by(cls.at.desc(), cls.id.desc()).limit(1))
        return last if last and last.is_undone_at_table else None

    @classmethod
    def history_of(cls, session: Session) -> list[Change]:
        """Everything done to a session, newest first."""
        return list(
            db.session.scalars(
                db.select(cls).where(cls.session_id == session.id).order_by(cls.at.desc(), cls.id.desc())
            )
        )

    @classmethod
    def last_of_round(cls, saved: Round) -> Change | None:
        """Who made a round what it is: the newest change in force that touched it."""
        own = (change for change in cls.history_of(saved.session) if change.is_active)
        return next((change for change in own if f"round:{saved.id}" in change.diff), None)

    @classmethod
    def newest_and_corrections(cls, session: Session) -> list[Change]:
        """The newest change in force and every correction of a round in force, newest first; one query."""
        own = db.select(cls).where(cls.session_id == session.id, cls.is_active, cls.kind != UNDO)
        newest_first = (cls.at.desc(), cls.id.desc())
        newest = own.with_only_columns(cls.id).order_by(*newest_first).limit(1).scalar_subquery()
        wanted = own.where((cls.id == newest) | cls.kind.in_(CORRECTIONS))
        return list(db.session.scalars(wanted.order_by(*newest_first)))

    @property
    def is_undone_at_table(self) -> bool:
        """Not where it came with a change of the evening, and is taken back there."""
        return ALONG not in self.about

    @property
    def corrected_hands(self) -> set[tuple[str, str]]:
        """Where it is a correction, the hands that it changed: the ids of the round and of the seat."""
        if self.kind not in CORRECTIONS:
            return set()
        return {
            (key.removeprefix("round:"), field.removeprefix("hand:"))
            for key, (_before, after) in self.diff.items()
            for field in after or {}
            if key.startswith("round:") and field.startswith("hand:")
        }

    def go_out_of_force(self) -> None:
        """It has been taken back. What it had taken back holds again, what that had does not, and so on."""
        change: Change | None = self
        holds = False
        while change is not None:
            change.is_active = holds
            holds = not holds
            change = db.session.get(Change, change.undoes_id) if change.undoes_id else None


@contextmanager
def changing(
    changed: Session | Tournament, kind: str, author: Author, about: Mapping[str, Any]
) -> Iterator[None]:
    """Do something to a session or a tournament; whatever differs afterwards becomes one change."""
    before = changed.snapshot()
    yield
    write(changed, kind, author, about, before)


def write(
    changed: Session | Tournament,
    kind: str,
    author: Author,
    about: Mapping[str, Any],
    before: Snapshot,
    undoes: Change | None = None,
) -> None:
    """Put into the history what differs from `before`; nothing where nothing does.

    A session is settled first, and its outcomes follow.
    """
    db.session.flush()
    if isinstance(changed, Session):
        was_finished = changed.is_finished
        changed.settle(author.at)
        note_end(changed, was_finished=was_finished)
    diff = difference(before, changed.snapshot())
    if not diff and undoes is None:
        return
    note(changed, kind, author, about, diff, undoes)
    db.session.flush()


def note(
    changed: Session | Tournament,
    kind: str,
    author: Author,
    about: Mapping[str, Any],
    diff: Diff,
    undoes: Change | None = None,
) -> None:
    """Count one more change of a session or a tournament, and add it to the history."""
    column = "session_id" if isinstance(changed, Session) else "tournament_id"
    changed.version += 1
    db.session.add(
        Change(
            id=author.change_id,
            group_id=changed.group_id,
            **{column: changed.id},
            kind=kind,
            by=author.by,
            at=author.at,
            about=dict(about),
            diff=diff,
            undoes_id=undoes.id if undoes else None,
        )
    )


def difference(before: Snapshot, after: Snapshot) -> Diff:
    """What differs, each thing cut down to the fields that do."""
    diff: Diff = {}
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        if old is None or new is None:
            diff[key] = [old, new]
            continue
        fields = [f for f in old.keys() | new.keys() if old.get(f) != new.get(f)]
        diff[key] = [{f: old.get(f) for f in fields}, {f: new.get(f) for f in fields}]
    return diff

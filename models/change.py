"""The history: every change to a session, a tournament or a group, with what is needed to undo it.

The diff of a change is {key: [before, after]}, each a mapping of the fields that differ, or null if there
was nothing. The keys are those of a snapshot, for a session "session", "seat:<id>" and "round:<id>". It is
computed by comparing snapshots, so that no operation can leave it out.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, ForeignKey, Index, Select, String, bindparam, func
from sqlalchemy.orm import Mapped, mapped_column

from game.scoring.facts import Round
from game.scoring.snapshot import Diff, Snapshot, difference
from models.database import Id, Json, Model, Timestamp, db, new_id
from models.session import Session
from models.statistics.storing import update_outcomes
from models.tournament.tournament import Tournament, TournamentTable

UNDO = "undo"
CORRECTIONS = ("correct", "correct_from_file")
ADJUST = "adjust"  # bonus and penalty points
AT_TABLE = "at_table"  # of a tournament: a table was changed after the next draw
MAX_TAKEN_BACK = 20  # rounds taken back that are looked through
ALONG = "along_with"  # key in Change.about: the id of the tournament change that caused this one


@dataclass(frozen=True)
class ChangeStamp:
    """Change id from the form (a second submission has no effect), name of the phone, time.

    form: a digest of the form; None for a change without one.
    """

    change_id: uuid.UUID
    by: str
    at: datetime
    form: str | None = None


class Change(Model):
    """One entry of the history. is_active: false after it has been undone.

    number: its order among the changes of the same session, tournament or group; `at` has another order if a
    clock was set back. kind: the operation ("record", "correct", "insert", …), which has a sentence
    in views/words/. "record" always adds a round.
    about: arguments of its sentence in the history: ids and numbers, no names, which may change.
    form: a digest of the form that made it.
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
    number: Mapped[int]
    kind: Mapped[str] = mapped_column(String(20))
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[Timestamp]
    about: Mapped[Json]
    diff: Mapped[Json]
    undoes_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("changes.id", ondelete="CASCADE"), index=True
    )
    is_active: Mapped[bool] = mapped_column(default=True)
    form: Mapped[str | None] = mapped_column(String(32))

    @classmethod
    def newest_first(cls) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
        """The order of changes of one session, tournament or group."""
        return cls.number.desc(), cls.id.desc()

    @classmethod
    def of(cls, group_id: uuid.UUID, change_id: uuid.UUID) -> Change | None:
        """The group's change with this id."""
        return db.session.scalar(db.select(cls).where(cls.id == change_id, cls.group_id == group_id))

    @classmethod
    def last_of(cls, session: Session) -> Change | None:
        """The change that the table's undo button undoes.

        The newest one if it is an undo, to put back what was taken back; otherwise the newest active one.
        None if that was made by a change of the tournament.
        """
        return cls.last_step(db.session.scalars(_last_ones(), {"session": session.id}))

    @classmethod
    def last_step(cls, changes: Iterable[Change]) -> Change | None:
        """Of changes of a session, newest first, what `last_of` returns."""
        steps = (change for change in changes if change.kind != UNDO or change.takes_back)
        last = next(steps, None)
        return last if last and last.can_be_undone_at_table else None

    @classmethod
    def history_of(cls, session: Session) -> list[Change]:
        """All changes of a session, newest first."""
        changes = db.select(cls).where(cls.session_id == session.id)
        return list(db.session.scalars(changes.order_by(*cls.newest_first())))

    @classmethod
    def last_of_round(cls, session: Session, saved: Round) -> Change | None:
        """The newest active change of a round."""
        active = (change for change in cls.history_of(session) if change.is_active)
        return next((change for change in active if f"round:{saved.id}" in change.diff), None)

    @classmethod
    def last_and_corrections(cls, session: Session) -> list[Change]:
        """What `last_step` looks at, and all active corrections, bonus and penalty points, newest first; one
        query.
        """
        return list(db.session.scalars(_last_ones_and_corrections(), {"session": session.id}))

    @classmethod
    def taken_back_round(cls, session: Session, number: int, kind: str) -> Change | None:
        """The newest change that recorded (or inserted, by `kind`) this round and was taken back."""
        undone = db.select(cls).where(cls.session_id == session.id, cls.kind == kind, ~cls.is_active)
        newest = db.session.scalars(undone.order_by(*cls.newest_first()).limit(MAX_TAKEN_BACK))
        return next((change for change in newest if change.about["number"] == number), None)

    @classmethod
    def count_out_of_order(cls, since: datetime) -> int:
        """How many changes of sessions that were started after `since` have a time before the previous
        change, or before the start.
        """
        previous = func.lag(cls.at).over(partition_by=cls.session_id, order_by=(cls.number, cls.id))
        earliest = func.coalesce(previous, Session.started_at).label("earliest")
        changes = db.select(cls.at, earliest).join(Session, Session.id == cls.session_id)
        times = changes.where(Session.started_at > since).subquery()
        query = db.select(func.count()).select_from(times).where(times.c.at < times.c.earliest)
        return db.session.scalar(query) or 0

    @property
    def can_be_undone_at_table(self) -> bool:
        """False if it belongs to a change of the tournament, which is undone there."""
        return ALONG not in self.original[1]

    @property
    def takes_back(self) -> bool:
        """Whether it is an undo that took something back; an undo of such an undo puts it back."""
        is_taken_back, change = False, {"kind": self.kind, "about": self.about}
        while change["kind"] == UNDO:
            is_taken_back, change = not is_taken_back, change["about"]
        return is_taken_back

    @property
    def original(self) -> tuple[str, Mapping[str, Any]]:
        """Kind and `about`, of an undo those of the change that was undone first."""
        change: Mapping[str, Any] = {"kind": self.kind, "about": self.about}
        while change["kind"] == UNDO:
            change = change["about"]
        return change["kind"], change.get("about", {})

    @property
    def corrected_hands(self) -> set[tuple[str, str]]:
        """The hands that a correction changed: ids of round and seat."""
        if self.kind not in CORRECTIONS:
            return set()
        return {
            (key.removeprefix("round:"), field.removeprefix("hand:"))
            for key, (_before, after) in self.diff.items()
            for field in after or {}
            if key.startswith("round:") and field.startswith("hand:")
        }

    def mark_undone(self) -> None:
        """Mark it as undone. If it is itself an undo, the change it undid becomes active again, and so on."""
        change: Change | None = self
        is_active = False
        while change is not None:
            change.is_active = is_active
            is_active = not is_active
            change = db.session.get(Change, change.undoes_id) if change.undoes_id else None


def _may_be_last() -> ColumnElement[bool]:
    """The newest change of a `session`, and its newest active one, undos excepted."""
    of_session = db.select(Change.id).where(Change.session_id == bindparam("session"))
    newest = of_session.order_by(*Change.newest_first()).limit(1)
    active = of_session.where(Change.is_active, Change.kind != UNDO).order_by(*Change.newest_first()).limit(1)
    return Change.id.in_([newest.scalar_subquery(), active.scalar_subquery()])


@cache
def _last_ones() -> Select[Change]:
    """Newest first. Built once: every page of a table reads them."""
    return db.select(Change).where(_may_be_last()).order_by(*Change.newest_first())


@cache
def _last_ones_and_corrections() -> Select[Change]:
    """Also all active corrections, bonus and penalty points of a `session`."""
    corrections = Change.is_active & Change.kind.in_((*CORRECTIONS, ADJUST))
    corrections &= Change.session_id == bindparam("session")
    return db.select(Change).where(_may_be_last() | corrections).order_by(*Change.newest_first())


@contextmanager
def recorded_as_change(
    changed: Session | Tournament, kind: str, stamp: ChangeStamp, about: Mapping[str, Any]
) -> Iterator[None]:
    """Record what the block changes in a session or a tournament as one Change."""
    before = changed.snapshot()
    yield
    record_change(changed, kind, stamp, about, before)


def record_change(
    changed: Session | Tournament,
    kind: str,
    stamp: ChangeStamp,
    about: Mapping[str, Any],
    before: Snapshot,
    undoes: Change | None = None,
) -> Change | None:
    """Store the difference to `before` as one Change and return it; no-op if nothing differs.

    A session is finalized first, and its outcomes are updated.
    """
    if isinstance(changed, Session):
        was_finished = changed.is_finished
        changed.finalize(stamp.at)
        update_outcomes(changed, was_finished=was_finished)
    else:
        db.session.flush()  # what is new gets its id
    diff = difference(before, changed.snapshot())
    if not diff and undoes is None:
        return None
    change = add_change(changed, kind, stamp, about, diff, undoes)
    if isinstance(changed, Session) and ALONG not in about:
        _record_late_change(changed, stamp)
    db.session.flush()
    return change


def _record_late_change(session: Session, stamp: ChangeStamp) -> None:
    """Record in the tournament, without a diff, that a table has been changed after the next draw."""
    table = session.at_table
    if table is None or not TournamentTable.is_past(session.id):
        return
    tournament = db.session.get_one(Tournament, table.tournament_id, with_for_update=True)
    about = {"session": str(session.id), "change": str(stamp.change_id)}
    add_change(tournament, AT_TABLE, replace(stamp, change_id=new_id()), about, {})


def add_change(
    changed: Session | Tournament,
    kind: str,
    stamp: ChangeStamp,
    about: Mapping[str, Any],
    diff: Diff,
    undoes: Change | None = None,
) -> Change:
    """Increase the version of a session or a tournament, and add and return a Change with that number."""
    column = "session_id" if isinstance(changed, Session) else "tournament_id"
    changed.version += 1
    change = Change(
        id=stamp.change_id,
        group_id=changed.group_id,
        **{column: changed.id},
        number=changed.version,
        kind=kind,
        by=stamp.by,
        at=stamp.at,
        about=dict(about),
        diff=diff,
        undoes_id=undoes.id if undoes else None,
        form=stamp.form,
    )
    db.session.add(change)
    return change

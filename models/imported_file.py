"""A file that was brought to the group: waiting to be looked at, applied, or reverted."""

from __future__ import annotations

import uuid
import zlib
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Any

import msgspec
from sqlalchemy import ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from models.change import Author
from models.database import Id, Json, Model, Moment, db
from models.group import Group
from models.session import Session

LONGEST_WAIT = timedelta(days=1)
MOST_SHOWN = 50
LONG = 250_000  # bytes of a packed draft: some 200 sessions
NAME_LENGTH = 120
NEW = "new"
TAKE, LEAVE = "take", "leave"
PARTS = ("people", "games", "late", "fixes")
NAMELESS = ""  # what a game is called of which a file does not say which it is
Choices = dict[str, dict[str, str]]


class State(StrEnum):
    """Where an import is."""

    WAITING = "waiting"
    APPLIED = "applied"
    REVERTED = "reverted"


class Import(Model):
    """`document`: its draft as compressed JSON, whatever kind of file it was made from.

    kind: which kind that was; name: what the file was called.
    choices: what the table chose, {"people": {id in the file: a player's id, or "new"}, "games": {name in
    the file: key in game/variants/scoring_profiles.py, or "" to leave it out}, "late": {"late": what
    becomes of games that are still to come}, "fixes": {id of a session here: which points hold}}, the last
    two TAKE or LEAVE. Where nothing is chosen the names decide.
    result: ids of what it brought, {"players": […], "nights": […], "sessions": […], "tournaments": […]}.
    merged_group_id: the group whose games these are, where that becomes one with this
    (exchange/importing/joining.py).
    """

    __tablename__ = "imports"
    __table_args__ = (Index("ix_imports_group_at", "group_id", "at"),)

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    state: Mapped[str] = mapped_column(String(12))
    kind: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[Moment]
    document: Mapped[bytes] = mapped_column(LargeBinary)
    choices: Mapped[Json] = mapped_column(default=dict)
    result: Mapped[Json] = mapped_column(default=dict)
    merged_group_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("groups.id", ondelete="CASCADE"), index=True
    )

    @classmethod
    def keep(
        cls,
        group: Group,
        kind: str,
        draft: Any,
        name: str,
        author: Author,
        *,
        document: bytes,
    ) -> Import:
        """Keep a file waiting under the id of the change. What nobody came back for in a day goes.

        draft: what it tells, with `players` and `sessions`. document: the same as `repacked` makes it.
        """
        too_old = (cls.state == State.WAITING, cls.at < author.at - LONGEST_WAIT)
        db.session.execute(db.delete(cls).where(cls.group_id == group.id, *too_old))
        file = cls(
            id=author.change_id,
            group_id=group.id,
            state=State.WAITING,
            kind=kind,
            name=name[:NAME_LENGTH],
            by=author.by,
            at=author.at,
            document=document,
            choices=_chosen_before(group, draft),
            result={},
        )
        db.session.add(file)
        db.session.flush()
        return file

    @classmethod
    def of(cls, group_id: uuid.UUID, import_id: uuid.UUID, *, lock: bool = False) -> Import | None:
        """The group's file with this id; `lock` keeps every other writer out."""
        query = db.select(cls).where(cls.id == import_id, cls.group_id == group_id)
        return db.session.scalar(query.with_for_update() if lock else query)

    @classmethod
    def newest(cls, group: Group) -> list[Any]:
        """What was brought, without what is in it: id, state, kind, name, by, at."""
        columns = (cls.id, cls.state, cls.kind, cls.name, cls.by, cls.at)
        newest = db.select(*columns).where(cls.group_id == group.id).order_by(cls.at.desc(), cls.id)
        return list(db.session.execute(newest.limit(MOST_SHOWN)))

    @property
    def is_applied(self) -> bool:
        return self.state == State.APPLIED

    @property
    def is_long(self) -> bool:
        """Whether it takes longer than a page may to bring or take back what it tells."""
        return len(self.document) > LONG

    def choose(self, choices: Choices) -> None:
        """Remember what the table has chosen; what it was not asked stays as it was."""
        self.choices = {part: {**self.choices.get(part, {}), **choices.get(part, {})} for part in PARTS}


def named_in(kept: bytes) -> tuple[dict[str, Any], bytes]:
    """Players and what is left out, and the rest for `repacked`; of what an older version kept everything."""
    first = zlib.decompressobj()
    return msgspec.json.decode(first.decompress(kept)), first.unused_data


def repacked(named: Mapping[str, Any], rest: bytes) -> bytes:
    """A draft as the database keeps it: who is named in it first, so that the rest can stay as it is."""
    return compressed(named) + rest


def compressed(part: Mapping[str, Any]) -> bytes:
    return zlib.compress(msgspec.json.encode(part))


def joining_of(group: Group) -> Import | None:
    """The import that joined a group into the one that it is joined into."""
    mine = (Import.merged_group_id == group.id, Import.group_id == group.merged_into_id)
    return db.session.scalar(db.select(Import).where(*mine, Import.state == State.APPLIED))


def about_file(file: Import, sessions: int) -> dict[str, Any]:
    """What the history tells of a file that comes in or goes."""
    about = {"file": file.name, "sessions": sessions}
    return {**about, "group": str(file.merged_group_id)} if file.merged_group_id else about


def _chosen_before(group: Group, draft: Any) -> Choices:
    """What was chosen for the same people and games when an earlier file was applied.

    A table that does not say its game is of the one that the group played last.
    """
    earlier = db.session.scalars(
        db.select(Import.choices)
        .where(Import.group_id == group.id, Import.state == State.APPLIED)
        .order_by(Import.at)
    )
    people = {player.id for player in draft.players}
    names = {session.game for session in draft.sessions if isinstance(session.game, str)}
    found: Choices = {"people": {}, "games": {}}
    for choices in earlier:
        found["people"].update(
            {k: v for k, v in choices.get("people", {}).items() if k in people and v != NEW}
        )
        found["games"].update({k: v for k, v in choices.get("games", {}).items() if k in names and k})
    if NAMELESS in names and (last := _last_played(group)):
        found["games"][NAMELESS] = last
    return found


def _last_played(group: Group) -> str | None:
    newest = db.select(Session.variant).where(Session.group_id == group.id)
    return db.session.scalar(newest.order_by(Session.started_at.desc(), Session.id).limit(1))

"""A group that was founded by mistake becomes one with another: its own document is brought there as a file.

The group itself stays as it was, with its links, seasons and history, and is not to be reached until the file
is taken back; `Group.merged_into_id` says where its games are.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from exchange.document.decoding import document_in
from exchange.document.writer import document_text
from exchange.importing.draft import Draft, draft_of_document, packed
from models.change import Author
from models.database import db, one_transaction
from models.group import Group
from models.hidden import is_hidden
from models.imported_file import Import
from models.night import Night
from models.player import Player
from models.session import Session
from models.tournament.tournament import Tournament

KIND = "group"  # of such an import


class CannotJoin(ValueError):
    """reason: "waits" (something is still being played there) or "other" (that group has changed since it was
    looked at, is gone or joined already).
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class GroupRead:
    """Everything a group has played, as an import keeps it. seen: a mark of how the group stood."""

    group_id: uuid.UUID
    name: str
    draft: Draft
    document: bytes
    seen: str

    @classmethod
    def read(cls, group_id: uuid.UUID, at: datetime) -> GroupRead:
        """Ends the transaction; nobody waits meanwhile."""
        with one_transaction(writes=False):
            group = db.session.get_one(Group, group_id)
            name, seen = group.name, _seen(group_id)
            text = "".join(document_text(group, at))
        draft = draft_of_document(document_in(text.encode()))
        return cls(group_id, name, draft, packed(draft), seen)

    def keep(self, into: Group, author: Author) -> Import:
        """It waits to be looked at in the other group, as files do."""
        file = Import.keep(into, KIND, self.draft, self.name, author, document=self.document)
        file.merged_group_id, file.result = self.group_id, {"seen": self.seen}
        db.session.flush()
        return file


def waiting_sessions(group_id: uuid.UUID) -> Sequence[uuid.UUID]:
    """What is still being played: a phone on the table may hold a round of it that nobody has seen."""
    open_ones = db.select(Session.id).where(Session.group_id == group_id, Session.finished_at.is_(None))
    return db.session.scalars(open_ones).all()


def check_joining(file: Import) -> None:
    """Raises CannotJoin, where the file is of a group that cannot join now."""
    if file.merged_group_id is None:
        return
    other = db.session.get(Group, file.merged_group_id, populate_existing=True)
    if other is None or is_hidden(other) or other.merged_into_id or other.id == file.group_id:
        raise CannotJoin("other")
    if waiting_sessions(other.id):
        raise CannotJoin("waits")
    if file.result.get("seen") != _seen(other.id):
        raise CannotJoin("other")


def lock_both(group_id: uuid.UUID, other_id: uuid.UUID | None) -> None:
    """In one order, for another phone may be putting them together the other way round; and whatever was
    played in the other one, for somebody may just be correcting it.
    """
    both = db.select(Group.id).where(Group.id.in_([group_id, other_id or group_id])).order_by(Group.id)
    db.session.execute(both.with_for_update(key_share=True))
    played = db.select(Session.id).where(Session.group_id == other_id).order_by(Session.id)
    db.session.execute(played.with_for_update())


def join(file: Import) -> None:
    """The group of the file is not to be reached any more."""
    if file.merged_group_id is not None:
        db.session.get_one(Group, file.merged_group_id).merged_into_id = file.group_id


def part(file: Import) -> None:
    """It is there again as it was."""
    if file.merged_group_id is not None:
        db.session.get_one(Group, file.merged_group_id).merged_into_id = None


def where_it_went(group: Group) -> list[Group]:
    """The groups through which its games went, the one that has them now last."""
    way: list[Group] = []
    while group.merged_into_id is not None:
        group = db.session.get_one(Group, group.merged_into_id)
        way.append(group)
    return way


def _seen(group_id: uuid.UUID) -> str:
    """Another one as soon as anything differs that the document tells."""
    columns = (
        (Player.id, Player.name, Player.anonymised_at),
        (Night.id, Night.date, Night.place, Night.note),
        (Session.id, Session.night_id, Session.version),
        (Tournament.id, Tournament.version),
    )
    mark = sha256()
    for own, *others in columns:
        query = db.select(own, *others).where(own.class_.group_id == group_id).order_by(own)
        mark.update(repr([tuple(row) for row in db.session.execute(query)]).encode())
    return mark.hexdigest()

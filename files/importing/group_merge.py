"""Merge a group into another one: its session document is imported there as a file.

The merged group keeps its links, seasons and history, and cannot be reached any more; `Group.merged_into_id`
names the group that has its sessions now. The import can be reverted as long as nothing else has changed.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from sqlalchemy import or_

from files.document.decoding import document_in
from files.document.group_state import here
from files.document.writer import document_text
from files.importing.draft import Draft, draft_of_document, packed
from models.change import Change, ChangeStamp
from models.custom_game import CustomGame
from models.database import db, one_transaction
from models.group import Group
from models.imported_file import Import
from models.link import Link
from models.night import Night
from models.player import Player
from models.purging import is_hidden
from models.session import Session
from models.tournament.tournament import Tournament

KIND = "group"  # of such an import


@dataclass(frozen=True)
class GroupSnapshot:
    """A group as the content of an import. seen: a fingerprint of its state."""

    group_id: uuid.UUID
    name: str
    draft: Draft
    document: bytes
    seen: str

    @classmethod
    def read(cls, group_id: uuid.UUID, at: datetime) -> GroupSnapshot:
        """Read a group in a transaction of its own, without blocking anybody."""
        with one_transaction(writes=False):
            group = db.session.get_one(Group, group_id)
            name, seen = group.name, fingerprint(group_id)
            text = "".join(document_text(group, at))
        draft = draft_of_document(document_in(text.encode()))
        return cls(group_id, name, draft, packed(draft), seen)

    def store(self, into: Group, stamp: ChangeStamp) -> Import:
        """Store it as an import of the other group."""
        file = Import.store(into, KIND, self.draft, self.name, stamp, document=self.document)
        file.merged_group_id, file.result = self.group_id, {"seen": self.seen}
        db.session.flush()
        return file


def waiting_sessions(group_id: uuid.UUID) -> Sequence[uuid.UUID]:
    """Ids of unfinished sessions: a phone may hold a round of one that is not sent yet."""
    open_ones = db.select(Session.id).where(Session.visible_in(group_id), Session.finished_at.is_(None))
    return db.session.scalars(open_ones).all()


def merge_obstacle(file: Import) -> str | None:
    """Why the group of a file cannot be merged now: "waits" (a session is still being played) or "other" (it
    has changed since the preview, is deleted or already merged). None if it can, or the file is of no group.
    """
    if file.merged_group_id is None:
        return None
    other = db.session.get(Group, file.merged_group_id, populate_existing=True)
    if other is None or is_hidden(other) or other.merged_into_id or other.id == file.group_id:
        return "other"
    if waiting_sessions(other.id):
        return "waits"
    return None if file.result.get("seen") == fingerprint(other.id) else "other"


def lock_both(group_id: uuid.UUID, other_id: uuid.UUID | None) -> None:
    """Lock both groups in one order (another phone may merge them the other way round), and the merged
    sessions.
    """
    both = db.select(Group.id).where(Group.id.in_([group_id, other_id or group_id])).order_by(Group.id)
    db.session.execute(both.with_for_update(key_share=True))
    played = db.select(Session.id).where(Session.visible_in(other_id)).order_by(Session.id)
    db.session.execute(played.with_for_update())


def has_changed_since(file: Import) -> bool:
    """Whether something else has changed in one of the two groups since the file merged them, as far as that
    is known: earlier versions of the app stored no fingerprint, or one of other columns.
    """
    merged = file.merged_group_id
    return merged is not None and file.result.get("seen") != fingerprint(file.group_id, merged)


def merge_chain(group: Group) -> list[Group]:
    """The groups into which a group was merged in turn, the one that has its sessions now last."""
    chain: list[Group] = []
    while group.merged_into_id is not None:
        group = db.session.get_one(Group, group.merged_into_id)
        chain.append(group)
    return chain


def fingerprint(*group_ids: uuid.UUID) -> str:
    """A fingerprint of everything that can be changed in these groups. Names, seasons and deletions are in
    the history.
    """
    columns = (
        (Player.id, Player.name, Player.anonymised_at),
        (Night.id, Night.date, Night.place, Night.note),
        (Session.id, Session.night_id, Session.version),
        (Tournament.id, Tournament.version),
        (CustomGame.id, CustomGame.changed_at, CustomGame.retired_at),
        (Link.id, Link.revoked_at),
        (Change.id,),
    )
    mark = sha256()
    for id_column, *more in columns:
        in_any = or_(*(here(id_column.class_, group_id) for group_id in group_ids))
        query = db.select(id_column, *more).where(in_any).order_by(id_column)
        if id_column.class_ is Change:  # each change of a session has given it a new version
            query = query.where(Change.session_id.is_(None))
        mark.update(repr([tuple(row) for row in db.session.execute(query)]).encode())
    return mark.hexdigest()

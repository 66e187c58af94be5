"""An imported file: waiting to be checked by a user, applied, or reverted."""

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

from game.variants import VARIANTS
from game.variants.scoring_profiles import game_in_title, profile_named
from models.change import ChangeStamp
from models.custom_games import GroupGames
from models.database import Id, Json, Model, Timestamp, db
from models.group import Group
from models.session import Session

EXPIRES = timedelta(days=1)
MAX_SHOWN = 50
MAX_BYTES_PER_REQUEST = 250_000  # bytes of a packed draft: some 200 sessions
NAME_LENGTH = 120
NEW = "new"
ACCEPT, SKIP = "take", "leave"
PARTS = ("people", "games", "late", "heads")
MAX_REMEMBERED = 50  # imports whose tables are looked at
NAMELESS = ""  # name of a game that the file does not name
Choices = dict[str, dict[str, str]]


class ImportState(StrEnum):
    """The state of an import."""

    WAITING = "waiting"
    APPLIED = "applied"
    REVERTED = "reverted"


class Import(Model):
    """An imported file. document: its draft as compressed JSON, whatever the kind of the file.

    kind: the kind of the file; name: its name. choices: {"people": {id in the file: a player's id, or
    "new"}, "games": {name in the file: key in game/variants/scoring_profiles.py, or "" to skip
    it}, "late": {"late": ACCEPT or SKIP sessions in the future}, "heads": {what tells the heads of a table
    apart: its roles, see files/readers/tables/roles.py}}. Names decide where nothing is chosen.

    result: ids of what was created, {"players": […], "nights": […], "sessions": […], "tournaments": […]};
    of a merge also "seen", a fingerprint of what it has read, and once it is applied, of both groups.
    merged_group_id: the group whose sessions these are, if it is merged with this one
    (files/importing/group_merge.py).
    """

    __tablename__ = "imports"
    __table_args__ = (Index("ix_imports_group_at", "group_id", "at"),)

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"))
    state: Mapped[str] = mapped_column(String(12))
    kind: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    by: Mapped[str] = mapped_column(String(40))
    at: Mapped[Timestamp]
    document: Mapped[bytes] = mapped_column(LargeBinary)
    choices: Mapped[Json] = mapped_column(default=dict)
    result: Mapped[Json] = mapped_column(default=dict)
    merged_group_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("groups.id", ondelete="CASCADE"), index=True
    )

    @classmethod
    def store(
        cls,
        group: Group,
        kind: str,
        draft: Any,
        name: str,
        stamp: ChangeStamp,
        *,
        document: bytes,
    ) -> Import:
        """Store a file as a waiting import with the id of the change; delete waiting imports that are a day
        old.

        draft: has `players` and `sessions`. document: the same, as `repacked` returns it.
        """
        too_old = (cls.state == ImportState.WAITING, cls.at < stamp.at - EXPIRES)
        db.session.execute(db.delete(cls).where(cls.group_id == group.id, *too_old))
        file = cls(
            id=stamp.change_id,
            group_id=group.id,
            state=ImportState.WAITING,
            kind=kind,
            name=name[:NAME_LENGTH],
            by=stamp.by,
            at=stamp.at,
            document=document,
            choices=_chosen_before(group, draft, _title(name)),
            result={},
        )
        db.session.add(file)
        db.session.flush()
        return file

    @classmethod
    def of(cls, group_id: uuid.UUID, import_id: uuid.UUID, *, lock: bool = False) -> Import | None:
        """The group's import with this id; `lock` keeps other writers out."""
        query = db.select(cls).where(cls.id == import_id, cls.group_id == group_id)
        return db.session.scalar(query.with_for_update() if lock else query)

    @classmethod
    def newest(cls, group: Group) -> list[Any]:
        """The newest imports without their documents: id, state, kind, name, by, at."""
        columns = (cls.id, cls.state, cls.kind, cls.name, cls.by, cls.at)
        newest = db.select(*columns).where(cls.group_id == group.id).order_by(cls.at.desc(), cls.id)
        return list(db.session.execute(newest.limit(MAX_SHOWN)))

    @property
    def title(self) -> str:
        """The name of the file without its ending."""
        return _title(self.name)

    @property
    def is_applied(self) -> bool:
        return self.state == ImportState.APPLIED

    @property
    def is_long(self) -> bool:
        """Whether applying or reverting it takes longer than a request may."""
        return len(self.document) > MAX_BYTES_PER_REQUEST

    def take(self, group: Group, draft: Any, document: bytes) -> None:
        """Replace the draft by one that was read with other answers. What is in it for the first time gets
        the choices of earlier files.
        """
        before, self.document = _chosen_before(group, draft, self.title), document
        self.choices = {part: {**before.get(part, {}), **self.choices.get(part, {})} for part in PARTS}

    def choose(self, choices: Choices) -> None:
        """Store choices; earlier ones that are not among them stay."""
        self.choices = {part: {**self.choices.get(part, {}), **choices.get(part, {})} for part in PARTS}


def unpack_names(document: bytes) -> tuple[dict[str, Any], bytes]:
    """The part of a stored draft with names (players, skipped records), and the rest for `repacked`. Drafts
    of older versions have everything in the first part.
    """
    first = zlib.decompressobj()
    return msgspec.json.decode(first.decompress(document)), first.unused_data


def repacked(named: Mapping[str, Any], rest: bytes) -> bytes:
    """A draft as it is stored: the part with names first, so that the rest need not be decompressed to
    change a name.
    """
    return compressed(named) + rest


def compressed(part: Mapping[str, Any]) -> bytes:
    return zlib.compress(msgspec.json.encode(part))


def merge_import_of(group: Group) -> Import | None:
    """The applied import by which a group was merged into another one."""
    of_merge = (Import.merged_group_id == group.id, Import.group_id == group.merged_into_id)
    return db.session.scalar(db.select(Import).where(*of_merge, Import.state == ImportState.APPLIED))


def about_file(file: Import, sessions: int) -> dict[str, Any]:
    """Arguments of the history entry of an import that is applied or reverted."""
    about = {"file": file.name, "sessions": sessions}
    return {**about, "group": str(file.merged_group_id)} if file.merged_group_id else about


def chosen_for_heads(group_id: uuid.UUID) -> dict[str, str]:
    """What the group has chosen for the columns of tables that it imported; the newest choice counts."""
    applied = (Import.group_id == group_id, Import.state == ImportState.APPLIED)
    newest = db.select(Import.choices).where(*applied).order_by(Import.at.desc(), Import.id)
    chosen: dict[str, str] = {}
    for choices in reversed(db.session.scalars(newest.limit(MAX_REMEMBERED)).all()):
        chosen |= choices.get("heads", {})
    return chosen


def _title(name: str) -> str:
    return name.rpartition(".")[0] or name


def _chosen_before(group: Group, draft: Any, title: str) -> Choices:
    """The choices of earlier applied imports for the same people and games.

    Sessions without a game get the one that the name of the file says; otherwise the one that the group
    played last, unless that is a game of its own, in which the highest points may win, or points are below
    zero.
    """
    earlier = db.session.scalars(
        db.select(Import.choices)
        .where(Import.group_id == group.id, Import.state == ImportState.APPLIED)
        .order_by(Import.at)
    )
    people = {player.id for player in draft.players}
    names = {session.game for session in draft.sessions if isinstance(session.game, str)}
    chosen: Choices = {"people": {}, "games": {}}
    for choices in earlier:
        chosen["people"].update(
            {k: v for k, v in choices.get("people", {}).items() if k in people and v != NEW}
        )
        chosen["games"].update({k: v for k, v in choices.get("games", {}).items() if k in names and k})
    nameless = (session.totals for session in draft.sessions if session.game == NAMELESS)
    is_negative = any(min(totals, default=0) < 0 for totals in nameless)
    if NAMELESS in names and (usual := _usual_game(group, title, is_negative=is_negative)):
        chosen["games"][NAMELESS] = usual
    return chosen


def _usual_game(group: Group, title: str, *, is_negative: bool) -> str:
    """The game of sessions that name none: a key of a variant, "" if the user has to choose."""
    custom = GroupGames(group.id).variants
    named = profile_named(game_in_title(title, custom), custom)
    if named:
        return named.key
    if is_negative:
        return ""
    newest = db.select(Session.variant).where(Session.visible_in(group.id))
    last_played = db.session.scalar(newest.order_by(Session.started_at.desc(), Session.id).limit(1))
    return last_played if last_played in VARIANTS else ""

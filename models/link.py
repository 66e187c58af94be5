"""Secret links, the only credentials: each opens one group in one role and can be revoked separately."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Collection
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Id, Model, Timestamp, db, new_id
from models.group import Group

SECRET_BYTES = 16  # 128 bits


class Role(StrEnum):
    """What a link permits. All but the last open the group, and each includes the later ones: a player
    sends the counts of its own seat, a watcher only reads. An umpire scores the tables of one tournament
    and decides there. A table keeper scores one table until the next tables are drawn, and only reads it
    then. Elsewhere both are players.

    The secret of a feed is part of an address that calendars request; it opens nothing.
    """

    OWNER = "owner"
    SCORER = "scorer"
    UMPIRE = "umpire"
    TABLE = "table"
    PLAYER = "player"
    WATCHER = "watcher"
    FEED = "feed"

    @property
    def opens_group(self) -> bool:
        return self is not Role.FEED

    @property
    def is_for_tournament(self) -> bool:
        """Whether it is created on the page of a tournament (views/tournaments/) instead of that of the
        group's links.
        """
        return self in (Role.UMPIRE, Role.TABLE)

    @property
    def may_score(self) -> bool:
        return self in (Role.OWNER, Role.SCORER)

    @property
    def may_count(self) -> bool:
        return self not in (Role.WATCHER, Role.FEED)

    @property
    def may_manage(self) -> bool:
        return self is Role.OWNER


class Link(Model):
    """One link of a group. Its secret is shown once; only its hash is stored.

    session_id: the table that a table keeper scores. tournament_id: the tournament of an umpire, or the
    target of a player's link. salt: of the secret of a table keeper's link, which is derived from it
    (views/tournaments/seating.py).
    """

    __tablename__ = "links"

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
    session_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("sessions.id", ondelete="CASCADE"), index=True
    )
    tournament_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("tournaments.id", ondelete="CASCADE"), index=True
    )
    role: Mapped[str] = mapped_column(String(10))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    salt: Mapped[str | None] = mapped_column(String(22))
    created_at: Mapped[Timestamp]
    revoked_at: Mapped[Timestamp | None]

    group: Mapped[Group] = relationship()

    @classmethod
    def make(
        cls,
        group: Group,
        role: Role,
        at: datetime,
        *,
        link_id: uuid.UUID | None = None,
        secret: str | None = None,
        salt: str | None = None,
        session_id: uuid.UUID | None = None,
        tournament_id: uuid.UUID | None = None,
    ) -> tuple[Link, str]:
        """Create a link; return it and its secret, random unless given, which cannot be read again."""
        secret = secret or secrets.token_urlsafe(SECRET_BYTES)
        link = cls(
            id=link_id or new_id(),
            group=group,
            role=role.value,
            secret_hash=_hash(secret),
            salt=salt,
            created_at=at,
            session_id=session_id,
            tournament_id=tournament_id,
        )
        db.session.add(link)
        return link, secret

    def has_secret(self, secret: str) -> bool:
        return self.secret_hash == _hash(secret)

    @classmethod
    def opened_by(cls, secret: str) -> Link | None:
        """The active link with this secret, if it opens the group."""
        link = cls._active(secret)
        return link if link is not None and Role(link.role).opens_group else None

    @classmethod
    def read_by(cls, secret: str) -> Link | None:
        """The active feed with this secret."""
        link = cls._active(secret)
        return link if link is not None and link.role == Role.FEED else None

    @classmethod
    def _active(cls, secret: str) -> Link | None:
        return db.session.scalar(
            db.select(cls).where(cls.secret_hash == _hash(secret), cls.revoked_at.is_(None))
        )


def owner_links(group_id: uuid.UUID, *, except_for: Collection[uuid.UUID] = ()) -> int:
    """The number of active owner's links of a group, without those with these ids."""
    owners = db.select(func.count()).where(
        Link.group_id == group_id,
        Link.role == Role.OWNER.value,
        Link.revoked_at.is_(None),
        Link.id.not_in(except_for),
    )
    return db.session.scalar(owners) or 0


def other_links(group_id: uuid.UUID, except_for: Collection[uuid.UUID]) -> int:
    """The number of active links that open the whole group, without those with these ids."""
    others = db.select(func.count()).where(
        Link.group_id == group_id,
        Link.revoked_at.is_(None),
        Link.tournament_id.is_(None),
        Link.role != Role.FEED.value,
        Link.id.not_in(except_for),
    )
    return db.session.scalar(others) or 0


def _hash(secret: str) -> str:
    # A random 128-bit secret needs no salt and no slow hash: there is nothing to guess.
    return hashlib.sha256(secret.encode()).hexdigest()

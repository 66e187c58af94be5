"""Secret links, the only keys there are: each opens one group in one role and can be revoked alone."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.database import Id, Model, Moment, db, new_id
from models.group import Group

SECRET_BYTES = 16  # 128 bits


class Role(StrEnum):
    """What a link is for. All but the last open the group, and each may do all that the later ones may: a
    player sends what its own seat has counted, a watcher only reads. An umpire scores the tables of one
    evening and decides there, a table keeper scores one table; elsewhere both are players.

    A feed's secret stands in an address that a calendar asks for by itself; it opens nothing.
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
    def is_of_an_evening(self) -> bool:
        """Made where the evening is (views/tournaments/), not among the group's links."""
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
    """One link of a group. Its secret is shown once and only its hash is kept.

    session_id: the one table that a table keeper scores. tournament_id: the evening of an umpire, or where a
    player's link leads.
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
    created_at: Mapped[Moment]
    revoked_at: Mapped[Moment | None]

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
        session_id: uuid.UUID | None = None,
        tournament_id: uuid.UUID | None = None,
    ) -> tuple[Link, str]:
        """A new link and its secret, at random where none is given, which nobody can read again later."""
        secret = secret or secrets.token_urlsafe(SECRET_BYTES)
        link = cls(
            id=link_id or new_id(),
            group=group,
            role=role.value,
            secret_hash=_hash(secret),
            created_at=at,
            session_id=session_id,
            tournament_id=tournament_id,
        )
        db.session.add(link)
        return link, secret

    @classmethod
    def opened_by(cls, secret: str) -> Link | None:
        """The living link with this secret, if it opens the group."""
        link = cls._living(secret)
        return link if link is not None and Role(link.role).opens_group else None

    @classmethod
    def read_by(cls, secret: str) -> Link | None:
        """The living feed with this secret."""
        link = cls._living(secret)
        return link if link is not None and link.role == Role.FEED else None

    @classmethod
    def _living(cls, secret: str) -> Link | None:
        return db.session.scalar(
            db.select(cls).where(cls.secret_hash == _hash(secret), cls.revoked_at.is_(None))
        )


def _hash(secret: str) -> str:
    # A random 128-bit secret needs no salt and no slow hash: there is nothing to guess.
    return hashlib.sha256(secret.encode()).hexdigest()

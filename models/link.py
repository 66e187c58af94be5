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
    """What a phone may do in a group; each role may do all that the later ones may."""

    OWNER = "owner"
    SCORER = "scorer"
    WATCHER = "watcher"

    @property
    def may_score(self) -> bool:
        return self is not Role.WATCHER

    @property
    def may_manage(self) -> bool:
        return self is Role.OWNER


class Link(Model):
    """One link of a group. Its secret is shown once and only its hash is kept."""

    __tablename__ = "links"

    id: Mapped[Id]
    group_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("groups.id", ondelete="CASCADE"), index=True)
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
    ) -> tuple[Link, str]:
        """A new link and its secret, at random where none is given, which nobody can read again later."""
        secret = secret or secrets.token_urlsafe(SECRET_BYTES)
        link = cls(
            id=link_id or new_id(), group=group, role=role.value, secret_hash=_hash(secret), created_at=at
        )
        db.session.add(link)
        return link, secret

    @classmethod
    def opened_by(cls, secret: str) -> Link | None:
        """The living link with this secret."""
        return db.session.scalar(
            db.select(cls).where(cls.secret_hash == _hash(secret), cls.revoked_at.is_(None))
        )


def _hash(secret: str) -> str:
    # A random 128-bit secret needs no salt and no slow hash: there is nothing to guess.
    return hashlib.sha256(secret.encode()).hexdigest()

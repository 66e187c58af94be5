"""The links in this phone's cookie: what a new one replaces, and what is forgotten when it is full."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import request
from sqlalchemy.orm import contains_eager
from werkzeug.exceptions import Conflict

from models import Group, Link, Role, Session, db
from models.link import owner_links
from views.web.access import RANK, Membership
from views.web.clock import now
from views.web.phone import (
    MAX_LINKS,
    clear_current_group,
    drop_forgotten_links,
    forget_links,
    forgotten_links,
    opened_links,
    store_links,
)

AGREED = "forget_links"  # form field: the user has seen which links this phone forgets


class PhoneFull(Conflict):
    """A new link needs the room of links that this phone still uses; nothing was stored."""

    def __init__(self, forgotten: Sequence[Link]) -> None:
        super().__init__()
        self.forgotten = forgotten


@dataclass(frozen=True)
class StoredLink:
    """is_over: whether the table of its code is finished."""

    link: Link
    is_over: bool

    @property
    def is_active(self) -> bool:
        return self.link.revoked_at is None

    @property
    def role(self) -> Role:
        """The role that it permits; the code of a finished table permits what a player may do."""
        return Role.PLAYER if self.is_over else Role(self.link.role)

    @property
    def weakness(self) -> int:
        """The greatest is forgotten first: no access, codes of finished tables, then the weakest role."""
        if not self.is_active:
            return 2 * len(RANK)
        return len(RANK) if self.is_over else RANK[self.role]

    def covers(self, other: StoredLink) -> bool:
        """Whether it permits everything that the other one does, for as long.

        A link of a club evening may be closed soon, so it covers no link of the whole group.
        """
        if not other.is_active:
            return True
        if not self.is_active or self.link.group_id != other.link.group_id:
            return False
        if self.link.tournament_id is not None and other.link.tournament_id is None:
            return False
        if other.role is Role.UMPIRE and self.role is not Role.OWNER:
            return self.role is Role.UMPIRE and self.link.tournament_id == other.link.tournament_id
        if other.role is Role.TABLE and self.role is Role.UMPIRE:
            return self.link.tournament_id == other.link.tournament_id
        if other.role is Role.TABLE and self.role is Role.TABLE:
            return self.link.session_id == other.link.session_id
        return RANK[self.role] <= RANK[other.role]

    def replaces(self, other: StoredLink) -> bool:
        """Whether the other one is weaker. A link of a club evening replaces none."""
        is_of_group = self.is_active and self.link.tournament_id is None
        return is_of_group and other.is_active and RANK[self.role] < RANK[other.role] and self.covers(other)


def add_link(link: Link) -> None:
    """Store a link in this phone's cookie. Raise PhoneFull unless the user has agreed to what it forgets."""
    stored = _stored([link.id, *(link_id for link_id in opened_links() if link_id != link.id)])
    new, others = stored[0], stored[1:]
    if any(other.replaces(new) for other in others):
        store_links([other.link.id for other in others], link.group_id)
        return
    kept, forgotten = _fitting([new, *(other for other in others if not new.replaces(other))])
    if forgotten and AGREED not in request.form:
        raise PhoneFull(forgotten)
    forget_links([forgotten_link.id for forgotten_link in forgotten], now())
    store_links([stored_link.link.id for stored_link in kept], link.group_id)


def has_last_owner_link(member: Membership) -> bool:
    """Whether every active owner's link of the group is one that this phone opened."""
    return member.may_manage and not owner_links(member.group.id, except_for=opened_links())


def forget_group(group_id: uuid.UUID, at: datetime) -> None:
    """Remove the group's links from this phone, which may open them again for a day."""
    links = db.session.scalars(db.select(Link.id).where(Link.group_id == group_id)).all()
    clear_current_group(group_id)
    forget_links(links, at)


def forgotten_groups(at: datetime) -> dict[Group, datetime]:
    """Groups that this phone forgot and may open again, last forgotten first: group → until when."""
    until = forgotten_links(at)
    groups = {link.id: link.group for link in _forgotten(until)}
    return {groups[link_id]: until[link_id] for link_id in until if link_id in groups}


def has_forgotten(group_id: uuid.UUID) -> bool:
    """Whether this phone forgot links of the group, at any time that its cookie still names."""
    links = db.select(Link.id).where(Link.id.in_(forgotten_links()), Link.group_id == group_id)
    return db.session.scalar(links.limit(1)) is not None


def reopen_group(group_id: uuid.UUID, at: datetime) -> None:
    """Store the forgotten links of the group again. Raises PhoneFull as `add_link` does."""
    links = [link for link in _forgotten(forgotten_links(at)) if link.group_id == group_id]
    for link in links:
        add_link(link)
    drop_forgotten_links([link.id for link in links])


def drop_forgotten_group(group_id: uuid.UUID, at: datetime) -> None:
    """Let this phone no longer open the group again."""
    drop_forgotten_links([link.id for link in _forgotten(forgotten_links(at)) if link.group_id == group_id])


def _forgotten(link_ids: Collection[uuid.UUID]) -> Sequence[Link]:
    """The active links among these that open their group."""
    query = db.select(Link).join(Link.group).options(contains_eager(Link.group))
    active = query.where(Link.id.in_(link_ids), Link.revoked_at.is_(None), Link.role != Role.FEED.value)
    return db.session.scalars(active).all()


def _stored(link_ids: Sequence[uuid.UUID]) -> list[StoredLink]:
    """The links that still exist, in the same order."""
    query = db.select(Link, Session.finished_at).join(Link.group).options(contains_eager(Link.group))
    rows = db.session.execute(
        query.outerjoin(Session, Session.id == Link.session_id).where(Link.id.in_(link_ids))
    )
    stored = {link.id: StoredLink(link, finished_at is not None) for link, finished_at in rows}
    return [stored[link_id] for link_id in link_ids if link_id in stored]


def _fitting(stored: Sequence[StoredLink]) -> tuple[list[StoredLink], list[Link]]:
    """The links that fit, and the forgotten ones that permit something; the first one stays.

    Forgotten first: links that permit nothing that no other one does; then by weakness, and of equal ones the
    one opened first.
    """
    kept, forgotten = list(stored), []
    while len(kept) > MAX_LINKS:
        spare = [link for link in kept[1:] if any(other.covers(link) for other in kept if other is not link)]
        worst = max(reversed(spare or kept[1:]), key=lambda link: link.weakness)
        kept.remove(worst)
        if not spare:
            forgotten.append(worst.link)
    return kept, forgotten

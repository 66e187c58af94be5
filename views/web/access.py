"""Permissions: a phone may see and do what the links allow that it has opened."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, NoReturn

from flask import abort, g, request
from sqlalchemy import Row, Select, bindparam
from sqlalchemy.orm import contains_eager
from werkzeug.exceptions import Conflict, HTTPException, NotFound

from forms.base import parse_id
from models import Group, Link, Night, Role, Session, Tournament, TournamentTable, db
from models.recycle_bin import bin_with
from views.web.phone import clear_current_group, last_group, opened_links, set_current_group

RANK = {role: place for place, role in enumerate(Role)}


@dataclass(frozen=True)
class Permission:
    """What this phone may do."""

    role: Role

    @property
    def may_score(self) -> bool:
        return self.role.may_score

    @property
    def may_count(self) -> bool:
        return self.role.may_count

    @property
    def may_manage(self) -> bool:
        return self.role.may_manage


@dataclass(frozen=True)
class Membership(Permission):
    """A permission within a group."""

    group: Group


class GroupMerged(HTTPException):
    """The group was merged into another one (410, with a page of its own)."""

    code = 410

    def __init__(self, group: Group) -> None:
        super().__init__()
        self.group = group


class GroupDeleted(HTTPException):
    """The group is in the recycle bin (410, with a page of its own)."""

    code = 410

    def __init__(self, member: Membership) -> None:
        super().__init__()
        self.member = member


class InRecycleBin(HTTPException):
    """The session or tournament is in the recycle bin of its group until `expires_at` (410).

    bin_id: the id of the change that deleted it.
    """

    code = 410

    def __init__(self, group_id: uuid.UUID, bin_id: uuid.UUID, expires_at: datetime) -> None:
        super().__init__()
        self.group_id, self.bin_id, self.expires_at = group_id, bin_id, expires_at


class TableIsPast(Conflict):
    """The code of a table would change it after the next draw (views/table/past_table.py)."""


class LinkRevoked(NotFound):
    """This phone had a link of the group, which was revoked: 404 as for strangers, with the reason."""


def reader(group_id: uuid.UUID) -> Membership:
    """This phone's membership; to a stranger the group does not exist (404)."""
    member = membership(group_id)
    if member is None:
        clear_current_group(group_id)
        raise LinkRevoked if _had_link(group_id) else NotFound
    if member.group.deleted_at:
        clear_current_group(group_id)
        raise GroupDeleted(member)
    if member.group.merged_into_id:
        clear_current_group(group_id)
        raise GroupMerged(member.group)
    set_current_group(group_id)
    g.member = member
    return member


def membership(group_id: uuid.UUID) -> Membership | None:
    """What this phone's links permit in a group, also a merged or deleted one; None for a stranger."""
    links = db.session.scalars(_links(), {"ids": opened_links(), "group": group_id}).all()
    session_id = (request.view_args or {}).get("session_id")
    roles = {role_at(link, session_id): link.group for link in links}
    best = min(roles, key=RANK.__getitem__, default=None)
    return Membership(best, roles[best]) if best else None


@cache
def _links() -> Select[Link]:
    """Query for the links of `ids` that open a `group`. Built once: every page runs it."""
    return (
        db.select(Link)
        .join(Link.group)
        .options(contains_eager(Link.group))
        .where(Link.id.in_(bindparam("ids", expanding=True)), Link.group_id == bindparam("group"))
        .where(Link.revoked_at.is_(None), Link.role != Role.FEED.value)
    )


def role_at(link: Link | Row[Any], session_id: uuid.UUID | None) -> Role:
    """The role that a link gives at the session that the address names, or elsewhere in the group.

    link: itself, or a row with its role, session_id and tournament_id.
    """
    role = Role(link.role)
    if role is Role.TABLE and session_id is not None and link.session_id == session_id:
        return Role.WATCHER if TournamentTable.is_past(session_id) else Role.SCORER
    if role is Role.UMPIRE and session_id is not None and link.tournament_id is not None:
        tournament_of_session = db.select(TournamentTable.tournament_id).where(
            TournamentTable.session_id == session_id
        )
        return Role.SCORER if db.session.scalar(tournament_of_session) == link.tournament_id else role
    return role


def may_umpire(group_id: uuid.UUID, tournament_id: uuid.UUID) -> bool:
    """Whether this phone is umpire of the tournament, by a link of its own or as owner of the group."""
    links = db.session.scalars(
        db.select(Link).where(
            Link.id.in_(opened_links()),
            Link.group_id == group_id,
            Link.revoked_at.is_(None),
            Link.role.in_([Role.OWNER.value, Role.UMPIRE.value]),
        )
    )
    return any(link.role == Role.OWNER or link.tournament_id == tournament_id for link in links)


def umpire(group_id: uuid.UUID, tournament_id: uuid.UUID) -> Membership:
    """The membership of an umpire; 403 for other members, 404 for strangers."""
    member = reader(group_id)
    if not may_umpire(group_id, tournament_id):
        abort(403)
    return member


def _had_link(group_id: uuid.UUID) -> bool:
    links = db.select(Link.id).where(Link.id.in_(opened_links()), Link.group_id == group_id)
    return db.session.scalar(links.limit(1)) is not None


def owns(group_id: uuid.UUID | None) -> bool:
    """Whether this phone may manage a group, joined elsewhere or not."""
    member = membership(group_id) if group_id else None
    return member is not None and member.may_manage


def counter(group_id: uuid.UUID) -> Membership:
    """The membership of anyone who may send a hand of their own seat; 403 for a watcher."""
    member = reader(group_id)
    if not member.may_count:
        _refuse(group_id)
    return member


def scorer(group_id: uuid.UUID) -> Membership:
    """The membership of anyone who may record rounds; 403 for a player or a watcher."""
    member = reader(group_id)
    if not member.may_score:
        _refuse(group_id)
    return member


def _refuse(group_id: uuid.UUID) -> NoReturn:
    """403; TableIsPast if this phone has the code of the table."""
    code = db.select(Link.id).where(
        Link.id.in_(opened_links()),
        Link.group_id == group_id,
        Link.revoked_at.is_(None),
        Link.role == Role.TABLE.value,
        Link.session_id == (request.view_args or {}).get("session_id"),
    )
    if db.session.scalar(code.limit(1)) is not None:
        raise TableIsPast
    abort(403)


def owner(group_id: uuid.UUID) -> Membership:
    """The membership of an owner; 403 for anyone else in the group."""
    member = reader(group_id)
    if not member.may_manage:
        abort(403)
    return member


def known_groups(*, to_write: bool = False, to_manage: bool = False, joined: bool = False) -> list[Group]:
    """The groups that this phone knows: the one it used last first, then as it opened their links.

    joined: those that were merged into others, instead of those that were not.
    """
    order = {link_id: place for place, link_id in enumerate(opened_links())}
    links = db.session.scalars(
        db.select(Link)
        .join(Link.group)
        .options(contains_eager(Link.group))
        .where(Link.id.in_(order), Link.revoked_at.is_(None), Link.role != Role.FEED.value)
        .where(Group.merged_into_id.is_not(None) if joined else Group.merged_into_id.is_(None))
        .where(Group.deleted_at.is_(None))
    ).all()
    links = [link for link in links if Role(link.role).may_score or not to_write]
    links = [link for link in links if Role(link.role).may_manage or not to_manage]
    links.sort(key=lambda link: (link.group_id != last_group(), order[link.id]))
    return list(dict.fromkeys(link.group for link in links))


def deleted_groups() -> list[Group]:
    """Groups in the recycle bin that this phone may restore, deleted last first."""
    owned = db.select(Link.group_id).where(
        Link.id.in_(opened_links()), Link.revoked_at.is_(None), Link.role == Role.OWNER.value
    )
    deleted = db.select(Group).where(Group.id.in_(owned), Group.deleted_at.is_not(None))
    return list(db.session.scalars(deleted.order_by(Group.deleted_at.desc(), Group.id)))


def group_from_args() -> Group | None:
    """The group named by the query parameter `group`, or None without one; 403 or 404 unless this phone may
    score.

    Locks the group row on POST.
    """
    if not request.args.get("group"):
        return None
    group_id = parse_id(request.args["group"]) or abort(404)
    if request.method == "POST":
        lock_group(group_id)
    return scorer(group_id).group


def lock_group(group_id: uuid.UUID) -> None:
    """Lock the group row. Call before reading anything that will be changed."""
    row = db.select(Group.id).where(Group.id == group_id)
    db.session.execute(row.with_for_update(key_share=True))


def session_of(group_id: uuid.UUID, session_id: uuid.UUID) -> Session:
    """Return a session of the group, or 404; 410 if it is in the recycle bin. Check membership first."""
    session = Session.of(group_id, session_id)
    if session is None:
        raise not_in_group(Session, group_id, session_id)
    g.session = session
    return session


def tournament_of(group_id: uuid.UUID, tournament_id: uuid.UUID, *, lock: bool = False) -> Tournament:
    """Return a tournament of the group, or 404; 410 if it is in the recycle bin. Check membership first."""
    tournament = Tournament.of(group_id, tournament_id, lock=lock)
    if tournament is None:
        raise not_in_group(Tournament, group_id, tournament_id)
    return tournament


def not_in_group(
    model: type[Session] | type[Tournament], group_id: uuid.UUID, row_id: uuid.UUID
) -> HTTPException:
    """The error for a session or tournament that the group does not have."""
    entry = bin_with(model, group_id, row_id)
    return InRecycleBin(group_id, *entry) if entry else NotFound()


def night_of(group_id: uuid.UUID, night_id: uuid.UUID, *, lock: bool = False) -> Night:
    """Return a night of the group, or 404. Check membership first."""
    return Night.of(group_id, night_id, lock=lock) or abort(404)


def night_named(group_id: uuid.UUID, text: str | None) -> Night | None:
    """The group's night with this id; None where there is none."""
    night_id = parse_id(text)
    return Night.of(group_id, night_id) if night_id else None


def session_named(group_id: uuid.UUID, text: str | None) -> Session | None:
    """The group's session with this id; None where there is none."""
    session_id = parse_id(text)
    return Session.of(group_id, session_id) if session_id else None

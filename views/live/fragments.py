"""The live part of a session's page, rendered once for all phones with the same permissions.

It contains nothing of a single phone (no token, no form of its own), so it is cached by version, role,
language and letters until the next change. A page or a poll then costs one query.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Response, current_app, g, make_response, render_template, request
from markupsafe import Markup
from sqlalchemy import Row, bindparam
from sqlalchemy.orm import Bundle

from game.texts import in_language
from models import Link, Seat, Session, db
from models.group import Group
from views.web.access import RANK, Permission, not_in_group, reader, role_at, session_of
from views.web.language import card_letters, current_language
from views.web.phone import clear_current_group, opened_links, own_player_ids, set_current_group
from views.words.deals import stage_in_words

MAX_CACHED_PARTS = 512


@dataclass(frozen=True)
class SessionAccess(Permission):
    """The result of one query: a session's version, and what this phone may do with it.

    group: id and name. people: ids of this phone's players.
    """

    group: Row[tuple[uuid.UUID, str]]
    session_id: uuid.UUID
    version: int
    people: tuple[uuid.UUID, ...] = ()

    @property
    def tag(self) -> str:
        whose = hashlib.sha256(b"".join(each.bytes for each in self.people)).hexdigest()[:8]
        read = f"{self.role.value}-{current_language()}-{card_letters()}"
        return f"{self.version}-{read}" + (f"-{whose}" if self.people else "")

    def seats_in(self, session: Session) -> list[Seat]:
        """Where this phone's people sit."""
        return [seat for seat in session.seats if seat.player_id in self.people]


# Built once: every phone at every table asks this every few seconds.
ACCESS_QUERY = (
    db.select(
        Session.version,
        Link.role,
        Link.session_id,
        Link.tournament_id,
        Bundle("group", Group.id, Group.name),
    )
    .join(Link, Link.group_id == Session.group_id)
    .join(Group, Group.id == Session.group_id)
    .where(
        Session.id == bindparam("session_id"),
        Session.visible_in(bindparam("group_id")),
        Link.id.in_(bindparam("links", expanding=True)),
        Link.revoked_at.is_(None),
        Group.merged_into_id.is_(None),
        Group.deleted_at.is_(None),
    )
)


@dataclass(frozen=True)
class LivePart:
    """The live part, its bar apart, and what the page round it needs to know.

    table: which one of a club evening it is, 0 where it is none.
    """

    title: str
    finished: bool
    table: int
    html: Markup
    bar: Markup

    @property
    def fragment(self) -> Markup:
        """All that changes on the page."""
        return self.html + self.bar


class Tagged(Protocol):
    """Has a version tag to compare."""

    @property
    def tag(self) -> str: ...


Maker = Callable[[Session, SessionAccess], LivePart]


def session_access(group_id: uuid.UUID, session_id: uuid.UUID) -> SessionAccess:
    """404 to a stranger and for an unknown session alike; 410 for a deleted one."""
    values = {"session_id": session_id, "group_id": group_id, "links": opened_links()}
    rows = db.session.execute(ACCESS_QUERY, values).all()
    if not rows:
        reader(group_id)  # says why, where it is the group that cannot be seen
        clear_current_group(group_id)
        raise not_in_group(Session, group_id, session_id)
    set_current_group(group_id)
    role = min((role_at(row, session_id) for row in rows), key=RANK.__getitem__)
    people = tuple(own_player_ids(group_id)) if role.may_count else ()
    g.member = SessionAccess(role, rows[0].group, session_id, rows[0].version, people)
    return g.member


def live_part(access: SessionAccess, make: Maker, session: Session | None = None) -> LivePart:
    """The live part for this phone, from the cache if possible.

    Read the cache once; another thread may clear it.
    """
    rendered: dict[tuple[object, ...], LivePart] = current_app.extensions.setdefault("turn8_live", {})
    key = (make, access.session_id, access.tag, access.group.name)
    cached = rendered.get(key)
    if cached:
        return cached
    session = session or session_of(access.group.id, access.session_id)
    rendered_part = make(session, access)
    # Not if the session changed in between: the part is correct, but of another version than its key.
    if session.version == access.version:
        if len(rendered) >= MAX_CACHED_PARTS:
            rendered.clear()
        rendered[key] = rendered_part
    return rendered_part


def live_page(
    access: SessionAccess, template: str, make: Maker, session: Session | None = None, **values: Any
) -> Response:
    """Return the page, or with X-Fragment only its live part; one query if the version is unchanged."""
    if is_not_modified(access):
        return not_modified(access)
    part = live_part(access, make, session)
    page = part.fragment if is_fragment() else render_template(template, access=access, live=part, **values)
    return with_etag(make_response(page), access)


def is_fragment() -> bool:
    """Whether only the live part is requested."""
    return request.headers.get("X-Fragment") == "1"


def is_not_modified(access: Tagged) -> bool:
    return is_fragment() and request.if_none_match.contains_weak(access.tag)


def not_modified(access: Tagged) -> Response:
    return with_etag(Response(status=304), access)


def with_etag(response: Response, access: Tagged) -> Response:
    """A whole page gets no tag: it holds messages of its own, which a browser's cache must not swallow."""
    if is_fragment():
        response.set_etag(access.tag, weak=True)
    response.vary.add("X-Fragment")
    return response


def render_live(session: Session, view: Any, *templates: str) -> LivePart:
    """Render the live part. templates: the part itself and, if it has one, its bar."""
    parts = [Markup(render_template(each, view=view)) for each in templates]  # noqa: S704 - our own pages
    table = session.at_table
    is_drawn = table is not None and not session.is_finished
    title = stage_in_words(table) if is_drawn else in_language(session.rules.name, current_language())
    number = table.number if table else 0
    return LivePart(title, session.is_finished, number, parts[0], Markup().join(parts[1:]))

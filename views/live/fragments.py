"""The live part of a session's page: rendered once for all phones that may see the same of it.

It holds nothing of one phone (no token, no form of its own), so what a session's version looks like in one
role, language and letters can be kept until the next change. A page or a poll then costs one look-up.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from flask import Response, abort, current_app, g, make_response, render_template, request
from markupsafe import Markup
from sqlalchemy import Row, bindparam
from sqlalchemy.orm import Bundle

from game.variants.text import in_language
from models import Link, Seat, Session, db
from models.group import Group
from views.web.access import RANK, Permission, reader, role_at, session_of
from views.web.language import card_letters, current_language
from views.web.phone import leave, opened_links, people_here, visit
from views.wording.deals import stage_in_words

MOST_KEPT = 512


@dataclass(frozen=True)
class Seen(Permission):
    """What one look-up tells of a session: its version, and what this phone may do with it.

    group: its id and name, all that the page says of it. people: the players whose phone this is.
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
SEEN = (
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
        Session.group_id == bindparam("group_id"),
        Link.id.in_(bindparam("links", expanding=True)),
        Link.revoked_at.is_(None),
        Group.merged_into_id.is_(None),
    )
)


@dataclass(frozen=True)
class Live:
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
    """Whatever has a version that a phone can ask for."""

    @property
    def tag(self) -> str: ...


Maker = Callable[[Session, Seen], Live]


def seen_by_reader(group_id: uuid.UUID, session_id: uuid.UUID) -> Seen:
    """404 to a stranger and for an unknown session alike."""
    asked = {"session_id": session_id, "group_id": group_id, "links": opened_links()}
    found = db.session.execute(SEEN, asked).all()
    if not found:
        reader(group_id)  # says why, where it is the group that cannot be seen
        leave(group_id)
        abort(404)
    visit(group_id)
    role = min((role_at(row, session_id) for row in found), key=RANK.__getitem__)
    people = tuple(people_here(group_id)) if role.may_count else ()
    g.member = Seen(role, found[0].group, session_id, found[0].version, people)
    return g.member


def live_part(seen: Seen, make: Maker, session: Session | None = None) -> Live:
    """The live part as this phone sees it; from the store where it has been rendered before.

    Another thread may empty the store at any moment, so that it is asked once.
    """
    rendered: dict[tuple[object, ...], Live] = current_app.extensions.setdefault("turn8_live", {})
    key = (make, seen.session_id, seen.tag, seen.group.name)
    known = rendered.get(key)
    if known:
        return known
    session = session or session_of(seen.group.id, seen.session_id)
    made = make(session, seen)
    if (
        session.version == seen.version
    ):  # else somebody saved in between: right, but not what this key stands for
        if len(rendered) >= MOST_KEPT:
            rendered.clear()
        rendered[key] = made
    return made


def live_page(
    seen: Seen, template: str, make: Maker, session: Session | None = None, **values: Any
) -> Response:
    """The page, or with X-Fragment only its live part; one look-up while nothing is new."""
    if nothing_new(seen):
        return not_modified(seen)
    part = live_part(seen, make, session)
    page = part.fragment if is_fragment() else render_template(template, seen=seen, live=part, **values)
    return told_live(make_response(page), seen)


def is_fragment() -> bool:
    """Whether only the live part is asked for."""
    return request.headers.get("X-Fragment") == "1"


def nothing_new(seen: Tagged) -> bool:
    return is_fragment() and request.if_none_match.contains_weak(seen.tag)


def not_modified(seen: Tagged) -> Response:
    return told_live(Response(status=304), seen)


def told_live(response: Response, seen: Tagged) -> Response:
    """A whole page gets no tag: it holds messages of its own, which a browser's cache must not swallow."""
    if is_fragment():
        response.set_etag(seen.tag, weak=True)
    response.vary.add("X-Fragment")
    return response


def live_of(session: Session, view: Any, *templates: str) -> Live:
    """Of the part itself and, where it has one, of its bar."""
    parts = [Markup(render_template(each, view=view)) for each in templates]  # noqa: S704 - our own pages
    table = session.at_table
    is_drawn = table is not None and not session.is_finished
    title = stage_in_words(table) if is_drawn else in_language(session.wording.name, current_language())
    number = table.number if table else 0
    return Live(title, session.is_finished, number, parts[0], Markup().join(parts[1:]))

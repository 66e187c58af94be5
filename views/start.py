"""The start page: the groups this phone knows and what waits there, or a new game."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from sqlalchemy.orm import contains_eager, selectinload

from models import Group, Link, Seat, Session, db
from views.phone import opened_links

start = Blueprint("start", __name__)

MOST_UNFINISHED = 20


@start.get("/")
def index() -> ResponseReturnValue:
    links = db.session.scalars(
        db.select(Link)
        .join(Link.group)
        .options(contains_eager(Link.group))
        .where(Link.id.in_(opened_links()), Link.revoked_at.is_(None))
    ).all()
    order = {link_id: place for place, link_id in enumerate(opened_links())}
    groups = list(dict.fromkeys(link.group for link in sorted(links, key=lambda x: order[x.id])))
    return render_template("start/index.html", groups=groups, unfinished=_unfinished(groups))


def _unfinished(groups: list[Group]) -> list[tuple[Session, Group]]:
    """Sessions that wait to be played on, newest first."""
    by_id = {group.id: group for group in groups}
    waiting = db.session.scalars(
        db.select(Session)
        .where(Session.group_id.in_(by_id), Session.finished_at.is_(None))
        .options(selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at.desc())
        .limit(MOST_UNFINISHED)
    )
    return [(session, by_id[session.group_id]) for session in waiting]

"""The start page: the groups this phone knows and what waits there; and the phone’s own settings."""

from __future__ import annotations

import uuid

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy.orm import contains_eager, selectinload

from forms.base import ChangeForm
from forms.names import PhoneNameForm
from models import Group, Link, Seat, Session, db
from views.web.access import reader
from views.web.addresses import could_be_secure, secure_address
from views.web.phone import forget, name_phone, opened_links, phone_name

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
    return render_template(
        "home/start/index.html",
        groups=groups,
        unfinished=_unfinished(groups),
        could_be_secure=could_be_secure(),
    )


@start.get("/phone")
def phone() -> ResponseReturnValue:
    return _phone_page(PhoneNameForm(data={"name": phone_name()}))


@start.post("/phone")
def rename_phone() -> ResponseReturnValue:
    form = PhoneNameForm()
    if not form.validate_on_submit():
        return _phone_page(form), 422
    name_phone(form.name.data)
    flash(_("This phone is called %(name)s now.", name=form.name.data))
    return redirect(url_for("start.phone"), 303)


@start.post("/phone/groups/<uuid:group_id>/forgetting")
def forget_group(group_id: uuid.UUID) -> ResponseReturnValue:
    """Take a group off this phone; the group itself stays as it is."""
    group = reader(group_id).group
    if ChangeForm().validate_on_submit():
        links = db.session.scalars(db.select(Link.id).where(Link.group_id == group_id)).all()
        forget(links)
        flash(_("This phone has forgotten %(name)s.", name=group.name))
    return redirect(url_for("start.phone"), 303)


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


def _phone_page(form: PhoneNameForm) -> str:
    groups = db.session.scalars(
        db.select(Group)
        .join(Link, Link.group_id == Group.id)
        .where(Link.id.in_(opened_links()), Link.revoked_at.is_(None))
        .distinct()
        .order_by(Group.created_at)
    ).all()
    return render_template("home/phone/show.html", form=form, groups=groups, secure=secure_address())

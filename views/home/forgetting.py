"""Forgetting a group on this phone, and opening it again; the group is not changed."""

from __future__ import annotations

import uuid

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from models import Session, db
from models.link import other_links
from views.home import bp
from views.web.access import Membership, membership
from views.web.clock import now
from views.web.phone import opened_links
from views.web.stored_links import (
    drop_forgotten_group,
    forget_group,
    has_forgotten,
    has_last_owner_link,
    reopen_group,
)

FORGETTING = "/phone/groups/<uuid:group_id>/removal"
AGREED = "without_owner"  # form field: the user has seen that the group loses its last owner's link


@bp.get(FORGETTING)
def confirm_forgetting(group_id: uuid.UUID) -> ResponseReturnValue:
    """What would be lost with the group's last owner's link; without it there is no question."""
    member = _member(group_id)
    if not has_last_owner_link(member):
        return _to_groups()
    sessions = db.select(db.func.count(Session.id)).where(Session.visible_in(group_id))
    return render_template(
        "home/phone/forget.html",
        form=ChangeForm(),
        forgotten_group=member.group,
        may_make_links=member.group.merged_into_id is None and member.group.deleted_at is None,
        others=other_links(group_id, opened_links()),
        sessions=db.session.scalar(sessions) or 0,
        agreed=AGREED,
    )


@bp.post(FORGETTING)
def remove_group_from_phone(group_id: uuid.UUID) -> ResponseReturnValue:
    """Remove the group's links from this phone, for good after a day."""
    member = _member(group_id)
    if not ChangeForm().validate_on_submit():
        return _to_groups()
    if has_last_owner_link(member) and AGREED not in request.form:
        return redirect(url_for("home.confirm_forgetting", group_id=group_id), 303)
    forget_group(group_id, now())
    flash(_("This phone has forgotten %(name)s.", name=member.group.name))
    return _to_groups()


@bp.post("/phone/groups/<uuid:group_id>/reopening")
def reopen_forgotten_group(group_id: uuid.UUID) -> ResponseReturnValue:
    _require_known(group_id)
    if not ChangeForm().validate_on_submit():
        return _to_groups()
    reopen_group(group_id, now())
    if membership(group_id) is None:
        flash(_("This phone no longer has the link of that group. Open a link of the group here."))
        return _to_groups()
    return redirect(url_for("home.show_group", group_id=group_id), 303)


@bp.post("/phone/groups/<uuid:group_id>/reopening/removal")
def forget_group_for_good(group_id: uuid.UUID) -> ResponseReturnValue:
    """Before the day is over, for example on a borrowed phone."""
    _require_known(group_id)
    if ChangeForm().validate_on_submit():
        drop_forgotten_group(group_id, now())
    return _to_groups()


def _member(group_id: uuid.UUID) -> Membership:
    return membership(group_id) or abort(404)


def _require_known(group_id: uuid.UUID) -> None:
    """404 unless this phone has links of the group, or forgot them."""
    if membership(group_id) is None and not has_forgotten(group_id):
        abort(404)


def _to_groups() -> ResponseReturnValue:
    return redirect(url_for("home.phone", _anchor="known"), 303)

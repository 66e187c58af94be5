"""This phone's own settings: what it is called in the trail, and the groups it forgets."""

from __future__ import annotations

import uuid

from flask import Blueprint, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.names import PhoneNameForm
from models import Group, Link, db
from views.access import reader
from views.phone import forget, name_phone, opened_links, phone_name

phones = Blueprint("phones", __name__, url_prefix="/phone")


@phones.get("")
def show() -> ResponseReturnValue:
    return _page(PhoneNameForm(data={"name": phone_name()}))


@phones.post("")
def rename() -> ResponseReturnValue:
    form = PhoneNameForm()
    if not form.validate_on_submit():
        return _page(form), 422
    name_phone(form.name.data)
    flash(_("This phone is called %(name)s now.", name=form.name.data))
    return redirect(url_for("phones.show"), 303)


@phones.post("/groups/<uuid:group_id>/forgetting")
def forget_group(group_id: uuid.UUID) -> ResponseReturnValue:
    """Take a group off this phone; the group itself stays as it is."""
    group = reader(group_id).group
    if ChangeForm().validate_on_submit():
        links = db.session.scalars(db.select(Link.id).where(Link.group_id == group_id)).all()
        forget(links)
        flash(_("This phone has forgotten %(name)s.", name=group.name))
    return redirect(url_for("phones.show"), 303)


def _page(form: PhoneNameForm) -> str:
    groups = db.session.scalars(
        db.select(Group)
        .join(Link, Link.group_id == Group.id)
        .where(Link.id.in_(opened_links()), Link.revoked_at.is_(None))
        .distinct()
        .order_by(Group.created_at)
    ).all()
    return render_template("phones/show.html", form=form, groups=groups)

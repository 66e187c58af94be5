"""A group's page, its settings and its end."""

from __future__ import annotations

import uuid

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy import func

from forms.base import ChangeForm
from forms.names import GroupNameForm
from models import Group, Link, Night, Player, Session, db
from models.change import Change
from models.deleting import delete_group
from models.history import EVERY_NIGHT, nights_of, waiting_in
from models.people.people import rename_group
from models.player import same_name
from views.web.access import owner, reader
from views.web.clock import author
from views.web.phone import forget
from views.wording.nights import night_cards

groups = Blueprint("groups", __name__)

NIGHTS_SHOWN = 4
WAITING_SHOWN = 10


@groups.get("")
def show(group_id: uuid.UUID) -> ResponseReturnValue:
    """What waits to be played on, the last night with its games, a few nights before it, and all the ways."""
    member = reader(group_id)
    return render_template(
        "home/groups/show.html",
        member=member,
        group=member.group,
        waiting=waiting_in(group_id, most=WAITING_SHOWN),
        cards=night_cards(nights_of(group_id, EVERY_NIGHT, most=NIGHTS_SHOWN)),
    )


@groups.get("/settings")
def settings(group_id: uuid.UUID) -> ResponseReturnValue:
    member = owner(group_id)
    return _settings_page(member.group, GroupNameForm(data={"name": member.group.name}))


@groups.post("/name")
def rename(group_id: uuid.UUID) -> ResponseReturnValue:
    group = owner(group_id).group
    form = GroupNameForm()
    if not form.validate_on_submit():
        return _settings_page(group, form), 422
    if Change.of(group_id, form.id_of_change) is None:
        rename_group(group, form.name.data, author(form.id_of_change))
        db.session.commit()
        flash(_("The group is called %(name)s now.", name=group.name))
    return redirect(url_for("groups.settings", group_id=group_id), 303)


@groups.get("/end")
def ask_to_delete(group_id: uuid.UUID) -> ResponseReturnValue:
    return _delete_page(owner(group_id).group, "", None)


@groups.post("/end")
def delete(group_id: uuid.UUID) -> ResponseReturnValue:
    """Everything goes, after the group's name was typed."""
    group = owner(group_id).group
    typed = (request.form.get("name") or "")[:200]
    if not same_name(typed, group.name):
        return _delete_page(group, typed, _("That is not the group’s name. Nothing was deleted.")), 422
    name, links = group.name, db.session.scalars(db.select(Link.id).where(Link.group_id == group_id)).all()
    delete_group(group)
    db.session.commit()
    forget(links)
    flash(_("%(name)s is deleted, with everything in it.", name=name))
    return redirect(url_for("start.index"), 303)


def _settings_page(group: Group, form: GroupNameForm) -> str:
    return render_template("home/groups/settings.html", group=group, form=form)


def _delete_page(group: Group, typed: str, error: str | None) -> str:
    def count(model: type[Player] | type[Session] | type[Night]) -> int:
        return db.session.scalar(db.select(func.count()).where(model.group_id == group.id)) or 0

    return render_template(
        "home/groups/delete.html",
        group=group,
        form=ChangeForm(),
        typed=typed,
        error=error,
        players=count(Player),
        sessions=count(Session),
        nights=count(Night),
    )

"""A group's page, its settings and its end."""

from __future__ import annotations

import uuid
from datetime import timedelta

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy import func

from exchange.document.scope import Scope
from forms.base import ChangeForm
from forms.names import GroupNameForm
from game.variants import VARIANTS
from models import Group, Link, Night, Player, Role, Session, db
from models.deleting import delete_group
from models.hidden import hide_group
from models.history import (
    last_evening_in,
    last_in,
    last_night_with_result,
    nights_of,
    sessions_of,
    waiting_in,
)
from models.job import MOST_AT_ONCE
from models.people.people import rename_group
from models.player import same_name
from models.statistics.selection import Selection
from models.table.starting import remembered_players
from views.home.waiting import WaitingTable
from views.offline.keeping import keep_with_home
from views.web.access import Membership, known_groups, owner, reader, session_of
from views.web.clock import now
from views.web.gate import author, changes_group
from views.web.phone import forget, is_to_be_asked
from views.wording.nights import NightInShort

groups = Blueprint("groups", __name__)

WAITING_SHOWN = 4
AN_EVENING = timedelta(hours=18)
NAMES_OFFERED = 8


@groups.get("")
def show(group_id: uuid.UUID) -> ResponseReturnValue:
    """What waits to be played on, a new game, and how the last night ended."""
    member = reader(group_id)
    waiting = waiting_in(group_id, most=WAITING_SHOWN + 1)
    night = last_night_with_result(group_id)
    last = last_in(group_id)
    return render_template(
        "home/groups/show.html",
        club_evening=last_evening_in(group_id, now() - AN_EVENING),
        waiting=WaitingTable(Session.of(group_id, waiting[0].id) or waiting[0]) if waiting else None,
        at=now(),
        others=[WaitingTable(session_of(group_id, each.id)) for each in waiting[1:WAITING_SHOWN]],
        more_wait=len(waiting) > WAITING_SHOWN,
        night=NightInShort(night, sessions_of([night])[night.id]) if night else None,
        is_new=not (waiting or night or nights_of(Selection(group_id), most=1)),
        keep=keep_with_home(waiting[:WAITING_SHOWN]),
        last=last,
        whose=_whose_it_may_be(member),
        variants=VARIANTS.values(),
    )


def _whose_it_may_be(member: Membership) -> list[Player]:
    """Who played here last, for a phone that signs and was not asked yet; nobody otherwise."""
    asks = member.may_score and is_to_be_asked()
    return remembered_players(member.group)[:NAMES_OFFERED] if asks else []


@groups.get("/settings")
def settings(group_id: uuid.UUID) -> ResponseReturnValue:
    return _settings_page(GroupNameForm(data={"name": owner(group_id).group.name}))


def to_settings(group: Group) -> ResponseReturnValue:
    return redirect(url_for("groups.settings", group_id=group.id), 303)


@groups.post("/name")
@changes_group(Role.OWNER, again=to_settings)
def rename(group: Group) -> ResponseReturnValue:
    form = GroupNameForm()
    if not form.validate_on_submit():
        return _settings_page(form), 422
    rename_group(group, form.name.data, author())
    db.session.commit()
    flash(_("The group is called %(name)s now.", name=group.name))
    return to_settings(group)


@groups.get("/end")
def ask_to_delete(group_id: uuid.UUID) -> ResponseReturnValue:
    return _delete_page(owner(group_id).group, "", None)


@groups.post("/end")
@changes_group(Role.OWNER, again=None)
def delete(group: Group) -> ResponseReturnValue:
    """Everything goes, after the group's name was typed."""
    typed = (request.form.get("name") or "")[:200]
    if not same_name(typed, group.name):
        return _delete_page(group, typed, _("That is not the group’s name. Nothing was deleted.")), 422
    name, links = group.name, db.session.scalars(db.select(Link.id).where(Link.group_id == group.id)).all()
    if Scope(group.id).session_count() > MOST_AT_ONCE:
        hide_group(group)  # and the worker deletes it
        db.session.commit()
    else:
        delete_group(group)
    forget(links)
    flash(_("%(name)s is deleted, with everything in it.", name=name))
    return redirect(url_for("start.index"), 303)


def _settings_page(form: GroupNameForm) -> str:
    return render_template("home/groups/settings.html", form=form, owned=known_groups(to_manage=True))


def _delete_page(group: Group, typed: str, error: str | None) -> str:
    def count(model: type[Player] | type[Session] | type[Night]) -> int:
        return db.session.scalar(db.select(func.count()).where(model.group_id == group.id)) or 0

    return render_template(
        "home/groups/delete.html",
        form=ChangeForm(),
        typed=typed,
        error=error,
        joined=db.session.scalars(db.select(Group).where(Group.joined_into == group.id)).all(),
        players=count(Player),
        sessions=count(Session),
        nights=count(Night),
    )

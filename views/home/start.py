"""The start page, this phone's groups and its settings."""

from __future__ import annotations

import re

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from sqlalchemy.orm import selectinload
from wtforms import StringField, ValidationError

from forms.base import ChangeForm
from forms.names import PhoneNameForm, shortened
from game.variants import VARIANTS
from models import Group, Seat, Session, db
from views.home import bp
from views.home.merging import duplicate_groups
from views.web.access import deleted_groups, known_groups
from views.web.addresses import https_is_available, safe_next_url, secure_address, works_offline
from views.web.clock import now
from views.web.phone import (
    choose_letters,
    choose_theme,
    choose_vibration,
    chosen_name,
    mark_anonymous,
    name_phone,
)
from views.web.stored_links import forgotten_groups

MAX_UNFINISHED = 20
MAX_PASTED_LENGTH = 1000
LINK = re.compile(r"/join/([\w-]{16,100})")


class PastedLinkForm(ChangeForm):
    """A link within pasted text; `secret` once it is valid."""

    link = StringField(filters=[shortened(MAX_PASTED_LENGTH)])
    secret = ""

    def validate_link(self, field: StringField) -> None:
        match = LINK.search(field.data)
        if match is None:
            raise ValidationError(_("That is no link of a group. It has “/join/” in it."))
        self.secret = match[1]


@bp.get("/")
def index() -> ResponseReturnValue:
    """Redirects to the group used last; an introduction on a new phone."""
    groups = known_groups() or known_groups(joined=True)
    if not groups:
        return _welcome(PastedLinkForm())
    return redirect(url_for("home.show_group", group_id=groups[0].id))


@bp.post("/join")
def open_link() -> ResponseReturnValue:
    """A link that was pasted: an app on an iPhone's home screen has no camera's way in."""
    form = PastedLinkForm()
    if not form.validate_on_submit():
        return _welcome(form), 422
    return redirect(url_for("home.join", secret=form.secret), 303)


@bp.get("/groups")
def groups() -> ResponseReturnValue:
    """All groups this phone knows, with running games and pending decisions."""
    known = known_groups()
    return render_template(
        "home/start/groups.html",
        groups=known,
        unfinished=_unfinished(known),
        twice=duplicate_groups(known_groups(to_manage=True)),
        deleted=deleted_groups(),
        forgotten=forgotten_groups(now()),
    )


@bp.get("/phone")
def phone() -> ResponseReturnValue:
    return _phone_page(PhoneNameForm(data={"name": chosen_name()}))


@bp.post("/phone")
def rename_phone() -> ResponseReturnValue:
    form = PhoneNameForm()
    if not form.validate_on_submit():
        return _phone_page(form), 422
    name_phone(form.name.data)
    flash(_("This phone is called %(name)s now.", name=form.name.data))
    return redirect(safe_next_url(request.form.get("back"), url_for("home.phone")), 303)


@bp.post("/phone/anonymous")
def stay_anonymous() -> ResponseReturnValue:
    """Store that this phone has no name, so that the question does not come back."""
    if ChangeForm().validate_on_submit():
        mark_anonymous()
    return redirect(safe_next_url(request.form.get("back")), 303)


@bp.post("/phone/appearance")
def choose_appearance() -> ResponseReturnValue:
    """Theme, card letters and vibration; each button sends one of them."""
    if ChangeForm().validate_on_submit():
        if "theme" in request.form:
            choose_theme(request.form["theme"])
        if "letters" in request.form:
            choose_letters(request.form["letters"])
        if "vibrate" in request.form:
            choose_vibration(request.form["vibrate"] != "off")
    return redirect(url_for("home.phone"), 303)


def _welcome(form: PastedLinkForm) -> str:
    return render_template(
        "home/start/index.html",
        form=form,
        variants=VARIANTS.values(),
        https_is_available=https_is_available(),
        deleted=deleted_groups(),
        forgotten=forgotten_groups(now()),
    )


def _unfinished(groups: list[Group]) -> list[tuple[Session, Group]]:
    """Sessions that wait to be played on, newest first."""
    by_id = {group.id: group for group in groups}
    waiting = db.session.scalars(
        db.select(Session)
        .where(Session.group_id.in_(by_id), Session.visible(), Session.finished_at.is_(None))
        .options(selectinload(Session.seats).joinedload(Seat.player))
        .order_by(Session.started_at.desc())
        .limit(MAX_UNFINISHED)
    )
    return [(session, by_id[session.group_id]) for session in waiting]


def _phone_page(form: PhoneNameForm) -> str:
    return render_template(
        "home/phone/show.html",
        form=form,
        groups=known_groups(),
        forgotten=forgotten_groups(now()),
        secure=secure_address(),
        plays_on=works_offline(),
    )

"""Files that are brought to the group: looked at first, then taken in whole, and taken back whole."""

from __future__ import annotations

import uuid
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.imports import FileForm, GiveBackForm, choices_told, tells_games
from models import Arrival, Group, Role, db
from models.document import BadDocument
from models.importing.applying import CannotTakeIn, games_of, plan_of, sessions_of, take_in
from models.importing.games import Game
from models.importing.keeping import arrival_of, bring, remember_choices
from models.importing.keeping import arrivals as brought_before
from models.importing.record import State
from models.importing.reverting import ChangedSince, changed_sessions, give_back
from views.files.import_page import (
    came_in,
    given_back,
    kind_in_words,
    preview,
    refusal_in_words,
    what_came_in,
)
from views.web.access import owner
from views.web.gate import author, changes_group, enter_group, sent_id
from views.web.language import local_zone
from views.web.limits import IMPORTING, limiter

imports = Blueprint("imports", __name__, url_prefix="/arrivals")

MOST_BYTES = 64 * 1024 * 1024


@imports.url_value_preprocessor  # earlier than before_request, where the token is looked for in the form
def _allow_large_files(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    if endpoint == "imports.upload":
        request.max_content_length = MOST_BYTES


@imports.get("")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    return _files_page(owner(group_id).group, FileForm(local_zone()))


@imports.post("")
@limiter.limit(IMPORTING)
@changes_group(Role.OWNER, again=None)
def upload(group: Group) -> ResponseReturnValue:
    """Keep a file that can be read, and show what it would bring."""
    group_id = group.id
    db.session.rollback()  # a long file takes its time, and meanwhile the tables shall be able to write
    form = FileForm(local_zone())
    is_good = form.validate_on_submit()
    group = enter_group(group_id, Role.OWNER)
    if not is_good:
        return _files_page(group, form), 422
    arrival = arrival_of(group_id, sent_id())
    if arrival is None:
        arrival = bring(group, form.brought.kind, form.brought.draft, form.file_name, author())
        db.session.commit()
    return to_import(group, arrival.id)


def to_import(group: Group, arrival_id: uuid.UUID) -> ResponseReturnValue:
    return redirect(url_for("imports.show", group_id=group.id, arrival_id=arrival_id), 303)


@imports.get("/<uuid:arrival_id>")
def show(group_id: uuid.UUID, arrival_id: uuid.UUID) -> ResponseReturnValue:
    """What a file would bring, or what it has brought."""
    group = owner(group_id).group
    arrival = _arrival(group_id, arrival_id)
    if arrival.state == State.TAKEN_IN:
        return _report_page(group, arrival)
    return _preview_page(group, arrival)


@imports.post("/<uuid:arrival_id>/choices")
@changes_group(Role.OWNER, again=None)
def choose(group: Group, arrival_id: uuid.UUID) -> ResponseReturnValue:
    """Look again, with other people and games."""
    arrival = _arrival(group.id, arrival_id, lock=True)
    if arrival.state != State.TAKEN_IN:
        remember_choices(arrival, choices_told(request.form, _games(arrival)))
        db.session.commit()
    return to_import(group, arrival_id)


@imports.post("/<uuid:arrival_id>/arrival")
@changes_group(Role.OWNER, again=None)
def apply(group: Group, arrival_id: uuid.UUID) -> ResponseReturnValue:
    """Take the file in as it was shown; where the table chose another game, it is shown anew first."""
    group_id = group.id
    arrival = _arrival(group_id, arrival_id, lock=True)
    if arrival.state == State.TAKEN_IN:
        return to_import(group, arrival_id)
    seen = _games(arrival)
    remember_choices(arrival, choices_told(request.form, seen))
    if _games(arrival) != seen:
        db.session.commit()
        flash(_("With these games, this is what comes in. Nothing is taken in yet."))
        return to_import(group, arrival_id)
    try:
        report = take_in(group, arrival, author())
    except (CannotTakeIn, BadDocument) as refused:
        choices = arrival.choices
        db.session.rollback()
        return _refused(group_id, arrival_id, choices, refused), 422
    db.session.commit()
    flash(came_in(report))
    return to_import(group, arrival_id)


@imports.post("/<uuid:arrival_id>/return")
@changes_group(Role.OWNER, again=None)
def revert(group: Group, arrival_id: uuid.UUID) -> ResponseReturnValue:
    """Give back everything that the file brought."""
    arrival = _arrival(group.id, arrival_id, lock=True)
    form = GiveBackForm()
    if arrival.state == State.TAKEN_IN and form.validate_on_submit():
        try:
            gone = give_back(group, arrival, author(), sure=form.sure.data)
        except ChangedSince:
            return _report_page(group, arrival, asking=True), 422
        db.session.commit()
        flash(given_back(gone))
    return to_import(group, arrival_id)


def _arrival(group_id: uuid.UUID, arrival_id: uuid.UUID, *, lock: bool = False) -> Arrival:
    arrival = arrival_of(group_id, arrival_id, lock=lock)
    if arrival is None:
        abort(404)
    return arrival


def _games(arrival: Arrival) -> list[Game]:
    """Those that the form asks for; a file that needs no such question is not unpacked for it."""
    return games_of(arrival) if tells_games(request.form) else []


def _files_page(group: Group, form: FileForm) -> str:
    told = [(arrival, kind_in_words(arrival.kind)) for arrival in brought_before(group)]
    reason = _(form.refused.reason, **form.refused.values) if form.refused else None
    return render_template("files/imports/index.html", group=group, form=form, told=told, reason=reason)


def _preview_page(group: Group, arrival: Arrival, problems: tuple[str, ...] = ()) -> str:
    page = preview(plan_of(group, arrival))
    return render_template(
        "files/imports/show.html",
        group=group,
        arrival=arrival,
        kind=kind_in_words(arrival.kind),
        page=page,
        problems=problems,
        again=arrival.state == State.TAKEN_BACK,
    )


def _report_page(group: Group, arrival: Arrival, *, asking: bool = False) -> str:
    return render_template(
        "files/imports/report.html",
        group=group,
        arrival=arrival,
        kind=kind_in_words(arrival.kind),
        came=what_came_in(arrival.made),
        sessions=sessions_of(arrival),
        changed=changed_sessions(arrival),
        asking=asking,
        form=ChangeForm(),
    )


def _refused(
    group_id: uuid.UUID, arrival_id: uuid.UUID, choices: Any, refused: CannotTakeIn | BadDocument
) -> str:
    """The preview again, with everything that was chosen; nothing has been changed."""
    group = owner(group_id).group
    arrival = _arrival(group_id, arrival_id)
    arrival.choices = choices
    page = _preview_page(group, arrival, (refusal_in_words(refused),))
    db.session.rollback()
    return page

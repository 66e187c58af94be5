"""The group's own seasons: made, changed, ended, deleted, and every change taken back."""

from __future__ import annotations

import uuid

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.seasons import SeasonForm
from models import Change, db
from models.season import Season
from models.seasons import change_season, delete_season, make_season, season_of, season_trail, seasons_of
from views.taking_back import take_back_once
from views.web.access import Membership, reader, scorer
from views.web.clock import author
from views.wording.changes import group_change_in_words

seasons = Blueprint("seasons", __name__, url_prefix="/seasons")


@seasons.get("")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    return _index_page(reader(group_id), SeasonForm())


@seasons.post("")
def make(group_id: uuid.UUID) -> ResponseReturnValue:
    member, form = scorer(group_id), SeasonForm()
    if not form.validate_on_submit():
        return _index_page(member, form), 422
    if Change.of(group_id, form.id_of_change) is None:
        make_season(member.group, form.stretch, author(form.id_of_change))
        db.session.commit()
        flash(_("The season %(name)s is there.", name=form.stretch.name))
    return _to_index(group_id)


@seasons.get("/<uuid:season_id>")
def edit(group_id: uuid.UUID, season_id: uuid.UUID) -> ResponseReturnValue:
    member = scorer(group_id)
    season = _season(group_id, season_id)
    return _season_page(member, season, SeasonForm.of(season))


@seasons.post("/<uuid:season_id>")
def change(group_id: uuid.UUID, season_id: uuid.UUID) -> ResponseReturnValue:
    member, season, form = scorer(group_id), _season(group_id, season_id), SeasonForm()
    if not form.validate_on_submit():
        return _season_page(member, season, form), 422
    if Change.of(group_id, form.id_of_change) is None:
        change_season(member.group, season, form.stretch, author(form.id_of_change))
        db.session.commit()
        flash(_("The season %(name)s is saved.", name=season.name))
    return _to_index(group_id)


@seasons.post("/<uuid:season_id>/deletion")
def delete(group_id: uuid.UUID, season_id: uuid.UUID) -> ResponseReturnValue:
    """The season goes, what was played stays; sent twice it goes once."""
    member, form = scorer(group_id), ChangeForm()
    if not form.validate_on_submit():
        abort(400)
    if Change.of(group_id, form.id_of_change) is None:
        season = _season(group_id, season_id)
        name = season.name
        delete_season(member.group, season, author(form.id_of_change))
        db.session.commit()
        flash(_("The season %(name)s is deleted. What was played stays.", name=name))
    return _to_index(group_id)


@seasons.post("/changes/<uuid:change_id>/take-back")
def take_back(group_id: uuid.UUID, change_id: uuid.UUID) -> ResponseReturnValue:
    """Undo what was done to a season."""
    group = scorer(group_id).group
    done = next((found for found in season_trail(group) if found.id == change_id), None)
    if done is None:
        abort(404)
    take_back_once(group, done)
    return _to_index(group_id)


def _index_page(member: Membership, form: SeasonForm) -> str:
    trail = season_trail(member.group)
    return render_template(
        "home/seasons/index.html",
        member=member,
        group=member.group,
        seasons=seasons_of(member.group.id),
        trail=[(change, group_change_in_words(change, {})) for change in trail],
        form=form,
    )


def _season_page(member: Membership, season: Season, form: SeasonForm) -> str:
    return render_template("home/seasons/show.html", group=member.group, season=season, form=form)


def _season(group_id: uuid.UUID, season_id: uuid.UUID) -> Season:
    found = season_of(group_id, season_id)
    if found is None:
        abort(404)
    return found


def _to_index(group_id: uuid.UUID) -> ResponseReturnValue:
    return redirect(url_for("seasons.index", group_id=group_id), 303)

"""The group's own seasons: made, changed, ended, deleted, and every change taken back."""

from __future__ import annotations

import uuid
from typing import Any

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.nights import SeasonForm
from models import Group, Role, db
from models.season import (
    Season,
    change_season,
    delete_season,
    make_season,
    season_history,
    season_of,
    seasons_of,
)
from views.home import bp
from views.undo import undo_in_group
from views.web.access import reader, scorer
from views.web.addresses import GROUP
from views.web.gate import change_stamp, changes_group
from views.words.group_changes import group_change_in_words


@bp.get(f"{GROUP}/seasons")
def seasons(group_id: uuid.UUID) -> ResponseReturnValue:
    return _index_page(reader(group_id).group, SeasonForm())


def to_index(group: Group, **_arguments: Any) -> ResponseReturnValue:
    return redirect(url_for("home.seasons", group_id=group.id), 303)


@bp.post(f"{GROUP}/seasons")
@changes_group(Role.SCORER, on_repeat=to_index)
def add_season(group: Group) -> ResponseReturnValue:
    form = SeasonForm()
    if not form.validate_on_submit():
        return _index_page(group, form), 422
    make_season(group, change_stamp(), **form.season)
    db.session.commit()
    flash(_("The season %(name)s is added.", name=form.name.data))
    return to_index(group)


@bp.get(f"{GROUP}/seasons/<uuid:season_id>")
def edit_season(group_id: uuid.UUID, season_id: uuid.UUID) -> ResponseReturnValue:
    scorer(group_id)
    season = _season(group_id, season_id)
    return _season_page(season, SeasonForm(obj=season))


@bp.post(f"{GROUP}/seasons/<uuid:season_id>")
@changes_group(Role.SCORER, on_repeat=to_index)
def save_season(group: Group, season_id: uuid.UUID) -> ResponseReturnValue:
    season, form = _season(group.id, season_id), SeasonForm()
    if not form.validate_on_submit():
        return _season_page(season, form), 422
    change_season(group, season, change_stamp(), **form.season)
    db.session.commit()
    flash(_("The season %(name)s is saved.", name=season.name))
    return to_index(group)


@bp.post(f"{GROUP}/seasons/<uuid:season_id>/deletion")
@changes_group(Role.SCORER, on_repeat=to_index)
def remove_season(group: Group, season_id: uuid.UUID) -> ResponseReturnValue:
    """Delete the season, not its sessions."""
    season = _season(group.id, season_id)
    name = season.name
    delete_season(group, season, change_stamp())
    db.session.commit()
    flash(_("The season %(name)s is deleted. What was played stays.", name=name))
    return to_index(group)


@bp.post(f"{GROUP}/seasons/changes/<uuid:change_id>/undo")
@changes_group(Role.SCORER, on_repeat=to_index)
def undo_season_change(group: Group, change_id: uuid.UUID) -> ResponseReturnValue:
    """Undo a change to a season."""
    change = next((change for change in season_history(group) if change.id == change_id), None)
    undo_in_group(group, change or abort(404))
    return to_index(group)


def _index_page(group: Group, form: SeasonForm) -> str:
    return render_template(
        "home/seasons/index.html",
        seasons=seasons_of(group.id),
        history=[(change, group_change_in_words(change, {})) for change in season_history(group)],
        form=form,
    )


def _season_page(season: Season, form: SeasonForm) -> str:
    return render_template("home/seasons/show.html", season=season, form=form)


def _season(group_id: uuid.UUID, season_id: uuid.UUID) -> Season:
    return season_of(group_id, season_id) or abort(404)

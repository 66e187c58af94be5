"""The players of a group: rename, merge, anonymize."""

from __future__ import annotations

import uuid
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.names import PlayerNameForm
from models import Group, Player, Role, db
from models.change import Change
from models.names import isolated
from models.people.anonymising import anonymise
from models.people.merging import CannotMergePlayers, Merge
from models.people.people import NameTaken, group_history, rename
from models.table.starting import remembered_players
from views.home import bp
from views.undo import undo_in_group
from views.web.access import owner
from views.web.addresses import GROUP
from views.web.gate import change_stamp, changes_group
from views.words.group_changes import group_change_in_words


@bp.get(f"{GROUP}/players")
def players(group_id: uuid.UUID) -> ResponseReturnValue:
    group = owner(group_id).group
    names = {str(player.id): player.name for player in group.players}
    return render_template(
        "home/players/index.html",
        players=remembered_players(group),
        forgotten=[player for player in group.players if player.anonymised_at],
        history=[(change, group_change_in_words(change, names)) for change in group_history(group)],
        form=ChangeForm(),
    )


@bp.get(f"{GROUP}/players/<uuid:player_id>")
def show_player(group_id: uuid.UUID, player_id: uuid.UUID) -> ResponseReturnValue:
    group = owner(group_id).group
    player = _player(group, player_id)
    return _page(group, player, PlayerNameForm(data={"name": player.name}))


def to_index(group: Group, **_arguments: Any) -> ResponseReturnValue:
    return redirect(url_for("home.players", group_id=group.id), 303)


@bp.post(f"{GROUP}/players/<uuid:player_id>/name")
@changes_group(Role.OWNER, on_repeat=to_index)
def rename_player(group: Group, player_id: uuid.UUID) -> ResponseReturnValue:
    player = _player(group, player_id)
    form = PlayerNameForm()
    if not form.validate_on_submit():
        return _page(group, player, form), 422
    before = player.name
    try:
        rename(group, player, form.name.data, change_stamp())
    except NameTaken as taken:
        return _duplicate_page(group, player, taken.player, form), 422
    db.session.commit()
    flash(_("%(before)s is called %(name)s now.", before=before, name=player.name))
    return to_index(group)


@bp.get(f"{GROUP}/players/<uuid:player_id>/merge")
def confirm_player_merge(group_id: uuid.UUID, player_id: uuid.UUID) -> ResponseReturnValue:
    """What merging would do, before anything is done."""
    group = owner(group_id).group
    merged, target = _player(group, player_id), _other(group, request.args.get("into"))
    return _merge_page(group, merged, target)


@bp.post(f"{GROUP}/players/<uuid:player_id>/merge")
@changes_group(Role.OWNER, on_repeat=to_index)
def merge_players(group: Group, player_id: uuid.UUID) -> ResponseReturnValue:
    merged, target = _player(group, player_id), _other(group, request.form.get("into"))
    if merged is target:
        return _merge_page(group, merged, target), 422
    names = (merged.name, target.name)
    try:
        Merge(merged, target).carry_out(group, change_stamp())
    except CannotMergePlayers:
        db.session.rollback()
        return _merge_page(group, merged, target), 422
    db.session.commit()
    flash(_("%(gone)s and %(kept)s are one now: %(kept)s.", gone=names[0], kept=names[1]))
    return to_index(group)


@bp.get(f"{GROUP}/players/<uuid:player_id>/anonymization")
def confirm_anonymization(group_id: uuid.UUID, player_id: uuid.UUID) -> ResponseReturnValue:
    group = owner(group_id).group
    return render_template("home/players/anonymize.html", player=_player(group, player_id), form=ChangeForm())


@bp.post(f"{GROUP}/players/<uuid:player_id>/anonymization")
@changes_group(Role.OWNER, on_repeat=to_index)
def anonymize_player(group: Group, player_id: uuid.UUID) -> ResponseReturnValue:
    player = _player(group, player_id)
    if player.anonymised_at is None:
        number = sum(1 for other in group.players if other.anonymised_at) + 1
        placeholder = _("Player %(number)d", number=number)
        anonymise(group, player, placeholder, change_stamp())
        db.session.commit()
        flash(_("The name is forgotten. The games stay, as %(name)s.", name=placeholder))
    return to_index(group)


@bp.post(f"{GROUP}/changes/<uuid:change_id>/undo")
@changes_group(Role.OWNER, on_repeat=to_index)
def undo_player_change(group: Group, change_id: uuid.UUID) -> ResponseReturnValue:
    """Undo a rename or a merge."""
    change = Change.of(group.id, change_id)
    if change is None or change.session_id is not None:
        abort(404)
    undo_in_group(group, change)
    return to_index(group)


def _page(group: Group, player: Player, form: PlayerNameForm, namesake: Player | None = None) -> str:
    """namesake: the player who has the name that was typed, and may be the same person."""
    others = [other for other in remembered_players(group) if other is not player]
    return render_template(
        "home/players/show.html", player=player, form=form, others=others, namesake=namesake
    )


def _duplicate_page(group: Group, player: Player, namesake: Player, form: PlayerNameForm) -> str:
    """Whether two of one name are one person; who sat at one table are two."""
    plan = Merge(player, namesake)
    if not plan.clashes and not plan.shared_tournaments:
        return _page(group, player, form, namesake)
    who = {"other": isolated(namesake.name), "name": isolated(player.name)}
    form.name.errors = [
        _(
            "%(other)s is here already and has played together with %(name)s, so they are two people. "
            "Choose another spelling.",
            **who,
        )
    ]
    return _page(group, player, form)


def _merge_page(group: Group, merged: Player, target: Player) -> str:
    plan = Merge(merged, target)
    return render_template("home/players/merge.html", plan=plan, form=ChangeForm())


def _player(group: Group, player_id: uuid.UUID) -> Player:
    player = db.session.get(Player, player_id)
    if player is None or player.group_id != group.id:
        abort(404)
    return player


def _other(group: Group, text: str | None) -> Player:
    try:
        return _player(group, uuid.UUID(text or ""))
    except ValueError:
        abort(404)

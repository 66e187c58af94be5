"""The page of a custom game: rules, notes, changes; retire it and bring it back."""

from __future__ import annotations

import uuid
from typing import Any

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from game.variants.custom.definition import definition_of
from models import CustomGame, Group, Role, db
from models.custom_games import (
    TooManyGames,
    bring_back_game,
    game_history,
    game_of,
    games_of,
    retire_game,
    times_played,
    variant_of_game,
)
from models.night_lists import last_in
from views.games import bp
from views.undo import undo_in_group
from views.web.access import reader
from views.web.addresses import GROUP
from views.web.gate import change_stamp, changes_group
from views.words.custom_games import base_in_words, own_summaries
from views.words.group_changes import group_change_in_words


@bp.get(f"{GROUP}/games")
def index(group_id: uuid.UUID) -> ResponseReturnValue:
    """The group's own games, retired ones last."""
    group = reader(group_id).group
    games = sorted(games_of(group_id), key=lambda game: game.is_retired)
    return render_template("games/index.html", group=group, games=games, sentences=own_summaries(group_id))


@bp.get(f"{GROUP}/games/<uuid:game_id>")
def show(group_id: uuid.UUID, game_id: uuid.UUID) -> ResponseReturnValue:
    group, game = reader(group_id).group, game_or_404(group_id, game_id)
    definition, history, last = (
        definition_of(game.definition),
        game_history(group, game_id),
        last_in(group_id),
    )
    return render_template(
        "games/show.html",
        group=group,
        game=game,
        definition=definition,
        variant=variant_of_game(game),
        base=base_in_words(definition),
        made_by=history[-1].by if history else "",
        history=[(change, group_change_in_words(change, {})) for change in history],
        played=times_played(group_id, game.key),
        seats_of=last.id if last else None,
        form=ChangeForm(),
    )


def to_game(group: Group, game_id: uuid.UUID, **_arguments: Any) -> ResponseReturnValue:
    return redirect(game_url(game_or_404(group.id, game_id)), 303)


@bp.post(f"{GROUP}/games/<uuid:game_id>/retirement")
@changes_group(Role.SCORER, on_repeat=to_game)
def retire(group: Group, game_id: uuid.UUID) -> ResponseReturnValue:
    """Take the game off the list; its sessions stay."""
    game = game_or_404(group.id, game_id)
    retire_game(group, game, change_stamp())
    db.session.commit()
    flash(_("%(name)s is retired. Its nights stay; bring it back any time.", name=game.name))
    return redirect(game_url(game), 303)


@bp.post(f"{GROUP}/games/<uuid:game_id>/return")
@changes_group(Role.SCORER, on_repeat=to_game)
def bring_back(group: Group, game_id: uuid.UUID) -> ResponseReturnValue:
    game = game_or_404(group.id, game_id)
    bring_back_game(group, game, change_stamp())
    db.session.commit()
    flash(_("%(name)s is back among the games.", name=game.name))
    return redirect(game_url(game), 303)


def to_index(group: Group, **_arguments: Any) -> ResponseReturnValue:
    return redirect(url_for("games.index", group_id=group.id), 303)


@bp.post(f"{GROUP}/games/<uuid:game_id>/changes/<uuid:change_id>/undo")
@changes_group(Role.SCORER, on_repeat=to_index)
def undo_game_change(group: Group, game_id: uuid.UUID, change_id: uuid.UUID) -> ResponseReturnValue:
    """Undo a change of the game; undoing its creation deletes it."""
    done = next((found for found in game_history(group, game_id) if found.id == change_id), None)
    undo_in_group(group, done or abort(404))
    game = game_of(group.id, game_id)
    return redirect(game_url(game), 303) if game else to_index(group)


def too_many_in_words(refused: TooManyGames) -> str:
    return _("A group has at most %(most)d games of its own.", most=refused.limit)


def game_or_404(group_id: uuid.UUID, game_id: uuid.UUID) -> CustomGame:
    return game_of(group_id, game_id) or abort(404)


def game_url(game: CustomGame) -> str:
    return url_for("games.show", group_id=game.group_id, game_id=game.id)

"""The page of a custom game: rules, notes, changes; retire it and bring it back."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from flask import abort, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext
from markdown_it import MarkdownIt
from markupsafe import Markup

from forms.base import ChangeForm
from game.variants.custom.definition import GameDefinition, definition_of
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
from views.words.custom_games import base_in_words, own_summaries, value_rows
from views.words.figures import number
from views.words.group_changes import group_change_in_words

NOTES = MarkdownIt("zero", {"html": False, "breaks": True}).enable(["list", "newline"])


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
    change = next((change for change in game_history(group, game_id) if change.id == change_id), None)
    undo_in_group(group, change or abort(404))
    game = game_of(group.id, game_id)
    return redirect(game_url(game), 303) if game else to_index(group)


def too_many_in_words(refused: TooManyGames) -> str:
    return _("A group has at most %(most)d games of its own.", most=refused.limit)


def game_or_404(group_id: uuid.UUID, game_id: uuid.UUID) -> CustomGame:
    return game_of(group_id, game_id) or abort(404)


def game_url(game: CustomGame) -> str:
    return url_for("games.show", group_id=game.group_id, game_id=game.id)


@bp.app_template_filter()
def game_title(game: GameDefinition) -> str:
    """The end as a headline: "First to 100", "19 rounds"."""
    if game.first_to and game.winner == "lowest" and game.counts_points:
        return _("Ends at %(total)s", total=number(game.first_to))
    if game.first_to:
        return _("First to %(total)s", total=number(game.first_to))
    if game.eliminate_at:
        return _("Out at %(total)s", total=number(game.eliminate_at))
    if game.rounds == "per_player":
        return _("One round each")
    if game.rounds:
        return ngettext("%(num)d round", "%(num)d rounds", game.rounds)
    return _("Until you stop")


@bp.app_template_filter()
def end_facts(game: GameDefinition) -> list[str]:
    """What the game does at its end and what it cannot do yet, a sentence each."""
    facts = [_target_fact(game), _lower_limit_fact(game), _tie_fact(game), *_blocked_facts(game)]
    return [sentence for sentence in facts if sentence]


def _target_fact(game: GameDefinition) -> str:
    """That a target is reached, not passed; "" without a target of points."""
    total = game.eliminate_at or game.first_to
    if not total or not game.counts_points:
        return ""
    numbers = {"total": number(total), "more": number(total + 1)}
    if game.eliminate_at:
        return _("Exactly %(total)s is out too: where it has to be passed, give %(more)s.", **numbers)
    return _("Exactly %(total)s ends it too: where it has to be passed, give %(more)s.", **numbers)


def _lower_limit_fact(game: GameDefinition) -> str:
    """ "" where no total can be below zero."""
    is_negative = game.negative or any((points or 0) < 0 for points in game.values.values())
    return _("No total below zero ends it: a lower limit cannot be set yet.") if is_negative else ""


def _tie_fact(game: GameDefinition) -> str:
    """What happens when several lead at the end."""
    if game.eliminate_at:
        return _("If the last ones go out in the same round, the lowest of their totals wins.")
    if game.rounds and game.tie == "play_on":
        return _(
            "A tie at the total is played on, but not after the last round: those who lead then win "
            "together; a deciding round cannot be set yet."
        )
    if game.rounds:
        return _(
            "Those who lead after the last round win together: a deciding round cannot be set yet, but the "
            "game can be opened again."
        )
    if game.first_to and game.tie == "play_on":
        return _("If several lead at the total, it goes on until one leads alone.")
    return _("Those who lead at the end win together.")


def _blocked_facts(game: GameDefinition) -> list[str]:
    """What a round without a winner gives; [] where nobody collects."""
    if game.winner != "collects":
        return []
    if game.blocked == "nothing":
        does = _("If nobody goes out, nobody scores.")
    else:
        does = _("If nobody goes out, the lowest hand gets the difference between it and each of the others.")
    return [does, _("The sum of the others less one’s own hand, once, cannot be set yet.")]


@bp.app_template_filter()
def values_shown(values: Mapping[Any, int | None]) -> list[tuple[str, list[str]]]:
    """The cards of each value as a page shows them: those worth their own number in one row, at the end."""
    rows = value_rows(values)
    own_number = [rank for points, ranks in rows for rank in ranks if str(points) == rank]
    others = [(points, [rank for rank in ranks if rank not in own_number]) for points, ranks in rows]
    shown = [(_("none") if points is None else number(points), ranks) for points, ranks in others if ranks]
    return [*shown, (_("own number"), sorted(own_number, key=int))] if own_number else shown


@bp.app_template_filter()
def notes(text: str) -> Markup:
    """Return HTML: an empty line begins a paragraph, "- " or "1. " a list.

    >>> notes("A two: draw two.\\n\\n- An ace <b>turns</b>")
    Markup('<p>A two: draw two.</p>\\n<ul>\\n<li>An ace &lt;b&gt;turns&lt;/b&gt;</li>\\n</ul>\\n')
    """
    return Markup(NOTES.render(text))  # noqa: S704 - markdown-it escapes everything but its own tags

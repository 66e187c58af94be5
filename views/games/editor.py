"""The editor of a custom game: from scratch, a known game, a file or a link; and its live preview."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.custom_game import NEW_GAME, CustomGameForm
from game.variants import VARIANTS
from game.variants.custom.building import variant_of
from game.variants.custom.definition import GameDefinition, definition_of
from game.variants.custom.presets import like_variant, presets
from models import CustomGame, Group, Link, Role, db
from models.custom_games import TooManyGames, change_game, create_game, game_of, games_of, times_played
from models.night_lists import last_in
from models.player import same_name
from views.games import bp
from views.games.games import game_or_404, game_url, to_game, too_many_in_words
from views.games.sharing import definition_in_link, uploaded_definition
from views.web.access import group_from_args, known_groups, scorer
from views.web.addresses import GROUP
from views.web.clock import now
from views.web.founding import found_group
from views.web.gate import change_stamp, changes_group, enter_group, sent_id
from views.web.language import current_language, local_date
from views.web.stored_links import add_link
from views.words.custom_games import (
    card_value_in_words,
    deal_in_words,
    game_sentence,
    packs_in_words,
    value_rows,
)
from views.words.phrases import default_group_name, words

SCRATCH = "scratch"
MAX_VALUES_NAMED = 4  # in one line


@dataclass(frozen=True)
class Start:
    """A game to start from. key: of a variant, a preset, or one of the group's games."""

    key: str
    name: str
    definition: GameDefinition


@bp.get("/games/new")
def new_game() -> ResponseReturnValue:
    """The editor, empty or filled by a link. On a phone that knows groups it opens in the one used last."""
    group = group_from_args()
    if group is None and not request.args.get("new_people"):
        known = known_groups(to_write=True)
        if known:
            return redirect(url_for(".new_game", group=known[0].id, **_other_args()))
    start = request.args.get("start", "")
    shown = definition_in_link(request.args.get("game")) or _definition_named(group, start) or NEW_GAME
    return _editor_page(group, CustomGameForm(shown), chosen=start)


@bp.post("/games/new")
def add_game() -> ResponseReturnValue:
    """Save the game, or fill the form with the game to start from. Without a group, the first one is made."""
    group = group_from_args()
    if request.form.get("start"):
        return _start_from(group, request.form["start"][:60])
    form = CustomGameForm()
    if not form.validate_on_submit() or form.definition is None:
        return _editor_page(group, form), 422
    if group is None:
        return _found_with(form.definition)
    group = enter_group(group.id, Role.SCORER)
    if game_of(group.id, sent_id()) is None:
        if not _has_own_name(group, form):
            return _editor_page(group, form), 422
        try:
            create_game(group, sent_id(), form.definition, change_stamp())
        except TooManyGames as refused:
            form.form_errors.append(too_many_in_words(refused))
            return _editor_page(group, form), 422
        db.session.commit()
    return _to_seats(group, str(sent_id()))


@bp.post("/games/preview")
def preview() -> ResponseReturnValue:
    """The sentence, the keys of the pad and the hands of what is being typed; not saved."""
    form = CustomGameForm()
    form.validate_on_submit()
    return render_template("games/_preview.html", form=form, **_preview_of(form))


@bp.get(f"{GROUP}/games/<uuid:game_id>/rules")
def edit_game(group_id: uuid.UUID, game_id: uuid.UUID) -> ResponseReturnValue:
    group = scorer(group_id).group
    game = game_or_404(group_id, game_id)
    return _editor_page(group, CustomGameForm(definition_of(game.definition)), game)


@bp.post(f"{GROUP}/games/<uuid:game_id>/rules")
@changes_group(Role.SCORER, on_repeat=to_game)
def save_game(group: Group, game_id: uuid.UUID) -> ResponseReturnValue:
    """Change the rules of later sessions."""
    game, form = game_or_404(group.id, game_id), CustomGameForm()
    if not form.validate_on_submit() or form.definition is None or not _has_own_name(group, form, game):
        return _editor_page(group, form, game), 422
    change_game(group, game, form.definition, change_stamp())
    db.session.commit()
    flash(_("%(name)s is saved. Games already played keep their rules.", name=game.name))
    return redirect(game_url(game), 303)


def _has_own_name(group: Group, form: CustomGameForm, own: CustomGame | None = None) -> bool:
    """Whether no other game in the list of games has the name; otherwise an error is added to the form."""
    others = [game for game in games_of(group.id) if game is not own and not game.is_retired]
    if not any(same_name(game.name, form.name.data) for game in others):
        return True
    form.name.errors = [*form.name.errors, _("You have a game of this name. Call this one something else.")]
    return False


def _start_from(group: Group | None, key: str) -> ResponseReturnValue:
    """Show the form again with another game's rules; a name that was typed stays."""
    typed = (request.form.get("name") or "").strip()
    names = {start.name for start in _starts(group)}
    if key not in ("file", SCRATCH) and key not in {start.key for start in _starts(group)}:
        abort(404)
    shown = uploaded_definition() if key == "file" else _definition_named(group, key) or NEW_GAME
    if shown is None:
        form = CustomGameForm()
        form.form_errors.append(_("This file is no game. Save one from the page of a game first."))
        return _editor_page(group, form), 422
    form = CustomGameForm(shown)
    if typed and typed not in names:
        form.name.data, form.letters.data = typed, ""
    return _editor_page(group, form, chosen=key)


def _found_with(definition: GameDefinition) -> ResponseReturnValue:
    """Create a group with its first game; sent twice, the group that the first time made."""
    link_id = uuid.uuid5(sent_id(), session.get("csrf_token", ""))  # only this phone can compute it
    link = db.session.get(Link, link_id)
    if link is not None:
        add_link(link)
        return _to_seats(link.group, str(sent_id()))
    moment = now()
    group = found_group(default_group_name(local_date(moment)), moment, link_id)
    create_game(group, sent_id(), definition, change_stamp(afresh=True))
    db.session.commit()
    return _to_seats(group, str(sent_id()))


def _to_seats(group: Group, key: str) -> ResponseReturnValue:
    last = last_in(group.id)
    return redirect(url_for("home.new_game", key=key, group=group.id, seats_of=last and last.id), 303)


def _editor_page(
    group: Group | None, form: CustomGameForm, game: CustomGame | None = None, *, chosen: str = ""
) -> str:
    """game: the one that is changed, None for a new one. chosen: key of the game it was started from."""
    return render_template(
        "games/edit.html",
        form=form,
        group=group,
        game=game,
        starts=list(_starts(group)) if game is None else [],
        chosen=chosen or SCRATCH,
        played=times_played(group.id, game.key) if group and game else 0,
        **_preview_of(form),
    )


def _preview_of(form: CustomGameForm) -> dict[str, Any]:
    """The game that the form makes, its variant, and its rules in words; None while it is not valid."""
    game = form.sketch
    if game is None:
        return {"variant": None, "definition": None, "sentence": "", "summaries": {}}
    summaries = {
        "values": _values_in_words(game) or _("each card its own number"),
        "deal": deal_in_words(game),
        "packs": packs_in_words(game),
    }
    variant = variant_of("preview", game)
    return {"variant": variant, "definition": game, "sentence": game_sentence(game), "summaries": summaries}


def _starts(group: Group | None) -> Iterator[Start]:
    """The known games, the presets, and the group's own games."""
    language = current_language()
    for variant in VARIANTS.values():
        yield Start(variant.key, words(variant.name), like_variant(variant, language))
    for preset in presets().values():
        yield Start(preset.key, words(preset.name), preset.definition(language))
    for game in games_of(group.id) if group else ():
        yield Start(game.key, game.name, definition_of(game.definition))


def _definition_named(group: Group | None, key: str) -> GameDefinition | None:
    return next((start.definition for start in _starts(group) if start.key == key), None)


def _other_args() -> dict[str, Any]:
    return {name: request.args[name] for name in ("start", "game") if name in request.args}


def _values_in_words(game: GameDefinition) -> str:
    """The values that are not the card's own number: "8 is 50 · 10 J Q K are 10 · A is 1"."""
    parts = [
        card_value_in_words(ranks, points)
        for points, ranks in value_rows(game.values)
        if points is None or [str(points)] != ranks
    ]
    more = len(parts) - MAX_VALUES_NAMED
    return " · ".join(parts[:MAX_VALUES_NAMED]) + (" …" if more > 0 else "")

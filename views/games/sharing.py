"""A custom game on its way to another group: a file, a link that holds it, or a copy on this phone."""

from __future__ import annotations

import base64
import binascii
import uuid
import zlib
from io import BytesIO

import msgspec
from flask import abort, flash, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.base import ChangeForm
from game.variants.custom.definition import GameDefinition, definition_of
from models import Group, Role, db
from models.custom_games import TooManyGames, create_game, game_of
from views.games import bp
from views.games.games import game_or_404, too_many_in_words
from views.web.access import known_groups, reader
from views.web.addresses import GROUP, external_url
from views.web.gate import change_stamp, enter_group

FORMAT = "turn-eight-game/1"
MAX_LINK_LENGTH = 6_000  # characters of a definition in a link
MAX_BYTES = 60_000  # of a definition


@bp.get(f"{GROUP}/games/<uuid:game_id>/file")
def download(group_id: uuid.UUID, game_id: uuid.UUID) -> ResponseReturnValue:
    """The game as a file that another group can start from."""
    reader(group_id)
    game = game_or_404(group_id, game_id)
    text = msgspec.json.format(msgspec.json.encode({"format": FORMAT, "game": game.definition}), indent=1)
    name = f"{game.name.replace('/', ' ')}.json"
    return send_file(BytesIO(text + b"\n"), "application/json", as_attachment=True, download_name=name)


@bp.get(f"{GROUP}/games/<uuid:game_id>/copy")
def share(group_id: uuid.UUID, game_id: uuid.UUID) -> ResponseReturnValue:
    """Ways to another group: groups of this phone, a link, a file."""
    group, game = reader(group_id).group, game_or_404(group_id, game_id)
    others = [each for each in known_groups(to_write=True) if each.id != group_id]
    address = external_url("games.new_game", game=in_link(definition_of(game.definition)))
    return render_template(
        "games/share.html", group=group, game=game, others=others, address=address, form=ChangeForm()
    )


@bp.post(f"{GROUP}/games/<uuid:game_id>/copy")
def copy(group_id: uuid.UUID, game_id: uuid.UUID) -> ResponseReturnValue:
    """Copy the game to another group of this phone, not its nights."""
    reader(group_id)
    game, form = game_or_404(group_id, game_id), ChangeForm()
    target = _target()
    if not form.validate_on_submit():
        abort(400)
    name, definition = game.name, definition_of(game.definition)
    group = enter_group(target.id, Role.SCORER)
    copied_id = uuid.uuid5(form.id_of_change, str(group.id))
    if game_of(group.id, copied_id) is None:
        try:
            create_game(group, copied_id, definition, change_stamp())
        except TooManyGames as refused:
            flash(too_many_in_words(refused))
            return redirect(url_for("games.share", group_id=group_id, game_id=game_id), 303)
        db.session.commit()
    flash(_("%(name)s is copied to %(group)s.", name=name, group=group.name))
    return redirect(url_for("games.show", group_id=group.id, game_id=copied_id), 303)


def in_link(definition: GameDefinition) -> str:
    """Return the definition as text for an address."""
    packed = zlib.compress(msgspec.json.encode(definition), 9)
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode()


def definition_in_link(text: str | None) -> GameDefinition | None:
    """Read a definition from an address; None if it has none, or a broken one."""
    if not text or len(text) > MAX_LINK_LENGTH:
        return None
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacked = zlib.decompressobj().decompress(packed, MAX_BYTES)
        return definition_of(msgspec.json.decode(unpacked))
    except (ValueError, binascii.Error, zlib.error, RecursionError):
        return None


def uploaded_definition() -> GameDefinition | None:
    """Read a definition from the file that was sent; None if it is none."""
    sent = request.files.get("file")
    text = sent.read(MAX_BYTES + 1) if sent else b""
    if not text or len(text) > MAX_BYTES:
        return None
    try:
        content = msgspec.json.decode(text)
        return definition_of(content["game"]) if content["format"] == FORMAT else None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


def _target() -> Group:
    """The group to copy to, which this phone may write to."""
    wanted = request.form.get("to", "")
    return next((group for group in known_groups(to_write=True) if str(group.id) == wanted), None) or abort(
        404
    )

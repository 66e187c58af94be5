"""A file as it is uploaded, and what the table chose for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo

from flask_babel import gettext as _
from flask_wtf.file import FileField
from wtforms import BooleanField, ValidationError

from exchange.importing.kinds import Brought, read_file
from forms.base import ChangeForm
from models.document import BadDocument
from models.document.ids import is_id
from models.importing.games import LEFT_OUT, Game
from models.importing.keeping import Choices
from models.names import tidy
from variants.naming import ways

WHO, GAME = "who-", "game-"
UNDECIDED = "?"  # what no player's id is, so that the table is asked again


class FileForm(ChangeForm):
    """`brought` is what the file tells, once the form is valid; `refused` says where and why it does not."""

    file = FileField()
    brought: Brought
    refused: BadDocument | None = None

    def __init__(self, zone: tzinfo) -> None:
        super().__init__()
        self.zone = zone

    def validate_file(self, field: FileField) -> None:
        if not field.data:
            raise ValidationError(_("Choose a file."))
        try:
            self.brought = read_file(field.data.read(), self.zone)
        except BadDocument as refused:
            self.refused = refused
            raise ValidationError(_("This file cannot be read.")) from None

    @property
    def file_name(self) -> str:
        return tidy(self.file.data.filename) or _("a file")


class ChoicesForm(ChangeForm):
    """Who is who and which game is which, in fields named `who-<id in the file>` and `game-<number>`."""


class GiveBackForm(ChangeForm):
    """`sure`: also what has been changed since."""

    sure = BooleanField()


def tells_games(fields: Mapping[str, str]) -> bool:
    return any(name.startswith(GAME) for name in fields)


def choices_told(fields: Mapping[str, str], games: Sequence[Game]) -> Choices:
    """What was chosen; nonsense leaves a game out and a person undecided."""
    people = {
        name.removeprefix(WHO): value[:40] or UNDECIDED
        for name, value in fields.items()
        if name.startswith(WHO) and is_id(name.removeprefix(WHO))
    }
    ways_told = {
        game.name: value if (value := fields[f"{GAME}{game.number}"]) in ways() else LEFT_OUT
        for game in games
        if f"{GAME}{game.number}" in fields
    }
    return {"people": people, "games": ways_told}

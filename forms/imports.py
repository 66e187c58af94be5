"""A file as it is uploaded, and what the table chose for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from os import SEEK_END

from flask_babel import gettext as _
from flask_wtf.file import FileField
from werkzeug.datastructures import FileStorage
from wtforms import BooleanField, ValidationError

from exchange.importing.reading import read_file
from forms.base import ChangeForm
from models.document import BadDocument
from models.document.ids import is_id
from models.importing.draft import Draft
from models.importing.file import Choices
from models.importing.games import LEFT_OUT, FileGame
from models.names import tidy
from variants.naming import ways

WHO, GAME = "who-", "game-"
LONG = 2_000_000  # bytes: a second or less
UNDECIDED = "?"  # what no player's id is, so that the table is asked again


class FileForm(ChangeForm):
    """`kind`, `draft`: what the file tells, once the form is valid; `refused`: where and why it does not."""

    file = FileField()
    kind: str
    draft: Draft
    refused: BadDocument | None = None

    def __init__(self, zone: tzinfo) -> None:
        super().__init__()
        self.zone = zone

    @property
    def is_long(self) -> bool:
        """Whether reading the file takes longer than a page may."""
        file = self.file.data
        if not isinstance(file, FileStorage):
            return False
        length = file.seek(0, SEEK_END)
        file.seek(0)
        return length > LONG

    def validate_file(self, field: FileField) -> None:
        if not field.data:
            raise ValidationError(_("Choose a file."))
        try:
            self.kind, self.draft = read_file(field.data.read(), self.zone)
        except BadDocument as refused:
            self.refused = refused
            raise ValidationError(_("This file cannot be read.")) from None

    @property
    def file_name(self) -> str:
        return tidy(self.file.data.filename) or _("a file")


class RevertForm(ChangeForm):
    """`sure`: also what has been changed since."""

    sure = BooleanField()


def asks_for_games(fields: Mapping[str, str]) -> bool:
    return any(name.startswith(GAME) for name in fields)


def choices_in(fields: Mapping[str, str], games: Sequence[FileGame]) -> Choices:
    """Who is who and which game is which, in fields named `who-<id in the file>` and `game-<number>`.

    Nonsense leaves a game out and a person undecided.
    """
    people = {
        name.removeprefix(WHO): value[:40] or UNDECIDED
        for name, value in fields.items()
        if name.startswith(WHO) and is_id(name.removeprefix(WHO))
    }
    chosen = {game.name: fields.get(f"{GAME}{game.number}") for game in games}
    ours = {name: key if key in ways() else LEFT_OUT for name, key in chosen.items() if key is not None}
    return {"people": people, "games": ours}

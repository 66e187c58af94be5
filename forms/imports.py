"""The upload form of an import, and the choices of its preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import SEEK_END

from flask_babel import gettext as _
from flask_wtf.file import FileField
from werkzeug.datastructures import FileStorage
from wtforms import BooleanField, TextAreaField, ValidationError

from files.document import BadDocument
from files.importing.draft import Draft
from files.importing.games import HIGHEST, LEFT_OUT, NEW_GAMES, FileGame
from forms.base import ChangeForm
from forms.names import shortened
from game.variants import Variant
from game.variants.scoring_profiles import scoring_profiles
from models.ids import is_id
from models.imported_file import ACCEPT, SKIP, Choices
from models.names import tidy

WHO, GAME, TABLE, LATE = "who-", "game-", "table-", "late"  # names of fields
MAX_PASTED_LENGTH = 200_000  # characters
LONG_FILE_BYTES = 2_000_000  # bytes: a second or less
OTHERS = "others"  # the decision about all games with a name that no game of the group has
MAX_ANSWER_LENGTH = 40
UNDECIDED = "?"  # neither a player's id nor a game's key, so that the question is asked again


class FileForm(ChangeForm):
    """A file, or a pasted table. read: reads its content, as `read_file` does.

    kind, draft: set once the form is valid. refused: where and why it is not.
    """

    file = FileField()
    pasted = TextAreaField(filters=[shortened(MAX_PASTED_LENGTH + 1)])
    kind: str
    draft: Draft
    refused: BadDocument | None = None

    def __init__(self, read: Callable[[bytes], tuple[str, Draft]]) -> None:
        super().__init__()
        self.read = read

    @property
    def is_long(self) -> bool:
        """Whether reading the file takes longer than a page may."""
        file = self.file.data
        if not isinstance(file, FileStorage):
            return False
        length = file.seek(0, SEEK_END)
        file.seek(0)
        return length > LONG_FILE_BYTES

    def validate_file(self, field: FileField) -> None:
        if field.data and self.pasted.data.strip():
            raise ValidationError(_("Choose a file or paste a table, not both."))
        if field.data:
            self._read(field.data.read(), _("This file cannot be read."))
        elif not self.pasted.data.strip():
            raise ValidationError(_("Choose a file, or paste a table."))

    def validate_pasted(self, field: TextAreaField) -> None:
        if self.file.data or not field.data.strip():
            return
        if len(field.data) > MAX_PASTED_LENGTH:
            raise ValidationError(_("At most %(most)d characters.", most=MAX_PASTED_LENGTH))
        self._read(field.data.encode(), _("This table cannot be read."))

    def _read(self, content: bytes, problem: str) -> None:
        try:
            self.kind, self.draft = self.read(content)
        except BadDocument as refused:
            self.refused = refused
            raise ValidationError(problem) from None

    @property
    def file_name(self) -> str:
        if not self.file.data:
            return _("a pasted table")
        return tidy(self.file.data.filename) or _("a file")


class RevertForm(ChangeForm):
    """`sure`: revert sessions too that were changed after the import."""

    sure = BooleanField()


def has_choices(fields: Mapping[str, str]) -> bool:
    """Whether there are answers about a table or its games."""
    return any(name.startswith((GAME, TABLE)) for name in fields)


def answers_in(fields: Mapping[str, str]) -> dict[str, str]:
    """The answers to the questions of a table, from fields named `table-<key>`."""
    return {
        name.removeprefix(TABLE): value[:MAX_ANSWER_LENGTH]
        for name, value in fields.items()
        if name.startswith(TABLE)
    }


def choices_in(
    fields: Mapping[str, str], games: Sequence[FileGame], custom_games: Sequence[Variant] = ()
) -> Choices:
    """Players in fields named `who-<id in the file>`, games in `game-<number>`, and the decision about games
    dated in the future (`late`).

    custom_games: of the group. Invalid values leave out a game, and leave a player undecided.
    """
    people = {
        name.removeprefix(WHO): value[:40] or UNDECIDED
        for name, value in fields.items()
        if name.startswith(WHO) and is_id(name.removeprefix(WHO))
    }
    profiles = scoring_profiles(custom_games)
    chosen = {game.name: fields.get(f"{GAME}{game.number}") for game in games}
    if OTHERS in fields:
        others = [game for game in games if not game.is_ours and game.new]
        chosen |= {game.name: _choice_for_all(game, fields[OTHERS]) for game in others}
    keys = {
        name: key if key in profiles or key in NEW_GAMES else LEFT_OUT
        for name, key in chosen.items()
        if key not in (None, UNDECIDED)
    }
    late = {LATE: fields[LATE]} if fields.get(LATE) in (ACCEPT, SKIP) else {}
    return {"people": people, "games": keys, "late": late}


def _choice_for_all(game: FileGame, choice: str) -> str:
    """The choice for a game after one for all games: LEFT_OUT, or a new game as the file suggests it."""
    return game.suggested or HIGHEST if choice else LEFT_OUT

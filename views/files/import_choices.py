"""Stores the user's choices for a file."""

from __future__ import annotations

from datetime import date

from flask import request
from msgspec.structs import replace

from exchange.formats.reading import read_again
from exchange.importing.draft import packed, unpacked
from exchange.importing.games import games_of
from forms.imports import answers_in, choices_in, has_game_fields
from models import Import
from models.custom_games import GroupGames
from views.web.clock import now
from views.web.language import local_date, local_zone


def choose(file: Import) -> bool:
    """Store the choices; return whether the games are the same as on the page."""
    if not has_game_fields(request.form):  # then it needs not be unpacked
        file.choose(choices_in(request.form, []))
        return True
    own = GroupGames(file.group_id)
    is_read_again = _read_again(file, own)
    sessions = unpacked(file.document).sessions
    shown = games_of(sessions, file.choices.get("games", {}), own.variants)
    file.choose(choices_in(request.form, shown, own.variants))
    return not is_read_again and games_of(sessions, file.choices["games"], own.variants) == shown


def _read_again(file: Import, own: GroupGames) -> bool:
    """Whether answers about a table have changed; the table is then parsed again into another draft."""
    draft, answers = unpacked(file.document), answers_in(request.form)
    table = draft.table
    if not table or all(answers.get(q.key, q.chosen) == q.chosen for q in table.questions):
        return False
    again = read_again(table, local_zone(), local_today(), answers, own.variants)
    sheet = [warning for warning in draft.warnings if warning.code == "sheet"]
    file.document = packed(replace(again, warnings=[*sheet, *again.warnings]))
    return True


def local_today() -> date:
    """The day it is where the phone is."""
    return local_date(now())

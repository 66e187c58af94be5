"""Stores the user's choices for a file."""

from __future__ import annotations

from datetime import date

from flask import request

from exchange.formats.context import ReadingContext
from exchange.formats.reading import read_again
from exchange.importing.draft import packed, unpacked
from exchange.importing.games import games_of
from forms.imports import answers_in, choices_in, has_choices
from models import Import
from models.custom_games import GroupGames
from views.web.clock import now
from views.web.language import local_date, local_zone


def choose(file: Import) -> bool:
    """Store the choices; return whether the games are the same as on the page."""
    if not has_choices(request.form):  # then it needs not be unpacked
        file.choose(choices_in(request.form, []))
        return True
    own = GroupGames(file.group_id)
    is_read_again = _read_again(file)
    sessions = unpacked(file.document).sessions
    shown = games_of(sessions, file.choices.get("games", {}), own.variants, file.title)
    file.choose(choices_in(request.form, shown, own.variants))
    return not is_read_again and games_of(sessions, file.choices["games"], own.variants, file.title) == shown


def _read_again(file: Import) -> bool:
    """Whether answers about a table have changed; the table is then parsed again into another draft."""
    draft, answers = unpacked(file.document), answers_in(request.form)
    table = draft.table
    if not table or all(answers.get(q.key, q.chosen) == q.chosen for q in table.questions):
        return False
    context = ReadingContext.of_group(file.group_id, local_zone(), local_today())
    again = read_again(table, context, answers)
    file.document = packed(again)
    return True


def local_today() -> date:
    """The day it is where the phone is."""
    return local_date(now())

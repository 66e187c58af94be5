"""Stores the user's choices for a file."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TypeVar

from flask import current_app, request

from files.importing.draft import Draft, packed, unpacked
from files.importing.games import games_of
from files.readers import reading
from files.readers.context import ReadingContext
from files.readers.isolated import read_isolated
from files.readers.tables.roles import written
from forms.imports import answers_in, choices_in, has_choices
from models import Group, Import, db
from models.custom_games import GroupGames
from views.web.clock import now
from views.web.language import local_date, local_zone

Read = TypeVar("Read")


def read_again(group_id: uuid.UUID, file: Import) -> Draft | None:
    """If answers about a table have changed: the draft of the table with these answers. It is read without a
    lock, in another transaction. Raises BadDocument.
    """
    answers = answers_in(request.form)
    if not answers:
        return None
    table = unpacked(file.document).table
    if not table or (
        not table.is_outdated and all(answers.get(q.key, q.chosen) == q.chosen for q in table.questions)
    ):
        return None
    context = reading_context(group_id)
    db.session.rollback()
    return isolated(reading.read_again, table, context, answers)


def draft_to_show(group_id: uuid.UUID, file: Import) -> Draft:
    """The stored draft; that of an earlier version is read anew, and stored once something is chosen."""
    draft = unpacked(file.document)
    if draft.table and draft.table.is_outdated:
        return isolated(reading.read_again, draft.table, reading_context(group_id), {})
    return draft


def choose(file: Import, again: Draft | None) -> bool:
    """Store the choices, and the draft of `read_again`; return whether the games are those of the page."""
    if not has_choices(request.form):  # then it needs not be unpacked
        file.choose(choices_in(request.form, []))
        return True
    if again is not None:
        file.take(db.session.get_one(Group, file.group_id), again, packed(again))
    own = GroupGames(file.group_id)
    draft = again or unpacked(file.document)
    sessions = draft.sessions
    file.choose({"heads": _chosen_for_heads(draft)})
    shown = games_of(sessions, file.choices.get("games", {}), own.variants, file.title)
    file.choose(choices_in(request.form, shown, own.variants))
    return again is None and games_of(sessions, file.choices["games"], own.variants, file.title) == shown


def _chosen_for_heads(draft: Draft) -> dict[str, str]:
    """The roles of the columns of all tables."""
    by_heads: dict[str, dict[int, str]] = {}
    for question in draft.table.questions if draft.table else ():
        if "heads" in question.about and question.chosen:
            index = int(question.key.rpartition("-")[2])
            by_heads.setdefault(question.about["heads"], {})[index] = question.chosen
    return {heads: written(roles) for heads, roles in by_heads.items()}


def reading_context(group_id: uuid.UUID) -> ReadingContext:
    return ReadingContext.of_group(group_id, local_zone(), local_date(now()))


def isolated(read: Callable[..., Read], *arguments: object) -> Read:
    """Read in another process if this one serves pages."""
    return read_isolated(read, *arguments) if current_app.config["SERVES_PAGES"] else read(*arguments)

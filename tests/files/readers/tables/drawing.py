"""Wide tables drawn as text, and the result of reading them in the same form."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date
from typing import Any

from files.readers.context import ReadingContext
from files.readers.reading import read_again, read_file
from models.names import folded
from tests.files.drafts import Draft, as_json, plays_in

TODAY = date(2026, 11, 24)
CONTEXT = ReadingContext(UTC, TODAY)


def drawn(picture: str, separator: str = ";") -> str:
    """The table as a file: one line each, bars between the cells."""
    lines = [line for line in picture.strip("\n").splitlines() if line.strip()]
    return "\n".join(separator.join(cell.strip() for cell in line.split("|")) for line in lines) + "\n"


def table(picture: str, players: str = "", **answers: str) -> Draft:
    """The draft read from a drawn table, with these answers to its questions. players: those of the group."""
    return draft_of(drawn(picture), players, **answers)


def draft_of(content: str | bytes, players: str = "", **answers: str) -> Draft:
    """answers: by key, where columns, rows and sheets are named as in the file: column_Max="player"."""
    context = replace(CONTEXT, names=frozenset(map(folded, players.split())))
    kind, draft = read_file(content.encode() if isinstance(content, str) else content, context)
    assert kind == "wide"
    assert draft.table
    if not answers:
        return as_json(draft)
    called = {question.key: _called(question.key, question.about) for question in draft.table.questions}
    given = {key: answers[name] for key, name in called.items() if name in answers}
    return as_json(read_again(draft.table, context, given | answers))


def games(draft: Draft) -> list[str]:
    """Each game on a line: its day, its name, players and totals."""
    return [
        " ".join(filter(None, (day, game, *(f"{name} {total}" for name, total in totals.items()))))
        for day, game, totals in plays_in(draft)
    ]


def rounds(draft: Draft) -> list[Any]:
    """The points by round of the only game."""
    (session,) = draft["sessions"]
    return session.get("played", [])


def questions(draft: Draft) -> dict[str, str]:
    """The questions but those about columns, with the selected answers; "" is none."""
    return {
        question["key"]: question["chosen"]
        for question in draft["table"]["questions"]
        if not question["key"].startswith("role-")
    }


def unanswered(draft: Draft) -> list[str]:
    """The questions that must be answered, as `draft_of` names them."""
    questions = draft["table"]["questions"]
    return [_called(question["key"], question["about"]) for question in questions if not question["chosen"]]


def _called(key: str, about: dict[str, str]) -> str:
    """ "column_Max" for a question about a column, a row or a sheet."""
    kind = key.partition("-")[0].replace("role", "column")
    return f"{kind}_{about.get('name') or about['word']}" if "-" in key else key


def columns(draft: Draft) -> dict[str, str]:
    """Each column with numbers that may be a player’s: "player", "other" or "", which must be chosen."""
    return {
        question["about"]["name"]: question["chosen"]
        for question in draft["table"]["questions"]
        if question["key"].startswith("role-")
        and question["about"]["numbers"]
        and question["chosen"] in ("player", "other", "")
    }


def roles(draft: Draft) -> dict[str, str]:
    """What each column is."""
    return {
        question["about"]["name"]: question["chosen"]
        for question in draft["table"]["questions"]
        if question["key"].startswith("role-")
    }


def warnings(draft: Draft) -> list[tuple[str, str]]:
    return [(each["at"], each["code"]) for each in draft["odd"]]

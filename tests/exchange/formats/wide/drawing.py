"""Wide tables drawn as text, and the result of reading them in the same form."""

from __future__ import annotations

from datetime import UTC, date
from typing import Any

from exchange.formats.reading import read_again, read_file
from tests.exchange.drafts import Draft, as_json, plays_in

TODAY = date(2026, 11, 24)


def drawn(picture: str, separator: str = ";") -> str:
    """The table as a file: one line each, bars between the cells."""
    lines = [line for line in picture.strip("\n").splitlines() if line.strip()]
    return "\n".join(separator.join(cell.strip() for cell in line.split("|")) for line in lines) + "\n"


def table(picture: str, **answers: str) -> Draft:
    """The draft read from a drawn table, with these answers to its questions."""
    return draft_of(drawn(picture), **answers)


def draft_of(content: str | bytes, **answers: str) -> Draft:
    kind, draft = read_file(content.encode() if isinstance(content, str) else content, UTC, TODAY)
    assert kind == "wide"
    assert draft.table
    return as_json(read_again(draft.table, UTC, TODAY, answers) if answers else draft)


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
    """The questions, with the selected answers."""
    return {question["key"]: question["chosen"] for question in draft["table"]["questions"]}


def warnings(draft: Draft) -> list[tuple[str, str]]:
    return [(each["at"], each["code"]) for each in draft["odd"]]

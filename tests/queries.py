"""How often a page asks the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from sqlalchemy import event

from models import db


def queries_of(app: Flask, ask: Callable[[], Any]) -> int:
    """The number of statements that `ask` sends."""
    return len(statements_of(app, ask))


def statements_of(app: Flask, ask: Callable[[], Any]) -> list[str]:
    """The statements themselves, in order."""
    said: list[str] = []

    def remember(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        said.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", remember)
    try:
        ask()
    finally:
        event.remove(engine, "before_cursor_execute", remember)
    return said

"""Counting the database statements of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask
from sqlalchemy import event

from models import db


def queries_of(app: Flask, action: Callable[[], Any]) -> int:
    """The number of statements sent during `action`."""
    return len(statements_of(app, action))


def statements_of(app: Flask, action: Callable[[], Any]) -> list[str]:
    """The statements sent during `action`, in order."""
    statements: list[str] = []

    def remember(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        statements.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", remember)
    try:
        action()
    finally:
        event.remove(engine, "before_cursor_execute", remember)
    return statements

"""A command that writes says so, as an unsafe request does: SQLite then begins its transaction in earnest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from models.database import writing_command


@contextmanager
def writing() -> Iterator[None]:
    token = writing_command.set(True)
    try:
        yield
    finally:
        writing_command.reset(token)

"""What both engines and both directions share: the schema of a backup, and putting a file in place."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class BackupRefused(RuntimeError):
    """A backup cannot be made or restored; the message says why. Nothing was changed."""


class Schema(NamedTuple):
    """columns: their names by table. keys: constraints and indexes, from `key`. others: triggers, views and
    other objects that act by themselves, as “trigger name”. The same names on both engines.
    """

    columns: dict[str, frozenset[str]]
    keys: frozenset[str]
    others: frozenset[str]

    def first_difference(self, expected: Schema) -> str | None:
        """What is missing or too much here, in words; None if nothing is."""
        for table, columns in sorted(expected.columns.items()):
            if table not in self.columns:
                return f"the table {table} is missing"
            for column in sorted(columns - self.columns[table]):
                return f"the column {column} of the table {table} is missing"
            for column in sorted(self.columns[table] - columns):
                return f"the table {table} has a column {column}"
        for table in sorted(self.columns.keys() - expected.columns.keys()):
            return f"it has a table {table}"
        for missing in sorted(expected.keys - self.keys):
            return f"the {missing} is missing"
        for extra in (*sorted(self.keys - expected.keys), *sorted(self.others - expected.others)):
            return f"it has a {extra}"
        return None


def key(
    kind: str, table: str, columns: Sequence[str | None], *, refers_to: str = "", on_delete: str = ""
) -> str:
    """A constraint or an index in the words of both engines.

    kind: "primary key", "unique key", "foreign key", "index" or "unique index". refers_to: table and columns.
    """
    words = f"{kind} {table} ({', '.join(column or '?' for column in columns)})"
    words += f" to {refers_to}" if refers_to else ""
    return words + (f" on delete {on_delete.lower()}" if on_delete else "")


def put(new: Path, place: Path) -> None:
    """Put one file in the place of another, so that even a power cut leaves one of them whole.

    Its content is on the disk before its name is, and its name before this returns.
    """
    _flush(new)
    new.replace(place)
    _flush(place.parent)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

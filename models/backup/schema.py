"""The schema that a backup must have: that of its revision, with its keys and indexes, and without anything
that acts by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from models.backup import sqlite
from models.backup.files import BackupRefused
from models.migrating import upgrade_beside


@dataclass(frozen=True)
class Schema:
    """columns: their names by table. keys: constraints and indexes, from `key`. others: triggers, views and
    other objects, as “trigger name”.
    """

    columns: dict[str, frozenset[str]]
    keys: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()

    @classmethod
    def of_revision(cls, revision: str) -> Schema:
        """The schema that the migrations create. It has the same names on both databases."""
        with TemporaryDirectory() as folder:
            file = Path(folder, "expected.sqlite3")
            upgrade_beside(file, revision)
            return cls(*sqlite.schema_of(file))


def check_schema(file: Path, found: Schema, expected: Schema) -> None:
    """Raise BackupRefused with the first difference."""
    difference = _first_difference(found, expected)
    if difference:
        raise BackupRefused(f"{file} is not as Turn Eight made it: {difference}.")


def _first_difference(found: Schema, expected: Schema) -> str | None:
    for table, columns in sorted(expected.columns.items()):
        if table not in found.columns:
            return f"the table {table} is missing"
        for column in sorted(columns - found.columns[table]):
            return f"the column {column} of the table {table} is missing"
        for column in sorted(found.columns[table] - columns):
            return f"the table {table} has a column {column}"
    for table in sorted(found.columns.keys() - expected.columns.keys()):
        return f"it has a table {table}"
    for key in sorted(expected.keys - found.keys):
        return f"the {key} is missing"
    for key in sorted(found.keys - expected.keys):
        return f"it has a {key}"
    for other in sorted(found.others - expected.others):
        return f"it has a {other}"
    return None

"""The schema that a backup must have: that of its revision, without anything that acts by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from models.backup import sqlite
from models.backup.files import BackupRefused
from models.migrating import upgrade_beside

# By revision and table. An early form of migration 0002 created it; 0003 adds it where it is missing.
OPTIONAL = {("0002", "outcomes"): frozenset({"eights"})}


@dataclass(frozen=True)
class Schema:
    """columns: their names by table. others: triggers, views and other objects, as “trigger name”.
    optional: columns that a table may also have.
    """

    columns: dict[str, frozenset[str]]
    others: frozenset[str] = frozenset()
    optional: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of_revision(cls, revision: str) -> Schema:
        """The schema that the migrations create. It has the same names on both databases."""
        with TemporaryDirectory() as folder:
            file = Path(folder, "expected.sqlite3")
            upgrade_beside(file, revision)
            optional = {table: names for (at, table), names in OPTIONAL.items() if at == revision}
            return cls(*sqlite.schema_of(file), optional)


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
        for column in sorted(found.columns[table] - columns - expected.optional.get(table, frozenset())):
            return f"the table {table} has a column {column}"
    for table in sorted(found.columns.keys() - expected.columns.keys()):
        return f"it has a table {table}"
    for other in sorted(found.others - expected.others):
        return f"it has a {other}"
    return None

"""All rows of a database, the group that each belongs to, and references between groups."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import Any

from flask import Flask
from sqlalchemy import Table

from models import db
from tests.table import at_work
from tests.views.forms import ID

# (table, column) that refer to another group on purpose: merged groups; or to no group: shared rules
ACROSS = {("groups", "merged_into_id"), ("imports", "merged_group_id"), ("sessions", "rules_id")}


class Rows:
    """The rows of all tables at one moment. What is in the recycle bin of a group belongs to the group."""

    def __init__(self, app: Flask) -> None:
        with at_work(app), db.engine.connect() as connection:
            self.tables = {
                table: [dict(row) for row in connection.execute(table.select()).mappings()]
                for table in db.metadata.sorted_tables
            }
        self._groups: dict[int, uuid.UUID | None] = {}  # by the Python id of a row
        self.with_ids = {table.name for table in self.tables if "id" in table.c}
        self.by_key = {
            (table.name, row[next(iter(table.primary_key)).name]): (table, row)
            for table, rows in self.tables.items()
            for row in rows
        }

    @cached_property
    def as_text(self) -> dict[str, list[str]]:
        return {table.name: sorted(map(str, rows)) for table, rows in self.tables.items()}

    def of_group(self, group_id: uuid.UUID) -> dict[str, list[str]]:
        """The rows of the group as text, by table."""
        found = {
            table.name: sorted(str(row) for row in rows if self.group_of(table, row) == group_id)
            for table, rows in self.tables.items()
        }
        return {name: rows for name, rows in found.items() if rows}

    def table_of(self, text: str) -> str | None:
        """The name of the table that has a row with the first id in the text."""
        found = ID.search(text)
        own = uuid.UUID(found[0]) if found else None
        return next((name for name, key in self.by_key if key == own and name in self.with_ids), None)

    def ids_of(self, group_id: uuid.UUID) -> dict[str, uuid.UUID]:
        """The id of a row of the group, by table."""
        return {
            table.name: row["id"]
            for table, rows in self.tables.items()
            for row in rows
            if "id" in row and self.group_of(table, row) == group_id
        }

    def group_of(self, table: Table, row: dict[str, Any]) -> uuid.UUID | None:
        if id(row) not in self._groups:
            self._groups[id(row)] = self._group_of(table, row)
        return self._groups[id(row)]

    def _group_of(self, table: Table, row: dict[str, Any]) -> uuid.UUID | None:
        if table.name == "groups":
            return row["id"]
        columns = [table.c.group_id] if "group_id" in table.c else list(table.c)
        for column in columns:
            for key in column.foreign_keys:
                target = self.by_key.get((key.column.table.name, row[column.name]))
                if target is not None:
                    return self.group_of(*target)
        return None

    @cached_property
    def references(self) -> dict[tuple[str, str], list[bool]]:
        """For each column that refers to a row: whether both are of one group, for each row."""
        found: dict[tuple[str, str], list[bool]] = {}
        for table, rows in self.tables.items():
            for column in table.c:
                for key in column.foreign_keys if (table.name, column.name) not in ACROSS else ():
                    for row in rows:
                        target = self.by_key.get((key.column.table.name, row[column.name]))
                        if target is not None:
                            same = self.group_of(table, row) == self.group_of(*target)
                            found.setdefault((table.name, column.name), []).append(same)
        return found

    @cached_property
    def across_groups(self) -> list[tuple[str, str]]:
        return [column for column, same in self.references.items() if not all(same)]

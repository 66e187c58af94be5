"""Everything a database holds, to look for what should not be there."""

from flask import Flask

from models import db
from tests.table import at_work


def every_text(app: Flask) -> list[str]:
    """Every value of every row of every table, as text."""
    with at_work(app), db.engine.connect() as connection:
        return [
            str(value)
            for table in db.metadata.sorted_tables
            for row in connection.execute(table.select())
            for value in row
        ]


def row_counts(app: Flask) -> dict[str, int]:
    """How many rows each table has."""
    with at_work(app), db.engine.connect() as connection:
        return {
            table.name: connection.scalar(db.select(db.func.count()).select_from(table))
            for table in db.metadata.sorted_tables
        }

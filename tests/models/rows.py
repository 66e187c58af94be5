"""All contents of a database."""

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
    """The number of rows of each table."""
    with at_work(app), db.engine.connect() as connection:
        return {
            table.name: connection.scalar(db.select(db.func.count()).select_from(table))
            for table in db.metadata.sorted_tables
        }


def every_row(app: Flask) -> dict[str, set[str]]:
    """Every row of every table, as text."""
    with at_work(app), db.engine.connect() as connection:
        return {
            table.name: {str(tuple(row)) for row in connection.execute(table.select())}
            for table in db.metadata.sorted_tables
        }


def facts_of(table):
    """The contents of the score sheet, by name."""
    with table.seen() as session:
        names = {seat.id: seat.name for seat in session.seats}
        rounds = [
            (
                played.number,
                names[played.dealer],
                names.get(played.out),
                played.chain and (played.chain.cards, names.get(played.chain.drawer)),
                {names[hand.seat]: (hand.cards, hand.points) for hand in played.hands},
            )
            for played in session.rounds
        ]
        return (
            rounds,
            session.is_finished,
            [(names[s], t.total) for t in session.standings() for s in t.seats],
        )

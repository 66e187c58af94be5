"""`python -m tests.benchmarks`: measures on SQLite, and on PostgreSQL where --database-url names one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TextIO

import click
from flask import Flask
from sqlalchemy import text

from app import create_app
from models import Change, Group, Session, db
from models.database import writing
from models.purging import delete_for_good
from tests.benchmarks.groups import Visit, visit_club, visit_long_table, visit_years
from tests.benchmarks.load import load, load_at_a_club
from tests.benchmarks.measuring import against_bare, growth, growth_over_years, whole_file
from tests.benchmarks.pages import IN_A_SESSION, IN_A_TOURNAMENT, PAGES
from tests.benchmarks.report import report

# Nights and rounds of the groups, the smallest first; the number of requests to each page; seconds of load.
# phones do so.
FULL = ((1, 10, 100, 1000), (5, 25, 50, 98), 20, 4.0)
QUICK = ((1, 2), (1, 2), 1, 0.2)
CLUBS = (12, 60)  # people
FILES = ("csv", "json", "xlsx")
COUNTED = (Session, Change)


@click.command()
@click.option("--quick", is_flag=True, help="A small run, to see that everything works.")
@click.option("--database-url", multiple=True, help="Measure here as well; what is made for it is deleted.")
@click.option("--output", type=click.File("w", "utf-8", lazy=True), default="-", help="Where to write.")
def main(quick: bool, database_url: Sequence[str], output: TextIO) -> None:
    """Measure the cost of the pages."""
    nights, rounds, turns, seconds = QUICK if quick else FULL
    with TemporaryDirectory() as folder:
        urls = (f"sqlite:///{folder}/benchmark.sqlite3", *database_url)
        databases = [measure(url, nights, rounds, turns, seconds) for url in urls]
    click.echo(report(databases, turns), file=output)


def measure(
    database_url: str, nights: Sequence[int], rounds: Sequence[int], turns: int, seconds: float
) -> dict[str, Any]:
    """The figures of one database, by table of the report. The groups made for it are deleted afterwards."""
    app = create_app(
        {
            "DATABASE_URL": database_url,
            "SECRET_KEY": "only for benchmarks, and long enough",
            "RATELIMIT_ENABLED": False,
        }
    )
    started, groups, tables, clubs = perf_counter(), list[Visit](), list[Visit](), list[Visit]()
    try:
        groups += [visit_years(app, count, datetime.now(UTC)) for count in nights]
        tables += [visit_long_table(app, count, datetime.now(UTC)) for count in rounds]
        clubs += [visit_club(app, people, datetime.now(UTC)) for people in CLUBS]
        found = {**_about(app), "nights": sum(nights), "built": perf_counter() - started}
        found["against_bare"] = list(against_bare(groups[0], turns))
        with click.progressbar(PAGES, label="Every page", file=sys.stderr) as pages:
            found["every_page"] = [growth_over_years(groups, page, turns) for page in pages]
        found["whole_files"] = [whole_file(groups, kind) for kind in FILES]
        found["over_rounds"] = [growth(tables, page, turns) for page in IN_A_SESSION]
        found["at_once"] = list(load(groups[-1], seconds))
        found["tournaments"] = [growth(clubs, page, turns) for page in IN_A_TOURNAMENT]
        found["at_a_club"] = list(load_at_a_club(clubs[-1], seconds))
    finally:
        started = perf_counter()
        _delete(app, [*groups, *tables, *clubs])
    return {**found, "deleted": perf_counter() - started}


def _about(app: Flask) -> dict[str, Any]:
    """The database and its rows, after the maintenance that PostgreSQL would run within a minute."""
    with app.app_context(), db.engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("ANALYZE"))
        rows = {
            m.__tablename__: connection.scalar(db.select(db.func.count()).select_from(m)) for m in COUNTED
        }
        return {"dialect": connection.dialect, "rows": rows}


def _delete(app: Flask, visits: Sequence[Visit]) -> None:
    with app.app_context(), writing():
        for visit in visits:
            delete_for_good(db.session.get_one(Group, visit.places["group"]))
            db.session.commit()
        db.engine.dispose()


if __name__ == "__main__":
    main()

"""`python -m tests.benchmarks`: measures on SQLite, and on PostgreSQL where --database-url names one."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TextIO

import click
from flask import Flask, render_template
from sqlalchemy import text

from app import create_app
from models import Change, Group, Hand, Round, Session, db
from models.database import writing
from models.deleting import delete_group
from tests.benchmarks import report
from tests.benchmarks.calibration import calibration
from tests.benchmarks.evenings import IN_AN_EVENING, visit_evening
from tests.benchmarks.files import FILES, whole_file
from tests.benchmarks.groups import SEED, Visit, visit_long_table, visit_years
from tests.benchmarks.load import load, load_at_a_club
from tests.benchmarks.pages import IN_A_SESSION, PAGES
from tests.benchmarks.rating_calibration import rating_calibration
from tests.benchmarks.reckoning import reckoning

# Nights and rounds of the groups to build, the smallest first; how often each page is asked for; how many
# sessions a played group has, to compare its chances with what happened; for how many seconds phones ask.
FULL = ((1, 10, 100, 1000), (5, 25, 50, 98), 20, 130, 4.0)
QUICK = ((1, 2), (1, 2), 1, 6, 0.2)
CLUBS = (12, 60)  # people
RATED = 3  # times as many sessions, to compare ratings with who was ahead
COUNTED = (Session, Round, Hand, Change)


@click.command()
@click.option("--quick", is_flag=True, help="A small run, to see that everything works.")
@click.option("--database-url", multiple=True, help="Measure here as well; what is made for it is deleted.")
@click.option("--output", type=click.File("w", "utf-8", lazy=True), default="-", help="Where to write.")
def main(quick: bool, database_url: Sequence[str], output: TextIO) -> None:
    """Measure what the pages cost."""
    nights, rounds, turns, sessions, seconds = QUICK if quick else FULL
    with TemporaryDirectory() as folder:
        urls = (f"sqlite:///{folder}/benchmark.sqlite3", *database_url)
        databases = [measure(url, nights, rounds, turns, seconds) for url in urls]
    found = {"databases": databases, "turns": turns, "chances": calibration(sessions, SEED)}
    found |= {"ratings": rating_calibration(RATED * sessions, SEED), "reckoning": list(reckoning())}
    where = {"now": datetime.now(UTC), "platform": platform, "cores": os.cpu_count()}
    with Flask(__name__).app_context():
        click.echo(render_template("results.md", report=report, **found, **where), file=output)


def measure(
    database_url: str, nights: Sequence[int], rounds: Sequence[int], turns: int, seconds: float
) -> dict[str, Any]:
    """What is found on one database; the groups made for it are gone after."""
    app = create_app(
        {"DATABASE_URL": database_url, "SECRET_KEY": "only for benchmarks", "RATELIMIT_ENABLED": False}
    )
    started, groups, tables, clubs = perf_counter(), list[Visit](), list[Visit](), list[Visit]()
    try:
        groups += [visit_years(app, count, datetime.now(UTC)) for count in nights]
        tables += [visit_long_table(app, count, datetime.now(UTC)) for count in rounds]
        clubs += [visit_evening(app, people, datetime.now(UTC)) for people in CLUBS]
        about = _about(app)
        built = perf_counter() - started
        found = {**_tables(groups, tables, turns), "at_once": list(load(groups[-1], seconds))}
        found["evenings"] = [report.growth(clubs, page, turns) for page in IN_AN_EVENING]
        found["at_a_club"] = list(load_at_a_club(clubs[-1], seconds))
    finally:
        started = perf_counter()
        _delete(app, [*groups, *tables, *clubs])
    gone = perf_counter() - started
    return {**found, **about, "nights": sum(nights), "built": built, "gone": gone}


def _tables(groups: Sequence[Visit], tables: Sequence[Visit], turns: int) -> dict[str, Sequence[report.Row]]:
    against_bare = list(report.against_bare(groups[0], turns))
    with click.progressbar(PAGES, label="Every page", file=sys.stderr) as pages:
        every_page = [report.steadiness(groups, page, turns) for page in pages]
    return {
        "against_bare": against_bare,
        "every_page": every_page,
        "whole_files": [whole_file(groups, kind) for kind in FILES],
        "over_rounds": [report.growth(tables, page, turns) for page in IN_A_SESSION],
    }


def _about(app: Flask) -> dict[str, Any]:
    """The database and its rows, after what PostgreSQL’s own housekeeping would do within a minute."""
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
            delete_group(db.session.get_one(Group, visit.places["group"]))
            db.session.commit()
        db.engine.dispose()


if __name__ == "__main__":
    main()

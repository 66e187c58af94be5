"""`python -m benchmarks`: measures on SQLite, and on PostgreSQL where --database-url names one."""

from __future__ import annotations

import os
import platform
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from flask import Flask
from sqlalchemy import text

from app import create_app
from benchmarks import report
from benchmarks.calibration import calibration
from benchmarks.groups import SEED, Visit, visit_long_table, visit_years
from commands.writing import writing
from models import Group, db
from models.deleting import delete_group

RESULTS = Path(__file__).parent / "results.md"
HEAD = """# What the pages cost

Written by `make bench` (`python -m benchmarks`; with `--database-url postgresql://…` on PostgreSQL too; with
`--quick` a small run that is only printed). The application answers in the process that measures, one request
at a time, with no network between. Times are medians of requests in turns, so that a slow moment hits both
sides alike. Nothing here passes or fails: compare the figures with the bars beside them.
“After a change” is the first look at a session since somebody saved; what it made serves the next phones.
"""


@dataclass(frozen=True)
class Plan:
    """nights and rounds: sizes to build, the smallest first; turns: how often each page is asked for.
    sessions: whose chances are compared with what happened.
    """

    nights: Sequence[int]
    rounds: Sequence[int]
    turns: int
    sessions: int


FULL = Plan(nights=(1, 10, 100, 1000), rounds=(5, 25, 50, 98), turns=60, sessions=400)
QUICK = Plan(nights=(1, 2), rounds=(2,), turns=1, sessions=6)


def main(arguments: Sequence[str] | None = None) -> None:
    chosen = _chosen(arguments)
    plan = QUICK if chosen.quick else FULL
    sections = [HEAD, _machine()]
    with TemporaryDirectory() as folder:
        for url in (f"sqlite:///{folder}/benchmark.sqlite3", *chosen.database_url):
            for section in measure(url, plan):
                print(section, end="\n\n", flush=True)
                sections.append(section)
    sections.append(f"## Chances\n\n{calibration(plan.sessions, SEED)}")
    print(sections[-1], flush=True)
    output = chosen.output or (None if chosen.quick else RESULTS)
    if output:
        output.write_text("\n\n".join(part.strip() for part in sections) + "\n", encoding="utf-8")


def measure(database_url: str, plan: Plan) -> Iterator[str]:
    """The sections of the report on one database, each as soon as it is there; its groups are gone after."""
    app = create_app({"DATABASE_URL": database_url, "SECRET_KEY": "benchmark", "RATELIMIT_ENABLED": False})
    with app.app_context():
        dialect = db.session.connection().dialect
        version = ".".join(map(str, dialect.server_version_info or ()))
        yield f"## {'SQLite' if dialect.name == 'sqlite' else 'PostgreSQL'} {version}"
    started, nights, tables = perf_counter(), list[Visit](), list[Visit]()
    try:
        nights += [visit_years(app, count) for count in plan.nights]
        tables += [visit_long_table(app, count) for count in plan.rounds]
        _analyse(app)
        built = perf_counter() - started
        yield from _measured(plan, nights, tables)
    finally:
        started = perf_counter()
        _delete(app, [*nights, *tables])
    gone = perf_counter() - started
    yield f"Building {sum(plan.nights):,} nights took {built:.1f} s, deleting all groups {gone:.1f} s."


def _measured(plan: Plan, nights: Sequence[Visit], tables: Sequence[Visit]) -> Iterator[str]:
    turns, new, old = plan.turns, nights[0], nights[-1]
    yield f"### Against a bare page\n\n{report.against_bare(new, turns)}"
    yield f"### Every page after ten years\n\n{report.every_page(nights, turns)}"
    yield f"### Everything in one file\n\n{report.everything_out(new, old)}"
    over_nights = report.growth(nights, [f"{n:,} nights" for n in plan.nights], report.OVER_NIGHTS, turns)
    yield f"### How cost grows with nights\n\n{over_nights}"
    over_rounds = report.growth(tables, [f"{n} rounds" for n in plan.rounds], report.OVER_ROUNDS, turns)
    yield f"### How cost grows with rounds\n\n{over_rounds}"


def _analyse(app: Flask) -> None:
    """As PostgreSQL's own housekeeping would within a minute."""
    with app.app_context():
        if db.engine.dialect.name == "postgresql":
            db.session.execute(text("ANALYZE"))
            db.session.commit()


def _delete(app: Flask, visits: Sequence[Visit]) -> None:
    with app.app_context(), writing():
        for visit in visits:
            delete_group(db.session.get_one(Group, visit.past.group.id))
            db.session.commit()
        db.engine.dispose()


def _machine() -> str:
    return (
        f"{datetime.now(UTC):%d %B %Y} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}."
    )


def _chosen(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small run, to see that everything works")
    parser.add_argument(
        "--database-url",
        action="append",
        default=[],
        help="measure here as well; the groups made for it are deleted afterwards",
    )
    parser.add_argument("--output", type=Path, help="where to write; otherwise benchmarks/results.md")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()

"""One database from empty to measured: builds the groups, measures, deletes them again."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from time import perf_counter

from flask import Flask
from sqlalchemy import text

from app import create_app
from benchmarks import sections
from benchmarks.groups import Built, build_group, build_long_table
from benchmarks.looking_back import everything_out, looking_back
from benchmarks.sections import OVER_NIGHTS, OVER_ROUNDS, Visit
from benchmarks.tables import number_of
from commands.writing import writing
from models import Group, db
from models.deleting import delete_group

SEED = 8


@dataclass(frozen=True)
class Plan:
    """nights and rounds: sizes to build, the smallest first; turns: how often each page is asked for."""

    nights: Sequence[int]
    rounds: Sequence[int]
    turns: int
    yardstick_turns: int


FULL = Plan(nights=(1, 10, 100, 1000), rounds=(5, 25, 50, 98), turns=60, yardstick_turns=300)
QUICK = Plan(nights=(1, 2), rounds=(2,), turns=1, yardstick_turns=2)


def measure(database_url: str, plan: Plan) -> Iterator[str]:
    """The sections of the report on one database, each as soon as it is there."""
    app = create_app({"DATABASE_URL": database_url, "SECRET_KEY": "benchmark", "RATELIMIT_ENABLED": False})
    with app.app_context():
        yield f"## {_database()}"
    started = perf_counter()
    groups, tables = _build(app, plan)
    built = perf_counter() - started
    try:
        yield from _measured(app, plan, groups, tables)
    finally:
        gone = _delete(app, [made.group_id for made in (*groups, *tables)])
    nights = sum(group.nights for group in groups)
    yield f"Building {nights:,} nights took {built:.1f} s, deleting all groups {gone:.1f} s."


def _measured(app: Flask, plan: Plan, groups: Sequence[Built], tables: Sequence[Built]) -> Iterator[str]:
    visits = [Visit.to(app, group) for group in groups]
    new, old = visits[0], visits[-1]
    yield f"### The table page against a bare page\n\n{sections.yardstick(app, new, plan.yardstick_turns)}"
    yield f"### Search as you type\n\n{sections.searching(new, plan.turns)}"
    yield f"### The referee\n\n{sections.judging(new, plan.turns)}"
    yield f"### Queries and bytes\n\n{sections.sizes(new)}"
    yield f"### Style sheets and scripts\n\n{sections.assets(new)}"
    yield f"### Ten years of nights\n\n{sections.steadiness(new, old, plan.turns)}"
    yield f"### Looking back\n\n{looking_back(visits, plan.turns)}"
    yield f"### Everything in one file\n\n{everything_out(new, old)}"
    over_nights = {number_of(visit.built.nights, "night"): visit for visit in visits}
    yield f"### How cost grows with nights\n\n{sections.growth(over_nights, OVER_NIGHTS, plan.turns)}"
    over_rounds = {number_of(made.next_round - 1, "round"): Visit.to(app, made) for made in tables}
    yield f"### How cost grows with rounds\n\n{sections.growth(over_rounds, OVER_ROUNDS, plan.turns)}"


def _build(app: Flask, plan: Plan) -> tuple[list[Built], list[Built]]:
    now = datetime.now(UTC)
    with app.app_context(), writing():
        groups = [build_group(nights, Random(SEED), now) for nights in plan.nights]
        tables = [build_long_table(rounds, Random(SEED), now) for rounds in plan.rounds]
        if db.engine.dialect.name == "postgresql":
            db.session.execute(text("ANALYZE"))  # as its own housekeeping would within a minute
            db.session.commit()
    return groups, tables


def _delete(app: Flask, groups: Sequence[uuid.UUID]) -> float:
    started = perf_counter()
    with app.app_context(), writing():
        for group_id in groups:
            delete_group(db.session.get_one(Group, group_id))
            db.session.commit()
        db.engine.dispose()
    return perf_counter() - started


def _database() -> str:
    dialect = db.session.connection().dialect
    name = "SQLite" if dialect.name == "sqlite" else "PostgreSQL"
    return f"{name} {'.'.join(str(part) for part in dialect.server_version_info or ())}"

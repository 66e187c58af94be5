"""Fixtures: a database for each test, phones that check each page, and sessions in the terms of the game.

Tests run on SQLite; those with the mark `both_databases` also run on PostgreSQL if a server answers.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any, TypeVar

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, settings

from models.statistics.version import CACHE
from tests import sampling
from tests.databases import (
    app_on,
    empty_tables,
    leave_databases,
    let_go,
    migrated_sqlite,
    new_postgres,
    replace_database,
    sqlite_file,
)
from tests.once import PLAYED
from tests.phone import Phone
from tests.table import Table, start
from views.web.limits import limiter

pytest_plugins = ["tests.second_run"]

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

HERE = Path(__file__).parent
OBJECTS_BETWEEN_COLLECTIONS = 50_000
# Pure Python: they fail within a minute.
FIRST = ("game", "forms")
LAST = ("commands", "views", "migrations", "concurrency", "benchmarks", "browser")


# No test fails because of a slow machine: no deadlines, no check of the time that drawing examples takes.
# Examples of a test share its database, so each creates a group of its own. Counterexamples are not stored
# between runs: add them as @example.
PATIENT = {
    "deadline": None,
    "database": None,
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    "print_blob": True,
    "phases": [phase for phase in Phase if phase is not Phase.explain],  # it traces every line of a page
}
settings.register_profile("some", max_examples=40, **PATIENT)
settings.register_profile("many", max_examples=400, **PATIENT)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("turn eight")
    group.addoption(
        "--whole",
        action="store_true",
        help="every case of the grids, and ten times the examples, with a random seed",
    )
    group.addoption("--chaos", action="store_true", help="the long fault injection tests too")
    group.addoption("--seed", type=int, help="draw the cases and examples of the run with this seed")


@pytest.hookimpl(tryfirst=True)  # before Hypothesis reads its seed
def pytest_configure(config: pytest.Config) -> None:
    options = config.option
    inherited = getattr(config, "workerinput", {})  # in a worker: the seed of the controller
    if options.seed is None:
        is_random = options.whole or options.chaos
        own = SystemRandom().randrange(sampling.LARGEST_SEED) if is_random else sampling.USUAL_SEED
        options.seed = inherited.get("seed", own)
    if options.hypothesis_seed is None:
        options.hypothesis_seed = str(options.seed)
    settings.load_profile("many" if options.whole else "some")
    sampling.choose(options.seed, whole=options.whole)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Use the same seed in each worker."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_unconfigure() -> None:
    leave_databases()


def pytest_report_header(config: pytest.Config) -> str:
    extent = "every case" if config.option.whole else "some cases of every kind (all: --whole)"
    return f"grids: {extent}; seed: {config.option.seed} (again: --seed {config.option.seed})"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _no_skip_in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _no_skip_in_ci((yield))


def _no_skip_in_ci(report: Report) -> Report:
    """Skip tests whose program is missing on a developer’s machine; fail them in CI."""
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome, report.longrepr = "failed", f"CI skips nothing: {report.longreprtext}"
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run the core first and browser tests last: the event loop of Playwright must not meet other tests.

    Within a folder, files with many tests run first, so that the last worker does not finish late.
    """
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: (_place(item.path.relative_to(HERE).parts[0]), -tests[item.path], item.path))
    left_out = {name for name in ("whole", "chaos") if not config.getoption(name)}
    items[:] = [item for item in items if not any(item.get_closest_marker(name) for name in left_out)]


def pytest_collection_finish() -> None:
    """Collect garbage rarely: a parsed page is thousands of objects, and imported modules stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 20, 20)


def _place(folder: str) -> int:
    if folder in FIRST:
        return FIRST.index(folder) - len(FIRST)
    return LAST.index(folder) + 1 if folder in LAST else 0


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database" in metafunc.fixturenames:
        kinds: list[Any] = ["sqlite"]
        if metafunc.definition.get_closest_marker("both_databases"):
            kinds.append(pytest.param("postgresql", marks=pytest.mark.postgres))
        metafunc.parametrize("database", kinds, scope="session")


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite database with the newest schema."""
    return migrated_sqlite(tmp_path_factory.mktemp("migrated") / "empty.sqlite3")


@pytest.fixture(scope="session")
def sqlite_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = app_on(f"sqlite:///{tmp_path_factory.mktemp('database') / 'test.sqlite3'}")
    yield app
    let_go(app)


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL database with the newest schema and no row."""
    with new_postgres(migrated=True) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_app(postgres_url: str) -> Iterator[Flask]:
    app = app_on(postgres_url)
    yield app
    let_go(app)


@pytest.fixture
def app(database: str, migrated_file: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    """The application on an empty database."""
    app: Flask = request.getfixturevalue(f"{'sqlite' if database == 'sqlite' else 'postgres'}_app")
    let_go(app)
    if database == "sqlite":
        replace_database(migrated_file, sqlite_file(app))
    else:
        empty_tables(app)
    PLAYED.has_empty_database = database == "sqlite"
    app.extensions.pop("turn8_live", None)  # cached pages of other tests: ids may be the same
    CACHE.clear()  # so that query counts do not depend on earlier tests
    limiter.enabled = False  # shared by all applications
    yield app
    let_go(app)


@pytest.fixture
def app_with(migrated_file: Path, tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """A function that creates an application with other settings on its own SQLite database."""
    made = []

    def make(**config: Any) -> Flask:
        path = tmp_path / f"other-{len(made)}.sqlite3"
        replace_database(migrated_file, path)
        made.append(app_on(f"sqlite:///{path}", **config))
        return made[-1]

    yield make
    for app in made:
        let_go(app)
    limiter.enabled = False


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def phone(app: Flask, request: pytest.FixtureRequest) -> Phone:
    """A phone that checks each page it receives.

    It has no link, unless the nearest mark names the role of a link to `table` and a page to open:
    `@pytest.mark.phone("scorer", "{table.path}/seats")`.
    """
    phone = Phone(app)
    mark = request.node.get_closest_marker("phone")
    if mark is not None:
        _open_link(phone, request.getfixturevalue("table"), *mark.args)
    return phone


def _open_link(phone: Phone, table: Table, role: str, page: str = "") -> None:
    phone.open_link(table.link(role))
    if page:
        phone.get(page.format(table=table))


@pytest.fixture
def table(game: Callable[..., Table], request: pytest.FixtureRequest) -> Table:
    """The session of the nearest mark, by default a game of Derange with three players.

    The mark has the arguments of `game`:
    `@pytest.mark.table("derange", "Anna Bo", plays=["Anna out, Bo 8"])`.
    """
    mark = request.node.get_closest_marker("table")
    args, about = (mark.args, mark.kwargs) if mark else ((), {})
    return game(*args, **about)


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long operations do not pause between steps for other writers, as there are none."""
    monkeypatch.setattr("models.database.WRITER_RETRY", 0)


@pytest.fixture
def phone_of(app: Flask) -> Callable[[Table, str], Phone]:
    """A phone with a link to the group of a table: phone_of(table, "watcher")."""

    def open_link(table: Table, role: str = "owner") -> Phone:
        phone = Phone(app)
        phone.open_link(table.link(role))
        return phone

    return open_link


@pytest.fixture
def game(app: Flask) -> Callable[..., Table]:
    """Start a session: game("derange", "Anna Bo Cara", mode="short").

    plays: rounds to save. is_over: end the session. A session that the process has created before is copied,
    so ids may be the same in different tests.
    """

    def sit_down(
        variant: str = "derange",
        names: str = "Anna Bo Cara",
        *,
        plays: Sequence[str] = (),
        is_over: bool = False,
        **decided: Any,
    ) -> Table:
        def play() -> Table:
            table = start(app, variant, names, **decided).plays(*plays)
            return table.stops() if is_over else table

        if "clock" in decided or "group_id" in decided:
            return play()
        return PLAYED.play(app, repr((variant, names, plays, is_over, sorted(decided.items()))), play)

    return sit_down

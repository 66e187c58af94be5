"""A database for each test, phones that read every page they get, and tables in domain words.

Tests run on SQLite; those marked `both_databases` run on PostgreSQL as well, where one answers.
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
    lay_anew,
    leave_databases,
    let_go,
    migrated_sqlite,
    new_postgres,
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
# Pure: they fail within a minute.
FIRST = ("game", "forms")
LAST = ("commands", "views", "migrations", "concurrency", "benchmarks", "browser")


# A slow machine is no failure: no test has a deadline, and none fails for drawing its examples slowly.
# A test's examples share its database: each of them begins a group of its own. No counterexample is kept
# between two runs: it becomes an @example.
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
        "--whole", action="store_true", help="every case of the grids, and ten times the examples, drawn anew"
    )
    group.addoption("--chaos", action="store_true", help="the long fault injection tests too")
    group.addoption("--seed", type=int, help="draw the same cases and examples as a run that named this seed")


@pytest.hookimpl(tryfirst=True)  # Hypothesis reads its seed here, too
def pytest_configure(config: pytest.Config) -> None:
    chosen = config.option
    given = getattr(config, "workerinput", {})  # of a worker: what its controller chose for all of them
    if chosen.seed is None:
        draws_anew = chosen.whole or chosen.chaos
        own = SystemRandom().randrange(sampling.LARGEST_SEED) if draws_anew else sampling.USUAL_SEED
        chosen.seed = given.get("seed", own)
    if chosen.hypothesis_seed is None:
        chosen.hypothesis_seed = str(chosen.seed)
    settings.load_profile("many" if chosen.whole else "some")
    sampling.choose(chosen.seed, whole=chosen.whole)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Every worker draws the same."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_unconfigure() -> None:
    leave_databases()


def pytest_report_header(config: pytest.Config) -> str:
    asked = "every case" if config.option.whole else "some cases of every kind (all: --whole)"
    return f"grids: {asked}; seed: {config.option.seed} (again: --seed {config.option.seed})"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _no_skip_in_ci((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _no_skip_in_ci((yield))


def _no_skip_in_ci(report: Report) -> Report:
    """What is missing on a developer's machine is skipped and named at the end; CI has to test it."""
    if report.skipped and os.environ.get("CI") == "true":
        report.outcome, report.longrepr = "failed", f"CI skips nothing: {report.longreprtext}"
    return report


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The core speaks first. Browser tests come last: Playwright's event loop meets none of the others.

    Within a folder files with many tests lead, so that no worker is alone with a long one in the end.
    """
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: (_place(item.path.relative_to(HERE).parts[0]), -tests[item.path], item.path))
    left_out = {name for name in ("whole", "chaos") if not config.getoption(name)}
    items[:] = [item for item in items if not any(item.get_closest_marker(name) for name in left_out)]


def pytest_collection_finish() -> None:
    """Collect garbage rarely: a parsed page is thousands of objects, and what is imported stays."""
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
        lay_anew(migrated_file, sqlite_file(app))
    else:
        empty_tables(app)
    PLAYED.has_empty_database = database == "sqlite"
    app.extensions.pop("turn8_live", None)  # pages of the sessions of other tests, whose ids may come again
    CACHE.clear()  # a page asks the database as often as the first who looks
    limiter.enabled = False  # one for all applications, whichever was made last
    yield app
    let_go(app)


@pytest.fixture
def app_with(migrated_file: Path, tmp_path: Path) -> Iterator[Callable[..., Flask]]:
    """Another application on a SQLite database of its own, with other settings."""
    made = []

    def make(**config: Any) -> Flask:
        path = tmp_path / f"other-{len(made)}.sqlite3"
        lay_anew(migrated_file, path)
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
    """A phone that judges every page it gets.

    It knows no group, unless the nearest mark says which link of `table` it has opened and what it shows:
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
    """The table of the nearest mark, or else three people who play Derange.

    It takes what `game` takes: `@pytest.mark.table("derange", "Anna Bo", plays=["Anna out, Bo 8"])`.
    """
    mark = request.node.get_closest_marker("table")
    args, about = (mark.args, mark.kwargs) if mark else ((), {})
    return game(*args, **about)


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long work does not pause between two steps to let other writers in: there are none."""
    monkeypatch.setattr("models.database.WRITER_RETRY", 0)


@pytest.fixture
def phone_of(app: Flask) -> Callable[[Table, str], Phone]:
    """A phone that has opened a link of a table's group: phone_of(table, "watcher")."""

    def open_link(table: Table, role: str = "owner") -> Phone:
        phone = Phone(app)
        phone.open_link(table.link(role))
        return phone

    return open_link


@pytest.fixture
def game(app: Flask) -> Callable[..., Table]:
    """Sits people down: game("derange", "Anna Bo Cara", mode="short").

    plays: the rounds that are scored. is_over: it has been stopped. What one process has set up before is
    copied, so that ids come again in its other tests.
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

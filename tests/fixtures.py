"""Fixtures of the tests that use the application: a database for each test, phones, and sessions.

Tests run on SQLite; those with the mark `both_databases` also run on PostgreSQL in a complete run.
`conftest.py` imports this module unless only the core is tested, which needs no application.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from models.statistics.version import CACHE
from tests.databases import (
    COMPILED_TEMPLATES,
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


def pytest_configure(config: pytest.Config) -> None:
    """Compiling all templates takes 2.6 s, so the processes of the run share what each has compiled."""
    if COMPILED_TEMPLATES not in os.environ:
        folder = TemporaryDirectory(prefix="turn-eight-templates-")
        os.environ[COMPILED_TEMPLATES] = folder.name
        config.add_cleanup(folder.cleanup)


def pytest_unconfigure() -> None:
    leave_databases()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "database" in metafunc.fixturenames:
        kinds: list[Any] = ["sqlite"]
        if metafunc.config.option.full and metafunc.definition.get_closest_marker("both_databases"):
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
    PLAYED.unused = app if database == "sqlite" else None
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

"""The databases that tests run on: a migrated SQLite file to copy, and a PostgreSQL where one answers."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask import Flask
from psycopg import sql
from sqlalchemy import make_url

from app import create_app
from models import db
from models.migrating import bring_up_to_date

ON_THIS_MACHINE = "postgresql://postgres@127.0.0.1:5432/postgres"
RELAXED = {"options": "-csynchronous_commit=off"}  # nobody pulls the plug on a test
CONFIG = {
    "SECRET_KEY": "only for tests",
    "TESTING": True,
    "RATELIMIT_ENABLED": False,
    "UPGRADE_ON_START": False,
}


def app_on(url: str, **config: Any) -> Flask:
    """The application on a database that is there already."""
    return create_app({**CONFIG, "DATABASE_URL": url, **config})


def let_go(app: Flask) -> None:
    """Close every connection that the application keeps."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


def migrated_sqlite(path: Path) -> Path:
    """A SQLite file with the newest schema and no row."""
    app = app_on(f"sqlite:///{path}")
    bring_up_to_date(app)
    let_go(app)
    return path


def lay_anew(template: Path, path: Path) -> None:
    """Put an untouched copy of a SQLite file in the place of one that has been used."""
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    shutil.copyfile(template, path)


def sqlite_file(app: Flask) -> Path:
    return Path(app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///"))


def has_been_opened(app: Flask) -> bool:
    """Whether there is a connection to the application's SQLite file, or there was since it was laid."""
    file = sqlite_file(app)
    return file.with_name(f"{file.name}-wal").exists()


@contextmanager
def new_postgres(name: str) -> Iterator[str]:
    """An empty PostgreSQL database of this run alone, dropped afterwards; skips where no server answers.

    TEST_DATABASE_URL names a server, by any database of it; what is in that database is left alone.
    """
    named = os.environ.get("TEST_DATABASE_URL")
    url = make_url(named or ON_THIS_MACHINE).set(drivername="postgresql")
    try:
        server = psycopg.connect(
            url.render_as_string(hide_password=False), autocommit=True, connect_timeout=3
        )
    except psycopg.OperationalError as error:
        if named:
            pytest.fail(f"TEST_DATABASE_URL names a database that does not answer: {error}", pytrace=False)
        pytest.skip("no PostgreSQL answers on 127.0.0.1:5432, and TEST_DATABASE_URL names none")
    database = f"turn_eight_{name}_{os.getpid()}"
    with server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(database)))
        try:
            yield url.set(database=database).update_query_dict(RELAXED).render_as_string(hide_password=False)
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(database)))


def empty_tables(app: Flask) -> None:
    """Take every row out of a PostgreSQL database."""
    with app.app_context(), db.engine.begin() as connection:
        for table in reversed(db.metadata.sorted_tables):  # so few rows go quicker so than by TRUNCATE
            connection.execute(table.delete())

"""A process that is killed during an upgrade leaves all of it or nothing, and the next process goes on."""

import os
import signal
import subprocess
import sys

import flask_migrate
import pytest
from sqlalchemy import MetaData, event
from sqlalchemy.engine import Engine

from models import db
from models.migrating import FOLDER, is_newest
from tests.files.document.files import exported
from tests.migrations.older import make_older
from tests.sampling import chaos
from tests.table import start
from tests.waiting import PATIENCE

READS = ("SELECT", "PRAGMA")
KEY = "only for this test, and long enough"
UPGRADE = f"""
import os, signal, sys
import flask_migrate
from sqlalchemy import event
from sqlalchemy.engine import Engine
from app import create_app

left = 1 + int(sys.argv[1])

@event.listens_for(Engine, "before_cursor_execute")
def count(_connection, _cursor, statement, *_more):
    global left
    if not statement.lstrip().startswith({READS!r}):
        left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

with create_app().app_context():
    flask_migrate.upgrade(directory={str(FOLDER)!r})
"""


def upgrade_until(statement, url):
    """Upgrade in a process that kills itself before that statement; whether it was killed."""
    environment = os.environ | {"DATABASE_URL": url, "SECRET_KEY": KEY, "UPGRADE_WITHOUT_BACKUP": "1"}
    command = [sys.executable, "-c", UPGRADE, str(statement)]
    done = subprocess.run(
        command, cwd=FOLDER.parent, env=environment, timeout=PATIENCE, capture_output=True, check=False
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode != 0


def every_row(app):
    """Every row of every table that is there."""
    with app.app_context():
        tables = MetaData()
        tables.reflect(db.engine)
        with db.engine.connect() as connection:
            return {
                table.name: sorted(str(tuple(row)) for row in connection.execute(table.select()))
                for table in tables.sorted_tables
            }


@pytest.mark.parametrize("points", [6, pytest.param(20, marks=chaos)])
def test_an_upgrade_that_is_killed_anywhere_has_changed_everything_or_nothing(app, migrated_url, points):
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8", "Bo out, Anna K").stops()
    start(app, "vandatta", "Anna Bo", group_id=table.group_id, clock=table.clock).plays("Anna out, Bo 8")
    document, newer = exported(app, table.group_id), every_row(app)
    make_older(app)
    statements = statements_of_upgrade(app, until="INSERT INTO statistics_versions")
    make_older(app)
    older = every_row(app)
    for point in range(points):
        assert upgrade_until(point * statements // points, migrated_url)
        assert every_row(app) == older
    assert upgrade_until(statements, migrated_url)  # the outcomes are computed after it
    assert every_row(app).keys() == newer.keys()
    assert not upgrade_until(10 * statements, migrated_url)
    assert every_row(app) | NEW_VERSION == newer | NEW_VERSION
    assert {**exported(app, table.group_id), "exported_at": ""} == {**document, "exported_at": ""}


NEW_VERSION = {"statistics_versions": []}


def statements_of_upgrade(app, until):
    """Upgrade, and return the number of statements that write before the first of a kind."""
    counted = []

    def count(_connection, _cursor, statement, *_more):
        if not statement.lstrip().startswith(READS):
            counted.append(statement)

    event.listen(Engine, "before_cursor_execute", count)
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
        db.engine.dispose()
    event.remove(Engine, "before_cursor_execute", count)
    return next(place for place, statement in enumerate(counted) if statement.startswith(until))


def test_so_has_the_first_upgrade_of_an_empty_database(new_app, url):
    kills = 0
    while upgrade_until(2**kills - 1, url):
        kills += 1
        rows = every_row(new_app)
        assert not rows or rows.keys() >= db.metadata.tables.keys()
    assert kills > 4
    with new_app.app_context():
        assert is_newest()

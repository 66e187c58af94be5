"""A process that is killed during an upgrade leaves all of it or nothing, and the next process goes on."""

import os
import signal
import subprocess
import sys

import flask_migrate
from sqlalchemy import MetaData

from models import db
from models.migrating import FOLDER, is_newest, revisions
from tests.exchange.document.files import exported
from tests.table import start
from tests.waiting import PATIENCE

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
    if not statement.lstrip().startswith(("SELECT", "PRAGMA")):
        left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

with create_app().app_context():
    flask_migrate.upgrade(directory={str(FOLDER)!r})
"""


def upgrade_until(statement, url):
    """Upgrade in a process that kills itself before that statement; whether it was killed."""
    environment = os.environ | {"DATABASE_URL": url, "SECRET_KEY": KEY, "BACKUPS": "0"}
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


def test_an_upgrade_that_is_killed_anywhere_has_changed_everything_or_nothing(app, migrated_url):
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8", "Bo out, Anna K").stops()
    start(app, "vandatta", "Anna Bo", group_id=table.group_id, clock=table.clock).plays("Anna out, Bo 8")
    document, kills = exported(app, table.group_id), 0
    move(app, flask_migrate.downgrade, revisions()[-1])
    older = every_row(app)
    move(app, flask_migrate.upgrade, revisions()[0])
    newer = every_row(app)
    move(app, flask_migrate.downgrade, revisions()[-1])
    while upgrade_until(2**kills - 1, migrated_url):
        kills += 1
        assert every_row(app) in (older, newer)
    assert kills > 1
    assert every_row(app) == newer
    assert {**exported(app, table.group_id), "exported_at": ""} == {**document, "exported_at": ""}


def test_so_has_the_first_upgrade_of_an_empty_database(new_app, url):
    kills = 0
    while upgrade_until(2**kills - 1, url):
        kills += 1
        rows = every_row(new_app)
        assert not rows or rows.keys() >= db.metadata.tables.keys()
    assert kills > 4
    with new_app.app_context():
        assert is_newest()


def move(app, command, to):
    with app.app_context():
        command(directory=str(FOLDER), revision=to)
        db.engine.dispose()

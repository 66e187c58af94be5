"""A process that is killed inside an upgrade leaves whole steps, and the next process goes on."""

import os
import signal
import subprocess
import sys

import flask_migrate
from sqlalchemy import MetaData

from models import db
from models.migrating import FOLDER, revision, revisions
from tests.exchange.document.files import exported
from tests.table import start
from tests.waiting import PATIENCE

OLD = "0011"  # before tables, columns and values were renamed
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


def test_an_upgrade_that_is_killed_anywhere_stops_between_two_steps(app, migrated_url):
    """PostgreSQL undoes all steps, SQLite the one that was begun; the next start goes on."""
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8", "Bo out, Anna K").stops()
    start(app, "vandatta", "Anna Bo", group_id=table.group_id, clock=table.clock).plays("Anna out, Bo 8")
    document, steps, kills = exported(app, table.group_id), {}, 0
    move(app, flask_migrate.downgrade, OLD)
    for step in reversed(revisions()[: revisions().index(OLD) + 1]):
        move(app, flask_migrate.upgrade, step)
        steps[step] = every_row(app)
    move(app, flask_migrate.downgrade, OLD)
    assert every_row(app) == steps[OLD]
    while upgrade_until(5**kills, migrated_url):
        kills += 1
        assert every_row(app) == steps[at_revision(app)]
    assert kills > 2
    assert every_row(app) == steps[revisions()[0]]
    assert {**exported(app, table.group_id), "exported_at": ""} == {**document, "exported_at": ""}


def move(app, command, to):
    with app.app_context():
        command(directory=str(FOLDER), revision=to)
        db.engine.dispose()


def at_revision(app):
    with app.app_context():
        found = revision()
        db.engine.dispose()
    return found

"""Migrations as a separate command: downgrade, upgrade, and a server that only checks."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

import flask_migrate
import pytest
from sqlalchemy import inspect, text

from commands.demo.stories import make_demo_group
from commands.demo.table import DemoNight
from game.variants import VARIANTS
from models import Change, Hand, Player, Round, Seat, db
from models.migrating import (
    FOLDER,
    WrongRevision,
    is_newest,
    prepare,
    revision,
    revisions,
    sqlite_file,
)
from tests.databases import app_on, let_go, replace_database
from tests.exchange.document.files import exported
from tests.migrations.old_sessions import finished_sessions
from tests.models.rows import row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match, running_of
from tests.once import played_once
from tests.table import at_work
from tests.waiting import PATIENCE

# Figures of older versions, which recompute them when they start.
SUMS = ("player_sums", "caught_sums", "meeting_sums", "bests", "honour_sums", "night_sums")
AT = datetime(2026, 5, 9, 20, 0, tzinfo=UTC)


def document_of(app, group_id):
    """The export of the group, without values that a downgrade removes."""
    document = exported(app, group_id)
    for session in document["sessions"]:
        for lost in ("summed", "untimed"):
            session.pop(lost, None)
    return document


def facts_of(app):
    """Every row of the score sheets and histories, without numbers of changes, which old revisions lack."""
    with at_work(app):
        return {
            model.__tablename__: {
                str(tuple(row)) for row in db.session.execute(db.select(*columns_of(model)))
            }
            for model in (Player, Seat, Round, Hand, Change)
        }


def columns_of(model):
    return [column for column in model.__table__.columns if column is not Change.__table__.c.number]


@played_once
def lively_group(app):
    """The id of a group with many kinds of events, without custom games: older revisions have none."""
    with at_work(app), pytest.MonkeyPatch.context() as patched:
        patched.setattr(DemoNight, "own_game", lambda _night, _preset: VARIANTS["vandatta"])
        group_id = make_demo_group(AT, ZoneInfo("Europe/Stockholm"), Random(8)).id
        db.session.commit()
    return group_id


def test_a_lively_group_keeps_all_supported_values_through_each_downgrade_and_upgrade(app):
    group_id = lively_group(app)
    before, counted, figures = document_of(app, group_id), row_counts(app), running_of(app, group_id)
    facts = facts_of(app)
    counted = {**dict.fromkeys(SUMS, 0), **counted, "editions": counted["statistics_versions"]}
    counted["arrivals"] = counted["imports"]
    for older in revisions()[1:]:
        with app.app_context():
            flask_migrate.downgrade(directory=str(FOLDER))
            assert revision() == older
        with app.app_context(), db.engine.connect() as connection:
            for table in set(inspect(connection).get_table_names()) - {"alembic_version"}:
                assert connection.scalar(text(f"SELECT count(*) FROM {table}")) == counted.get(table), table
    with app.app_context():
        for _step in revisions()[1:]:
            flask_migrate.upgrade(directory=str(FOLDER), revision="+1")
        assert is_newest()
    assert document_of(app, group_id) == before
    assert facts_of(app) == facts
    assert running_of(app, group_id) == figures
    assert_outcomes_match(app, group_id)


def test_a_server_that_must_not_migrate_asks_for_it_with_a_message(url):
    app = app_on(url)
    with pytest.raises(WrongRevision, match=r"at revision nothing, .* flask --app app db upgrade"):
        prepare(app)
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
        flask_migrate.downgrade(directory=str(FOLDER))
    with pytest.raises(WrongRevision, match=f"at revision {revisions()[1]}, the newest is {revisions()[0]}"):
        prepare(app)
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
    prepare(app)
    let_go(app)


def test_the_separate_command_does_the_same_as_a_start(new_app):
    """Outcomes of older sessions, and a database file readable by the server's user only."""
    app = new_app
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
    group_id = finished_sessions(app)
    figures = running_of(app, group_id)
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER), revision="0001")
        flask_migrate.upgrade(directory=str(FOLDER))
    assert len(figures) == 9
    assert running_of(app, group_id) == figures
    assert_outcomes_match(app, group_id)
    with app.app_context():
        file = sqlite_file()
    assert file is None or file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("wanting", ["UPDATE statistics_versions SET edition = 0", "DELETE FROM outcomes"])
def test_a_server_does_not_start_before_the_separate_command_has_computed_everything(app, wanting):
    """It was stopped when the schema was current and the figures were not."""
    group_id = finished_sessions(app)
    with at_work(app):
        db.session.execute(text(wanting))
        db.session.commit()
    with pytest.raises(WrongRevision, match=r"not added up all .* flask --app app db upgrade"):
        prepare(app)
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
    prepare(app)
    assert_outcomes_match(app, group_id)


def test_a_downgrade_from_a_shell_is_not_undone_before_the_next_start(migrated_file, tmp_path):
    replace_database(migrated_file, tmp_path / "older.sqlite3")
    url = f"sqlite:///{tmp_path / 'older.sqlite3'}"
    app = app_on(url)
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER))
        command = [sys.executable, "-m", "flask", "--app", "app", "db", "downgrade"]
        environment = os.environ | {"DATABASE_URL": url, "SECRET_KEY": "only for this test, and long enough"}
        subprocess.run(command, cwd=FOLDER.parent, env=environment, check=True, timeout=PATIENCE)
        assert revision() == revisions()[2]
    let_go(app)


@pytest.mark.parametrize("upgrade", [True, False])
def test_a_database_of_a_newer_version_is_not_changed(app, upgrade):
    with at_work(app):
        db.session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        db.session.commit()
    app.config["UPGRADE_ON_START"] = upgrade
    with pytest.raises(WrongRevision, match=r"at revision 9999, .* a newer one made it"):
        prepare(app)

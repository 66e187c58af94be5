"""Revisions as a step of their own: down, up again, and a server that only looks."""

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
from models import db
from models.migrating import (
    FOLDER,
    WrongRevision,
    is_newest,
    prepare,
    revision,
    revisions,
    sqlite_file,
)
from tests.databases import app_on, lay_anew, let_go
from tests.exchange.document.files import exported
from tests.migrations.long_ago import finished_long_ago
from tests.models.rows import row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match, running_of
from tests.once import played_once
from tests.table import at_work
from tests.waiting import PATIENCE

# What older versions added up, and add up anew when they start.
SUMS = ("player_sums", "caught_sums", "meeting_sums", "bests", "honour_sums", "night_sums")
AT = datetime(2026, 5, 9, 20, 0, tzinfo=UTC)


def document_of(app, group_id):
    """Everything of the group, without what the way down forgets."""
    document = exported(app, group_id)
    for session in document["sessions"]:
        for lost in ("summed", "untimed"):
            session.pop(lost, None)
    return document


@played_once
def lively_group(app):
    """The id of a group in which much has happened."""
    with at_work(app):
        group_id = make_demo_group(AT, ZoneInfo("Europe/Stockholm"), Random(8)).id
        db.session.commit()
    return group_id


def test_down_step_by_step_and_up_again_a_lively_group_keeps_all_that_each_step_knows(app):
    group_id = lively_group(app)
    before, counted, kept = document_of(app, group_id), row_counts(app), running_of(app, group_id)
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
    assert running_of(app, group_id) == kept
    assert_outcomes_match(app, group_id)


def test_a_server_that_is_not_to_change_the_schema_asks_for_it_in_a_sentence(url):
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


def test_the_step_of_its_own_does_all_that_the_start_does(new_app):
    """The outcomes of what was played before they were kept, and a file for the server's user alone."""
    app = new_app
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
    group_id = finished_long_ago(app)
    kept = running_of(app, group_id)
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER), revision="0001")
        flask_migrate.upgrade(directory=str(FOLDER))
    assert len(kept) == 9
    assert running_of(app, group_id) == kept
    assert_outcomes_match(app, group_id)
    with app.app_context():
        file = sqlite_file()
    assert file is None or file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("wanting", ["UPDATE statistics_versions SET edition = 0", "DELETE FROM outcomes"])
def test_a_server_does_not_begin_before_the_step_of_its_own_has_added_up_everything(app, wanting):
    """Somebody has stopped it when the schema was the newest and the figures were not."""
    group_id = finished_long_ago(app)
    with at_work(app):
        db.session.execute(text(wanting))
        db.session.commit()
    with pytest.raises(WrongRevision, match=r"not added up all .* flask --app app db upgrade"):
        prepare(app)
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
    prepare(app)
    assert_outcomes_match(app, group_id)


def test_a_step_down_from_a_shell_is_not_taken_up_again_before_it(migrated_file, tmp_path):
    lay_anew(migrated_file, tmp_path / "older.sqlite3")
    url = f"sqlite:///{tmp_path / 'older.sqlite3'}"
    app = app_on(url)
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER))
        command = [sys.executable, "-m", "flask", "--app", "app", "db", "downgrade"]
        environment = os.environ | {"DATABASE_URL": url, "SECRET_KEY": "only for this test"}
        subprocess.run(command, cwd=FOLDER.parent, env=environment, check=True, timeout=PATIENCE)
        assert revision() == revisions()[2]
    let_go(app)


@pytest.mark.parametrize("upgrade", [True, False])
def test_a_database_of_a_newer_version_is_left_alone(app, upgrade):
    with at_work(app):
        db.session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        db.session.commit()
    app.config["UPGRADE_ON_START"] = upgrade
    with pytest.raises(WrongRevision, match=r"at revision 9999, .* a newer one made it"):
        prepare(app)

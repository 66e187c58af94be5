"""Migrations as a separate command: downgrade, upgrade, and a server that only checks."""

from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

import flask_migrate
import pytest
from sqlalchemy import text

from commands.demo.stories import make_demo_group
from models import db
from models.migrating import (
    FOLDER,
    LAST_WITH_OLDER,
    NO_WAY_BACK,
    WrongRevision,
    is_newest,
    prepare,
    revision,
    revisions,
    sqlite_file,
)
from tests.databases import app_on, let_go
from tests.migrations.old_sessions import finished_sessions
from tests.models.rows import every_row
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.once import played_once
from tests.table import at_work

AT = datetime(2026, 5, 9, 20, 0, tzinfo=UTC)


@played_once
def lively_group(app):
    """A group with many kinds of events."""
    with at_work(app):
        make_demo_group(AT, ZoneInfo("Europe/Stockholm"), Random(8))
        db.session.commit()


def test_a_server_that_must_not_migrate_asks_for_it_with_a_message(url):
    app = app_on(url)
    with pytest.raises(WrongRevision, match=r"at revision nothing, .* flask --app app db upgrade"):
        prepare(app)
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER), revision=revisions()[1])
    with pytest.raises(WrongRevision, match=f"at revision {revisions()[1]}, the newest is {revisions()[0]}"):
        prepare(app)
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
    prepare(app)
    let_go(app)


def test_the_separate_command_does_the_same_as_a_start(new_app):
    """Also a database file readable by the server's user only."""
    with new_app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
        assert is_newest()
        file = sqlite_file()
    assert file is None or file.stat().st_mode & 0o777 == 0o600


def test_a_server_does_not_start_before_the_separate_command_has_computed_everything(app):
    """It was stopped when the schema was current and the figures were not."""
    group_id = finished_sessions(app)
    with at_work(app):
        db.session.execute(text("UPDATE statistics_versions SET edition = 0"))
        db.session.commit()
    with pytest.raises(WrongRevision, match=r"not added up all .* flask --app app db upgrade"):
        prepare(app)
    with app.app_context():
        flask_migrate.upgrade(directory=str(FOLDER))
    prepare(app)
    assert_outcomes_match(app, group_id)


@pytest.mark.parametrize("upgrade", [True, False])
def test_a_database_of_a_newer_version_is_not_changed(app, upgrade):
    with at_work(app):
        db.session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        db.session.commit()
    app.config["UPGRADE_ON_START"] = upgrade
    with pytest.raises(WrongRevision, match=r"at revision 9999, .* a newer one made it"):
        prepare(app)


@pytest.mark.parametrize("older", ["0001", "0017"])
@pytest.mark.parametrize("upgrade", [True, False])
def test_a_database_older_than_every_migration_is_not_changed(app, upgrade, older):
    lively_group(app)
    with at_work(app):
        db.session.execute(text("UPDATE alembic_version SET version_num = :older"), {"older": older})
        db.session.commit()
    before = every_row(app)
    app.config["UPGRADE_ON_START"] = upgrade
    too_old = rf"older than .* \(revision {older}\)\. Install the version of commit {LAST_WITH_OLDER} first"
    for change in (prepare, by_command(flask_migrate.upgrade), by_command(flask_migrate.downgrade)):
        with pytest.raises(WrongRevision, match=too_old):
            change(app)
    assert every_row(app) == before
    with app.app_context():
        assert revision() == older


def by_command(command, **options):
    def run(app):
        with app.app_context():
            command(directory=str(FOLDER), **options)

    return run


@pytest.mark.parametrize("wanted", ["base", "-1", f"-{len(revisions())}", "0019", "0017", "0001"])
def test_a_downgrade_to_before_the_sheets_changes_nothing(app, wanted):
    lively_group(app)
    before = every_row(app)
    with pytest.raises(WrongRevision, match=f"does not downgrade a database below revision {NO_WAY_BACK}"):
        by_command(flask_migrate.downgrade, revision=wanted)(app)
    assert every_row(app) == before
    with app.app_context():
        assert is_newest()

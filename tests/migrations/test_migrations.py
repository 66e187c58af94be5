"""Upgrade on both databases, with rows in every table, once for many processes."""

import subprocess
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import flask_migrate
import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from models import CustomGame, Group, Import, Job, Season, db
from models.imported_file import ImportState
from models.job import store_file
from models.migrating import FOLDER, bring_up_to_date
from models.people.people import rename
from models.purging import delete_for_good
from models.recycle_bin import delete_session
from models.statistics.outcome import Outcome
from models.statistics.storing import save_outcomes
from models.statistics.version import EDITION, StatisticsVersion, statistics_version
from tests import sampling
from tests.club import opened
from tests.databases import app_on, let_go
from tests.migrations.old_sessions import finished_sessions
from tests.models.rows import row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.once import played_once
from tests.table import at_work, start
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
# For changes to rows: the statements are the same on each engine.
ON_SQLITE = pytest.mark.parametrize("engine", ["sqlite"])


@played_once
def fill(app):
    """Play until every table has a row: the table in play, and the number of rows of each table."""
    table = start(app, "derange", "Anna Bo Cara").plays(
        "Cara out, Anna 8 5 5, Bo K", "Anna out, Bo =12, Cara 4", "Cara out, Anna 8, Bo K"
    )
    table.corrects(1, "Bo out, Anna 8, Cara 4").takes_back().stops()
    table.link("watcher")
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        rename(group, next(p for p in group.players if p.name == "Anna"), "Annika", table.change_stamp())
        db.session.add(Season(group_id=group.id, name="2026", first_day=None, last_day=None))
        now = table.change_stamp().at
        game = CustomGame(group_id=group.id, definition={"name": "Plump"}, created_at=now, changed_at=now)
        db.session.add(game)
        db.session.add(_waiting(group))
        store_file(Job.enqueue(group, "csv", {}, table.change_stamp()).id, BytesIO(b"a,b"))
    opened(app, "Bo Cara", group_id=table.group_id).draws()
    deleted = start(app, "derange", "Anna Bo", group_id=table.group_id).plays("Anna out, Bo K")
    with deleted.open() as session:
        delete_session(session, deleted.change_stamp())
    counted = row_counts(app)
    assert all(counted.values()), counted
    return table, counted


def _waiting(group):
    return Import(
        group_id=group.id,
        state=ImportState.WAITING,
        kind="document",
        name="night.json",
        by="a phone",
        at=datetime.now(UTC),
        document=b"",
    )


def tables_of(app):
    with app.app_context():
        return set(inspect(db.engine).get_table_names()) - {"alembic_version"}


def test_an_upgrade_from_nothing_gives_the_schema_of_the_models(new_app, capsys):
    app = new_app
    bring_up_to_date(app)
    assert tables_of(app) == set(db.metadata.tables)
    with app.app_context():
        flask_migrate.check(directory=str(FOLDER))  # exits if there is a difference


def test_constraints_and_indexes_have_the_names_of_the_models(app):
    """A later migration can then drop them by name on both engines."""
    with app.app_context():
        found = inspect(db.engine)
        for name, table in db.metadata.tables.items():
            keys = {key["name"] for key in found.get_foreign_keys(name)}
            assert keys == {key.name for key in table.foreign_key_constraints}, name
            assert found.get_pk_constraint(name)["name"] == table.primary_key.name
            indexes = {index["name"] for index in found.get_indexes(name) if not index["unique"]}
            assert indexes == {index.name for index in table.indexes if not index.unique}, name


@ON_SQLITE
def test_a_current_database_is_not_changed(app):
    _table, counted = fill(app)
    bring_up_to_date(app)
    assert row_counts(app) == counted


@ON_SQLITE
def test_only_groups_of_another_edition_are_computed_anew(app, monkeypatch):
    older, _current = finished_sessions(app), finished_sessions(app)
    with at_work(app):
        db.session.get_one(StatisticsVersion, older).edition -= 1
        db.session.commit()
    computed = []
    monkeypatch.setattr("models.migrating.save_outcomes", lambda group_id, _some: computed.append(group_id))
    bring_up_to_date(app)
    assert computed == [older]


@ON_SQLITE
def test_a_new_figure_needs_a_column_with_a_default_and_a_higher_edition(app, monkeypatch):
    """Here the column is an old one, with what its default would be."""
    group_id = finished_sessions(app)
    with at_work(app):
        version = statistics_version(group_id)
        db.session.execute(db.update(Outcome).values(rounds_led=0, cards_by_class={}))
        db.session.commit()
    monkeypatch.setattr("models.migrating.EDITION", EDITION + 1)
    bring_up_to_date(app)
    assert_outcomes_match(app, group_id)
    with at_work(app):
        assert statistics_version(group_id) != version
        assert db.session.get_one(StatisticsVersion, group_id).edition == EDITION + 1


@ON_SQLITE
def test_a_server_stopped_while_computing_continues_at_its_next_start(app, monkeypatch):
    """Each group is complete before the next one begins, each batch of sessions before the next batch."""
    groups = [finished_sessions(app) for _ in range(3)]
    with at_work(app):
        db.session.execute(text("UPDATE statistics_versions SET edition = 0"))
        db.session.execute(db.update(Outcome).values(total=-1))
        db.session.commit()
    with monkeypatch.context() as patched:
        patched.setattr("models.migrating.BATCH_SIZE", 1)
        patched.setattr("models.migrating.save_outcomes", interrupted_at(8, save_outcomes))
        with pytest.raises(KeyboardInterrupt):
            bring_up_to_date(app)
    with at_work(app):
        assert db.session.scalar(db.select(db.func.count()).where(Outcome.total >= 0)) == 7 * 3
        editions = db.session.scalars(db.select(StatisticsVersion.edition)).all()
        assert sorted(editions) == [0, EDITION, EDITION]
    bring_up_to_date(app)
    for group_id in groups:
        assert_outcomes_match(app, group_id)


def interrupted_at(count, do):
    """Wraps `do` and raises KeyboardInterrupt at call number `count`."""
    done = []

    def try_to(*args):
        done.append(args)
        if len(done) == count:
            raise KeyboardInterrupt
        do(*args)

    return try_to


def test_constraints_hold(app):
    """Every foreign key refers to a row, and rows of a group are deleted with it."""
    table, _counted = fill(app)
    with at_work(app), pytest.raises(IntegrityError):
        db.session.execute(text("DELETE FROM players"))
    with at_work(app):
        delete_for_good(db.session.get_one(Group, table.group_id))
        db.session.commit()
    assert set(row_counts(app).values()) == {0}


@ON_SQLITE
@pytest.mark.parametrize(
    "parent",
    sampling.third_of_each_kind(
        ["sessions", "groups", "seats", "sheets", "players", "nights"],
        lambda _: "any",
        sampling.chance_for("tables that change"),
    ),
)
def test_changing_a_table_keeps_the_rows_that_refer_to_it(app, parent, tmp_path):
    """SQLite recreates a changed table: with foreign keys on, its children would be deleted with it."""
    _table, counted = fill(app)
    later = tmp_path / "migrations"
    _copy_with_another(later, parent)
    with app.app_context():
        flask_migrate.upgrade(directory=str(later))
        db.session.remove()
    assert row_counts(app) == counted
    with app.app_context():
        columns = {column["name"] for column in inspect(db.engine).get_columns(parent)}
        assert "mood" in columns
        with db.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def _copy_with_another(folder, parent):
    """A copy of the migrations with one more, which adds a column with a constraint to a table."""
    (folder / "versions").mkdir(parents=True)
    for file in [*FOLDER.glob("*.*"), *FOLDER.glob("versions/*.py")]:
        (folder / file.relative_to(FOLDER)).write_bytes(file.read_bytes())
    newest = sorted(path.name.partition("_")[0] for path in FOLDER.glob("versions/*.py"))[-1]
    (folder / "versions" / "9999_mood.py").write_text(
        f"""
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9999", "{newest}"


def upgrade():
    with op.batch_alter_table("{parent}", recreate="always") as batch:
        batch.add_column(sa.Column("mood", sa.String(20), nullable=True))
        batch.create_check_constraint("mood", "mood <> ''")
"""
    )


START = """
import logging
import multiprocessing
import sys
from tests.databases import CONFIG
from app import create_app

def work():
    together.wait()
    create_app({**CONFIG, "DATABASE_URL": sys.argv[1], "UPGRADE_ON_START": True})

logging.basicConfig(level=logging.INFO)
fork = multiprocessing.get_context("fork")
together = fork.Barrier(int(sys.argv[2]))
workers = [fork.Process(target=work) for _ in range(together.parties)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
print([worker.exitcode for worker in workers])
"""
WORKERS = 4


def test_many_simultaneously_starting_processes_upgrade_once(url):
    """The server's workers on a new machine: forks of one process that has loaded the application."""
    command = [sys.executable, "-W", "error", "-c", START, url, str(WORKERS)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert ended.stdout == f"{[0] * WORKERS}\n", ended.stderr
    assert ended.stderr.count("Running upgrade  -> 0018") == 1
    app = app_on(url)
    fill(app)
    let_go(app)


def test_a_new_application_upgrades_its_database_itself(url):
    app = app_on(url, UPGRADE_ON_START=True)
    fill(app)
    let_go(app)


def test_a_new_file_is_readable_by_the_servers_user_only(tmp_path):
    file = tmp_path / "new.sqlite3"
    app = app_on(f"sqlite:///{file}", UPGRADE_ON_START=True)
    with at_work(app):
        db.session.execute(db.text("SELECT 1"))
        beside = [file.with_name(file.name + suffix) for suffix in ("-wal", "-shm")]
        assert {oct(path.stat().st_mode & 0o777) for path in (file, *beside)} == {"0o600"}
    let_go(app)


def test_an_existing_file_keeps_its_mode(tmp_path):
    file = tmp_path / "shared.sqlite3"
    file.touch()
    file.chmod(0o660)
    let_go(app_on(f"sqlite:///{file}", UPGRADE_ON_START=True))
    assert file.stat().st_mode & 0o777 == 0o660

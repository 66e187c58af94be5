"""Up, down and up again on both databases, with rows in every table, and once however many start at once."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import flask_migrate
import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from game.variants import VARIANTS
from models import Group, Import, Job, Season, Session, db
from models.database import new_id
from models.deleting import delete_group
from models.imported_file import ImportState
from models.job import store_file
from models.migrating import FOLDER, bring_up_to_date
from models.people.people import rename
from models.statistics.outcome import CardsLeft, Outcome
from models.statistics.outcomes import rewrite_all
from models.statistics.running import RUNNING
from models.statistics.version import statistics_version
from models.table.starting import SessionSetup
from models.table.whole_sheets import PaperNight, WholeSheet, enter_game, enter_rounds, planned, totals
from tests import sampling
from tests.club import opened
from tests.databases import app_on, let_go
from tests.migrations.long_ago import finished_long_ago
from tests.models.rows import row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match, running_of
from tests.once import played_once
from tests.table import at_work, start
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
# For what a step does to rows: its statements are the same on each engine.
ON_SQLITE = pytest.mark.parametrize("engine", ["sqlite"])


@played_once
def fill(app):
    """Play until every table has a row: the table that is played at, and how many rows each has."""
    table = start(app, "derange", "Anna Bo Cara").plays(
        "Cara out, Anna 8 5 5, Bo K", "Anna out, Bo =12, Cara 4", "Cara out, Anna 8, Bo K"
    )
    table.corrects(1, "Bo out, Anna 8, Cara 4").takes_back().stops()
    table.link("watcher")
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        rename(group, next(p for p in group.players if p.name == "Anna"), "Annika", table.author())
        db.session.add(Season(group_id=group.id, name="2026", first_day=None, last_day=None))
        db.session.add(_waiting(group))
        store_file(Job.enqueue(group, "csv", {}, table.author()).id, BytesIO(b"a,b"))
    opened(app, "Bo Cara", group_id=table.group_id).draws()
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


def down_to(app, revision):
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER), revision=revision)
        db.session.remove()


def tables_of(app):
    with app.app_context():
        return set(inspect(db.engine).get_table_names()) - {"alembic_version"}


def test_up_from_nothing_is_what_the_models_say(new_app, capsys):
    app = new_app
    bring_up_to_date(app)
    assert tables_of(app) == set(db.metadata.tables)
    with app.app_context():
        flask_migrate.check(directory=str(FOLDER))  # exits where it finds a difference


@ON_SQLITE
def test_a_database_of_today_is_left_alone(app):
    _table, counted = fill(app)
    bring_up_to_date(app)
    assert row_counts(app) == counted


def test_down_to_nothing_and_up_again(app):
    fill(app)
    down_to(app, "base")
    assert tables_of(app) == set()
    bring_up_to_date(app)
    assert set(row_counts(app).values()) == {0}
    fill(app)


def test_sessions_that_ended_before_outcomes_were_kept_get_theirs(app):
    group_id = finished_long_ago(app)
    kept = running_of(app, group_id)
    down_to(app, "0001")
    bring_up_to_date(app)
    assert len(kept) == 9
    assert running_of(app, group_id) == kept
    assert_outcomes_match(app, group_id)


@ON_SQLITE
def test_a_server_that_was_stopped_while_it_filled_them_in_goes_on_when_it_starts_again(app, monkeypatch):
    group_id = finished_long_ago(app)
    kept = running_of(app, group_id)
    with at_work(app):
        later = db.select(Outcome.seat_id).where(Outcome.nth > 1)
        db.session.execute(db.delete(CardsLeft).where(CardsLeft.seat_id.in_(later)))
        db.session.execute(db.delete(Outcome).where(Outcome.nth > 1))
        db.session.commit()
    monkeypatch.setattr("models.migrating.AT_ONCE", 1)
    bring_up_to_date(app)
    assert running_of(app, group_id) == kept
    assert_outcomes_match(app, group_id)


def entered_from_paper(table):
    """A game of long ago in the same group, of which the totals are known."""
    with at_work(table.app):
        group = db.session.get_one(Group, table.group_id)
        setup = SessionSetup(VARIANTS["derange"], {}, ["Anna", "Bo"], 0)
        seen = planned(setup)
        sheet = totals(seen, {seen.seats[0].id: 210, seen.seats[1].id: 187})
        start = datetime(2024, 3, 8, 19, 0, tzinfo=UTC)
        session = enter_game(
            group, setup, seen, sheet, new_id(), table.author(), PaperNight(start, start.date())
        )
        db.session.commit()
        return session.id


def test_games_that_were_entered_from_paper_before_this_was_noted_tell_no_hours(app):
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
    with table.open() as session:  # rounds of a game at the table that were typed late
        late = WholeSheet((replace(session.round_facts()[0], number=2),), over=False)
        enter_rounds(session, late, table.author())
    on_paper = entered_from_paper(table)
    down_to(app, "0002")
    bring_up_to_date(app)
    with at_work(app):
        untimed = db.session.scalars(db.select(Session.id).where(Session.no_times)).all()
    assert untimed == [on_paper]


def test_groups_that_were_put_together_are_two_for_a_version_that_knows_nothing_of_it(app):
    kept, gone = finished_long_ago(app), finished_long_ago(app)
    with at_work(app):
        db.session.get_one(Group, gone).merged_into_id = kept
        db.session.commit()
    counted = row_counts(app)
    down_to(app, "0006")
    bring_up_to_date(app)
    assert row_counts(app) == counted
    with at_work(app):
        assert db.session.get_one(Group, gone).merged_into_id is None


@pytest.mark.parametrize("revision", ["0002", "0003", "0010"])
def test_groups_of_old_have_the_figures_of_today(app, revision):
    group_id = finished_long_ago(app)
    kept = running_of(app, group_id)
    down_to(app, revision)
    bring_up_to_date(app)
    assert running_of(app, group_id) == kept
    assert_outcomes_match(app, group_id)


@ON_SQLITE
@pytest.mark.parametrize(("sums", "is_old"), [(2, False), (-1, False), (1, True), (0, True)])
def test_only_groups_of_an_older_edition_are_computed_anew(app, monkeypatch, sums, is_old):
    """-1: the sums of a long file were still to be written, its running figures were there."""
    group_id = finished_long_ago(app)
    with at_work(app):
        version = statistics_version(group_id)
    down_to(app, "0010")
    with at_work(app):
        db.session.execute(text("UPDATE editions SET sums = :sums"), {"sums": sums})
        db.session.commit()
    computed = []
    monkeypatch.setattr("models.migrating.rewrite_all", computed.append)
    bring_up_to_date(app)
    assert set(computed) == ({group_id} if is_old else set())
    with at_work(app):
        assert statistics_version(group_id) == version


@ON_SQLITE
def test_a_server_that_was_stopped_while_it_computed_them_goes_on_when_it_starts_again(app, monkeypatch):
    """Each group is whole before the next one begins."""
    groups = [finished_long_ago(app) for _ in range(3)]
    with at_work(app):
        db.session.execute(text("UPDATE statistics_versions SET edition = 0"))
        db.session.execute(db.update(Outcome).values(nth=99))
        db.session.commit()
    with monkeypatch.context() as patched:
        patched.setattr("models.migrating.rewrite_all", interrupted_at(3, rewrite_all))
        with pytest.raises(KeyboardInterrupt):
            bring_up_to_date(app)
    with at_work(app):
        assert db.session.scalar(db.select(db.func.count(Outcome.nth)).where(Outcome.nth < 99)) == 2 * 9
    bring_up_to_date(app)
    for group_id in groups:
        assert_outcomes_match(app, group_id)


@ON_SQLITE
def test_ratings_of_an_older_edition_are_reckoned_anew(app):
    """As they are where the sessions have just come in."""
    group_id = finished_long_ago(app)
    with at_work(app):
        new = running_figures(group_id)
        db.session.execute(text("UPDATE outcomes SET mu = 27.6, sigma = 8.1, own_mu = 22.4, own_sigma = 8.1"))
        db.session.execute(text("UPDATE statistics_versions SET edition = 1"))
        db.session.commit()
    bring_up_to_date(app)
    with at_work(app):
        assert running_figures(group_id) == new
    assert_outcomes_match(app, group_id)


def running_figures(group_id):
    query = db.select(Outcome.seat_id, *(getattr(Outcome, name) for name in RUNNING))
    return sorted(tuple(row) for row in db.session.execute(query.where(Outcome.group_id == group_id)))


def interrupted_at(count, do):
    """The same, which is stopped when it is done for so many times."""
    done = []

    def try_to(*args):
        done.append(args)
        if len(done) == count:
            raise KeyboardInterrupt
        do(*args)

    return try_to


@ON_SQLITE
def test_what_somebody_missed_is_counted_anew(app):
    table = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo 5").leaves("Cara")
    table.plays("Anna out, Bo 8").stops()
    down_to(app, "0002")
    with at_work(app):
        db.session.execute(text("UPDATE outcomes SET led = 99"))
        db.session.commit()
    bring_up_to_date(app)
    assert_outcomes_match(app, table.group_id)


@pytest.mark.parametrize("there", [True, False])
def test_eights_are_told_whether_or_not_the_column_was_there(app, there):
    """For a while the second migration made it."""
    group_id = finished_long_ago(app)
    down_to(app, "0002")
    if there:
        with at_work(app):
            db.session.execute(text("ALTER TABLE outcomes ADD COLUMN eights INTEGER"))
            db.session.execute(text("UPDATE outcomes SET eights = 0"))
            db.session.commit()
    bring_up_to_date(app)
    with at_work(app):
        eights = db.session.scalars(db.select(Outcome.eights).where(Outcome.group_id == group_id)).all()
    assert None not in eights
    assert any(eights) is not there  # a column that was there keeps what it held


def test_constraints_hold(app):
    """A column that points elsewhere points at something, and what belongs to a group goes with it."""
    table, _counted = fill(app)
    with at_work(app), pytest.raises(IntegrityError):
        db.session.execute(text("DELETE FROM players"))
    with at_work(app):
        delete_group(db.session.get_one(Group, table.group_id))
        db.session.commit()
    assert set(row_counts(app).values()) == {0}


@ON_SQLITE
@pytest.mark.parametrize(
    "parent",
    sampling.half_of_each_kind(
        ["sessions", "groups", "seats", "rounds", "players", "nights"],
        lambda _: "any",
        sampling.chance_for("tables that change"),
    ),
)
def test_changing_a_table_loses_no_row_of_those_that_hang_on_it(app, parent, tmp_path):
    """SQLite makes a changed table anew: with foreign keys on, its children would go with it."""
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
    """The migrations with one more, which adds a column with a rule to a table."""
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


def test_many_processes_that_start_at_once_upgrade_once(url):
    """The server's workers, on a new machine: forks of one process that has loaded the application."""
    command = [sys.executable, "-W", "error", "-c", START, url, str(WORKERS)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert ended.stdout == f"{[0] * WORKERS}\n", ended.stderr
    assert ended.stderr.count("Running upgrade  -> 0001") == 1
    app = app_on(url)
    fill(app)
    let_go(app)


def test_a_new_application_brings_its_database_up_by_itself(url):
    app = app_on(url, UPGRADE_ON_START=True)
    fill(app)
    let_go(app)


def test_a_new_file_is_for_the_servers_user_alone(tmp_path):
    file = tmp_path / "new.sqlite3"
    app = app_on(f"sqlite:///{file}", UPGRADE_ON_START=True)
    with at_work(app):
        db.session.execute(db.text("SELECT 1"))
        beside = [file.with_name(file.name + suffix) for suffix in ("-wal", "-shm")]
        assert {oct(path.stat().st_mode & 0o777) for path in (file, *beside)} == {"0o600"}
    let_go(app)


def test_a_file_that_is_there_keeps_its_mode(tmp_path):
    file = tmp_path / "shared.sqlite3"
    file.touch()
    file.chmod(0o660)
    let_go(app_on(f"sqlite:///{file}", UPGRADE_ON_START=True))
    assert file.stat().st_mode & 0o777 == 0o660

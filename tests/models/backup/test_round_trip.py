"""A backup is a consistent snapshot, and is restored as a whole or not at all; on both engines."""

import os
import threading
from datetime import UTC, datetime
from itertools import count

import pytest
from sqlalchemy import text

from models import Group, db
from models.backup import BackupRefused, back_up, restore
from models.migrating import LAST_WITH_OLDER, bring_up_to_date, is_newest
from tests.databases import app_on, let_go
from tests.files.document.files import exported
from tests.migrations.older import make_older
from tests.models.rows import every_row, row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match, running_of
from tests.once import played_once
from tests.sampling import full_only
from tests.table import Clock, at_work, start
from tests.waiting import wait_until

AT = datetime(2026, 5, 9, 20, 0, tzinfo=UTC)


def make(app, file, **options):
    with app.app_context():
        back_up(file, **options)
    return file


def restore_backup(app, file, **options):
    with app.app_context():
        restore(file, **options)
    bring_up_to_date(app)


def on_sqlite(app):
    return app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite")


@played_once
def played(app):
    return (
        start(app, "derange", "Anna Bo Cara")
        .plays("Cara out, Anna 8, Bo K", "Anna out, Bo 8, Cara 4")
        .stops()
    )


def rounds_of(app, group_id):
    """Every round of a group as in its document, in the order of play."""
    document = exported(app, group_id)
    sessions = sorted(document["sessions"], key=lambda session: session["started_at"])
    return [dealt for session in sessions for dealt in session["rounds"]]


class Scorer(threading.Thread):
    """A group that plays until it is stopped, ten rounds a session, over separate connections."""

    def __init__(self, app):
        super().__init__()
        self.app, self.over = app, threading.Event()
        self.table = start(app, "derange", "Anna Bo")
        self.saved = 0

    def run(self):
        for number in count(1):
            self.table.plays(f"Anna out, Bo ={number}")
            self.saved = number
            if self.over.is_set():
                return
            if number % 10 == 0:
                clock = Clock(self.table.clock.time)
                self.table = start(self.app, "derange", "Anna Bo", group_id=self.table.group_id, clock=clock)


@full_only
def test_a_backup_made_while_rounds_are_saved_is_a_consistent_snapshot(another, tmp_path):
    source, target = another(), another(migrated=False)
    scorers = [Scorer(source) for _table in range(3)]
    for scorer in scorers:
        scorer.start()
    try:
        wait_until(lambda: min(scorer.saved for scorer in scorers) >= 3)
        before = [scorer.saved for scorer in scorers]
        file = make(source, tmp_path / "whole")
        after = [scorer.saved + 1 for scorer in scorers]
    finally:
        for scorer in scorers:
            scorer.over.set()
        for scorer in scorers:
            scorer.join()
    restore_backup(target, file)
    for scorer, least, most in zip(scorers, before, after, strict=True):
        then = rounds_of(target, scorer.table.group_id)
        assert then == rounds_of(source, scorer.table.group_id)[: len(then)]
        assert least <= len(then) <= most
    if on_sqlite(target):  # the other engine has checked constraints
        with target.app_context(), db.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalars().all() == ["ok"]
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []


def test_a_backup_is_readable_by_its_owner_only_and_leaves_no_temporary_file(another, tmp_path):
    file = make(another(), tmp_path / "whole")
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("whole")] == ["whole"]


def test_another_file_is_overwritten_only_on_request(another, tmp_path):
    app = another()
    file = tmp_path / "whole"
    file.write_text("a letter")
    with pytest.raises(BackupRefused, match="exists already"):
        make(app, file)
    assert file.read_text() == "a letter"
    make(app, file, overwrite=True)
    assert "letter" not in file.read_bytes().decode("latin-1")


def test_an_empty_file_is_no_backup(another, tmp_path):
    with pytest.raises(BackupRefused, match=r"database is empty|no database yet"):
        make(another(migrated=False), tmp_path / "whole")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("whole")]


@full_only
def test_temporary_files_of_an_interrupted_backup_are_no_obstacle(another, tmp_path):
    (tmp_path / "whole.part").write_text("half of it" * 10_000)
    app = another()
    table = played(app)
    file = make(app, tmp_path / "whole")
    target = another()
    restore_backup(target, file)
    assert running_of(target, table.group_id) == running_of(app, table.group_id)


@full_only
def test_a_database_with_contents_is_restored_over_only_on_request(another, tmp_path):
    source, target = another(), another()
    table, other = played(source), start(target, "derange", "Eva Frans")
    file = make(source, tmp_path / "whole")
    before = row_counts(target)
    with pytest.raises(BackupRefused, match="contains data already"):
        restore_backup(target, file)
    assert row_counts(target) == before
    restore_backup(target, file, overwrite=True)
    assert rounds_of(target, table.group_id) == rounds_of(source, table.group_id)
    with at_work(target):
        assert db.session.get(Group, other.group_id) is None


@full_only
def test_a_backup_of_an_older_version_is_migrated(another, tmp_path):
    source, target = another(), another()
    table = played(source)
    expected = running_of(source, table.group_id)
    make_older(source)
    restore_backup(target, make(source, tmp_path / "whole"))
    with target.app_context():
        assert is_newest()
    assert running_of(target, table.group_id) == expected
    assert_outcomes_match(target, table.group_id)


@full_only
def test_an_older_backup_replaces_a_newer_revision_completely(another, tmp_path):
    """Tables unknown to the backup are dropped with the others."""
    app = another()
    table = played(app)
    make_older(app)
    file = make(app, tmp_path / "whole")
    bring_up_to_date(app)
    restore_backup(app, file, overwrite=True)
    assert_outcomes_match(app, table.group_id)


def set_revision(app, revision):
    with at_work(app):
        db.session.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
        db.session.commit()


def test_a_backup_of_a_newer_version_is_refused(another, tmp_path):
    source, target = another(), another()
    set_revision(source, "9999")
    with pytest.raises(BackupRefused, match=r"newer version of Turn Eight \(revision 9999\)"):
        restore_backup(target, make(source, tmp_path / "whole"))


@pytest.mark.parametrize("older", ["0001", "0017"])
def test_a_backup_older_than_every_migration_is_refused(another, tmp_path, older):
    source, target = another(), another()
    set_revision(source, older)
    file = make(source, tmp_path / "whole")
    played(target)
    before = every_row(target)
    first = rf"older than .* \(revision {older}\)\. Install the version of commit {LAST_WITH_OLDER} first"
    with pytest.raises(BackupRefused, match=first):
        restore_backup(target, file, overwrite=True)
    assert every_row(target) == before


@full_only
@pytest.mark.parametrize(("revision", "age"), [("9999", "a newer"), ("0017", "an older")])
def test_a_database_of_an_unknown_version_is_replaced_only_by_a_whole_file(another, tmp_path, revision, age):
    """Other objects that another version has created in PostgreSQL are unknown here."""
    source, target = another(), another()
    table = played(source)
    file = make(source, tmp_path / "whole")
    set_revision(target, revision)
    if on_sqlite(target):
        restore_backup(target, file, overwrite=True)
        assert rounds_of(target, table.group_id) == rounds_of(source, table.group_id)
    else:
        with pytest.raises(BackupRefused, match=rf"of {age} version .*{revision}.* empty one"):
            restore_backup(target, file, overwrite=True)


def test_other_files_are_refused(another, tmp_path):
    source, target = another(), another()
    played(source)
    whole = make(source, tmp_path / "whole").read_bytes()
    wrong = {
        "empty": b"",
        "letter": b"Dear Anna,",
        "cut": whole[: len(whole) // 2],
        "scratched": whole[:8000] + os.urandom(len(whole) - 8000),
    }
    before = row_counts(target)
    for name, content in wrong.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BackupRefused, match=r"not a backup from Turn Eight|damaged|cannot read"):
            restore_backup(target, tmp_path / name)
    with pytest.raises(BackupRefused, match="cannot be read"):
        restore_backup(target, tmp_path / "missing")
    assert row_counts(target) == before


@full_only
def test_a_running_server_is_noticed(another, tmp_path):
    source, target = another(), another()
    file = make(source, tmp_path / "whole")
    server = app_on(target.config["SQLALCHEMY_DATABASE_URI"])
    row_counts(server)  # and keeps its connection, idle
    with pytest.raises(BackupRefused, match="A server is using the database"):
        restore_backup(target, file)
    let_go(server)
    restore_backup(target, file)


@full_only
def test_a_failed_restore_leaves_the_database_unchanged(another, tmp_path, monkeypatch):
    source, target = another(), another()
    played(source)
    table = start(target, "derange", "Eva Frans").plays("Eva out, Frans 8")
    before = rounds_of(target, table.group_id)
    for app in (source, target):  # a foreign table, which a backup cannot overwrite
        with app.app_context(), db.engine.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE letters (id INTEGER PRIMARY KEY)")
    file = make(source, tmp_path / "whole")
    monkeypatch.setattr("models.backup.sqlite.upgrade_beside", lambda _copy: 1 / 0)
    with pytest.raises((BackupRefused, ZeroDivisionError)):
        restore_backup(target, file, overwrite=True)
    let_go(target)
    assert rounds_of(target, table.group_id) == before
    assert not [path for path in tmp_path.iterdir() if "restoring" in path.name]


@full_only
def test_a_backup_can_be_restored_more_than_once(another, tmp_path):
    source, target = another(), another()
    table = played(source)
    file = make(source, tmp_path / "whole")
    for _time in range(2):
        restore_backup(target, file, overwrite=True)
    assert rounds_of(target, table.group_id) == rounds_of(source, table.group_id)

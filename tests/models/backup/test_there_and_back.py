"""A backup holds all of one moment, and comes back as a whole or not at all; on both engines."""

import os
import threading
from datetime import UTC, datetime
from itertools import count

import flask_migrate
import pytest
from sqlalchemy import text

from models import Group, db
from models.backup import BackupRefused, back_up, restore
from models.migrating import FOLDER, bring_up_to_date, is_newest
from tests.databases import app_on, let_go
from tests.exchange.document.files import exported
from tests.models.rows import row_counts
from tests.models.statistics.outcomes_kept import assert_kept_right, running_of
from tests.once import played_once
from tests.table import Clock, at_work, start
from tests.waiting import wait_until

AT = datetime(2026, 5, 9, 20, 0, tzinfo=UTC)


def make(app, file, **options):
    with app.app_context():
        back_up(file, **options)
    return file


def bring_back(app, file, **options):
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
    """Every round of a group as its document has it, in the order they were played."""
    document = exported(app, group_id)
    sessions = sorted(document["sessions"], key=lambda session: session["started_at"])
    return [dealt for session in sessions for dealt in session["rounds"]]


class Evening(threading.Thread):
    """A group that plays until it is told to stop, ten rounds a game, over connections of its own."""

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


def test_a_backup_made_while_rounds_are_saved_is_one_moment_of_them(another, tmp_path):
    source, target = another(), another(migrated=False)
    evenings = [Evening(source) for _table in range(3)]
    for evening in evenings:
        evening.start()
    try:
        wait_until(lambda: min(evening.saved for evening in evenings) >= 3)
        before = [evening.saved for evening in evenings]
        file = make(source, tmp_path / "whole")
        after = [evening.saved + 1 for evening in evenings]
    finally:
        for evening in evenings:
            evening.over.set()
        for evening in evenings:
            evening.join()
    bring_back(target, file)
    for evening, least, most in zip(evenings, before, after, strict=True):
        then = rounds_of(target, evening.table.group_id)
        assert then == rounds_of(source, evening.table.group_id)[: len(then)]
        assert least <= len(then) <= most
    if on_sqlite(target):  # the other engine has checked what it took in
        with target.app_context(), db.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalars().all() == ["ok"]
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []


def test_a_backup_is_for_its_owner_alone_and_no_half_of_one_is_left(another, tmp_path):
    file = make(another(), tmp_path / "whole")
    assert file.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("whole")] == ["whole"]


def test_another_file_is_written_over_only_when_that_is_said(another, tmp_path):
    app = another()
    file = tmp_path / "whole"
    file.write_text("a letter")
    with pytest.raises(BackupRefused, match="exists already"):
        make(app, file)
    assert file.read_text() == "a letter"
    make(app, file, overwrite=True)
    assert "letter" not in file.read_bytes().decode("latin-1")


def test_nothing_is_no_backup(another, tmp_path):
    with pytest.raises(BackupRefused, match=r"database is empty|no database yet"):
        make(another(migrated=False), tmp_path / "whole")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("whole")]


def test_what_a_backup_that_was_broken_off_left_is_no_hindrance(another, tmp_path):
    (tmp_path / "whole.part").write_text("half of it" * 10_000)
    app = another()
    table = played(app)
    file = make(app, tmp_path / "whole")
    target = another()
    bring_back(target, file)
    assert running_of(target, table.group_id) == running_of(app, table.group_id)


def test_a_database_that_holds_something_is_restored_over_only_when_that_is_said(another, tmp_path):
    source, target = another(), another()
    table, other = played(source), start(target, "derange", "Eva Frans")
    file = make(source, tmp_path / "whole")
    before = row_counts(target)
    with pytest.raises(BackupRefused, match="contains data already"):
        bring_back(target, file)
    assert row_counts(target) == before
    bring_back(target, file, overwrite=True)
    assert rounds_of(target, table.group_id) == rounds_of(source, table.group_id)
    with at_work(target):
        assert db.session.get(Group, other.group_id) is None


def test_a_backup_of_an_older_version_is_brought_up(another, tmp_path):
    source, target = another(), another()
    table = played(source)
    kept = running_of(source, table.group_id)
    with source.app_context():
        flask_migrate.downgrade(directory=str(FOLDER), revision="0001")
        db.session.remove()
    bring_back(target, make(source, tmp_path / "whole"))
    with target.app_context():
        assert is_newest()
    assert running_of(target, table.group_id) == kept
    assert_kept_right(target, table.group_id)


def test_over_a_newer_revision_an_older_backup_comes_back_whole(another, tmp_path):
    """Tables that the backup does not know are cleared away with the others."""
    app = another()
    table = played(app)
    with app.app_context():
        flask_migrate.downgrade(directory=str(FOLDER), revision="0001")
    file = make(app, tmp_path / "whole")
    bring_up_to_date(app)
    bring_back(app, file, overwrite=True)
    assert_kept_right(app, table.group_id)


def set_revision(app, revision):
    with at_work(app):
        db.session.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
        db.session.commit()


def test_a_backup_of_a_newer_version_is_refused(another, tmp_path):
    source, target = another(), another()
    set_revision(source, "9999")
    with pytest.raises(BackupRefused, match=r"newer version of Turn Eight \(revision 9999\)"):
        bring_back(target, make(source, tmp_path / "whole"))


def test_over_a_database_of_a_newer_version_only_a_whole_file_can_be_put(another, tmp_path):
    """What else a newer version has made in PostgreSQL nobody here knows."""
    source, target = another(), another()
    table = played(source)
    file = make(source, tmp_path / "whole")
    set_revision(target, "9999")
    if on_sqlite(target):
        bring_back(target, file, overwrite=True)
        assert rounds_of(target, table.group_id) == rounds_of(source, table.group_id)
    else:
        with pytest.raises(BackupRefused, match=r"of a newer version .*9999.* empty one"):
            bring_back(target, file, overwrite=True)


def test_what_is_no_backup_is_refused(another, tmp_path):
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
            bring_back(target, tmp_path / name)
    with pytest.raises(BackupRefused, match="cannot be read"):
        bring_back(target, tmp_path / "missing")
    assert row_counts(target) == before


def test_a_server_that_is_at_it_is_noticed(another, tmp_path):
    source, target = another(), another()
    file = make(source, tmp_path / "whole")
    server = app_on(target.config["SQLALCHEMY_DATABASE_URI"])
    row_counts(server)  # and keeps its connection, idle
    with pytest.raises(BackupRefused, match="A server is using the database"):
        bring_back(target, file)
    let_go(server)
    bring_back(target, file)


def test_what_fails_on_the_way_leaves_the_database_as_it_was(another, tmp_path, monkeypatch):
    source, target = another(), another()
    played(source)
    table = start(target, "derange", "Eva Frans").plays("Eva out, Frans 8")
    before = rounds_of(target, table.group_id)
    for app in (source, target):  # a table of somebody else's, which a backup cannot put over another
        with app.app_context(), db.engine.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE letters (id INTEGER PRIMARY KEY)")
    file = make(source, tmp_path / "whole")
    monkeypatch.setattr("models.backup.restoring.upgrade_beside", lambda _copy: 1 / 0)
    with pytest.raises((BackupRefused, ZeroDivisionError)):
        bring_back(target, file, overwrite=True)
    let_go(target)
    assert rounds_of(target, table.group_id) == before
    assert not [path for path in tmp_path.iterdir() if "restoring" in path.name]


def test_a_backup_goes_back_more_than_once(another, tmp_path):
    source, target = another(), another()
    table = played(source)
    file = make(source, tmp_path / "whole")
    for _time in range(2):
        bring_back(target, file, overwrite=True)
    assert rounds_of(target, table.group_id) == rounds_of(source, table.group_id)

"""A daily backup, kept for a week."""

import threading
from datetime import UTC, datetime, timedelta

import pytest

from models.backup import BackupRefused, daily_backup
from models.backup.sqlite import revision_of
from models.migrating import revisions

NOON = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "backups"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def run(app, now, folder):
    with app.app_context():
        return daily_backup(now, folder)


def test_the_first_call_of_a_day_makes_it(app_with, folder):
    app = app_with()
    made = run(app, NOON, folder)
    assert made == folder / "other-0-2026-05-09.sqlite3"
    assert revision_of(made) == revisions()[0]
    assert run(app, NOON + timedelta(hours=11), folder) is None
    assert names(folder) == [made.name]


def test_a_backup_is_kept_for_a_week_and_other_files_for_ever(app_with, folder):
    app = app_with()
    folder.mkdir()
    others = ("other-0-2020-01-01.sqlite3.old", "other-0-before-moving.sqlite3", "demo-2020-01-01.sqlite3")
    for name in (*others, "other-0-2020-99-99.sqlite3"):
        (folder / name).touch()
    for left in ("part", "part-journal"):  # of an interrupted backup
        (folder / f"other-0-2026-05-08.sqlite3.{left}").touch()
    for day in range(10):
        run(app, NOON + timedelta(days=day), folder)
    recent = [f"other-0-2026-05-{day}.sqlite3" for day in range(12, 19)]
    assert names(folder) == sorted([*others, "other-0-2020-99-99.sqlite3", *recent])


def test_where_no_backup_can_be_made_none_is_removed(app_with, folder, monkeypatch):
    app = app_with()
    run(app, NOON, folder)

    def full(*_paths):
        raise BackupRefused("disk full")

    monkeypatch.setattr("models.backup.sqlite.write", full)
    with pytest.raises(BackupRefused):
        run(app, NOON + timedelta(days=30), folder)
    assert names(folder) == ["other-0-2026-05-09.sqlite3"]


def test_simultaneous_calls_make_one_backup(app_with, folder):
    app, made = app_with(), []
    at_once = threading.Barrier(6)

    def backup():
        at_once.wait()
        made.append(run(app, NOON, folder))

    asking = [threading.Thread(target=backup) for _process in range(6)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(made) == 6
    assert names(folder) == ["other-0-2026-05-09.sqlite3"]
    assert revision_of(folder / "other-0-2026-05-09.sqlite3") == revisions()[0]


def test_only_the_servers_user_can_read_the_folder(app_with, folder):
    made = run(app_with(), NOON, folder)
    assert [path.stat().st_mode & 0o777 for path in (folder, made)] == [0o700, 0o600]


def test_without_a_folder_there_is_no_backup(app_with):
    assert run(app_with(), NOON, None) is None


@pytest.mark.both_databases
def test_on_either_engine(app, folder):
    assert run(app, NOON, folder).name.endswith((".sqlite3", ".dump"))

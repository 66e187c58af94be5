"""Backups that are SQLite files."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from models import db
from models.backup import BackupRefused, back_up, restore, sqlite
from models.migrating import bring_up_to_date
from tests.databases import app_on, let_go
from tests.models.rows import row_counts
from tests.sampling import full_only
from tests.table import start

pytestmark = [full_only, pytest.mark.table("derange", "Anna Bo", plays=["Anna out, Bo 8"])]


@pytest.fixture
def app(app_with):
    return app_with()


@pytest.fixture
def file(app, table, tmp_path):
    with app.app_context():
        back_up(tmp_path / "whole")
    return tmp_path / "whole"


@pytest.fixture
def place(tmp_path):
    return tmp_path / "place.sqlite3"


@pytest.fixture
def target(place):
    app = app_on(f"sqlite:///{place}")
    yield app
    let_go(app)


def restore_backup(app, file, **options):
    with app.app_context():
        restore(file, **options)
    bring_up_to_date(app)


@pytest.mark.parametrize("what_is_there", [None, b"scratched" * 1000])
def test_journal_files_of_an_earlier_database_are_not_read_into_the_new_one(
    app, target, place, file, what_is_there
):
    bring_up_to_date(target)
    let_go(target)
    start(target, "derange", "Eva Frans")  # some of its pages are in the journal, and not the first
    beside = place.with_name(f"{place.name}-wal")
    left = beside.read_bytes()
    assert left
    let_go(target)
    place.unlink()
    beside.write_bytes(left)
    if what_is_there:
        place.write_bytes(what_is_there)
    restore_backup(target, file, overwrite=True)
    assert row_counts(target) == row_counts(app)


def test_an_unreadable_database_is_restored_over(app, target, place, file):
    place.write_bytes(b"scratched" * 1000)
    with pytest.raises(BackupRefused, match="contains data already"):
        restore_backup(target, file)
    restore_backup(target, file, overwrite=True)
    assert row_counts(target) == row_counts(app)


def test_the_file_mode_of_the_database_is_kept(target, place, file):
    bring_up_to_date(target)
    place.chmod(0o660)
    restore_backup(target, file)
    assert place.stat().st_mode & 0o777 == 0o660


def test_a_symbolic_link_to_the_database_is_kept(app, target, place, file, tmp_path):
    elsewhere = tmp_path / "another disk"
    elsewhere.mkdir()
    place.symlink_to(elsewhere / place.name)
    restore_backup(target, file)
    assert place.is_symlink()
    assert row_counts(target) == row_counts(app)


def test_a_new_database_is_readable_by_its_owner_only(target, place, file):
    file.chmod(0o644)
    restore_backup(target, file)
    assert place.stat().st_mode & 0o777 == 0o600


def test_a_database_in_use_is_no_backup(app, target, table):
    database = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    with app.app_context():
        db.session.execute(db.text("SELECT 1 FROM groups"))
        with pytest.raises(BackupRefused, match="is a database in use"):
            restore_backup(target, Path(database))


def test_the_database_itself_is_no_backup(target, place):
    bring_up_to_date(target)
    with pytest.raises(BackupRefused, match="is the database itself"):
        restore_backup(target, place)


def test_a_database_of_another_program_is_refused(target, tmp_path):
    with closing(sqlite3.connect(tmp_path / "photos")) as photos:
        photos.execute("CREATE TABLE photos (id INTEGER)")
        photos.commit()
    with pytest.raises(BackupRefused, match="is not a backup from Turn Eight"):
        restore_backup(target, tmp_path / "photos")


def test_a_backup_of_the_other_engine_is_refused_with_instructions(target, tmp_path):
    (tmp_path / "whole").write_bytes(b"PGDMP and more")
    with pytest.raises(BackupRefused, match=r"backup of PostgreSQL, .* export and import"):
        restore_backup(target, tmp_path / "whole")


@pytest.mark.parametrize(("page", "message"), [(0, "cannot be copied"), (2, "is damaged")])
def test_a_database_that_is_damaged_gives_no_backup(target, place, tmp_path, page, message):
    bring_up_to_date(target)
    let_go(target)
    with place.open("r+b") as file:
        file.seek(page * 4096)
        file.write(b"scratched" * 400)
    with target.app_context(), pytest.raises(BackupRefused, match=message):
        back_up(tmp_path / "whole")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith("whole")]


def test_an_existing_temporary_file_is_not_written_into(app, table, tmp_path):
    letter = tmp_path / "letter"
    letter.write_text("Dear Anna,")
    (tmp_path / "whole.part").symlink_to(letter)
    with app.app_context(), pytest.raises(BackupRefused, match="cannot be written"):
        back_up(tmp_path / "whole")
    assert letter.read_text() == "Dear Anna,"


def test_a_simultaneous_backup_to_the_same_file_is_not_disturbed(app, table, tmp_path, monkeypatch):
    def meanwhile(draft):
        with pytest.raises(BackupRefused, match="being written by another process"):
            back_up(tmp_path / "whole")
        written(draft)

    written = sqlite.write
    monkeypatch.setattr(sqlite, "write", meanwhile)
    with app.app_context():
        back_up(tmp_path / "whole")
    assert (tmp_path / "whole").stat().st_size

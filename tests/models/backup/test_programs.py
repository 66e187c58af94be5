"""PostgreSQL is backed up by its own programs: errors where they are missing or too old."""

import pytest

from models.backup import BackupRefused, back_up
from models.backup.postgres import _run, _url
from tests.databases import app_on

pytestmark = pytest.mark.postgres


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """A PATH with nothing else in it: programs("pg_dump", "echo 9.6")."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def install(name, script):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)

    return install


def refused(app, folder):
    with app.app_context(), pytest.raises(BackupRefused) as why:
        back_up(folder / "whole")
    assert not [path for path in folder.iterdir() if path.name.startswith("whole")]
    return str(why.value)


def test_a_missing_program_is_named_with_its_package(postgres_app, programs, tmp_path):
    assert refused(postgres_app, tmp_path) == (
        "pg_dump is not installed: it comes with PostgreSQL (Debian, Ubuntu: postgresql-client)."
    )


def test_a_program_older_than_the_server_is_refused(postgres_app, programs, tmp_path):
    programs("pg_dump", "echo 'pg_dump (PostgreSQL) 9.6.24'")
    message = refused(postgres_app, tmp_path)
    assert message.startswith("pg_dump 9 cannot back up a server of PostgreSQL ")
    assert "postgresql-client-" in message


def test_its_own_error_message_is_reported(postgres_app, programs, tmp_path):
    programs(
        "pg_dump", "[ \"$1\" = --version ] && echo 99 && exit; echo 'pg_dump: error: disk full' >&2; exit 1"
    )
    assert refused(postgres_app, tmp_path) == "pg_dump made no backup (pg_dump: error: disk full)."


def test_the_password_is_on_no_command_line(programs):
    programs("pg_dump", 'echo "$PGPASSWORD"')
    with app_on("postgresql://anna:s3cr3t@db.example/turn_eight?sslmode=require").app_context():
        assert _url() == "postgresql://anna@db.example/turn_eight?sslmode=require"
        assert _run("pg_dump", _url(), failing="") == "s3cr3t\n"

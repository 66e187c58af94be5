"""Whatever a server cannot start with: one sentence on standard error, exit code 2, and no password."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.cli import FlaskGroup
from sqlalchemy import text

from app import create_app
from commands.refusing import Refused
from models import db
from models.database import writing
from models.migrating import LAST_WITH_OLDER, NO_WAY_BACK
from tests.databases import app_on, let_go, new_postgres, replace_database
from tests.sampling import full_only
from tests.serving.served import HERE, PROJECT, free_port, project_copy
from tests.trust.test_database import READ_ONLY, mount_command
from tests.waiting import PATIENCE

pytestmark = full_only

PASSWORD = "s3cr3t"
KEY = "a-long-key-of-more-than-32-characters"


@pytest.fixture
def instance(monkeypatch, tmp_path):
    """The folder instance/ of applications that are created; it does not exist yet."""
    folder = tmp_path / "project/instance"
    monkeypatch.setattr(Flask, "auto_find_instance_path", lambda _app: str(folder))
    return folder


@pytest.fixture
def refusal(monkeypatch, instance):
    """The message of a start with these settings."""
    monkeypatch.setenv("FLASK_RUN_FROM_CLI", "true")  # FlaskGroup sets it
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("The server starts"))

    def refused(*command: str, **settings) -> str:
        return checked(*started(command or ("serve",), settings))

    return refused


def test_https_without_its_library_is_refused_with_the_reason(refusal, monkeypatch):
    """The library is not published for every system."""
    monkeypatch.delitem(sys.modules, "serving.authority", raising=False)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert "Macs with an Intel processor" in refusal(TLS="1", HTTPS_PORT=str(free_port()))


def started(command, settings) -> tuple[int, str]:
    own = {"BACKUPS": "0", "PORT": str(free_port()), "SECRET_KEY": KEY, **settings}
    created = []

    def create():
        created.append(create_app({"TESTING": True, **own}))
        return created[0]

    arguments = ["--host", HERE, "--port", own["PORT"]] if command == ("serve",) else []
    result = CliRunner().invoke(FlaskGroup(create_app=create), [*command, *arguments])
    for app in created:
        let_go(app)
    return result.exit_code, result.stderr


def checked(code: int, said: str) -> str:
    assert code == 2, said
    assert said.startswith("Error: ")
    assert said.count("\n") == 1
    assert PASSWORD not in said
    return said


def junk(folder: Path) -> str:
    (folder / "junk").write_text("no database" * 100)
    return f"sqlite:///{folder}/junk"


def test_a_folder_that_is_missing(refusal, tmp_path):
    said = refusal(DATABASE_URL=f"sqlite:///{tmp_path}/none/cards.sqlite3")
    assert (
        said
        == f"Error: The database {tmp_path}/none/cards.sqlite3 cannot be used: No such file or directory.\n"
    )


def test_a_folder_that_is_a_file(refusal, tmp_path):
    (tmp_path / "file").touch()
    assert "Not a directory." in refusal(DATABASE_URL=f"sqlite:///{tmp_path}/file/cards.sqlite3")


def test_a_file_that_is_a_folder(refusal, tmp_path):
    said = refusal(DATABASE_URL=f"sqlite:///{tmp_path}")
    assert f"The database {tmp_path} cannot be used: unable to open database file." in said


@pytest.mark.parametrize(
    "command", [("serve",), ("work",), ("demo",), ("db", "upgrade"), ("db", "current")], ids=" ".join
)
def test_a_file_that_is_no_database(refusal, tmp_path, command):
    url = junk(tmp_path)
    assert f"The database {tmp_path}/junk cannot be used: file is not a database." in refusal(
        *command, DATABASE_URL=url
    )


def test_a_database_that_is_damaged(refusal, tmp_path, migrated_file):
    file = tmp_path / "cards.sqlite3"
    replace_database(migrated_file, file)
    file.write_bytes(file.read_bytes()[:8192])
    assert "database disk image is malformed." in refusal(DATABASE_URL=f"sqlite:///{file}")


def test_a_database_of_another_program(refusal, tmp_path):
    url = f"sqlite:///{tmp_path}/other.sqlite3"
    execute(url, "CREATE TABLE groups (name TEXT)")
    assert "table groups already exists." in refusal(DATABASE_URL=url)


@pytest.mark.parametrize("command", [("serve",), ("db", "upgrade")], ids=" ".join)
@pytest.mark.parametrize(
    ("revision", "about"),
    [
        ("9999", "is at revision 9999"),
        ("0017", f"Install the version of commit {LAST_WITH_OLDER} first, start it once, then this one."),
    ],
)
def test_a_revision_that_is_not_known(refusal, tmp_path, migrated_file, revision, about, command):
    replace_database(migrated_file, tmp_path / "cards.sqlite3")
    url = f"sqlite:///{tmp_path}/cards.sqlite3"
    execute(url, f"UPDATE alembic_version SET version_num = '{revision}'")
    assert about in refusal(*command, DATABASE_URL=url)


def test_two_revisions(refusal, tmp_path, migrated_file):
    replace_database(migrated_file, tmp_path / "cards.sqlite3")
    url = f"sqlite:///{tmp_path}/cards.sqlite3"
    execute(url, "INSERT INTO alembic_version VALUES ('0001')")
    assert "cannot be used: Version table" in refusal(DATABASE_URL=url)


@pytest.mark.parametrize("wanted", ["base", "0017", "0019"])
def test_a_downgrade_to_rows_instead_of_sheets(refusal, tmp_path, migrated_file, wanted):
    replace_database(migrated_file, tmp_path / "cards.sqlite3")
    said = refusal("db", "downgrade", wanted, DATABASE_URL=f"sqlite:///{tmp_path}/cards.sqlite3")
    assert f"does not downgrade a database below revision {NO_WAY_BACK}." in said


def execute(url: str, statement: str) -> None:
    app = app_on(url)
    with app.app_context(), writing():
        db.session.execute(text(statement))
        db.session.commit()
    let_go(app)


def test_a_schema_that_is_too_old_where_none_is_changed(refusal, tmp_path):
    said = refusal(DATABASE_URL=f"sqlite:///{tmp_path}/cards.sqlite3", UPGRADE_ON_START="0")
    assert "flask --app app db upgrade" in said


def test_a_database_in_memory(refusal):
    assert "DATABASE_URL names no database" in refusal(DATABASE_URL="sqlite://")


@pytest.mark.parametrize("command", [("serve",), ("work",), ("db", "upgrade")], ids=" ".join)
def test_postgresql_that_is_not_there(refusal, command):
    url = f"postgresql://anna:{PASSWORD}@{HERE}:{free_port()}/cards"
    assert "Connection refused." in refusal(*command, DATABASE_URL=url)


def test_postgresql_of_a_host_that_does_not_exist(refusal):
    said = refusal(DATABASE_URL=f"postgresql://anna:{PASSWORD}@cards.invalid/cards")
    assert "failed to resolve host 'cards.invalid'" in said


@pytest.fixture
def postgres():
    with new_postgres(migrated=True) as url:
        yield db_url(url)


def db_url(url):
    return url.partition("?")[0]


@pytest.mark.postgres
def test_postgresql_without_the_database(refusal, postgres):
    assert "does not exist." in refusal(DATABASE_URL=f"{postgres}_missing")


@pytest.mark.postgres
def test_postgresql_without_the_user(refusal, postgres):
    """A password that is wrong is reported the same way; the server of the tests may ask for none."""
    host = postgres.partition("@")[2]
    said = refusal(DATABASE_URL=f"postgresql://turn_eight_nobody:{PASSWORD}@{host}")
    assert "turn_eight_nobody" in said
    assert "FATAL" in said


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("revision", "about"), [("9999", "a newer one made it"), ("0001", "older than this version")]
)
def test_postgresql_of_another_version(refusal, postgres, revision, about):
    execute(postgres, f"UPDATE alembic_version SET version_num = '{revision}'")
    assert about in refusal(DATABASE_URL=postgres)


@pytest.mark.parametrize(
    ("settings", "about"),
    [
        ({"DATABASE_URL": f"mysql://anna:{PASSWORD}@db/cards"}, "DATABASE_URL must begin with"),
        (
            {"DATABASE_URL": f"postgresql://anna:{PASSWORD}@db:port/cards"},
            "DATABASE_URL is not a valid address",
        ),
        (
            {"DATABASE_URL": f"postgresql://anna:{PASSWORD}@db:70000/cards"},
            "DATABASE_URL is not a valid address",
        ),
        ({"DATABASE_URL": "sqlite://cards.sqlite3"}, "DATABASE_URL is not a valid address"),
        ({"DATABASE_URL": f"postgresql://anna:{PASSWORD}@{HERE}/cards?no_option=1"}, "no_option"),
        ({"REDIS_URL": "http://redis"}, "REDIS_URL must begin with"),
        ({"REDIS_URL": f"redis://:{PASSWORD}@redis:port/0"}, "REDIS_URL is not a valid address"),
        ({"REDIS_URL": f"redis://:{PASSWORD}@redis:70000/0"}, "REDIS_URL is not a valid address"),
        ({"PORT": "abc"}, "PORT is “abc”"),
        ({"PORT": "0"}, "PORT is “0”"),
        ({"PORT": "70000"}, "PORT is “70000”"),
        ({"TLS": "1", "HTTPS_PORT": "70000"}, "HTTPS_PORT is “70000”"),
        ({"TIME_ZONE": "Mars"}, "TIME_ZONE is “Mars”"),
        ({"SECRET_KEY": PASSWORD}, "SECRET_KEY must have"),
    ],
)
def test_a_setting_that_is_invalid(refusal, settings, about):
    assert about in refusal(**settings)


def test_a_port_that_is_taken(refusal, tmp_path):
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
        url = f"sqlite:///{tmp_path}/cards.sqlite3"
        assert f"Port {port} is in use" in refusal(DATABASE_URL=url, PORT=str(port))
        assert f"Port {port} is in use" in refusal(DATABASE_URL=url, TLS="1", HTTPS_PORT=str(port))


def test_a_folder_for_backups_that_is_a_file(refusal, tmp_path):
    (tmp_path / "file").touch()
    said = refusal(DATABASE_URL=f"sqlite:///{tmp_path}/cards.sqlite3", BACKUPS=f"{tmp_path}/file")
    assert said == f"Error: BACKUPS: the folder {tmp_path}/file cannot be used: File exists.\n"


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 40])
def test_a_stored_key_that_is_none(refusal, instance, content):
    instance.mkdir(parents=True)
    (instance / "secret_key").write_bytes(content)
    assert f"{instance}/secret_key " in refusal(SECRET_KEY="")


def test_a_stored_key_that_is_a_folder(refusal, instance):
    (instance / "secret_key").mkdir(parents=True)
    assert f"{instance}/secret_key cannot be used: Is a directory." in refusal(SECRET_KEY="")


@pytest.mark.parametrize("key", ["", KEY])
def test_an_instance_folder_that_is_a_file(refusal, instance, key):
    instance.parent.mkdir()
    instance.touch()
    assert f"{instance}" in refusal(SECRET_KEY=key)


@pytest.mark.parametrize("name", ["tls", "metrics"])
def test_a_folder_within_instance_that_is_a_file(refusal, instance, tmp_path, name):
    instance.mkdir(parents=True)
    (instance / name).touch()
    url = f"sqlite:///{tmp_path}/cards.sqlite3"
    settings = {"TLS": "1", "HTTPS_PORT": str(free_port())} if name == "tls" else {"METRICS_FROM": HERE}
    assert f"{instance}/{name}" in refusal(DATABASE_URL=url, **settings)


@pytest.mark.parametrize("key", ["", KEY], ids=["the key", "the database"])
def test_a_folder_that_is_read_only(tmp_path, key):
    """A process of its own: root may write into a folder whatever its mode is, but not into such a mount."""
    project = project_copy(tmp_path)
    instance = project / "instance"
    instance.mkdir()
    said = refusal_of_process(project, within=mount_command(READ_ONLY, instance), SECRET_KEY=key)
    assert f"{instance}/" in said
    assert "Read-only file system." in said


@pytest.mark.parametrize("settings", [{"PORT": "abc"}, {}], ids=["a setting", "the database"])
def test_the_process_ends_with_that_sentence(tmp_path, settings):
    refusal_of_process(PROJECT, DATABASE_URL=junk(tmp_path), **settings)


def refusal_of_process(project: Path, *, within=(), **settings: str) -> str:
    own = {"HOST": HERE, "PORT": str(free_port()), "BACKUPS": "0", "DATABASE_URL": "", "SECRET_KEY": KEY}
    done = subprocess.run(
        [*within, sys.executable, "-m", "flask", "--app", "app", "serve"],
        cwd=project,
        env=os.environ | own | settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout == ""
    return checked(done.returncode, done.stderr)


def test_an_application_without_a_command_is_refused_in_the_same_words(instance, tmp_path):
    with pytest.raises(Refused, match="file is not a database"):
        create_app({"DATABASE_URL": junk(tmp_path)})

"""A full, read-only or unreachable database: messages, and nothing saved in part."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url, text

from models import db
from tests.databases import let_go, replace_database
from tests.sampling import chaos
from tests.trust.place import Place
from tests.waiting import PATIENCE

ROOM = 4  # megabytes of the small disk
SMALL_DISK = f'mount -t tmpfs -o size={ROOM}m none "$0" && exec "$@"'
READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
MANY = 90


def mount_command(script: str, folder: Path) -> list[str]:
    """Command prefix that mounts a small disk for a command; skips where mounting is not allowed."""
    within = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script, str(folder)]
    try:
        subprocess.run([*within, "true"], check=True, capture_output=True, timeout=PATIENCE)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting a disk is not allowed on this system")
    return within


@pytest.fixture
def small_disk(tmp_path):
    """A server whose database is on a disk mounted for it alone, and the path to that disk from here."""
    disk = tmp_path / "disk"
    disk.mkdir()
    within = mount_command(SMALL_DISK, disk)
    place = Place(tmp_path, f"sqlite:///{disk}/served.sqlite3", within=within)
    place.served.first_answer()
    yield place, Path(f"/proc/{place.served.process.pid}/root{disk}")
    place.kill()


def test_a_full_disk_is_reported_without_partial_saves_and_with_space_saving_continues(small_disk):
    place, disk = small_disk
    phone = place.stranger()
    session = founded(phone)
    fill(disk / "ballast")
    answers = [phone.send(phone.round(session, 1, Anna=12, Bo=20))]
    while answers[-1].status_code == 303 and len(answers) < MANY:
        answers.append(phone.send(phone.round(session, len(answers) + 1, Anna=12, Bo=20)))
    refused = answers[-1]
    assert refused.status_code == 503
    assert phone.points_of(session, "Anna") == [12] * (len(answers) - 1)
    phone.read(refused)
    assert phone.page.heading == "The server has no room to save"
    assert phone.value_of("out")
    (disk / "ballast").unlink()
    phone.submit(f"/rounds/{len(answers)}")
    assert phone.points_of(session, "Anna") == [12] * len(answers)


def founded(phone):
    """The address of a session started by a new phone."""
    phone.get("/new/vandatta_pagat")
    phone.submit("#new-game", {"name": ["Anna", "Bo", "Cara"], "rounds": "99"})
    return phone.path


def fill(file: Path) -> None:
    """Use all remaining space."""
    with file.open("wb", buffering=0) as ballast:
        for size in (65536, 512):
            with suppress(OSError):  # no space left on device
                while True:
                    ballast.write(bytes(size))


@chaos
def test_a_read_only_database_can_be_read_and_a_save_is_refused_with_a_message(tmp_path, migrated_file):
    """As after a disk failure, or with a file of another owner."""
    disk = tmp_path / "disk"
    disk.mkdir()
    within = mount_command(READ_ONLY, disk)
    replace_database(migrated_file, disk / "served.sqlite3")
    place = Place(tmp_path, f"sqlite:///{disk}/served.sqlite3", within=within, UPGRADE_ON_START="0")
    with closing(place):
        table = place.table().plays("Cara out, Anna =12, Bo =20")
        place.served.first_answer()
        phone = place.phone(table, "owner")
        assert_cannot_save(phone, table)
        assert table.numbers() == [1]


@contextmanager
def altered(place: Place, to: LiteralString, back: LiteralString) -> Iterator[None]:
    """Change the PostgreSQL database within the block; existing connections are closed."""
    with at_server(place) as (server, database):
        server.execute(sql.SQL("ALTER DATABASE {} " + to).format(database))
        end_connections(place)
        try:
            yield
        finally:
            server.execute(sql.SQL("ALTER DATABASE {} " + back).format(database))
            end_connections(place)


def read_only(place: Place) -> AbstractContextManager[None]:
    """Read-only, like a database replaced by another server."""
    return altered(place, "SET default_transaction_read_only = on", "RESET default_transaction_read_only")


@pytest.mark.postgres
def test_a_read_only_postgresql_can_be_read_and_later_written_again(on_postgres):
    table = on_postgres.table().plays("Cara out, Anna =12, Bo =20")
    phone = on_postgres.phone(table, "owner")
    with read_only(on_postgres):
        assert_cannot_save(phone, table)
    phone.submit("/rounds/2")
    assert table.totals() == {"Anna": 17, "Bo": 26, "Cara": 0}


def assert_cannot_save(phone, table):
    """Every page can be read; the phone still has the refused page with all its input."""
    for page in ("", "/rounds", "/rounds/1", "/history", "/export/rounds.csv"):
        assert phone.client.get(f"{table.path}{page}", headers=phone.headers).status_code in (200, 304), page
    answer = phone.send(phone.round(table.path, 2, Anna=5, Bo=6))
    assert answer.status_code == 503
    phone.read(answer)
    assert phone.page.heading == "Nothing can be saved just now"
    assert phone.points_of(table.path, "Anna") == [12]


@contextmanager
def at_server(place: Place) -> Iterator[tuple[Any, sql.Identifier]]:
    """A connection to another database of the server, and the name of this one."""
    elsewhere = make_url(place.url).set(database="postgres", drivername="postgresql").set(query={})
    with psycopg.connect(elsewhere.render_as_string(hide_password=False), autocommit=True) as server:
        yield server, sql.Identifier(str(make_url(place.url).database))


def end_connections(place: Place) -> int:
    """Close all connections to the database, like its restart; the number of connections."""
    let_go(place.app)
    return end_all_connections(place)


def end_all_connections(place: Place) -> int:
    with at_server(place) as (server, _database):
        ended = server.execute(
            "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity WHERE datname = %s",
            [int(1000 * PATIENCE), make_url(place.url).database],
        )
        return len(ended.fetchall())


@pytest.mark.postgres
@pytest.mark.parametrize("rounds", [3, pytest.param(10, marks=chaos)])
def test_repeatedly_closed_connections_are_not_noticed(on_postgres, rounds):
    table = on_postgres.table()
    phone = on_postgres.phone(table)
    for number in range(1, rounds + 1):
        sent = phone.round(table.path, number, Anna=number, Bo=20)
        assert end_connections(on_postgres)
        assert phone.send(sent).status_code == 303
        assert end_connections(on_postgres)
        phone.get(table.path)
    assert phone.points_of(table.path, "Anna") == list(range(1, rounds + 1))
    assert table.kinds() == ["record"] * rounds


@pytest.mark.postgres
def test_a_connection_closed_after_the_last_query_of_a_page_is_not_noticed(on_postgres):
    with on_postgres.app.test_request_context("/"):
        assert db.session.scalar(text("SELECT 1")) == 1
        assert end_all_connections(on_postgres)
    with on_postgres.app.app_context():
        assert db.session.scalar(text("SELECT 2")) == 2


@pytest.mark.postgres
def test_an_unreachable_database_is_reported_and_input_is_sent_when_it_is_back(on_postgres):
    table = on_postgres.table()
    phone = on_postgres.phone(table)
    sent = phone.round(table.path, 1, Anna=12, Bo=20)
    with unreachable(on_postgres):
        phone.get(table.path, 503)
        assert phone.page.heading == "The database does not answer"
        answer = phone.send(sent)
        assert answer.status_code == 503
        phone.get("/rules")
    phone.read(answer)
    assert phone.page.heading == "The database does not answer"
    phone.submit("/rounds/1")
    assert table.totals() == {"Anna": 12, "Bo": 20, "Cara": 0}


def unreachable(place: Place) -> AbstractContextManager[None]:
    """Refuse new connections, and close existing ones."""
    return altered(place, "ALLOW_CONNECTIONS false", "ALLOW_CONNECTIONS true")

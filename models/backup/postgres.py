"""Back up PostgreSQL with pg_dump; restore with pg_restore and psql in one transaction."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile

from sqlalchemy import URL, text

from models.backup.files import BackupRefused, key
from models.database import db

APPLICATION = "Turn Eight"  # as settings.py calls every connection of ours
VERSION = re.compile(r"\d+")
REVISION = re.compile(r"^COPY .*\n(\w+)$", re.MULTILINE)
GROUPS = re.compile(r" TABLE \S+ groups ")
# CREATE TABLE public.groups ( … one line for each column, then those of constraints … );
TABLE = re.compile(r"^CREATE (?:\w+ )?TABLE (\S[^\n]*?) \(\n(.*?)^\)", re.MULTILINE | re.DOTALL)
VERSIONS = ".alembic_version"
# ALTER TABLE ONLY public.seats ADD CONSTRAINT … FOREIGN KEY (player_id) REFERENCES public.players(id);
CONSTRAINT = re.compile(
    r"^ALTER TABLE ONLY (\S+)\s+ADD CONSTRAINT \S+ (PRIMARY KEY|UNIQUE|FOREIGN KEY) \(([^)]*)\)"
    r"(?: REFERENCES (\S+?)\(([^)]*)\))?(?: ON DELETE ([A-Z ]+))?;",
    re.MULTILINE,
)
INDEX = re.compile(r"^CREATE (UNIQUE )?INDEX \S+ ON (\S+) USING \w+ \((.*?)\);", re.MULTILINE)
COLUMN = re.compile(r"^    (?!CONSTRAINT )\"?(\w+)", re.MULTILINE)
# 215; 1259 16386 TABLE public groups owner
OBJECT = re.compile(r"^\d+; \d+ \d+ ([A-Z][A-Z ]*[A-Z]) \S+ (.+) \S+$", re.MULTILINE)
PASSIVE = {
    "TABLE",
    "TABLE DATA",
    "CONSTRAINT",
    "FK CONSTRAINT",
    "INDEX",
    "COMMENT",
    "SCHEMA",
    "EXTENSION",
    "ACL",
}
CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name"
)
# A reader in another program prevents a table from being dropped: fail instead of waiting.
PATIENCE = "SET LOCAL lock_timeout = '10s';\nSET LOCAL client_min_messages = warning;\n"


def write(draft: Path) -> None:
    _check_version("pg_dump", "back up")
    whole = ("--format=custom", "--no-owner", "--no-privileges", "--file", str(draft), _url())
    _run("pg_dump", *whole, failing="pg_dump made no backup")


def wrote(head: bytes) -> bool:
    """By how the file begins."""
    return head.startswith(b"PGDMP")


def revision_of(file: Path) -> str | None:
    """The revision of a backup that can be read to its end; None where its tables are none of ours."""
    _read(file, "--file", os.devnull)
    if not GROUPS.search(_read(file, "--list")):
        return None
    row = REVISION.search(_read(file, "--data-only", "--table", "alembic_version", "--file", "-"))
    return row[1] if row else None


def schema_of(file: Path) -> tuple[dict[str, frozenset[str]], frozenset[str], frozenset[str]]:
    """The columns of each table, its keys, and the other objects that act: models/backup/schema.py.

    A table in another schema than alembic_version keeps the name of its schema.
    """
    script = _read(file, "--schema-only", "--file", "-")
    tables = TABLE.findall(script)
    ours = next((name.removesuffix(VERSIONS[1:]) for name, _body in tables if name.endswith(VERSIONS)), "")
    columns = {name.removeprefix(ours).strip('"'): frozenset(COLUMN.findall(body)) for name, body in tables}
    listed = OBJECT.findall(_read(file, "--list"))
    others = frozenset(f"{kind.lower()} {name}" for kind, name in listed if kind not in PASSIVE)
    return columns, frozenset(_keys(script, ours)), others


def _keys(script: str, ours: str) -> Iterator[str]:
    """ours: the schema of our tables, with a point."""
    for table, kind, columns, other, theirs, on_delete in CONSTRAINT.findall(script):
        to = f"{other.removeprefix(ours)} ({theirs})" if other else ""
        name = "unique key" if kind == "UNIQUE" else kind.lower()
        yield key(name, table.removeprefix(ours), columns.split(", "), refers_to=to, on_delete=on_delete)
    for unique, table, columns in INDEX.findall(script):
        yield key("unique index" if unique else "index", table.removeprefix(ours), columns.split(", "))


def put_in_place(file: Path, tables: list[str]) -> None:
    """Drop `tables` and restore the backup, in one transaction."""
    _check_version("pg_restore", "restore")
    _check_nobody_else()
    drops = "".join(f'DROP TABLE IF EXISTS "{table}" CASCADE;\n' for table in tables)
    with NamedTemporaryFile() as script:  # whole before anything of it is done
        _read(file, "--no-owner", "--no-privileges", "--file", script.name)
        psql = ("--no-psqlrc", "--quiet", "--single-transaction", "--set", "ON_ERROR_STOP=1")
        options = ("--command", PATIENCE + drops, "--file", script.name, "--dbname", _url())
        _run("psql", *psql, *options, failing="psql could not restore the backup")


def _check_nobody_else() -> None:
    """A server that is at it would go on writing into tables that are dropped."""
    with db.engine.connect() as connection:
        there = connection.scalar(text(CONNECTIONS), {"name": APPLICATION}) or 0
        of_this_process = db.engine.pool.checkedin() + db.engine.pool.checkedout()  # type: ignore[attr-defined]
    if there > of_this_process:
        raise BackupRefused("A server is using the database: stop it first.")


def _check_version(tool: str, what: str) -> None:
    """An older one knows less than the server."""
    with db.engine.connect() as connection:
        server = int(connection.scalar(text("SHOW server_version_num")) or 0) // 10000
    found = VERSION.search(_run(tool, "--version", failing=f"{tool} does not run"))
    version = int(found[0]) if found else 0
    if version < server:
        raise BackupRefused(
            f"{tool} {version} cannot {what} a server of PostgreSQL {server}: "
            f"install the programs of that version (Debian, Ubuntu: postgresql-client-{server})."
        )


def _read(file: Path, *options: str) -> str:
    return _run("pg_restore", *options, str(file), failing=f"pg_restore cannot read {file}")


def _run(tool: str, *arguments: str, failing: str) -> str:
    """The output of a program; raise BackupRefused with `failing` and the last line of its errors."""
    options = (tool, *arguments)
    environment = _environment()
    try:
        done = subprocess.run(options, capture_output=True, text=True, env=environment, check=True)  # noqa: S603
    except FileNotFoundError:
        raise BackupRefused(
            f"{tool} is not installed: it comes with PostgreSQL (Debian, Ubuntu: postgresql-client)."
        ) from None
    except subprocess.CalledProcessError as error:
        lines = [line for line in error.stderr.splitlines() if line.strip()]
        raise BackupRefused(f"{failing} ({lines[-1] if lines else 'without a reason'}).") from None
    return done.stdout


def _url() -> str:
    """For the command line, which others on the machine can see: without the password."""
    url = db.engine.url
    named = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return named.render_as_string()


def _environment() -> dict[str, str]:
    password = db.engine.url.password
    return os.environ | {"LC_ALL": "C"} | ({"PGPASSWORD": str(password)} if password else {})

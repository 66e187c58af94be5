"""Back up PostgreSQL with pg_dump; restore with pg_restore and psql in one transaction."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile

from sqlalchemy import URL, text

from models.backup.files import BackupRefused, Schema, key
from models.database import db

FILE_HEAD = b"PGDMP"
# CREATE TABLE public.groups ( … one line for each column, then those of constraints … );
TABLE = re.compile(r"^CREATE (?:\w+ )?TABLE (\S[^\n]*?) \(\n(.*?)^\)", re.MULTILINE | re.DOTALL)
COLUMN = re.compile(r"^    (?!CONSTRAINT )\"?(\w+)", re.MULTILINE)
VERSION_TABLE = ".alembic_version"
# ALTER TABLE ONLY public.seats ADD CONSTRAINT … FOREIGN KEY (player_id) REFERENCES public.players(id);
CONSTRAINT = re.compile(
    r"^ALTER TABLE ONLY (\S+)\s+ADD CONSTRAINT \S+ (PRIMARY KEY|UNIQUE|FOREIGN KEY) \(([^)]*)\)"
    r"(?: REFERENCES (\S+?)\(([^)]*)\))?(?: ON DELETE ([A-Z ]+))?;",
    re.MULTILINE,
)
INDEX = re.compile(r"^CREATE (UNIQUE )?INDEX \S+ ON (\S+) USING \w+ \((.*?)\);", re.MULTILINE)
# 215; 1259 16386 TABLE public groups owner
OBJECT = re.compile(r"^\d+; \d+ \d+ ([A-Z][A-Z ]*[A-Z]) \S+ (.+) \S+$", re.MULTILINE)
INERT = {
    *("TABLE", "TABLE DATA", "CONSTRAINT", "FK CONSTRAINT", "INDEX"),
    *("COMMENT", "SCHEMA", "EXTENSION", "ACL"),
}
# Every connection of Turn Eight has the name that settings.py gives it.
CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name = 'Turn Eight'"
)
# A reader in another program prevents a table from being dropped: fail instead of waiting.
TIMEOUTS = "SET LOCAL lock_timeout = '10s';\nSET LOCAL client_min_messages = warning;\n"


def write(draft: Path) -> None:
    _check_version("pg_dump", "back up")
    options = ("--format=custom", "--no-owner", "--no-privileges", "--file", str(draft), _url())
    _run("pg_dump", *options, failing="pg_dump made no backup")


def revision_of(file: Path) -> str | None:
    """The revision of a backup that is readable to its end; None if its tables are not of Turn Eight."""
    _read(file, "--file", os.devnull)
    if not re.search(r" TABLE \S+ groups ", _read(file, "--list")):
        return None
    versions = _read(file, "--data-only", "--table", "alembic_version", "--file", "-")
    row = re.search(r"^COPY .*\n(\w+)$", versions, re.MULTILINE)
    return row[1] if row else None


def schema_of(file: Path) -> Schema:
    """A table in another schema than alembic_version keeps the name of its schema."""
    script = _read(file, "--schema-only", "--file", "-")
    tables = TABLE.findall(script)
    versions = next((name for name, _body in tables if name.endswith(VERSION_TABLE)), "")
    schema = versions.removesuffix(VERSION_TABLE[1:])  # with its point
    columns = {name.removeprefix(schema).strip('"'): frozenset(COLUMN.findall(body)) for name, body in tables}
    keys = set()
    for table, kind, own_columns, other_table, other_columns, on_delete in CONSTRAINT.findall(script):
        to = f"{other_table.removeprefix(schema)} ({other_columns})" if other_table else ""
        name = "unique key" if kind == "UNIQUE" else kind.lower()
        columns_of_key = own_columns.split(", ")
        keys.add(key(name, table.removeprefix(schema), columns_of_key, refers_to=to, on_delete=on_delete))
    for unique, table, own_columns in INDEX.findall(script):
        kind = "unique index" if unique else "index"
        keys.add(key(kind, table.removeprefix(schema), own_columns.split(", ")))
    objects = OBJECT.findall(_read(file, "--list"))
    others = frozenset(f"{kind.lower()} {name}" for kind, name in objects if kind not in INERT)
    return Schema(columns, frozenset(keys), others)


def restore(file: Path, tables: list[str]) -> None:
    """Drop `tables` and restore the backup, in one transaction; refused while a server is connected."""
    _check_version("pg_restore", "restore")
    with db.engine.connect() as connection:
        open_connections = connection.scalar(text(CONNECTIONS)) or 0
        of_this_process = db.engine.pool.checkedin() + db.engine.pool.checkedout()  # type: ignore[attr-defined]
    if open_connections > of_this_process:  # it would go on writing into tables that are dropped
        raise BackupRefused("A server is using the database: stop it first.")
    drops = "".join(f'DROP TABLE IF EXISTS "{table}" CASCADE;\n' for table in tables)
    with NamedTemporaryFile() as script:  # complete before any of it is run
        _read(file, "--no-owner", "--no-privileges", "--file", script.name)
        psql = ("--no-psqlrc", "--quiet", "--single-transaction", "--set", "ON_ERROR_STOP=1")
        options = ("--command", TIMEOUTS + drops, "--file", script.name, "--dbname", _url())
        _run("psql", *psql, *options, failing="psql could not restore the backup")


def _check_version(tool: str, what: str) -> None:
    """Raise BackupRefused if the program is older than the server: it knows less."""
    with db.engine.connect() as connection:
        server = int(connection.scalar(text("SHOW server_version_num")) or 0) // 10000
    number = re.search(r"\d+", _run(tool, "--version", failing=f"{tool} does not run"))
    version = int(number[0]) if number else 0
    if version < server:
        raise BackupRefused(
            f"{tool} {version} cannot {what} a server of PostgreSQL {server}: "
            f"install the programs of that version (Debian, Ubuntu: postgresql-client-{server})."
        )


def _read(file: Path, *options: str) -> str:
    return _run("pg_restore", *options, str(file), failing=f"pg_restore cannot read {file}")


def _run(tool: str, *arguments: str, failing: str) -> str:
    """The output of a program; raise BackupRefused with `failing` and the last line of its errors."""
    password = db.engine.url.password
    environment = os.environ | {"LC_ALL": "C"} | ({"PGPASSWORD": str(password)} if password else {})
    command = (tool, *arguments)
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)  # noqa: S603
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

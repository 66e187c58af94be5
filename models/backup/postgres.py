"""A backup of PostgreSQL is what pg_dump writes; pg_restore and psql take it in, in one transaction."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from sqlalchemy import URL, text

from models.backup.refused import BackupRefused
from models.database import db

APPLICATION = "Turn Eight"  # as settings.py calls every connection of ours
VERSION = re.compile(r"\d+")
REVISION = re.compile(r"^COPY .*\n(\w+)$", re.MULTILINE)
GROUPS = re.compile(r" TABLE \S+ groups ")
CONNECTIONS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name"
)
# Whoever reads in another program keeps a table from being dropped: then it is said, instead of waited for.
BEGIN = "BEGIN;\nSET LOCAL lock_timeout = '10s';\nSET LOCAL client_min_messages = warning;\n"


def write(draft: Path) -> None:
    _check_version("pg_dump", "back up")
    made = _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", str(draft), _url())
    if made.returncode != 0:
        raise BackupRefused(f"pg_dump made no backup. {_last_line(made.stderr)}")


def wrote(head: bytes) -> bool:
    """By how the file begins."""
    return head.startswith(b"PGDMP")


def revision_of(file: Path) -> str | None:
    """The revision of a backup that can be read to its end; None where its tables are none of ours."""
    whole = _run("pg_restore", "--file", os.devnull, str(file))
    if whole.returncode != 0:
        raise BackupRefused(f"pg_restore cannot read {file}. {_last_line(whole.stderr)}")
    if not GROUPS.search(_run("pg_restore", "--list", str(file)).stdout):
        return None
    read = _run("pg_restore", "--data-only", "--table", "alembic_version", "--file", "-", str(file))
    row = REVISION.search(read.stdout)
    return row[1] if row else None


def put_in_place(file: Path, tables: list[str]) -> None:
    """Drop `tables` and take the backup in, all of it or nothing."""
    _check_version("pg_restore", "restore")
    _check_nobody_else()
    psql = ("--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", _url())
    with TemporaryFile("w+") as script:  # whole before anything of it is done
        script.write(BEGIN + "".join(f'DROP TABLE IF EXISTS "{table}" CASCADE;\n' for table in tables))
        script.flush()
        options = ("--no-owner", "--no-privileges", "--file", "-", str(file))
        read = _run("pg_restore", *options, stdout=script)
        if read.returncode != 0:
            raise BackupRefused(f"pg_restore cannot read {file}. {_last_line(read.stderr)}")
        script.seek(0, os.SEEK_END)
        script.write("COMMIT;\n")
        script.seek(0)
        taken = _run("psql", *psql, stdin=script)
    if taken.returncode != 0:
        raise BackupRefused(f"psql could not take it in. {_last_line(taken.stderr)}")


def _check_nobody_else() -> None:
    """A server that is at it would go on writing into tables that are dropped."""
    with db.engine.connect() as connection:
        there = connection.scalar(text(CONNECTIONS), {"name": APPLICATION}) or 0
        of_this_process = db.engine.pool.checkedin() + db.engine.pool.checkedout()  # type: ignore[attr-defined]
    if there > of_this_process:
        raise BackupRefused("A server is using the database. Stop it first.")


def _check_version(tool: str, what: str) -> None:
    """An older one knows less than the server."""
    with db.engine.connect() as connection:
        server = int(connection.scalar(text("SHOW server_version_num")) or 0) // 10000
    found = VERSION.search(_run(tool, "--version").stdout)
    version = int(found[0]) if found else 0
    if version < server:
        raise BackupRefused(
            f"{tool} {version} cannot {what} a server of PostgreSQL {server}: "
            f"install the programs of that version (Debian, Ubuntu: postgresql-client-{server})."
        )


def _run(
    tool: str, *arguments: str, stdin: IO[str] | None = None, stdout: IO[str] | int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        [_tool(tool), *arguments],
        stdin=stdin or subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        env=_environment(),
        check=False,
    )


def _tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise BackupRefused(
            f"{name} is not installed here. It comes with PostgreSQL (Debian, Ubuntu: postgresql-client)."
        )
    return path


def _url() -> str:
    """For the command line, which others on the machine can see: without the password."""
    url = db.engine.url
    named = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return named.render_as_string()


def _environment() -> dict[str, str]:
    password = db.engine.url.password
    return os.environ | {"LC_ALL": "C"} | ({"PGPASSWORD": str(password)} if password else {})


def _last_line(said: str) -> str:
    lines = [line for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else "It did not say why."

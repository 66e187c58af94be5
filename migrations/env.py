"""How Alembic reaches the application's database."""

from __future__ import annotations

from contextlib import nullcontext, suppress
from sqlite3 import OperationalError

from alembic import context
from flask import current_app
from sqlalchemy import Connection, Engine

from models.backup import back_up_before_upgrade
from models.migrating import (
    check_revision,
    fill_figures,
    is_newest,
    is_too_old,
    revision,
    schema_lock,
    too_far_back,
)

database = current_app.extensions["migrate"].db


def run_migrations(engine: Engine) -> None:
    """Run them in one transaction: a process that is killed leaves everything or nothing."""
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            # Changing a table on SQLite makes it anew: with foreign keys on, dropping the old one would
            # take every row that hangs on it along. Inside a transaction the pragma would be ignored.
            connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=OFF")
        try:
            context.configure(
                connection=connection,
                target_metadata=database.metadatas[None],
                **current_app.extensions["migrate"].configure_args,
            )
            with context.begin_transaction():
                context.run_migrations()
            connection.commit()
            _shrink(connection)
        finally:
            if connection.dialect.name == "sqlite":
                connection.rollback()
                connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=ON")


def _shrink(connection: Connection) -> None:
    """Give back the pages of a SQLite file that tables left which a migration has dropped."""
    if connection.dialect.name != "sqlite":
        return
    file = connection.connection.dbapi_connection
    free, pages = (file.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_count"))
    if free > pages // 4:
        with suppress(OperationalError):  # the disk is full: the file stays as large as it is
            file.execute("VACUUM")


def destination() -> object:
    """The revision to which somebody goes, up or down; None for others, who only look."""
    try:
        return context.get_revision_argument()
    except KeyError:
        return None


def check_revisions() -> None:
    """Raise WrongRevision if there are no migrations from where the database is, or to where it shall go."""
    check_revision(revision())
    wanted = destination()
    if isinstance(wanted, str) and is_too_old(wanted):
        raise too_far_back()


beside = context.config.attributes.get("beside")
with nullcontext() if beside else schema_lock():
    if beside is None:
        check_revisions()
        if destination() is not None:
            back_up_before_upgrade(destination())
    run_migrations(beside or database.engine)
    if destination() is not None and beside is None and is_newest():
        fill_figures()
        database.session.remove()

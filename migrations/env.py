"""How Alembic reaches the application's database."""

from __future__ import annotations

from contextlib import nullcontext

from alembic import context
from flask import current_app
from sqlalchemy import Engine

from models.migrating import fill_figures, is_newest, schema_lock

database = current_app.extensions["migrate"].db


def run_migrations(engine: Engine) -> None:
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
        finally:
            if connection.dialect.name == "sqlite":
                connection.rollback()
                connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=ON")


def changes_the_schema() -> bool:
    """Whether somebody goes to a revision, up or down: others only look."""
    try:
        return context.get_revision_argument() is not None
    except KeyError:
        return False


beside = context.config.attributes.get("beside")
with nullcontext() if beside else schema_lock():
    run_migrations(beside or database.engine)
    if changes_the_schema() and beside is None and is_newest():
        fill_figures()
        database.session.remove()

"""How Alembic reaches the application's database."""

from __future__ import annotations

from alembic import context
from flask import current_app

database = current_app.extensions["migrate"].db


def run_migrations() -> None:
    with database.engine.connect() as connection:
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


run_migrations()

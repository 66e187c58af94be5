"""Errors that end a command with one sentence, and not with a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from alembic.util import CommandError
from flask import has_app_context
from sqlalchemy.exc import DBAPIError

from models.database import sqlite_file
from models.failures import reason_of
from models.migrating import DatabaseUnusable

_converted: set[click.Command] = set()  # commands outlive an application


class Refused(click.ClickException):
    """The settings or the surroundings do not allow what the command does."""

    exit_code = 2


@contextmanager
def readable_errors() -> Iterator[None]:
    """Convert errors of the database and of the system into Refused."""
    try:
        yield
    except DatabaseUnusable as error:
        raise Refused(str(error)) from None
    except CommandError as error:
        raise Refused(f"{_database()} cannot be used: {error}.") from None
    except DBAPIError as error:
        raise Refused(f"{_database()} cannot be used: {reason_of(error)}.") from None
    except BrokenPipeError:  # the reader of the output has ended: click ends without a message
        raise
    except OSError as error:
        raise Refused(sentence_of(error)) from None


def _database() -> str:
    """With its path if it is a file; the address of another one may contain a password."""
    file = sqlite_file() if has_app_context() else None
    return f"The database {file}" if file else "The database"


def sentence_of(error: OSError) -> str:
    """The message of a system error, without its number."""
    return f"{error.filename}: {error.strerror}." if error.filename and error.strerror else f"{error}."


def make_errors_readable(command: click.Command) -> None:
    """Apply `readable_errors` to a command, or to all commands of a group, once."""
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            make_errors_readable(subcommand)
    elif command.callback is not None and command not in _converted:
        command.callback = readable_errors()(command.callback)
        _converted.add(command)

"""Commands `backup` and `restore`: the whole database as one file."""

from __future__ import annotations

from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from commands.refusing import sentence_of
from models.backup import BackupRefused, back_up, restore
from models.migrating import bring_up_to_date

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("backup", short_help="Back up the whole database to FILE.")
@click.argument("file", type=FILE)
@click.option("--overwrite", is_flag=True, help="Overwrite FILE if it exists.")
@with_appcontext
def make_backup(file: Path, overwrite: bool) -> None:
    """Back up the whole database to FILE. The server may keep running."""
    try:
        back_up(file, overwrite=overwrite)
    except (BackupRefused, OSError) as why:
        raise click.ClickException(_sentence(why)) from None
    click.echo(f"{file} contains everything except the key that signs cookies. {_about_key()}")


@click.command("restore", short_help="Replace the whole database with the backup FILE.")
@click.argument("file", type=FILE)
@click.option("--overwrite", is_flag=True, help="Replace a database that contains data. The data is lost.")
@with_appcontext
def restore_backup(file: Path, overwrite: bool) -> None:
    """Replace the whole database with the backup FILE. Stop the server first."""
    try:
        restore(file, overwrite=overwrite)
    except (BackupRefused, OSError) as why:
        raise click.ClickException(f"{_sentence(why)} Nothing was changed.") from None
    bring_up_to_date(current_app)
    click.echo(f"The database was restored from {file}.")


def backup_line() -> str | None:
    """The line of the banner about daily backups; None without backups."""
    folder = current_app.config["BACKUPS"]
    return f"Backed up once a day, for a week: {_near(folder)}" if folder else None


def _sentence(why: BackupRefused | OSError) -> str:
    return sentence_of(why) if isinstance(why, OSError) else str(why)


def _about_key() -> str:
    """No backup contains the secret key: together with the groups it opens all of them."""
    key = Path(current_app.instance_path) / "secret_key"
    is_in_file = key.exists() and key.read_text().strip() == current_app.config["SECRET_KEY"]
    key_name = _near(key) if is_in_file else "SECRET_KEY"
    return f"Keep {key_name} as well: with another key phones forget their groups."


def _near(path: Path) -> Path:
    root = Path(current_app.root_path)
    return path.relative_to(root) if path.is_relative_to(root) else path

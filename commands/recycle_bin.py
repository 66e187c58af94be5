"""Command `bin`: what was deleted in all groups, and restoring it."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

import click
from flask.cli import with_appcontext

from commands.preparing import prepare_database
from models import Change, ChangeStamp, Group, db
from models.database import new_id, writing
from models.purging import purge_hidden
from models.recycle_bin import RETENTION, hide_expired, restore, restore_group

BY = "flask bin"  # in the history, instead of a phone's name
KINDS = {
    "delete_game": "{variant}, {date}, {deals} deals",
    "delete_night": "the night of {date}, {games} games",
    "delete_tournament": "the club evening “{name}”, {games} tables",
}


@click.group("bin", invoke_without_command=True, short_help="List the recycle bins, restore or empty them.")
@click.pass_context
@with_appcontext
def recycle_bin(context: click.Context) -> None:
    """List what was deleted in the last seven days, in all groups."""
    prepare_database()
    if context.invoked_subcommand is None:
        lines = [_line(found) for found in _deleted()]
        click.echo("\n".join(lines) or "All recycle bins are empty.")


@recycle_bin.command("restore", short_help="Restore the deletion ID.")
@click.argument("deletion_id", metavar="ID", type=click.UUID)
@with_appcontext
def restore_deletion(deletion_id: uuid.UUID) -> None:
    """Restore the deletion ID, as `bin` lists it."""
    with writing():
        found = db.session.get(Group, deletion_id)
        if found is None or found.deleted_at is None:
            raise click.ClickException("There is no such deletion: “flask --app app bin” lists them.")
        words, stamp = _what(found), ChangeStamp(new_id(), BY, datetime.now(UTC))
        if found.bin_of_id is None:
            restore_group(found, stamp)
        else:
            restore(found.bin_of_id, deletion_id, stamp)
        db.session.commit()
    click.echo(f"Restored: {words}.")


@recycle_bin.command("empty", short_help="Delete everything in all recycle bins for good.")
@click.confirmation_option(prompt="Delete everything in all recycle bins for good?")
@with_appcontext
def empty_bins() -> None:
    """Delete everything in all recycle bins for good, at once."""
    count = hide_expired(None)
    purge_hidden()
    click.echo(f"Deleted for good: {count}.")


def _deleted() -> list[Group]:
    """Bins and deleted groups, deleted last first."""
    deleted = db.select(Group).where(Group.deleted_at.is_not(None))
    return list(db.session.scalars(deleted.order_by(Group.deleted_at.desc(), Group.id)))


def _line(found: Group) -> str:
    until = f"{found.deleted_at + RETENTION:%Y-%m-%d %H:%M}" if found.deleted_at else ""
    return f"{found.id}  until {until} UTC  {_what(found)}"


def _what(found: Group) -> str:
    if found.bin_of_id is None:
        return f"the group “{found.name}”"
    deletion, group = db.session.get_one(Change, found.id), db.session.get_one(Group, found.bin_of_id)
    return f"{KINDS[deletion.kind].format(**deletion.about)}, of “{group.name}”"

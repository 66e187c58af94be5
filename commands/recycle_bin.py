"""Command `bin`: what was deleted in all groups, and restoring it."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import cast

import click
from flask.cli import with_appcontext

from commands.preparing import prepare_database
from models import Change, ChangeStamp, Group, db
from models.database import new_id, writing
from models.deletion import Deletion
from models.purging import purge_hidden
from models.recycle_bin import RETENTION, purge_expired, restore, restore_group

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
        lines = [
            f"{deleted.id}  until {_at(deleted) + RETENTION:%Y-%m-%d %H:%M} UTC  {_what(deleted)}"
            for deleted in _deleted()
        ]
        click.echo("\n".join(lines) or "All recycle bins are empty.")


@recycle_bin.command("restore", short_help="Restore the deletion ID.")
@click.argument("deletion_id", metavar="ID", type=click.UUID)
@with_appcontext
def restore_deletion(deletion_id: uuid.UUID) -> None:
    """Restore the deletion ID, as `bin` lists it."""
    with writing():
        group, deletion = db.session.get(Group, deletion_id), db.session.get(Deletion, deletion_id)
        stamp = ChangeStamp(new_id(), BY, datetime.now(UTC))
        if deletion is not None:
            words = _what(deletion)
            restore(deletion.group_id, deletion_id, stamp)
        elif group is not None and group.deleted_at is not None:
            words = _what(group)
            restore_group(group, stamp)
        else:
            raise click.ClickException("There is no such deletion: “flask --app app bin” lists them.")
        db.session.commit()
    click.echo(f"Restored: {words}.")


@recycle_bin.command("empty", short_help="Delete everything in all recycle bins for good.")
@click.confirmation_option(prompt="Delete everything in all recycle bins for good?")
@with_appcontext
def empty_bins() -> None:
    """Delete everything in all recycle bins for good, at once."""
    count = purge_expired(None)
    purge_hidden()
    click.echo(f"Deleted for good: {count}.")


def _deleted() -> list[Group | Deletion]:
    """Deleted groups, and what was deleted in groups, deleted last first."""
    groups = db.session.scalars(db.select(Group).where(Group.deleted_at.is_not(None)))
    deletions: list[Group | Deletion] = [*groups, *db.session.scalars(db.select(Deletion))]
    return sorted(deletions, key=lambda deleted: (_at(deleted), deleted.id), reverse=True)


def _at(deleted: Group | Deletion) -> datetime:
    return deleted.at if isinstance(deleted, Deletion) else cast(datetime, deleted.deleted_at)


def _what(deleted: Group | Deletion) -> str:
    if isinstance(deleted, Group):
        return f"the group “{deleted.name}”"
    change, group = db.session.get_one(Change, deleted.id), db.session.get_one(Group, deleted.group_id)
    return f"{KINDS[change.kind].format(**change.about)}, of “{group.name}”"

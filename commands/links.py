"""Command `link`: a new link to a group, for example for a group whose owner's links are lost."""

from __future__ import annotations

from datetime import UTC, datetime

import click
from flask.cli import with_appcontext

from commands.addresses import listening, server_address
from commands.documents import CommandRefused, group_called
from commands.preparing import prepare_database
from models import ChangeStamp, Group, Link, Role, db
from models.database import new_id, writing
from models.people.people import LINK_MADE, add_group_change

SERVER = "Server"  # in the history, in place of a phone
ROLES = [role.value for role in Role if role.opens_group and not role.is_for_tournament]


@click.command("link", short_help="Create a link to GROUP and print its address.")
@click.argument("group")
@click.option(
    "--role", type=click.Choice(ROLES), default=Role.OWNER.value, show_default=True, help="Role of the link."
)
@click.option("--base-url", help="First part of the link; by default derived from --host and --port.")
@listening
@with_appcontext
def make_link(group: str, role: str, base_url: str | None, host: str, port: int) -> None:
    """Create a link to GROUP (a name or an id) and print its address. The history of the group records it."""
    prepare_database()
    stamp = ChangeStamp(new_id(), SERVER, datetime.now(UTC))
    with writing():
        target = group_called(group)
        if target.merged_into_id:
            into = db.session.get_one(Group, target.merged_into_id)
            raise CommandRefused(f"“{target.name}” was merged into another group: name that one, {into.id}.")
        _link, secret = Link.make(target, Role(role), stamp.at)
        add_group_change(target, LINK_MADE, stamp, {"role": role}, {})
        db.session.commit()
    click.echo(f"{(base_url or server_address(host, port)).rstrip('/')}/join/{secret}")

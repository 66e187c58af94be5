"""`flask --app app export GROUP` and `flask --app app import FILE`: the session document from a shell."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TextIO, cast

import click
from flask.cli import with_appcontext
from sqlalchemy import ColumnElement

from commands.preparing import prepare_database
from exchange.importing.json_text import JsonReader
from models import Group, Link, Role, db
from models.alone import Busy
from models.database import new_id, reading
from models.document import GroupChanged, Report, document_text, read_document
from models.document.records import Document
from models.document.schema import check_document
from models.hidden import MARK


@click.command("export")
@click.argument("group")
@with_appcontext
def export_group(group: str) -> None:
    """Write the history of GROUP (its id or its name) to standard output."""
    prepare_database()
    with reading():
        for piece in document_text(_group_called(group), datetime.now(UTC)):
            click.echo(piece, nl=False)
    click.echo()


@click.command("import")
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@click.option("--group", help="The group to read into (id or name); otherwise the one the file names.")
@with_appcontext
def import_file(file: TextIO, group: str | None) -> None:
    """Read FILE into its group, whole or not at all; a group that is not there yet is made."""
    prepare_database()
    now = datetime.now(UTC)
    secrets: list[str] = []

    def make_link(_report: Report) -> None:
        secrets.append(Link.make(target, Role.OWNER, now)[1])

    try:
        document = cast(Document, JsonReader().read(file.read()))
        check_document(document)
        target, is_new = _target(document, group, now)
        if target.joined_into:
            into = db.session.get_one(Group, target.joined_into)
            raise ValueError(f"{target.name} was put together with another group: --group {into.id}")
        also = make_link if is_new else None
        report = read_document(document, target, now, checked=True, also=also)
    except (ValueError, GroupChanged, Busy) as wrong:
        said = wrong if isinstance(wrong, ValueError) else "Somebody else is changing this group. Try again."
        raise click.ClickException(f"{said} (nothing was changed)") from None
    click.echo(f"{target.name}: {report.sessions} sessions imported, {report.known} were here already.")
    if report.tournaments:
        click.echo(f"Club evenings imported: {report.tournaments}.")
    if secrets:
        click.echo(f"The group is new. Its owner’s link: /join/{secrets[-1]}")


def _target(document: Document, named: str | None, now: datetime) -> tuple[Group, bool]:
    """The group to read into, and whether it is yet to be made."""
    if named is not None:
        return _group_called(named), False
    asked = document["group"]
    group_id = uuid.UUID(asked["id"]) if "id" in asked else new_id()
    found = _groups(Group.id == group_id)
    return (found[0], False) if found else (Group(id=group_id, name=asked["name"], created_at=now), True)


def _group_called(text: str) -> Group:
    try:
        found = _groups(Group.id == uuid.UUID(text))
    except ValueError:
        found = _groups((Group.name == text) & Group.joined_into.is_(None))
    if len(found) > 1:
        ids = ", ".join(str(group.id) for group in found)
        raise click.ClickException(f"Several groups are called {text}. Name one by its id: {ids}")
    if not found:
        raise click.ClickException(f"There is no group {text}.")
    return found[0]


def _groups(which: ColumnElement[bool]) -> Sequence[Group]:
    """Those that anybody can reach."""
    return db.session.scalars(db.select(Group).where(which, ~Group.name.startswith(MARK))).all()

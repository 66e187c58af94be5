"""`flask --app app export GROUP` and `flask --app app import FILE`: the session document from a shell."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime
from typing import TextIO

import click
from flask.cli import with_appcontext

from commands.writing import writing
from models import Group, Link, Role, db
from models.document import BadDocument, read_document, write_document
from models.document.records import Document
from models.document.schema import check_document


@click.command("export")
@click.argument("group")
@with_appcontext
def export_group(group: str) -> None:
    """Write the history of GROUP (its id or its name) to standard output."""
    document = write_document(_group_called(group), datetime.now(UTC))
    click.echo(json.dumps(document, ensure_ascii=False, indent=1))


@click.command("import")
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@click.option("--group", help="The group to read into (id or name); otherwise the one the file names.")
@with_appcontext
def import_file(file: TextIO, group: str | None) -> None:
    """Read FILE into its group, whole or not at all; a group that is not there yet is made."""
    now = datetime.now(UTC)
    with writing():
        try:
            document = json.load(file)
            check_document(document)
            target, secret = _target(document, group, now)
            report = read_document(document, target, now, checked=True)
        except (BadDocument, ValueError, RecursionError) as wrong:
            db.session.rollback()
            raise click.ClickException(f"{wrong} (nothing was changed)") from None
        db.session.commit()
    click.echo(f"{target.name}: {report.sessions} sessions came in, {report.known} were here already.")
    if secret:
        click.echo(f"The group is new. Its owner’s link: /join/{secret}")


def _target(document: Document, named: str | None, now: datetime) -> tuple[Group, str | None]:
    """The group to read into; where it is made here, also the secret of its owner's link."""
    if named is not None:
        return _group_called(named), None
    asked = document["group"]
    group_id = uuid.UUID(asked["id"]) if "id" in asked else None
    group = db.session.get(Group, group_id) if group_id else None
    if group is not None:
        return group, None
    group = Group(name=asked["name"], created_at=now, **({"id": group_id} if group_id else {}))
    db.session.add(group)
    db.session.flush()
    _link, secret = Link.make(group, Role.OWNER, now)
    return group, secret


def _group_called(text: str) -> Group:
    try:
        found = [db.session.get(Group, uuid.UUID(text))]
    except ValueError:
        found = list(db.session.scalars(db.select(Group).where(Group.name == text)))
    if len(found) > 1:
        ids = ", ".join(str(group.id) for group in found if group)
        raise click.ClickException(f"Several groups are called {text}. Name one by its id: {ids}")
    if not found or found[0] is None:
        raise click.ClickException(f"There is no group {text}.")
    return found[0]

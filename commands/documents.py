"""Commands `export` and `import`: session documents."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TextIO

import click
from flask.cli import with_appcontext
from sqlalchemy import ColumnElement

from commands.preparing import prepare_database
from files.document import BadDocument, GroupChanged, Report, document_in, document_text, read_document
from files.document.decoding import Head, decoded
from files.document.records import Document
from models import Group, Link, Role, db
from models.database import new_id, reading
from models.purging import MARK, purge_hidden


class CommandRefused(click.ClickException):
    """Ends the command with a message."""


class AmbiguousGroup(CommandRefused):
    """Several groups have the name."""

    exit_code = 2

    def __init__(self, name: str, groups: Sequence[Group]) -> None:
        lines = [f"  {group.id}  created {group.created_at:%Y-%m-%d}" for group in groups]
        super().__init__("\n".join([f"Several groups are called “{name}”: name one by its id.", *lines]))


@click.command("export", short_help="Write the history of GROUP as JSON to standard output.")
@click.argument("group")
@with_appcontext
def export_group(group: str) -> None:
    """Write the history of GROUP (a name or an id) as JSON to standard output."""
    prepare_database()
    with reading():
        for piece in document_text(group_called(group), datetime.now(UTC)):
            click.echo(piece, nl=False)
    click.echo()


@click.command("import", short_help="Import FILE into the group that it names; all or nothing.")
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@click.option("--group", help="Name or id of an existing group to import into instead.")
@with_appcontext
def import_file(file: TextIO, group: str | None) -> None:
    """Import FILE into the group that it names; all or nothing. The group is created if it does not exist."""
    prepare_database()
    now = datetime.now(UTC)
    secrets: list[str] = []

    def make_link(_report: Report) -> None:
        secrets.append(Link.make(target, Role.OWNER, now)[1])

    try:
        document = _document_in(file)
        target, is_new = _target(document, group, now)
        if target.merged_into_id:
            into = db.session.get_one(Group, target.merged_into_id)
            raise CommandRefused(f"“{target.name}” was merged into another group: use --group {into.id}.")
        also = make_link if is_new else None
        report = read_document(document, target, now, also=also)
    except AmbiguousGroup:
        raise
    except CommandRefused as why:
        raise CommandRefused(f"{why} Nothing was changed.") from None
    except BadDocument as wrong:
        raise CommandRefused(
            f"{file.name} cannot be imported ({_reason(wrong)}). Nothing was changed."
        ) from None
    except GroupChanged:
        raise CommandRefused(
            "Somebody else is changing this group: try again. Nothing was changed."
        ) from None
    click.echo(f"{target.name}: {report.sessions} sessions imported, {report.known} were here already.")
    if report.tournaments:
        click.echo(f"Club evenings imported: {report.tournaments}.")
    if secrets:
        click.echo(f"The group is new. Its owner’s link: /join/{secrets[-1]}")


def _document_in(file: TextIO) -> Document:
    is_ours = False
    try:
        content = file.read().encode()
        is_ours = decoded(content, Head).is_document
        return document_in(content)
    except (BadDocument, UnicodeDecodeError) as wrong:
        what = "cannot be imported" if is_ours else "is not a file from Turn Eight"
        raise CommandRefused(f"{file.name} {what} ({_reason(wrong)}).") from None


def _reason(wrong: BadDocument | UnicodeDecodeError) -> str:
    return "UTF-8 text expected" if isinstance(wrong, UnicodeDecodeError) else str(wrong)


def _target(document: Document, named: str | None, now: datetime) -> tuple[Group, bool]:
    """The group to import into, and whether it has to be created."""
    if named is not None:
        return group_called(named), False
    name, group_id = document.group.name, uuid.UUID(document.group.id) if document.group.id else new_id()
    purge_hidden()  # the group may be one that is just being deleted
    for group in _groups(Group.id == group_id):
        return group, False
    deleted = db.select(Group.id).where(Group.id == group_id, Group.deleted_at.is_not(None))
    if db.session.scalar(deleted) is not None:
        raise CommandRefused(f"“{name}” is in the recycle bin: flask --app app bin restore {group_id}")
    return Group(id=group_id, name=name, created_at=now), True


def group_called(text: str) -> Group:
    """The group with this id or name. Raise CommandRefused if there is none, or AmbiguousGroup."""
    try:
        groups = _groups(Group.id == uuid.UUID(text))
    except ValueError:
        groups = _groups((Group.name == text) & Group.merged_into_id.is_(None))
    if len(groups) > 1:
        raise AmbiguousGroup(text, groups)
    if not groups:
        raise CommandRefused(f"There is no group called “{text}”.")
    return groups[0]


def _groups(condition: ColumnElement[bool]) -> Sequence[Group]:
    """All groups except those in the recycle bin or being deleted, the oldest first."""
    visible = (~Group.name.startswith(MARK), Group.deleted_at.is_(None))
    query = db.select(Group).where(condition, *visible)
    return db.session.scalars(query.order_by(Group.created_at, Group.id)).all()

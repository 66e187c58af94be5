"""what is in a recycle bin is marked and stays in its group, instead of moving to a hidden group

Revision ID: 0023
Revises: 0022
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from alembic import op

from models.migrating import too_far_back

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

MARKED = ("sessions", "tournaments", "nights")
MOMENT = sa.DateTime(timezone=True)


def _table(name: str, *more: sa.ColumnClause[Any]) -> sa.TableClause:
    return sa.table(name, sa.column("id", sa.Uuid), sa.column("group_id", sa.Uuid), *more)


def _of_bin(name: str, *more: sa.ColumnClause[Any]) -> sa.TableClause:
    return _table(name, sa.column("deletion_id", sa.Uuid), sa.column("night_id", sa.Uuid), *more)


groups = sa.table(
    "groups", sa.column("id", sa.Uuid), sa.column("bin_of_id", sa.Uuid), sa.column("deleted_at", MOMENT)
)
deletions = _table("deletions", sa.column("at", MOMENT))
sessions, tournaments = _of_bin("sessions"), _of_bin("tournaments")
nights = _table(
    "nights",
    sa.column("deletion_id", sa.Uuid),
    *(sa.column("date", sa.Date), sa.column("place", sa.String), sa.column("note", sa.Text)),
)
changes = _table("changes", sa.column("about", sa.JSON))


def upgrade() -> None:
    op.create_table(
        "deletions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name="fk_deletions_group_id_groups", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_deletions"),
    )
    op.create_index("ix_deletions_group_id", "deletions", ["group_id"])
    op.create_index("ix_deletions_at", "deletions", ["at"])
    for name in MARKED:
        with op.batch_alter_table(name) as table:
            table.add_column(sa.Column("deletion_id", sa.Uuid(), nullable=True))
            table.create_foreign_key(
                f"fk_{name}_deletion_id_deletions", "deletions", ["deletion_id"], ["id"], ondelete="CASCADE"
            )
            table.create_index(f"ix_{name}_deletion_id", ["deletion_id"])
    for hidden in op.get_bind().execute(sa.select(groups).where(groups.c.bin_of_id.is_not(None))).all():
        _mark(hidden)
    with op.batch_alter_table("groups") as table:
        table.drop_index("ix_groups_bin_of_id")
        table.drop_constraint("fk_groups_bin_of_id_groups", type_="foreignkey")
        table.drop_column("bin_of_id")


def downgrade() -> None:
    raise too_far_back()


def _mark(hidden: sa.Row[Any]) -> None:
    """Move what a hidden group holds back to its group, marked; one that is being deleted goes at once."""
    connection, group_id = op.get_bind(), hidden.bin_of_id
    if hidden.deleted_at is not None:
        mark = {"group_id": group_id, "deletion_id": hidden.id}
        connection.execute(deletions.insert().values(id=hidden.id, group_id=group_id, at=hidden.deleted_at))
        _move_nights(hidden.id, mark)
        for table in (sessions, tournaments):
            connection.execute(table.update().where(table.c.group_id == hidden.id).values(**mark))
        own = changes.update().where(changes.c.group_id == hidden.id)
        connection.execute(own.values(group_id=group_id))
    else:
        connection.execute(sessions.delete().where(sessions.c.group_id == hidden.id))
        connection.execute(tournaments.delete().where(tournaments.c.group_id == hidden.id))
        connection.execute(nights.delete().where(nights.c.group_id == hidden.id))
        connection.execute(changes.delete().where(changes.c.group_id == hidden.id))
    connection.execute(groups.delete().where(groups.c.id == hidden.id))


def _move_nights(hidden_id: UUID, mark: Mapping[str, UUID]) -> None:
    """The nights of a bin were copies: put the originals in their place, again where they were deleted."""
    connection = op.get_bind()
    about = dict(connection.scalar(sa.select(changes.c.about).where(changes.c.id == hidden_id)) or {})
    originals = {UUID(copy): UUID(own) for copy, own in about.pop("nights", {}).items()}
    connection.execute(changes.update().where(changes.c.id == hidden_id).values(about=about))
    for copy in connection.execute(sa.select(nights).where(nights.c.group_id == hidden_id)).all():
        own_id = originals.get(copy.id, copy.id)
        if own_id == copy.id:
            connection.execute(nights.update().where(nights.c.id == copy.id).values(**mark))
            continue
        if connection.scalar(sa.select(nights.c.id).where(nights.c.id == own_id)) is None:
            same = {"date": copy.date, "place": copy.place, "note": copy.note}
            connection.execute(nights.insert().values(id=own_id, **mark, **same))
        for table in (sessions, tournaments):
            on_copy = table.update().where(table.c.night_id == copy.id)
            connection.execute(on_copy.values(night_id=own_id))
        connection.execute(nights.delete().where(nights.c.id == copy.id))

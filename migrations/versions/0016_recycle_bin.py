"""the recycle bin: deleted groups, and hidden groups with what was deleted in a group

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

GROUPS = sa.table(
    "groups", sa.column("id", sa.Uuid()), sa.column("name", sa.Text()), sa.column("bin_of_id", sa.Uuid())
)
STAGING = "\x1f"  # with the id it is the name of a hidden group that the worker deletes
FOREIGN_KEY = "fk_groups_bin_of_id_groups"


def upgrade() -> None:
    with op.batch_alter_table("groups") as changed:
        changed.add_column(sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
        changed.add_column(sa.Column("bin_of_id", sa.Uuid(), nullable=True))
        changed.create_foreign_key(op.f(FOREIGN_KEY), "groups", ["bin_of_id"], ["id"], ondelete="CASCADE")
        changed.create_index(op.f("ix_groups_deleted_at"), ["deleted_at"])
        changed.create_index(op.f("ix_groups_bin_of_id"), ["bin_of_id"])


def downgrade() -> None:
    """Earlier versions delete the bins for good; a deleted group is there again, and its links open it."""
    hex_id = sa.func.replace(sa.cast(GROUPS.c.id, sa.Text()), "-", "")
    bins = sa.update(GROUPS).where(GROUPS.c.bin_of_id.is_not(None))
    op.execute(bins.values(name=sa.literal(STAGING) + hex_id))
    with op.batch_alter_table("groups") as changed:
        changed.drop_index(op.f("ix_groups_bin_of_id"))
        changed.drop_index(op.f("ix_groups_deleted_at"))
        changed.drop_constraint(op.f(FOREIGN_KEY), type_="foreignkey")
        changed.drop_column("bin_of_id")
        changed.drop_column("deleted_at")

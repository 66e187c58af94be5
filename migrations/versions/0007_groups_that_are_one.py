"""add merged groups, and the import that merged them

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

COLUMNS = (("groups", "joined_into", "SET NULL"), ("arrivals", "joins_id", "CASCADE"))


def upgrade() -> None:
    for table, column, ondelete in COLUMNS:
        with op.batch_alter_table(table) as changed:
            changed.add_column(sa.Column(column, sa.Uuid(), nullable=True))
            changed.create_foreign_key(_key(table, column), "groups", [column], ["id"], ondelete=ondelete)
            changed.create_index(op.f(f"ix_{table}_{column}"), [column])


def downgrade() -> None:
    """Moved sessions stay where they are; a merged group becomes separate again, with its remaining data."""
    for table, column, _ondelete in COLUMNS:
        with op.batch_alter_table(table) as changed:
            changed.drop_index(op.f(f"ix_{table}_{column}"))
            changed.drop_constraint(_key(table, column), type_="foreignkey")
            changed.drop_column(column)


def _key(table: str, column: str) -> str:
    return op.f(f"fk_{table}_{column}_groups")

"""add the phone of a player, and hands of the next round counted by phones

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

COLUMNS = (
    ("sessions", "counting", sa.JSON()),
    ("players", "phone", sa.String(40)),
    ("players", "phone_at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    for table, column, kind in COLUMNS:
        with op.batch_alter_table(table) as changed:
            changed.add_column(sa.Column(column, kind, nullable=True))


def downgrade() -> None:
    """Counts of an unfinished round are lost: the scorer counts it."""
    for table, column, _kind in COLUMNS:
        with op.batch_alter_table(table) as changed:
            changed.drop_column(column)

"""which phone a player uses, and the hands that phones have counted for the round to come

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
    """A round that is being counted is counted by whoever keeps the score."""
    for table, column, _kind in COLUMNS:
        with op.batch_alter_table(table) as changed:
            changed.drop_column(column)

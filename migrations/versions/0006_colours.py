"""add a colour for every player

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Assign colours in the order in which players were added to their group."""
    op.add_column("players", sa.Column("colour", sa.SmallInteger(), nullable=True))
    op.execute(
        "UPDATE players SET colour = 1 + nth.place % 8 FROM (SELECT id, row_number() OVER "
        "(PARTITION BY group_id ORDER BY created_at, id) - 1 AS place FROM players) AS nth "
        "WHERE nth.id = players.id"
    )
    with op.batch_alter_table("players") as players:
        players.alter_column("colour", existing_type=sa.SmallInteger(), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.drop_column("colour")

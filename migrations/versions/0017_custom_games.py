"""custom games: their definitions, sums as typed, multipliers, bonus and penalty points

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

NEW_COLUMNS = {
    "rounds": {"multipliers": sa.JSON()},
    "hands": {"typed": sa.String(500), "multipliers": sa.JSON()},
    "seats": {"adjustments": sa.JSON()},
}


def upgrade() -> None:
    for table, columns in NEW_COLUMNS.items():
        for name, kind in columns.items():
            op.add_column(table, sa.Column(name, kind, nullable=True))
    op.create_table(
        "custom_games",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("definition", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("retired_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_custom_games_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_custom_games")),
    )
    op.create_index(op.f("ix_custom_games_group_id"), "custom_games", ["group_id"])


def downgrade() -> None:
    """Custom games, bonus and penalty points are lost. Sessions of such games keep their frozen rules."""
    op.drop_table("custom_games")
    for table, columns in NEW_COLUMNS.items():
        with op.batch_alter_table(table) as changed:
            for name in columns:
                changed.drop_column(name)

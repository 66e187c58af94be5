"""rounds that a seat won: null in games whose rounds have no winner

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

COLUMNS = ("outs", "dealer_outs", "leader_outs")


def upgrade() -> None:
    with op.batch_alter_table("outcomes") as changed:
        for name in COLUMNS:
            changed.alter_column(name, existing_type=sa.Integer(), nullable=True)


def downgrade() -> None:
    outcomes = sa.table("outcomes", *(sa.column(name, sa.Integer()) for name in COLUMNS))
    for name in COLUMNS:
        op.execute(outcomes.update().where(outcomes.c[name].is_(None)).values({name: 0}))
    with op.batch_alter_table("outcomes") as changed:
        for name in COLUMNS:
            changed.alter_column(name, existing_type=sa.Integer(), nullable=False)

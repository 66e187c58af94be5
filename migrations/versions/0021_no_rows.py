"""no rounds and hands beside the sheets

Revision ID: 0021
Revises: 0020
"""

from __future__ import annotations

from alembic import op

from models.migrating import too_far_back

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

OF_SESSIONS = ("first_dealers", "next_deal", "stopped", "extended")
OF_SEATS = ("team", "joined_round", "away", "start_points", "adjustments", "origin_id")


def upgrade() -> None:
    op.drop_table("hands")
    op.drop_table("rounds")
    with op.batch_alter_table("sessions") as sessions:
        for column in OF_SESSIONS:
            sessions.drop_column(column)
    with op.batch_alter_table("seats") as seats:
        for column in OF_SEATS:
            seats.drop_column(column)


def downgrade() -> None:
    raise too_far_back()

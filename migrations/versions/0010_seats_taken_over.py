"""add seats taken over with their points, and whether the hands of an outcome count

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

FIGURES = (
    *("group_id", "player_id", "variant", "scale", "players", "day", "night_id", "rank", "won", "winners"),
    *("rounds", "outs", "points", "caught", "cards_left", "eights", "last_midway", "dealer_rounds", "streak"),
    *("led", "outs_run", "dearest", "cheapest", "behind", "margin", "started_at", "session_id", "side"),
)


def upgrade() -> None:
    op.add_column("seats", sa.Column("origin_id", sa.Uuid(), nullable=True))
    op.add_column("outcomes", sa.Column("counted", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.execute("UPDATE outcomes SET counted = (rank IS NOT NULL)")
    op.drop_index("ix_outcomes_figures", "outcomes")
    op.create_index("ix_outcomes_figures", "outcomes", [*FIGURES, "counted", "seat_id"])


def downgrade() -> None:
    """A seat that took over another keeps only its own points."""
    op.drop_index("ix_outcomes_figures", "outcomes")
    op.create_index("ix_outcomes_figures", "outcomes", [*FIGURES, "seat_id"])
    op.drop_column("outcomes", "counted")
    op.drop_column("seats", "origin_id")

"""no running figures beside the outcomes, and cards left by class in them instead of a table

The next start computes the outcomes anew (models/statistics/version.py).

Revision ID: 0022
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from models.migrating import too_far_back

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

RUNNING = ("nth", "wins", "streak", "mu", "sigma", "own_mu", "own_sigma")
FIGURES = (
    *("group_id", "player_id", "variant", "scale", "players", "day", "night_id", "rank", "won", "winners"),
    *("rounds", "outs", "points", "caught_hands", "cards_left", "eights", "last_midway", "dealer_rounds"),
    *("rounds_led", "outs_run", "worst_hand", "best_hand", "behind", "margin", "started_at"),
    *("session_id", "side", "included", "seat_id"),
)


def upgrade() -> None:
    op.drop_index("ix_outcomes_figures", "outcomes")
    with op.batch_alter_table("outcomes") as outcomes:
        for column in RUNNING:
            outcomes.drop_column(column)
        outcomes.add_column(sa.Column("cards_by_class", sa.JSON(), nullable=False, server_default="{}"))
    op.drop_table("cards_left")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE outcomes RESET (fillfactor)")
    op.create_index("ix_outcomes_figures", "outcomes", FIGURES)


def downgrade() -> None:
    raise too_far_back()

"""add versions of statistics, unknown hours, and eights left in hands

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

# A sheet entered as a whole: it is the first change, and its first round was not recorded at that time.
# Rounds entered late into a session started at the table were.
ENTERED_FROM_PAPER = """
    UPDATE sessions SET untimed = true WHERE id IN (
        SELECT changes.session_id FROM changes
        WHERE changes.kind = 'sheet' AND changes.in_force AND NOT EXISTS (
            SELECT 1 FROM changes AS earlier
            WHERE earlier.session_id = changes.session_id AND earlier.at < changes.at
        ) AND NOT EXISTS (
            SELECT 1 FROM rounds
            WHERE rounds.session_id = changes.session_id AND rounds.number = 1
                AND rounds.recorded_at = changes.at
        )
    )
"""

# Missed rounds were counted as led. Deleted outcomes are recomputed at the next start (models/migrating.py).
ONCE_AWAY = """
    SELECT outcomes.seat_id FROM outcomes WHERE outcomes.session_id IN (
        SELECT seats.session_id FROM seats WHERE CAST(seats.away AS TEXT) <> '[]'
    )
"""

FIGURES = [
    *("group_id", "player_id", "variant", "scale", "players", "day", "night_id", "rank", "won", "winners"),
    *("rounds", "outs", "points", "caught", "cards_left", "eights", "last_midway", "dealer_rounds", "streak"),
    *("led", "outs_run", "dearest", "cheapest", "behind", "margin", "started_at", "session_id", "side"),
    "seat_id",
]


def upgrade() -> None:
    op.create_table(
        "editions",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("mark", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_editions_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("group_id", name=op.f("pk_editions")),
    )
    op.execute("INSERT INTO editions (group_id, mark) SELECT id, id FROM groups")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("untimed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(ENTERED_FROM_PAPER)
    op.execute(f"DELETE FROM cards_left WHERE seat_id IN ({ONCE_AWAY})")  # noqa: S608 - a constant
    op.execute(f"DELETE FROM outcomes WHERE seat_id IN ({ONCE_AWAY})")  # noqa: S608
    if not _tells_eights():
        _tell_eights()


def _tells_eights() -> bool:
    """Whether an early form of the previous migration created the column."""
    columns = sa.inspect(op.get_bind()).get_columns("outcomes")
    return any(column["name"] == "eights" for column in columns)


def _tell_eights() -> None:
    """Delete all outcomes: they are recomputed with their eights at the next start."""
    op.execute("DELETE FROM cards_left")
    op.execute("DELETE FROM outcomes")
    with op.batch_alter_table("outcomes", schema=None) as batch_op:
        batch_op.drop_index("ix_outcomes_figures")
        batch_op.add_column(sa.Column("eights", sa.Integer(), nullable=True))
        batch_op.create_index("ix_outcomes_figures", FIGURES, unique=False)


def downgrade() -> None:
    """Lost: that the hours of an imported session are unknown. An upgrade finds sessions entered here from
    paper
    again, and recomputes versions and eights.
    """
    with op.batch_alter_table("outcomes", schema=None) as batch_op:
        batch_op.drop_index("ix_outcomes_figures")
        batch_op.drop_column("eights")
        batch_op.create_index(
            "ix_outcomes_figures", [name for name in FIGURES if name != "eights"], unique=False
        )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_column("untimed")
    op.drop_table("editions")

"""editions of a group's book, and whether the hours of a session are known

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

# A sheet that came in whole: it is the first thing that was done, and its first round was not recorded then.
# Rounds typed late into a game that was begun at the table were.
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

# Rounds that a seat missed counted as led. What goes is made anew when the server starts (models/migrating.py).
ONCE_AWAY = """
    SELECT outcomes.seat_id FROM outcomes WHERE outcomes.session_id IN (
        SELECT seats.session_id FROM seats WHERE CAST(seats.away AS TEXT) <> '[]'
    )
"""


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


def downgrade() -> None:
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_column("untimed")
    op.drop_table("editions")

"""the order of changes, which their times do not give where a clock was set back

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

CHANGES = sa.table(
    "changes",
    *(sa.column(name, sa.Uuid()) for name in ("id", "group_id", "session_id", "tournament_id")),
    sa.column("at", sa.DateTime(timezone=True)),
    sa.column("number", sa.Integer()),
)


def upgrade() -> None:
    """Number the changes of each session, tournament and group by their times; one statement."""
    op.add_column("changes", sa.Column("number", sa.Integer(), nullable=False, server_default="0"))
    whose = [CHANGES.c.session_id, CHANGES.c.tournament_id, CHANGES.c.group_id]
    number = sa.func.row_number().over(partition_by=whose, order_by=[CHANGES.c.at, CHANGES.c.id])
    ordered = sa.select(CHANGES.c.id, number.label("number")).subquery("ordered")
    op.execute(sa.update(CHANGES).where(CHANGES.c.id == ordered.c.id).values(number=ordered.c.number))


def downgrade() -> None:
    op.drop_column("changes", "number")

"""no rounds and hands beside the sheets; counts of phones have hands of the same form

Revision ID: 0021
Revises: 0020
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from game.scoring.counts import RoundCounts
from models.migrating import too_far_back

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

OF_SESSIONS = ("first_dealers", "next_deal", "stopped", "extended")
OF_SEATS = ("team", "joined_round", "away", "start_points", "adjustments", "origin_id")


sessions = sa.table("sessions", sa.column("id", sa.Uuid), sa.column("counting", sa.JSON(none_as_null=True)))


def upgrade() -> None:
    _change_counts()
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


def _change_counts() -> None:
    """Few sessions have any: they are counts of the next round of a running game."""
    connection = op.get_bind()
    wanted = sa.select(sessions).where(sessions.c.counting.is_not(None))
    for row in connection.execute(wanted).all():
        changed = sa.update(sessions).where(sessions.c.id == row.id)
        counts = msgspec.convert(_with_hands(row.counting), RoundCounts)
        connection.execute(changed.values(counting=msgspec.to_builtins(counts)))


def _with_hands(counting: dict[str, Any]) -> dict[str, Any]:
    return {
        "number": counting["number"],
        "out_is_declared": counting["is_said"],
        "out": counting["out"],
        "chain": counting["chain"],
        "by": counting["by"],
        "counts": {seat: _with_hand(seat, count) for seat, count in counting["counts"].items()},
    }


def _with_hand(seat: str, count: dict[str, Any]) -> dict[str, Any]:
    of_hand = ("cards", "points", "typed", "multipliers")
    hand = {name: count[name] for name in of_hand if name in count}
    return {name: value for name, value in count.items() if name not in of_hand} | {
        "hand": {"seat": seat, **hand}
    }

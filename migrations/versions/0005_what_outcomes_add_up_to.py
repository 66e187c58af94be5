"""add sums of outcomes

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

# The sums are written when the server starts (models/migrating.py); this value follows from the ranks alone.
BEATEN = """
    UPDATE outcomes SET beaten = (
        SELECT AVG(CAST(
            CASE WHEN other.rank > outcomes.rank THEN 1.0 WHEN other.rank = outcomes.rank THEN 0.5 ELSE 0.0 END
            AS DOUBLE PRECISION
        )) FROM outcomes AS other
        WHERE other.session_id = outcomes.session_id AND other.side <> outcomes.side
            AND other.rank IS NOT NULL
    ) WHERE rank IS NOT NULL
"""
# Fill factor of PostgreSQL's pages: an updated row stays in its page, and its index entries are unchanged.
HALF_FULL = "ALTER TABLE outcomes SET (fillfactor = 45)"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(HALF_FULL)
    op.add_column("outcomes", sa.Column("beaten", sa.Double(), nullable=True))
    op.execute(BEATEN)
    op.create_index("ix_outcomes_group_day", "outcomes", ["group_id", "day"])
    with op.batch_alter_table("editions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("sums", sa.Integer(), nullable=False, server_default="0"))
    _create_cells(
        "player_sums",
        sa.Column("since", sa.Date(), nullable=False),
        *_numbers("sessions", "left", "wins", "winners", "places", "comebacks", "rounds", "outs", "caught"),
        *_numbers("cards_left", "dealt", "held", "sheets"),
        sa.Column("first_sheet", sa.Date(), nullable=True),
        *_numbers("cards_dealt", "dealer_rounds", "dealer_outs", "leader_rounds", "leader_outs"),
        *_numbers("points", "dealer_points", "leader_points", nullable=True),
    )
    _create_cells(
        "caught_sums",
        sa.Column("card_class", sa.String(length=20), nullable=False),
        *_numbers("cards"),
        *_numbers("points", nullable=True),
        key=[*CELL, "card_class"],
    )
    _create_cells(
        "meeting_sums",
        sa.Column("other_id", sa.Uuid(), nullable=False),
        *_numbers("ahead", "behind", "level"),
        key=[*CELL, "other_id"],
    )
    _create_cells(
        "bests",
        sa.Column("measure", sa.String(length=20), nullable=False),
        sa.Column("worth", sa.Double(), nullable=False),
        *_numbers("times"),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        key=[*CELL, "measure"],
    )
    _create_cells(
        "honour_sums",
        sa.Column("honour", sa.String(length=20), nullable=False),
        *_numbers("times"),
        sa.Column("first", sa.Date(), nullable=False),
        sa.Column("last", sa.Date(), nullable=False),
        key=[*CELL, "honour"],
    )
    _create(
        "night_sums",
        sa.Column("night_id", sa.Uuid(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        *_numbers("players"),
        sa.Column("day", sa.Date(), nullable=False),
        *_numbers("sessions", "rounds"),
        key=["group_id", "night_id", "variant", "players"],
    )


CELL = ["group_id", "player_id", "variant", "scale", "players"]


def _create_cells(table: str, *columns: sa.Column[Any], key: list[str] | None = None) -> None:
    _create(
        table,
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("scale", sa.String(length=8), nullable=False),
        *_numbers("players"),
        *columns,
        key=key or CELL,
    )


def _create(table: str, *columns: sa.Column[Any], key: list[str]) -> None:
    op.create_table(
        table,
        sa.Column("group_id", sa.Uuid(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f(f"fk_{table}_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{table}")),
        sqlite_with_rowid=False,
    )


def _numbers(*names: str, nullable: bool = False) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.Integer(), nullable=nullable, autoincrement=False) for name in names]


def downgrade() -> None:
    for table in ("night_sums", "honour_sums", "bests", "meeting_sums", "caught_sums", "player_sums"):
        op.drop_table(table)
    with op.batch_alter_table("editions", schema=None) as batch_op:
        batch_op.drop_column("sums")
    op.drop_index("ix_outcomes_group_day", "outcomes")
    with op.batch_alter_table("outcomes", schema=None) as batch_op:
        batch_op.drop_column("beaten")

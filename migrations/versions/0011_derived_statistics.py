"""derive statistics from outcomes: drop stored sums

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

# In a group whose sums were not yet written (-1) the running figures were.
VERSIONS = """
    INSERT INTO statistics_versions (group_id, version, edition)
    SELECT group_id, mark, CASE WHEN sums = -1 THEN 2 ELSE sums END FROM editions
"""
# An older version recomputes all sums when it starts.
EDITIONS = "INSERT INTO editions (group_id, mark, sums) SELECT group_id, version, 0 FROM statistics_versions"

CELL = ("player_id", "variant", "scale", "players")
COUNTS = (
    *("sessions", "left", "wins", "winners", "places", "comebacks", "rounds", "outs", "caught", "cards_left"),
    *("dealt", "held", "sheets", "cards_dealt"),
    *("dealer_rounds", "dealer_outs", "leader_rounds", "leader_outs"),
)


def upgrade() -> None:
    op.create_table(
        "statistics_versions",
        *_group("statistics_versions"),
        sa.Column("version", sa.Uuid(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("group_id", name=op.f("pk_statistics_versions")),
    )
    op.execute(VERSIONS)
    for table in ("editions", *_sums()):
        op.drop_table(table)


def downgrade() -> None:
    op.create_table(
        "editions",
        *_group("editions"),
        sa.Column("mark", sa.Uuid(), nullable=False),
        sa.Column("sums", sa.Integer(), nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("group_id", name=op.f("pk_editions")),
    )
    op.execute(EDITIONS)
    op.drop_table("statistics_versions")
    for table, (key, columns) in _sums().items():
        op.create_table(
            table,
            *_group(table),
            *columns,
            sa.PrimaryKeyConstraint("group_id", *key, name=op.f(f"pk_{table}")),
            sqlite_with_rowid=False,
        )


def _sums() -> dict[str, tuple[tuple[str, ...], list[sa.Column[Any]]]]:
    """The six tables: the primary key columns after the group, and the other columns."""
    counts, points = ("ahead", "behind", "level"), ("points", "dealer_points", "leader_points")
    day, worth = sa.Date(), sa.Double()
    return {
        "player_sums": (
            CELL,
            [
                *_cell(),
                sa.Column("since", day, nullable=False),
                *_numbers(*COUNTS),
                sa.Column("first_sheet", day, nullable=True),
                *_numbers(*points, nullable=True),
            ],
        ),
        "caught_sums": (
            (*CELL, "card_class"),
            [*_cell(), *_texts(card_class=20), *_numbers("cards"), *_numbers("points", nullable=True)],
        ),
        "meeting_sums": (
            (*CELL, "other_id"),
            [*_cell(), sa.Column("other_id", sa.Uuid(), nullable=False), *_numbers(*counts)],
        ),
        "bests": (
            (*CELL, "measure"),
            [
                *_cell(),
                *_texts(measure=20),
                sa.Column("worth", worth, nullable=False),
                *_numbers("times"),
                sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
            ],
        ),
        "honour_sums": (
            (*CELL, "honour"),
            [
                *_cell(),
                *_texts(honour=20),
                *_numbers("times"),
                *(sa.Column(name, day, nullable=False) for name in ("first", "last")),
            ],
        ),
        "night_sums": (
            ("night_id", "variant", "players"),
            [
                sa.Column("night_id", sa.Uuid(), nullable=False),
                *_texts(variant=40),
                *_numbers("players"),
                sa.Column("day", day, nullable=False),
                *_numbers("sessions", "rounds"),
            ],
        ),
    }


def _group(table: str) -> tuple[Any, ...]:
    return (
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f(f"fk_{table}_group_id_groups"), ondelete="CASCADE"
        ),
    )


def _cell() -> list[sa.Column[Any]]:
    return [
        sa.Column("player_id", sa.Uuid(), nullable=False),
        *_texts(variant=40, scale=8),
        *_numbers("players"),
    ]


def _texts(**lengths: int) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.String(length=length), nullable=False) for name, length in lengths.items()]


def _numbers(*names: str, nullable: bool = False) -> list[sa.Column[Any]]:
    return [sa.Column(name, sa.Integer(), nullable=nullable, autoincrement=False) for name in names]

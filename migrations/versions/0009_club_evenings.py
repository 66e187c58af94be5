"""add tournaments, entrants, their tables, and links to a part of a group

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
# The target of a link, if it is not the whole group; the subject of a change, if it is no session.
PARTS = (
    ("links", "session_id", "sessions"),
    ("links", "tournament_id", "tournaments"),
    ("changes", "tournament_id", "tournaments"),
)


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("night_id", sa.Uuid(), nullable=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("cut", sa.Integer(), nullable=True),
        sa.Column("carried", sa.Boolean(), nullable=False),
        sa.Column("draws", sa.JSON(), nullable=False),
        sa.Column("decisions", sa.JSON(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        _to("tournaments", "group_id", "groups", "CASCADE"),
        _to("tournaments", "night_id", "nights", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index("ix_tournaments_group_id_created_at", "tournaments", ["group_id", "created_at"])
    op.create_index(op.f("ix_tournaments_night_id"), "tournaments", ["night_id"])
    op.create_table(
        "entrants",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("tournament_id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=True),
        sa.Column("asks_as", sa.String(40), nullable=True),
        sa.Column("joined_round", sa.Integer(), nullable=False),
        sa.Column("start_points", sa.Integer(), nullable=False),
        sa.Column("withdrew_after", sa.Integer(), nullable=True),
        _to("entrants", "tournament_id", "tournaments", "CASCADE"),
        _to("entrants", "player_id", "players", None),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrants")),
        sa.UniqueConstraint("tournament_id", "player_id", name=op.f("uq_entrants_tournament_id_player_id")),
    )
    op.create_index(op.f("ix_entrants_tournament_id"), "entrants", ["tournament_id"])
    op.create_index(op.f("ix_entrants_player_id"), "entrants", ["player_id"])
    op.create_table(
        "tournament_tables",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("tournament_id", sa.Uuid(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        _to("tournament_tables", "tournament_id", "tournaments", "CASCADE"),
        _to("tournament_tables", "session_id", "sessions", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_tables")),
        sa.UniqueConstraint(
            "tournament_id", "stage", "number", name=op.f("uq_tournament_tables_tournament_id_stage_number")
        ),
        sa.UniqueConstraint("session_id", name=op.f("uq_tournament_tables_session_id")),
    )
    for table, column, target in PARTS:
        with op.batch_alter_table(table) as changed:
            changed.add_column(sa.Column(column, sa.Uuid(), nullable=True))
            changed.create_foreign_key(
                op.f(f"fk_{table}_{column}_{target}"), target, [column], ["id"], ondelete="CASCADE"
            )
            changed.create_index(op.f(f"ix_{table}_{column}"), [column])


def downgrade() -> None:
    """Sessions stay; links for umpires and single tables are deleted."""
    op.execute("DELETE FROM changes WHERE tournament_id IS NOT NULL")
    op.execute("DELETE FROM links WHERE tournament_id IS NOT NULL OR session_id IS NOT NULL")
    for table, column, target in reversed(PARTS):
        with op.batch_alter_table(table) as changed:
            changed.drop_index(op.f(f"ix_{table}_{column}"))
            changed.drop_constraint(op.f(f"fk_{table}_{column}_{target}"), type_="foreignkey")
            changed.drop_column(column)
    for table in ("tournament_tables", "entrants", "tournaments"):
        op.drop_table(table)


def _to(table: str, column: str, target: str, ondelete: str | None) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{target}")
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=name, ondelete=ondelete)

"""add outcomes, seasons and imports

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

FIGURES = [
    *("group_id", "player_id", "variant", "scale", "players", "day", "night_id", "rank", "won", "winners"),
    *("rounds", "outs", "points", "caught", "cards_left", "last_midway", "dealer_rounds", "streak", "led"),
    *("outs_run", "dearest", "cheapest", "behind", "margin", "started_at", "session_id", "side", "seat_id"),
]


def upgrade() -> None:
    op.create_table(
        "arrivals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("file_name", sa.String(length=120), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("choices", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("made", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_arrivals_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_arrivals")),
    )
    with op.batch_alter_table("arrivals", schema=None) as batch_op:
        batch_op.create_index("ix_arrivals_group_at", ["group_id", "at"], unique=False)

    op.create_table(
        "seasons",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_seasons_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
    )
    with op.batch_alter_table("seasons", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seasons_group_id"), ["group_id"], unique=False)

    op.create_table(
        "outcomes",
        sa.Column("seat_id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("night_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("scale", sa.String(length=8), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("winners", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=True),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("outs", sa.Integer(), nullable=False),
        sa.Column("outs_run", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("cards_dealt", sa.Integer(), nullable=False),
        sa.Column("caught", sa.Integer(), nullable=False),
        sa.Column("cards_left", sa.Integer(), nullable=False),
        sa.Column("dearest", sa.Integer(), nullable=True),
        sa.Column("dearest_round", sa.Integer(), nullable=True),
        sa.Column("cheapest", sa.Integer(), nullable=True),
        sa.Column("cheapest_round", sa.Integer(), nullable=True),
        sa.Column("dealer_rounds", sa.Integer(), nullable=False),
        sa.Column("dealer_points", sa.Integer(), nullable=True),
        sa.Column("dealer_outs", sa.Integer(), nullable=False),
        sa.Column("leader_rounds", sa.Integer(), nullable=False),
        sa.Column("leader_points", sa.Integer(), nullable=True),
        sa.Column("leader_outs", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.Column("behind_after", sa.Integer(), nullable=True),
        sa.Column("last_midway", sa.Boolean(), nullable=False),
        sa.Column("led", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=True),
        sa.Column("wins", sa.Integer(), nullable=True),
        sa.Column("streak", sa.Integer(), nullable=True),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("sigma", sa.Double(), nullable=True),
        sa.Column("own_mu", sa.Double(), nullable=True),
        sa.Column("own_sigma", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_outcomes_group_id_groups"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["night_id"], ["nights.id"], name=op.f("fk_outcomes_night_id_nights"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_outcomes_player_id_players")),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seats.id"], name=op.f("fk_outcomes_seat_id_seats"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_outcomes_session_id_sessions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("seat_id", name=op.f("pk_outcomes")),
    )
    with op.batch_alter_table("outcomes", schema=None) as batch_op:
        batch_op.create_index(
            "ix_outcomes_group_started", ["group_id", "started_at", "session_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_outcomes_night_id"), ["night_id"], unique=False)
        batch_op.create_index("ix_outcomes_player_started", ["player_id", "started_at"], unique=False)
        batch_op.create_index(
            "ix_outcomes_session_finish", ["session_id", "player_id", "side", "rank"], unique=False
        )
        batch_op.create_index("ix_outcomes_figures", FIGURES, unique=False)

    op.create_table(
        "cards_left",
        sa.Column("seat_id", sa.Uuid(), nullable=False),
        sa.Column("card_class", sa.String(length=20), nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["outcomes.seat_id"], name=op.f("fk_cards_left_seat_id_outcomes"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("seat_id", "card_class", name=op.f("pk_cards_left")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("nights", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_nights_group_id"))
        batch_op.create_index("ix_nights_group_date", ["group_id", "date", "id"], unique=False)

    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.add_column(sa.Column("summed", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Lost: seasons, imports with the data to revert them, and the mark of sessions with totals only. An
    upgrade
    recomputes outcomes.
    """
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_column("summed")

    with op.batch_alter_table("nights", schema=None) as batch_op:
        batch_op.drop_index("ix_nights_group_date")
        batch_op.create_index(batch_op.f("ix_nights_group_id"), ["group_id"], unique=False)

    op.drop_table("cards_left")
    with op.batch_alter_table("outcomes", schema=None) as batch_op:
        batch_op.drop_index("ix_outcomes_figures")
        batch_op.drop_index("ix_outcomes_session_finish")
        batch_op.drop_index("ix_outcomes_player_started")
        batch_op.drop_index(batch_op.f("ix_outcomes_night_id"))
        batch_op.drop_index("ix_outcomes_group_started")

    op.drop_table("outcomes")
    with op.batch_alter_table("seasons", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seasons_group_id"))

    op.drop_table("seasons")
    with op.batch_alter_table("arrivals", schema=None) as batch_op:
        batch_op.drop_index("ix_arrivals_group_at")

    op.drop_table("arrivals")

"""create the first tables

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_groups")),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_links_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_links")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_links_secret_hash")),
    )
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_links_group_id"), ["group_id"], unique=False)

    op.create_table(
        "nights",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=80), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_nights_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nights")),
    )
    with op.batch_alter_table("nights", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_nights_group_id"), ["group_id"], unique=False)

    op.create_table(
        "players",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_played_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("anonymised_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_players_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_players_group_id"), ["group_id"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("night_id", sa.Uuid(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("rules", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("first_dealers", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("next_deal", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("plays_on", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_sessions_group_id_groups"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["night_id"], ["nights.id"], name=op.f("fk_sessions_night_id_nights"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(
            "ix_sessions_group_finished", ["group_id", "finished_at", "started_at"], unique=False
        )
        batch_op.create_index("ix_sessions_group_started", ["group_id", "started_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_sessions_night_id"), ["night_id"], unique=False)

    op.create_table(
        "changes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("about", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("pieces", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("takes_back_id", sa.Uuid(), nullable=True),
        sa.Column("in_force", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_changes_group_id_groups"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_changes_session_id_sessions"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["takes_back_id"],
            ["changes.id"],
            name=op.f("fk_changes_takes_back_id_changes"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_changes")),
    )
    with op.batch_alter_table("changes", schema=None) as batch_op:
        batch_op.create_index("ix_changes_group_id", ["group_id", "session_id", "id"], unique=False)
        batch_op.create_index("ix_changes_session_id", ["session_id", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_changes_takes_back_id"), ["takes_back_id"], unique=False)

    op.create_table(
        "seats",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("team", sa.String(length=40), nullable=True),
        sa.Column("joined_round", sa.Integer(), nullable=False),
        sa.Column("away", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("start_points", sa.Integer(), nullable=False),
        sa.Column("final_total", sa.Integer(), nullable=True),
        sa.Column("final_rank", sa.Integer(), nullable=True),
        sa.Column("final_won", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id_players")),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_seats_session_id_sessions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_player_id"), ["player_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_session_id"), ["session_id"], unique=False)

    op.create_table(
        "rounds",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("dealer_id", sa.Uuid(), nullable=False),
        sa.Column("hand_size", sa.Integer(), nullable=False),
        sa.Column("out_id", sa.Uuid(), nullable=True),
        sa.Column("chain", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("misdeals", sa.Integer(), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["dealer_id"], ["seats.id"], name=op.f("fk_rounds_dealer_id_seats")),
        sa.ForeignKeyConstraint(["out_id"], ["seats.id"], name=op.f("fk_rounds_out_id_seats")),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_rounds_session_id_sessions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rounds")),
        sa.UniqueConstraint("session_id", "number", name=op.f("uq_rounds_session_id_number")),
    )
    with op.batch_alter_table("rounds", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_rounds_dealer_id"), ["dealer_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_rounds_out_id"), ["out_id"], unique=False)

    op.create_table(
        "hands",
        sa.Column("round_id", sa.Uuid(), nullable=False),
        sa.Column("seat_id", sa.Uuid(), nullable=False),
        sa.Column("cards", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["round_id"], ["rounds.id"], name=op.f("fk_hands_round_id_rounds"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["seat_id"], ["seats.id"], name=op.f("fk_hands_seat_id_seats")),
        sa.PrimaryKeyConstraint("round_id", "seat_id", name=op.f("pk_hands")),
    )
    with op.batch_alter_table("hands", schema=None) as batch_op:
        batch_op.create_index("ix_hands_seat_id", ["seat_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("hands", schema=None) as batch_op:
        batch_op.drop_index("ix_hands_seat_id")

    op.drop_table("hands")
    with op.batch_alter_table("rounds", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rounds_out_id"))
        batch_op.drop_index(batch_op.f("ix_rounds_dealer_id"))

    op.drop_table("rounds")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_session_id"))
        batch_op.drop_index(batch_op.f("ix_seats_player_id"))

    op.drop_table("seats")
    with op.batch_alter_table("changes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_changes_takes_back_id"))
        batch_op.drop_index("ix_changes_session_id")
        batch_op.drop_index("ix_changes_group_id")

    op.drop_table("changes")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_night_id"))
        batch_op.drop_index("ix_sessions_group_started")
        batch_op.drop_index("ix_sessions_group_finished")

    op.drop_table("sessions")
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_players_group_id"))

    op.drop_table("players")
    with op.batch_alter_table("nights", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_nights_group_id"))

    op.drop_table("nights")
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_links_group_id"))

    op.drop_table("links")
    op.drop_table("groups")

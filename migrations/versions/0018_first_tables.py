"""create the first tables

Revision ID: 0018
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from models.migrating import too_far_back

revision = "0018"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
FIGURES = (
    *("group_id", "player_id", "variant", "scale", "players", "day", "night_id", "rank", "won", "winners"),
    *("rounds", "outs", "points", "caught_hands", "cards_left", "eights", "last_midway", "dealer_rounds"),
    *("streak", "rounds_led", "outs_run", "worst_hand", "best_hand", "behind", "margin", "started_at"),
    *("session_id", "side", "included", "seat_id"),
)
# Fill factor of PostgreSQL's pages: an updated row stays in its page, and its index entries are unchanged.
HALF_FULL = "ALTER TABLE outcomes SET (fillfactor = 45)"


def upgrade() -> None:
    _create_groups()
    _create_sessions()
    _create_tournaments()
    _create_links_and_changes()
    _create_outcomes()


def downgrade() -> None:
    raise too_far_back()


def _create_groups() -> None:
    """Groups and what belongs to the whole group."""
    op.create_table(
        "groups",
        _id(),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("merged_into_id", sa.Uuid(), nullable=True),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.Column("bin_of_id", sa.Uuid(), nullable=True),
        _key("groups", "id"),
        _to("groups", "merged_into_id", "groups", "SET NULL"),
        _to("groups", "bin_of_id", "groups", "CASCADE"),
    )
    _index("groups", "merged_into_id")
    _index("groups", "deleted_at")
    _index("groups", "bin_of_id")
    op.create_table(
        "players",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("last_played_at", MOMENT, nullable=True),
        sa.Column("anonymised_at", MOMENT, nullable=True),
        sa.Column("colour", sa.SmallInteger(), nullable=False),
        sa.Column("phone", sa.String(40), nullable=True),
        sa.Column("phone_at", MOMENT, nullable=True),
        _key("players", "id"),
        _to("players", "group_id", "groups", "CASCADE"),
    )
    _index("players", "group_id")
    op.create_table(
        "seasons",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=True),
        sa.Column("last_day", sa.Date(), nullable=True),
        _key("seasons", "id"),
        _to("seasons", "group_id", "groups", "CASCADE"),
    )
    _index("seasons", "group_id")
    op.create_table(
        "custom_games",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("definition", sa.JSON(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("retired_at", MOMENT, nullable=True),
        _key("custom_games", "id"),
        _to("custom_games", "group_id", "groups", "CASCADE"),
    )
    _index("custom_games", "group_id")
    op.create_table(
        "imports",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("choices", sa.JSON(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.Column("merged_group_id", sa.Uuid(), nullable=True),
        _key("imports", "id"),
        _to("imports", "group_id", "groups", "CASCADE"),
        _to("imports", "merged_group_id", "groups", "CASCADE"),
    )
    op.create_index("ix_imports_group_at", "imports", ["group_id", "at"])
    _index("imports", "merged_group_id")
    op.create_table(
        "jobs",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("arguments", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("runs", sa.Integer(), nullable=False),
        sa.Column("alive_at", MOMENT, nullable=True),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("whole", sa.Integer(), nullable=False),
        sa.Column("stopping", sa.Boolean(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        _key("jobs", "id"),
        _to("jobs", "group_id", "groups", "CASCADE"),
    )
    op.create_index("ix_jobs_group_at", "jobs", ["group_id", "at"])
    op.create_index("ix_jobs_state", "jobs", ["state"])
    op.create_table(
        "job_pieces",
        sa.Column("job_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        _key("job_pieces", "job_id", "number"),
        _to("job_pieces", "job_id", "jobs", "CASCADE"),
    )
    op.create_table(
        "statistics_versions",
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Uuid(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        _key("statistics_versions", "group_id"),
        _to("statistics_versions", "group_id", "groups", "CASCADE"),
    )


def _create_sessions() -> None:
    """Nights, and sessions with their seats, rounds and hands."""
    op.create_table(
        "nights",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("place", sa.String(80), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        _key("nights", "id"),
        _to("nights", "group_id", "groups", "CASCADE"),
    )
    op.create_index("ix_nights_group_date", "nights", ["group_id", "date", "id"])
    op.create_table(
        "sessions",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("night_id", sa.Uuid(), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("first_dealers", sa.JSON(), nullable=False),
        sa.Column("next_deal", sa.JSON(), nullable=True),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("finished_at", MOMENT, nullable=True),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("extended", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("totals_only", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("no_times", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("counting", sa.JSON(), nullable=True),
        _key("sessions", "id"),
        _to("sessions", "group_id", "groups", "CASCADE"),
        _to("sessions", "night_id", "nights", "CASCADE"),
    )
    op.create_index("ix_sessions_group_finished", "sessions", ["group_id", "finished_at", "started_at"])
    op.create_index("ix_sessions_group_started", "sessions", ["group_id", "started_at"])
    _index("sessions", "night_id")
    op.create_table(
        "seats",
        _id(),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("team", sa.String(40), nullable=True),
        sa.Column("joined_round", sa.Integer(), nullable=False),
        sa.Column("away", sa.JSON(), nullable=False),
        sa.Column("start_points", sa.Integer(), nullable=False),
        sa.Column("final_total", sa.Integer(), nullable=True),
        sa.Column("final_rank", sa.Integer(), nullable=True),
        sa.Column("final_won", sa.Boolean(), nullable=True),
        sa.Column("origin_id", sa.Uuid(), nullable=True),
        sa.Column("adjustments", sa.JSON(), nullable=True),
        _key("seats", "id"),
        _to("seats", "player_id", "players", None),
        _to("seats", "session_id", "sessions", "CASCADE"),
    )
    _index("seats", "player_id")
    _index("seats", "session_id")
    op.create_table(
        "rounds",
        _id(),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("dealer_id", sa.Uuid(), nullable=False),
        sa.Column("hand_size", sa.Integer(), nullable=False),
        sa.Column("out_id", sa.Uuid(), nullable=True),
        sa.Column("chain", sa.JSON(), nullable=True),
        sa.Column("misdeals", sa.Integer(), nullable=False),
        sa.Column("recorded_at", MOMENT, nullable=False),
        sa.Column("multipliers", sa.JSON(), nullable=True),
        _key("rounds", "id"),
        _to("rounds", "dealer_id", "seats", None),
        _to("rounds", "out_id", "seats", None),
        _to("rounds", "session_id", "sessions", "CASCADE"),
        _unique("rounds", "session_id", "number"),
    )
    _index("rounds", "dealer_id")
    _index("rounds", "out_id")
    op.create_table(
        "hands",
        sa.Column("round_id", sa.Uuid(), nullable=False),
        sa.Column("seat_id", sa.Uuid(), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("typed", sa.String(500), nullable=True),
        sa.Column("multipliers", sa.JSON(), nullable=True),
        _key("hands", "round_id", "seat_id"),
        _to("hands", "round_id", "rounds", "CASCADE"),
        _to("hands", "seat_id", "seats", None),
    )
    _index("hands", "seat_id")


def _create_tournaments() -> None:
    op.create_table(
        "tournaments",
        _id(),
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
        _key("tournaments", "id"),
        _to("tournaments", "group_id", "groups", "CASCADE"),
        _to("tournaments", "night_id", "nights", "SET NULL"),
    )
    op.create_index("ix_tournaments_group_id_created_at", "tournaments", ["group_id", "created_at"])
    _index("tournaments", "night_id")
    op.create_table(
        "entrants",
        _id(),
        sa.Column("tournament_id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=True),
        sa.Column("requested_name", sa.String(40), nullable=True),
        sa.Column("joined_round", sa.Integer(), nullable=False),
        sa.Column("start_points", sa.Integer(), nullable=False),
        sa.Column("withdrew_after", sa.Integer(), nullable=True),
        sa.Column("requested_by", sa.Uuid(), nullable=True),
        _key("entrants", "id"),
        _to("entrants", "tournament_id", "tournaments", "CASCADE"),
        _to("entrants", "player_id", "players", None),
        _unique("entrants", "tournament_id", "player_id"),
    )
    _index("entrants", "tournament_id")
    _index("entrants", "player_id")
    op.create_table(
        "tournament_tables",
        _id(),
        sa.Column("tournament_id", sa.Uuid(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        _key("tournament_tables", "id"),
        _to("tournament_tables", "tournament_id", "tournaments", "CASCADE"),
        _to("tournament_tables", "session_id", "sessions", "CASCADE"),
        _unique("tournament_tables", "tournament_id", "stage", "number"),
        _unique("tournament_tables", "session_id"),
    )


def _create_links_and_changes() -> None:
    """What belongs to a group, or to one of its sessions or tournaments."""
    op.create_table(
        "links",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("tournament_id", sa.Uuid(), nullable=True),
        sa.Column("salt", sa.String(22), nullable=True),
        _key("links", "id"),
        _to("links", "group_id", "groups", "CASCADE"),
        _to("links", "session_id", "sessions", "CASCADE"),
        _to("links", "tournament_id", "tournaments", "CASCADE"),
        _unique("links", "secret_hash"),
    )
    _index("links", "group_id")
    _index("links", "session_id")
    _index("links", "tournament_id")
    op.create_table(
        "changes",
        _id(),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("diff", sa.JSON(), nullable=False),
        sa.Column("undoes_id", sa.Uuid(), nullable=True),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("tournament_id", sa.Uuid(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False, server_default="0"),
        _key("changes", "id"),
        _to("changes", "group_id", "groups", "CASCADE"),
        _to("changes", "session_id", "sessions", "CASCADE"),
        _to("changes", "tournament_id", "tournaments", "CASCADE"),
        _to("changes", "undoes_id", "changes", "CASCADE"),
    )
    op.create_index("ix_changes_group_id", "changes", ["group_id", "session_id", "id"])
    op.create_index("ix_changes_session_id", "changes", ["session_id", "id"])
    _index("changes", "tournament_id")
    _index("changes", "undoes_id")


def _create_outcomes() -> None:
    """One row for each seat of a finished session, and the cards that were left in its hands."""
    op.create_table(
        "outcomes",
        sa.Column("seat_id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("night_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("player_id", sa.Uuid(), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("scale", sa.String(8), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("winners", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=True),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("outs", sa.Integer(), nullable=True),
        sa.Column("outs_run", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("cards_dealt", sa.Integer(), nullable=False),
        sa.Column("caught_hands", sa.Integer(), nullable=False),
        sa.Column("cards_left", sa.Integer(), nullable=False),
        sa.Column("worst_hand", sa.Integer(), nullable=True),
        sa.Column("worst_hand_round", sa.Integer(), nullable=True),
        sa.Column("best_hand", sa.Integer(), nullable=True),
        sa.Column("best_hand_round", sa.Integer(), nullable=True),
        sa.Column("dealer_rounds", sa.Integer(), nullable=False),
        sa.Column("dealer_points", sa.Integer(), nullable=True),
        sa.Column("dealer_outs", sa.Integer(), nullable=True),
        sa.Column("leader_rounds", sa.Integer(), nullable=False),
        sa.Column("leader_points", sa.Integer(), nullable=True),
        sa.Column("leader_outs", sa.Integer(), nullable=True),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.Column("behind_after", sa.Integer(), nullable=True),
        sa.Column("last_midway", sa.Boolean(), nullable=False),
        sa.Column("rounds_led", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=True),
        sa.Column("wins", sa.Integer(), nullable=True),
        sa.Column("streak", sa.Integer(), nullable=True),
        sa.Column("mu", sa.Double(), nullable=True),
        sa.Column("sigma", sa.Double(), nullable=True),
        sa.Column("own_mu", sa.Double(), nullable=True),
        sa.Column("own_sigma", sa.Double(), nullable=True),
        sa.Column("eights", sa.Integer(), nullable=True),
        sa.Column("beaten_share", sa.Double(), nullable=True),
        sa.Column("included", sa.Boolean(), nullable=False, server_default=sa.true()),
        _key("outcomes", "seat_id"),
        _to("outcomes", "group_id", "groups", "CASCADE"),
        _to("outcomes", "night_id", "nights", "CASCADE"),
        _to("outcomes", "player_id", "players", None),
        _to("outcomes", "seat_id", "seats", "CASCADE"),
        _to("outcomes", "session_id", "sessions", "CASCADE"),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(HALF_FULL)
    op.create_index("ix_outcomes_figures", "outcomes", FIGURES)
    op.create_index("ix_outcomes_group_day", "outcomes", ["group_id", "day"])
    op.create_index("ix_outcomes_group_started", "outcomes", ["group_id", "started_at", "session_id"])
    op.create_index("ix_outcomes_player_started", "outcomes", ["player_id", "started_at"])
    op.create_index("ix_outcomes_session_finish", "outcomes", ["session_id", "player_id", "side", "rank"])
    _index("outcomes", "night_id")
    op.create_table(
        "cards_left",
        sa.Column("seat_id", sa.Uuid(), nullable=False),
        sa.Column("card_class", sa.String(20), nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
        _key("cards_left", "seat_id", "card_class"),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["outcomes.seat_id"], name=op.f("fk_cards_left_seat_id_outcomes"), ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )


def _id() -> sa.Column[object]:
    return sa.Column("id", sa.Uuid(), nullable=False)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}"))


def _unique(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns)}"))


def _to(table: str, column: str, target: str, ondelete: str | None) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_{column}_{target}")
    return sa.ForeignKeyConstraint([column], [f"{target}.id"], name=name, ondelete=ondelete)


def _index(table: str, column: str) -> None:
    op.create_index(op.f(f"ix_{table}_{column}"), table, [column])

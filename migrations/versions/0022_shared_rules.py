"""equal rules of sessions are stored once; outcomes have no running figures, and their cards left by class

The next start computes the outcomes anew (models/statistics/version.py).

Revision ID: 0022
Revises: 0021
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from models.migrating import too_far_back

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

RUNNING = ("nth", "wins", "streak", "mu", "sigma", "own_mu", "own_sigma")
FIGURES = (
    *("group_id", "player_id", "variant", "scale", "players", "day", "night_id", "rank", "won", "winners"),
    *("rounds", "outs", "points", "caught_hands", "cards_left", "eights", "last_midway", "dealer_rounds"),
    *("rounds_led", "outs_run", "worst_hand", "best_hand", "behind", "margin", "started_at"),
    *("session_id", "side", "included", "seat_id"),
)
OF_SESSIONS = "fk_sessions_rules_id_rules"

rules = sa.table("rules", sa.column("id", sa.String), sa.column("text", sa.Text))
sessions = sa.table(
    "sessions",
    *(sa.column("id", sa.Uuid), sa.column("rules", sa.JSON), sa.column("rules_id", sa.String)),
)


def upgrade() -> None:
    _share_rules()
    _change_outcomes()


def downgrade() -> None:
    raise too_far_back()


def _share_rules() -> None:
    op.create_table(
        "rules",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rules"),
    )
    op.add_column("sessions", sa.Column("rules_id", sa.String(32), nullable=True))
    _fill()
    with op.batch_alter_table("sessions") as table:
        table.alter_column("rules_id", existing_type=sa.String(32), nullable=False)
        table.create_foreign_key(OF_SESSIONS, "rules", ["rules_id"], ["id"])
        table.create_index("ix_sessions_rules_id", ["rules_id"])
        table.drop_column("rules")


def _fill() -> None:
    connection = op.get_bind()
    known: dict[str, tuple[str, str]] = {}  # id and text by the text as it was stored
    changed: list[dict[str, Any]] = []
    own_text = sa.cast(sessions.c.rules, sa.Text)
    for row in connection.execute(sa.select(sessions.c.id, own_text.label("text"), sessions.c.rules)):
        found = known.get(row.text) or known.setdefault(row.text, _with_id(row.rules))
        changed.append({"session": row.id, "shared": found[0]})
    texts = dict(known.values())
    if texts:
        connection.execute(rules.insert(), [{"id": own, "text": text} for own, text in texts.items()])
        update = sessions.update().where(sessions.c.id == sa.bindparam("session"))
        connection.execute(update.values(rules_id=sa.bindparam("shared")), changed)


def _with_id(frozen: dict[str, Any]) -> tuple[str, str]:
    text = msgspec.json.encode(frozen)
    return sha256(text).hexdigest()[:32], text.decode()


def _change_outcomes() -> None:
    op.drop_index("ix_outcomes_figures", "outcomes")
    with op.batch_alter_table("outcomes") as outcomes:
        for column in RUNNING:
            outcomes.drop_column(column)
        outcomes.add_column(sa.Column("cards_by_class", sa.JSON(), nullable=False, server_default="{}"))
    op.drop_table("cards_left")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE outcomes RESET (fillfactor)")
    op.create_index("ix_outcomes_figures", "outcomes", FIGURES)

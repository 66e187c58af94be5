"""add jobs and their files

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("runs", sa.Integer(), nullable=False),
        sa.Column("alive_at", MOMENT, nullable=True),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("whole", sa.Integer(), nullable=False),
        sa.Column("stopping", sa.Boolean(), nullable=False),
        sa.Column("came", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["groups.id"], name=op.f("fk_jobs_group_id_groups"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index("ix_jobs_group_at", "jobs", ["group_id", "at"])
    op.create_index("ix_jobs_state", "jobs", ["state"])
    op.create_table(
        "job_pieces",
        sa.Column("job_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["jobs.id"], name=op.f("fk_job_pieces_job_id_jobs"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("job_id", "number", name=op.f("pk_job_pieces")),
    )


def downgrade() -> None:
    op.drop_table("job_pieces")
    op.drop_table("jobs")

"""a digest of the form that made a change, to tell a repeated form from one with other values

Revision ID: 0019
Revises: 0018
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("changes", sa.Column("form", sa.String(32), nullable=True))


def downgrade() -> None:
    op.drop_column("changes", "form")

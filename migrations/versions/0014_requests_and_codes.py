"""the phone that sent a request to take part, and the salt of a table's code

A link without salt keeps the former derivation of its code, so that the server can still show it.

Revision ID: 0014 Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entrants", sa.Column("requested_by", sa.Uuid(), nullable=True))
    op.add_column("links", sa.Column("salt", sa.String(22), nullable=True))


def downgrade() -> None:
    """Codes of tables drawn since then open as before, but the older version cannot show them."""
    op.drop_column("links", "salt")
    op.drop_column("entrants", "requested_by")

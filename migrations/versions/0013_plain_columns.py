"""plain names of figures in outcomes and of flags in changes

Revision ID: 0013 Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

OUTCOMES = (
    ("counted", "included"),
    ("beaten", "beaten_share"),
    ("caught", "caught_hands"),
    ("led", "rounds_led"),
)
FLAGS = (("plays_on", "extended"), ("summed", "totals_only"), ("untimed", "no_times"))
CHANGES = sa.table("changes", sa.column("diff", sa.JSON()), sa.column("about", sa.JSON()))


def upgrade() -> None:
    for old, new in OUTCOMES:
        op.alter_column("outcomes", old, new_column_name=new)
    for old, new in FLAGS:
        _rename_keys(old, new)


def downgrade() -> None:
    for old, new in FLAGS:
        _rename_keys(new, old)
    for old, new in OUTCOMES:
        op.alter_column("outcomes", new, new_column_name=old)


def _rename_keys(old: str, new: str) -> None:
    """Rename a key in the JSON of changes.

    As text, in one statement: a quote within a JSON text is escaped, so that `"<name>":` is always a key.
    """
    for column in (CHANGES.c.diff, CHANGES.c.about):
        text = sa.cast(column, sa.Text())
        renamed = sa.func.replace(text, f'"{old}":', f'"{new}":')
        if op.get_bind().dialect.name == "postgresql":
            renamed = sa.cast(renamed, sa.JSON())
        found = text.contains(f'"{old}":', autoescape=True)
        op.execute(sa.update(CHANGES).where(found).values({column.name: renamed}))

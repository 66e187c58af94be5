"""plain names: imports, undo, merged groups, and the columns and kinds that go with them

Everything runs in the one transaction of the migration, so that a process that is killed leaves the old
names.

Revision ID: 0012 Revises: 0011
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

Names = Mapping[str, str]

COLUMNS = (
    ("changes", "pieces", "diff"),
    ("changes", "in_force", "is_active"),
    ("changes", "takes_back_id", "undoes_id"),
    ("entrants", "asks_as", "requested_name"),
    ("groups", "joined_into", "merged_into_id"),
    ("jobs", "asked", "arguments"),
    ("jobs", "came", "result"),
    ("outcomes", "dearest", "worst_hand"),
    ("outcomes", "dearest_round", "worst_hand_round"),
    ("outcomes", "cheapest", "best_hand"),
    ("outcomes", "cheapest_round", "best_hand_round"),
    ("sessions", "plays_on", "extended"),
    ("sessions", "summed", "totals_only"),
    ("sessions", "untimed", "no_times"),
)
# Of a table to itself, by a column that has another name then: foreign key and index are named after it.
REFERENCES = (
    ("changes", "takes_back_id", "undoes_id", "CASCADE"),
    ("groups", "joined_into", "merged_into_id", "SET NULL"),
)
IMPORTS = (
    *(("id", "id"), ("group_id", "group_id"), ("state", "state"), ("kind", "kind"), ("file_name", "name")),
    *(("by", "by"), ("at", "at"), ("document", "document"), ("choices", "choices"), ("made", "result")),
    ("joins_id", "merged_group_id"),
)
STATES = {"taken_in": "applied", "taken_back": "reverted"}
CHANGE_KINDS = {
    "take_back": "undo",
    "take_in": "apply_import",
    "give_back": "revert_import",
    "from_file": "correct_from_file",
}
JOB_KINDS = {"gather": "read_group"}
JOB_REASONS = {"died": "worker_died", "broke": "error", "memory": "out_of_memory"}
AT_ONCE = 500  # rows


def _table(name: str, kind: str, json: str) -> sa.TableClause:
    return sa.table(
        name, sa.column("id", sa.Uuid()), sa.column(kind, sa.String()), sa.column(json, sa.JSON())
    )


CHANGES, JOBS = _table("changes", "kind", "about"), _table("jobs", "state", "result")


def upgrade() -> None:
    for table, old, new in COLUMNS:
        op.alter_column(table, old, new_column_name=new)
    for table, old, new, ondelete in REFERENCES:
        _rename_reference(table, old=old, new=new, ondelete=ondelete)
    _copy_imports("arrivals", "imports", IMPORTS, STATES)
    _rename_kinds(CHANGE_KINDS, JOB_KINDS, JOB_REASONS)


def downgrade() -> None:
    """Nothing is lost: each name has one older name."""
    _rename_kinds(*map(_reversed, (CHANGE_KINDS, JOB_KINDS, JOB_REASONS)))
    _copy_imports("imports", "arrivals", tuple((new, old) for old, new in IMPORTS), _reversed(STATES))
    for table, old, new in COLUMNS:
        op.alter_column(table, new, new_column_name=old)
    for table, old, new, ondelete in REFERENCES:
        _rename_reference(table, old=new, new=old, ondelete=ondelete)


def _rename_reference(table: str, *, old: str, new: str, ondelete: str) -> None:
    """Name the foreign key and the index of a column that has its new name already."""
    with op.batch_alter_table(table) as changed:
        changed.drop_index(op.f(f"ix_{table}_{old}"))
        changed.drop_constraint(op.f(f"fk_{table}_{old}_{table}"), type_="foreignkey")
        changed.create_foreign_key(op.f(f"fk_{table}_{new}_{table}"), table, [new], ["id"], ondelete=ondelete)
        changed.create_index(op.f(f"ix_{table}_{new}"), [new])


def _copy_imports(source: str, target: str, columns: tuple[tuple[str, str], ...], states: Names) -> None:
    """Make the table under its other name: SQLite cannot rename the constraints of a table."""
    name, result, group = (columns[place][1] for place in (4, 9, 10))
    op.create_table(
        target,
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("group_id", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(12), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column(name, sa.String(120), nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.Column("choices", sa.JSON(), nullable=False),
        sa.Column(result, sa.JSON(), nullable=False),
        sa.Column(group, sa.Uuid(), nullable=True),
        *(
            sa.ForeignKeyConstraint(
                [column], ["groups.id"], name=op.f(f"fk_{target}_{column}_groups"), ondelete="CASCADE"
            )
            for column in ("group_id", group)
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{target}")),
    )
    targets, sources = (", ".join(f'"{pair[side]}"' for pair in columns) for side in (1, 0))
    op.execute(f"INSERT INTO {target} ({targets}) SELECT {sources} FROM {source}")  # noqa: S608
    op.drop_table(source)
    op.create_index(f"ix_{target}_group_at", target, ["group_id", "at"])
    op.create_index(op.f(f"ix_{target}_{group}"), target, [group])
    _rename_values(target, "state", states)


def _rename_kinds(change_kinds: Names, job_kinds: Names, job_reasons: Names) -> None:
    """The kinds of changes and jobs; also the kind of what an undo has undone, and why a job has failed."""

    def with_kind(about: dict[str, Any]) -> dict[str, Any]:
        if "about" not in about:
            return about
        kind = about["kind"]
        return {**about, "kind": change_kinds.get(kind, kind), "about": with_kind(about["about"])}

    def with_reason(result: dict[str, Any]) -> dict[str, Any]:
        reason = result.get("reason")
        return {**result, "reason": job_reasons.get(reason, reason)} if reason else result

    _rewrite(CHANGES, CHANGES.c.about, CHANGES.c.kind.in_(("take_back", "undo")), with_kind)
    _rewrite(JOBS, JOBS.c.result, JOBS.c.state == "failed", with_reason)
    _rename_values("changes", "kind", change_kinds)
    _rename_values("jobs", "kind", job_kinds)


def _rename_values(table: str, column: str, names: Names) -> None:
    values = sa.table(table, sa.column(column, sa.String()))
    stored = values.c[column]
    op.execute(sa.update(values).where(stored.in_(names)).values({column: sa.case(names, value=stored)}))


def _rewrite(
    table: sa.TableClause,
    column: sa.ColumnClause[Any],
    which: sa.ColumnElement[bool],
    rewritten: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    """Rewrite a JSON column where it differs afterwards."""
    connection = op.get_bind()
    for rows in _batches(connection, sa.select(table.c.id, column).where(which), table.c.id):
        for row_id, stored in rows:
            if (new := rewritten(stored)) != stored:
                connection.execute(sa.update(table).where(table.c.id == row_id).values({column.name: new}))


def _batches(
    connection: sa.Connection, query: sa.Select[Any], key: sa.ColumnClause[Any]
) -> Iterator[list[sa.Row[Any]]]:
    rows = list(connection.execute(query.order_by(key).limit(AT_ONCE)))
    while rows:
        yield rows
        rows = list(connection.execute(query.where(key > rows[-1].id).order_by(key).limit(AT_ONCE)))


def _reversed(names: Names) -> Names:
    return {new: old for old, new in names.items()}

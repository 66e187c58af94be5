"""A backup is restored only if it has the schema of its revision and nothing that acts by itself."""

import sqlite3
from contextlib import closing

import flask_migrate
import pytest
from sqlalchemy import text

from models import db
from models.backup import BackupRefused, back_up, expected_schema, postgres, restore, sqlite
from models.migrating import FOLDER, revisions
from tests.models.rows import every_row
from tests.sampling import chance_for, full_only, half_of_each_kind
from tests.table import at_work, start

pytestmark = full_only

CHANGED = {
    "a missing table": ("DROP TABLE seasons", "the table seasons is missing"),
    "a missing column": (
        "ALTER TABLE seasons DROP COLUMN first_day",
        "the column first_day of the table seasons is missing",
    ),
    "another column": ("ALTER TABLE players ADD COLUMN secret TEXT", "the table players has a column secret"),
    "another table": ("CREATE TABLE spies (id INTEGER)", "it has a table spies"),
    "a table with a quoted name": ('CREATE TABLE "two words" (id INTEGER)', "it has a table two words"),
    "a missing index": ("DROP INDEX ix_jobs_state", "the index jobs (state) is missing"),
    "another index": ("CREATE UNIQUE INDEX one ON players (name)", "it has a unique index players (name)"),
    "an index with other columns": (
        "DROP INDEX ix_jobs_state; CREATE INDEX ix_jobs_state ON jobs (kind)",
        "the index jobs (state) is missing",
    ),
    "a view": ("CREATE VIEW spies AS SELECT * FROM players", "it has a view spies"),
}
SQLITE_TRIGGER = "CREATE TRIGGER empties AFTER INSERT ON players BEGIN DELETE FROM sheets; END"
POSTGRES_TRIGGER = """
CREATE FUNCTION empties() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM sheets; RETURN NEW; END $$;
CREATE TRIGGER empties AFTER INSERT ON players FOR EACH ROW EXECUTE FUNCTION empties()
"""
POSTGRES_BUILT_IN = (
    "CREATE TRIGGER quiet BEFORE UPDATE ON sheets "
    "FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()"
)
POSTGRES_RULE = "CREATE RULE spies AS ON INSERT TO players DO ALSO DELETE FROM sheets"
ON_SQLITE = pytest.mark.parametrize("another", ["sqlite"], indirect=True)
ON_POSTGRES = pytest.mark.parametrize(
    "another", [pytest.param("postgresql", marks=pytest.mark.postgres)], indirect=True
)


def is_sqlite(app):
    return app.config["SQLALCHEMY_DATABASE_URI"].startswith("sqlite")


def backup_after(app, file, *statements):
    """A backup of a database in which somebody ran these statements."""
    with at_work(app):
        for statement in statements:
            db.session.execute(text(statement))
        db.session.commit()
        back_up(file)
    return file


def refusal(another, tmp_path, *statements):
    """The message, after a check that the database is unchanged."""
    file = backup_after(another(), tmp_path / "file", *statements)
    target = another()
    start(target, "derange", "Anna Bo").plays("Anna out, Bo 8")
    before = every_row(target)
    with target.app_context(), pytest.raises(BackupRefused) as refused:
        restore(file, overwrite=True)
    assert every_row(target) == before
    return str(refused.value).removeprefix(f"{file} is not as Turn Eight made it: ")


@pytest.mark.parametrize("change", half_of_each_kind(CHANGED, type, chance_for("changes of a schema")))
def test_another_schema_is_refused(another, tmp_path, change):
    statement, difference = CHANGED[change]
    if statement.startswith("DROP TABLE"):
        statement += "" if is_sqlite(another()) else " CASCADE"
    assert refusal(another, tmp_path, *statement.split("; ")) == f"{difference}."


def test_a_trigger_is_refused(another, tmp_path):
    on_sqlite = is_sqlite(another())
    found = refusal(another, tmp_path, SQLITE_TRIGGER if on_sqlite else POSTGRES_TRIGGER)
    assert found == ("it has a trigger empties." if on_sqlite else "it has a function empties().")


def test_a_table_without_its_keys_is_refused(another, tmp_path):
    """Its columns are all there, and nothing keeps the players of its seats."""
    cascade = "" if is_sqlite(another()) else " CASCADE"
    copy = (
        "CREATE TABLE bare AS SELECT * FROM seats",
        f"DROP TABLE seats{cascade}",
        "ALTER TABLE bare RENAME TO seats",
    )
    found = refusal(another, tmp_path, *copy)
    assert found.startswith("the foreign key ")
    assert found.endswith(" is missing.")


@ON_POSTGRES
def test_a_trigger_without_a_function_of_its_own_is_refused(another, tmp_path):
    assert refusal(another, tmp_path, POSTGRES_BUILT_IN) == "it has a trigger sheets quiet."


@ON_POSTGRES
@pytest.mark.parametrize(
    ("statement", "difference"),
    [
        ("ALTER TABLE seasons SET SCHEMA elsewhere", "the table seasons is missing."),
        ("CREATE TABLE elsewhere.seasons (id INTEGER)", "it has a table elsewhere.seasons."),
    ],
)
def test_a_table_in_another_schema_is_another_table(another, tmp_path, statement, difference):
    file = backup_after(another(), tmp_path / "file", "CREATE SCHEMA elsewhere", statement)
    with another().app_context(), pytest.raises(BackupRefused) as refused:
        restore(file)
    assert str(refused.value).endswith(f": {difference}")


@ON_POSTGRES
def test_a_rule_is_refused(another, tmp_path):
    assert refusal(another, tmp_path, POSTGRES_RULE).startswith("it has a rule ")


def test_statistics_of_the_planner_are_no_difference(another, tmp_path):
    file = backup_after(another(), tmp_path / "file", "ANALYZE")
    target = another(migrated=False)
    with target.app_context():
        restore(file)


@ON_SQLITE
def test_a_backup_with_the_schema_of_another_revision_is_refused_before_it_is_upgraded(another, tmp_path):
    file = backup_after(another(), tmp_path / "file")
    with closing(sqlite3.connect(file)) as edited:
        edited.execute("UPDATE alembic_version SET version_num = '0018'")
        edited.commit()
    with another().app_context(), pytest.raises(BackupRefused, match="is not as Turn Eight made it"):
        restore(file, overwrite=True)


def test_a_refused_backup_creates_no_database(another, tmp_path):
    file = backup_after(another(), tmp_path / "file", "CREATE TABLE spies (id INTEGER)")
    before = set(tmp_path.iterdir())
    with another(migrated=False).app_context(), pytest.raises(BackupRefused):
        restore(file)
    assert set(tmp_path.iterdir()) == before


def test_a_backup_of_each_revision_has_the_expected_schema(another, tmp_path):
    """test_round_trip.py restores the oldest one."""
    source = another(migrated=False)
    for revision in reversed(revisions()):
        with source.app_context():
            flask_migrate.upgrade(directory=str(FOLDER), revision=revision)
            db.session.remove()
            back_up(tmp_path / revision)
            found = (sqlite if is_sqlite(source) else postgres).schema_of(tmp_path / revision)
            assert found.first_difference(expected_schema(revision)) is None

"""Revisions 0012 and 0013: renamed tables, columns, kinds and keys, with unchanged values."""

from datetime import UTC, datetime

import flask_migrate
import pytest
from sqlalchemy import event, inspect, text

from models import Change, Entrant, Group, Import, Job, Outcome, Session, db
from models.database import new_id
from models.imported_file import ImportState
from models.job import JobState
from models.migrating import FOLDER, bring_up_to_date, revision
from models.people.people import rename
from tests.club import opened
from tests.migrations.old_sessions import finished_sessions
from tests.once import played_once
from tests.table import at_work, start

AT = datetime(2026, 5, 9, 20, 0, tzinfo=UTC)
RENAMED = (Change, Entrant, Group, Import, Job, Outcome, Session)
REASONS = {"out_of_memory": "memory", "worker_died": "died", "error": "broke", "changed": "changed"}
STATES = {ImportState.WAITING: "waiting", ImportState.APPLIED: "taken_in", ImportState.REVERTED: "taken_back"}


@played_once
def eventful_group(app):
    """A group with every renamed state and kind, and another group merged into it."""
    table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8 5", "Bo out, Anna K")
    table.takes_back().takes_back(table.last_change()).takes_back(table.last_change()).stops()
    club = opened(app, "Anna Bo", group_id=table.group_id)
    with club.open() as tournament:
        tournament.entrants.append(Entrant(requested_name="Eva", joined_round=1, start_points=0))
    merged_id = finished_sessions(app)
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        rename(group, next(p for p in group.players if p.name == "Anna"), "Annika", table.change_stamp())
        session = db.session.get_one(Session, table.session_id)
        session.extended = session.totals_only = session.no_times = True
        db.session.get_one(Group, merged_id).merged_into_id = group.id
        for state in ImportState:
            db.session.add(_import(group, state, merged_id))
        for reason in REASONS:
            db.session.add(_job(group, "read_group", JobState.FAILED, {"reason": reason}))
        db.session.add(_job(group, "csv", JobState.DONE, {"name": "died"}))
        for kind in ("apply_import", "revert_import"):
            about = {"file": "night.json", "sessions": 2}
            db.session.add(_change(group, kind, about, {}))
        undone = {"kind": "undo", "about": {"kind": "correct_from_file", "about": {"kind": "record"}}}
        db.session.add(_change(group, "undo", undone, {"round:1": [None, {"number": 1}]}))
        db.session.add(_change(group, "correct_from_file", {"file": "take_back"}, {}))
        db.session.commit()
    return table.group_id


def _import(group, state, merged_id):
    values = {"kind": "group", "name": f"{state}.json", "by": "a phone", "at": AT, "document": b"\0\1"}
    choices, result = {"late": {"late": "take"}}, {"sessions": ["1"]}
    return Import(
        group_id=group.id, state=state, choices=choices, result=result, merged_group_id=merged_id, **values
    )


def _job(group, kind, state, result):
    return Job(
        group_id=group.id, kind=kind, arguments={"n": 1}, by="a phone", at=AT, state=state, result=result
    )


def _change(group, kind, about, diff):
    values = {"kind": kind, "by": "a phone", "at": AT, "about": about, "diff": diff}
    return Change(id=new_id(), group_id=group.id, number=0, **values)


def rows_of(app):
    """All values of the renamed tables, and tables with renamed columns, by table; without the numbers of
    changes, which older revisions do not have.
    """
    with at_work(app):
        return {
            model.__tablename__: sorted(
                (dict(row._mapping) for row in db.session.execute(db.select(*columns_of(model)))),
                key=lambda row: str(row.get("id", row.get("seat_id"))),
            )
            for model in RENAMED
        }


def columns_of(model):
    return [column for column in model.__table__.columns if column is not Change.__table__.c.number]


def old_values(app, query):
    with at_work(app):
        return [tuple(row) for row in db.session.execute(text(query))]


def to(app, wanted):
    with app.app_context():
        step = flask_migrate.upgrade if wanted > revision() else flask_migrate.downgrade
        step(directory=str(FOLDER), revision=wanted)
        db.session.remove()


def test_every_value_is_kept_under_its_older_name_and_its_new_name(app):
    eventful_group(app)
    before = rows_of(app)
    kinds = [row["kind"] for row in before["changes"]]
    to(app, "0011")
    older = {"undo": "take_back", "apply_import": "take_in", "revert_import": "give_back"}
    older |= {"correct_from_file": "from_file"}
    assert set(older) <= set(kinds)
    stored = [kind for (kind,) in old_values(app, "SELECT kind FROM changes")]
    assert sorted(stored) == sorted(older.get(kind, kind) for kind in kinds)
    names = sorted(old_values(app, "SELECT file_name, state FROM arrivals"))
    assert names == sorted((f"{state}.json", was) for state, was in STATES.items())
    assert old_values(app, "SELECT count(*) FROM arrivals WHERE joins_id IS NOT NULL") == [(3,)]
    assert len(old_values(app, "SELECT id FROM jobs WHERE kind = 'gather'")) == len(REASONS)
    assert len(old_values(app, "SELECT id FROM groups WHERE joined_into IS NOT NULL")) == 1
    flags = "SELECT id FROM sessions WHERE plays_on AND summed AND untimed"
    assert len(old_values(app, flags)) == 1
    assert old_values(app, "SELECT asks_as FROM entrants WHERE asks_as IS NOT NULL") == [("Eva",)]
    hands = "SELECT dearest, dearest_round, cheapest, cheapest_round FROM outcomes"
    now = ("worst_hand", "worst_hand_round", "best_hand", "best_hand_round")
    assert sorted(old_values(app, hands), key=str) == sorted(
        (tuple(row[name] for name in now) for row in before["outcomes"]), key=str
    )
    bring_up_to_date(app)
    assert rows_of(app) == before


def test_the_kind_of_an_undone_change_and_the_reason_of_a_failed_job_are_renamed_too(app):
    eventful_group(app)
    to(app, "0011")
    about = str(old_values(app, "SELECT CAST(about AS TEXT) FROM changes"))
    assert about.count('"kind": "take_back"') == 4
    assert about.count('"kind": "from_file"') == 1
    assert '"undo"' not in about
    results = old_values(app, "SELECT CAST(came AS TEXT) FROM jobs WHERE state = 'failed'")
    assert sorted(result for (result,) in results) == sorted(
        f'{{"reason": "{was}"}}' for was in REASONS.values()
    )
    bring_up_to_date(app)
    with at_work(app):
        undone = [c.about for c in db.session.scalars(db.select(Change).where(Change.kind == "undo"))]
        assert [a["kind"] for a in undone].count("undo") == 3
        reasons = db.session.scalars(db.select(Job).where(Job.state == "failed"))
        assert {job.reason for job in reasons} == set(REASONS)


def test_more_rows_than_one_batch_are_renamed(app):
    eventful_group(app)
    before = rows_of(app)
    with at_work(app):
        group = db.session.get_one(Group, before["changes"][0]["group_id"])
        for _number in range(1_001):
            db.session.add(_change(group, "undo", {"kind": "undo", "about": {"kind": "record"}}, {}))
        db.session.commit()
    to(app, "0011")
    (counted,) = old_values(app, "SELECT count(*) FROM changes WHERE kind = 'take_back'")
    assert counted[0] > 1_001
    bring_up_to_date(app)
    with at_work(app):
        undone = [c.about["kind"] for c in db.session.scalars(db.select(Change).where(Change.kind == "undo"))]
    assert "take_back" not in undone
    assert old_values(app, "SELECT count(*) FROM changes") == [(len(before["changes"]) + 1_001,)]


@pytest.mark.parametrize("statement", ["DROP TABLE arrivals", "UPDATE jobs SET kind"])
def test_an_interrupted_process_leaves_the_older_names(app, statement):
    eventful_group(app)
    before = rows_of(app)
    to(app, "0011")
    with app.app_context():
        engine = db.engine

    def stop(_connection, _cursor, running, *_others):
        if " ".join(running.split()).startswith(statement):
            raise KeyboardInterrupt

    event.listen(engine, "before_cursor_execute", stop)
    with pytest.raises(KeyboardInterrupt):
        bring_up_to_date(app)
    event.remove(engine, "before_cursor_execute", stop)
    with app.app_context():
        assert revision() == "0011"
        assert "arrivals" in inspect(engine).get_table_names()
        assert "imports" not in inspect(engine).get_table_names()
    bring_up_to_date(app)
    assert rows_of(app) == before


def test_constraints_and_indexes_have_the_names_of_the_models(app):
    """A later migration can then drop them by name on both engines."""
    with app.app_context():
        found = inspect(db.engine)
        for name, table in db.metadata.tables.items():
            keys = {key["name"] for key in found.get_foreign_keys(name)}
            assert keys == {key.name for key in table.foreign_key_constraints}, name
            assert found.get_pk_constraint(name)["name"] == table.primary_key.name
            indexes = {index["name"] for index in found.get_indexes(name) if not index["unique"]}
            assert indexes == {index.name for index in table.indexes if not index.unique}, name


QUOTED = 'a "summed": name'  # escaped in JSON, so that it is no key


def test_keys_of_stored_changes_and_columns_of_outcomes_are_renamed(app):
    table = start(app, "vandatta", "Anna Bo", rounds=1).plays("Anna out, Bo 8")
    flags = {"extended": True, "totals_only": False, "no_times": True}
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        db.session.add(
            _change(group, "sheet", {"count": 1, "totals_only": True}, {"session": [flags, flags]})
        )
        db.session.add(_change(group, "add_person", {"name": QUOTED}, {}))
        db.session.commit()
    before = rows_of(app)
    to(app, "0012")
    texts = [
        row[0] for row in old_values(app, "SELECT CAST(about AS TEXT) || CAST(diff AS TEXT) FROM changes")
    ]
    (old,) = (text for text in texts if '"count"' in text)
    assert old.count('"plays_on":') == old.count('"untimed":') == 2
    assert old.count('"summed":') == 3
    assert not any(f'"{flag}"' in old for flag in flags)
    figures = old_values(app, "SELECT counted, beaten, caught, led FROM outcomes")
    names = ("included", "beaten_share", "caught_hands", "rounds_led")
    assert sorted(figures) == sorted(tuple(row[name] for name in names) for row in before["outcomes"])
    bring_up_to_date(app)
    assert rows_of(app) == before
    assert QUOTED in [row["about"].get("name") for row in before["changes"]]

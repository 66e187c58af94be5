"""A long file is applied and reverted in short transactions; readers see none or all of it."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import uuid
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from files.document import read_document
from files.document.loader import DocumentLoader
from files.importing.applying import CannotApply
from files.importing.reverting import CannotRevert, ChangedSince
from models import Group, Night, Player, Session, db
from models.change import recorded_as_change
from models.database import WRITER_RETRY, one_transaction
from models.imported_file import Import
from models.people.merging import Merge
from models.people.people import rename
from models.progress import no_progress
from models.purging import delete_for_good, purge_hidden
from models.recycle_bin import delete_session
from tests.files.document.files import NOW, document_of, exported, import_document
from tests.files.importing.files import LOG_TABLES, File, players, rows_except
from tests.models.rows import row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.queries import statements_of
from tests.sampling import chaos, full_only
from tests.table import at_work, start

pytestmark = full_only

PROJECT = Path(__file__).parents[3]
OLD = datetime(2024, 1, 5, 18, tzinfo=UTC)
APPLY, REVERT, DELETE = "apply", "revert", "delete"


class Stopped(Exception):
    pass


def years(sessions, rounds=2, people="Anna Bo Eva Örjan"):
    """A document with a session a day, starting two days before OLD; players go out in turn."""
    ids = {name: str(uuid.uuid5(uuid.NAMESPACE_OID, name)) for name in people.split()}
    return {
        "format": "turn-eight/1",
        "group": {"name": "Friday table"},
        "players": [{"id": own, "name": name} for name, own in ids.items()],
        "sessions": [_session(number, rounds, list(ids.values())) for number in range(sessions)],
    }


def _session(number, rounds, people):
    began = OLD + timedelta(days=number - 2)
    outs = [people[(number + played) % len(people)] for played in range(rounds)]
    return {
        "id": str(uuid.uuid5(uuid.NAMESPACE_OID, f"session {number}")),
        "variant": "derange",
        "started_at": began.isoformat(),
        "finished_at": (began + timedelta(hours=1)).isoformat(),
        "seats": [{"player": player} for player in people],
        "first_dealers": [people[0]],
        "rounds": [
            {
                "number": played + 1,
                "out": out,
                "hands": [{"player": p, "points": 5 + place} for place, p in enumerate(people) if p != out],
            }
            for played, out in enumerate(outs)
        ],
    }


@pytest.fixture
def table(game):
    """A table with one finished session and one that stays open."""
    table = game("derange", "Anna Bo", mode="short", at=OLD).plays("Anna out, Bo K").stops()
    game("derange", "Anna Cara", group_id=table.group_id, at=OLD + timedelta(days=3)).plays(
        "Cara out, Anna 8"
    )
    return table


@pytest.fixture
def file(app, table):
    """Eight sessions, six of them on nights unknown to the group, in steps of one or two."""
    return File(app, table.group_id, json.dumps(years(8)))


@pytest.fixture(autouse=True)
def small_steps(monkeypatch):
    """Eight sessions are applied and reverted in several steps without pauses in between."""
    monkeypatch.setattr("models.database.WRITER_RETRY", 0)
    monkeypatch.setattr("models.purging.BATCH_SIZE", 3)


def stopping_at(step):
    """A progress callback that raises at call number `step`, and the list of calls."""
    calls = []

    def progress(done, of):
        calls.append((done, of))
        if len(calls) == step:
            raise Stopped

    return progress, calls


def visible(app, group_id):
    """Everything that belongs to the group."""
    seen = {"written": without_new_ids(app, group_id)}
    with at_work(app), db.engine.connect() as connection:
        for table in db.metadata.sorted_tables:
            if "group_id" in table.c and table.name not in LOG_TABLES:
                rows = connection.execute(table.select().where(table.c.group_id == group_id))
                seen[table.name] = sorted(str(tuple(row)) for row in rows)
    return seen


def without_new_ids(app, group_id):
    document = exported(app, group_id)
    document.pop("exported_at")
    return document


def steps_of(action, file):
    """The number of steps where it can stop."""
    progress, calls = stopping_at(0)
    act(action, file, progress)
    return len(calls)


def act(action, file, progress=lambda _done, _of: None):
    if action == APPLY:
        return file.apply(progress)
    with at_work(file.app):
        return delete_for_good(db.session.get_one(Group, file.group_id), progress=progress)


@pytest.mark.both_databases
def test_stopped_at_any_step_nothing_is_applied_and_it_can_start_again(app, table, file):
    before = rows_except(app)
    counts = row_counts(app)
    for step in (1, 2, 4, 5):
        progress, calls = stopping_at(step)
        with pytest.raises(Stopped):
            file.apply(progress)
        assert len(calls) == step
        assert rows_except(app) == before
    progress, calls = stopping_at(0)
    assert file.apply(progress).sessions == 8
    assert calls[-1] == (8, 8)
    assert [done for done, _of in calls] == sorted(done for done, _of in calls)
    assert len(calls) > 4
    after = row_counts(app)
    assert after["sessions"] == counts["sessions"] + 8
    assert after["groups"] == counts["groups"]
    assert_outcomes_match(app, table.group_id)


@pytest.mark.both_databases
@pytest.mark.parametrize("action", [APPLY, DELETE])
def test_a_reader_between_two_steps_sees_nothing_or_everything(app, table, file, action):
    if action != APPLY:
        file.apply()
    seen = [visible(app, table.group_id)] if action == APPLY else []

    def look(_done, _of):
        seen.append(visible(app, table.group_id) if action != DELETE else row_counts(app)["links"])

    act(action, file, look)
    assert len(seen) > 2
    assert all(sight == seen[0] for sight in seen)
    if action == APPLY:
        assert visible(app, table.group_id) != seen[0]
    else:
        assert set(row_counts(app).values()) == {0} == set(seen)


@pytest.mark.both_databases
def test_applying_reverting_and_applying_gives_the_same(app, table, file):
    before = rows_except(app, *LOG_TABLES)
    file.apply()
    once = without_new_ids(app, table.group_id)
    file.revert()
    assert rows_except(app, *LOG_TABLES) == before
    assert_outcomes_match(app, table.group_id)
    with pytest.raises(CannotRevert, match="done"):
        file.revert()
    file.apply()
    assert without_new_ids(app, table.group_id) == once
    assert players(app, table.group_id) == ["Anna", "Bo", "Cara", "Eva", "Örjan"]
    days = [night["date"] for night in once["nights"]]
    assert len(days) == len(set(days)) == 8


@pytest.mark.both_databases
def test_the_rest_of_a_deleted_group_is_deleted_later(app, table, file):
    file.apply()
    progress, _calls = stopping_at(1)
    with pytest.raises(Stopped):
        act(DELETE, file, progress)
    assert row_counts(app)["sessions"] > 0
    exported = app.test_cli_runner().invoke(args=["export", str(table.group_id)])
    assert "There is no group" in exported.output
    with at_work(app):
        purge_hidden()
    assert set(row_counts(app).values()) == {0}


def test_a_group_being_deleted_can_be_restored_from_its_file(app, table, file, tmp_path):
    path = tmp_path / "group.json"
    path.write_text(json.dumps(exported(app, table.group_id)))
    progress, _calls = stopping_at(1)
    with pytest.raises(Stopped):
        act(DELETE, file, progress)
    result = app.test_cli_runner().invoke(args=["import", str(path)])
    assert "2 sessions imported" in result.output
    assert "/join/" in result.output
    assert row_counts(app)["groups"] == 1


def once(app, work, step=2):
    """A progress callback that runs `work` in a separate transaction at call number `step`."""
    calls = []

    def progress(_done, _of):
        calls.append(1)
        if len(calls) == step:
            with at_work(app):
                work()
                db.session.commit()

    return progress


def group_of(table):
    return db.session.get_one(Group, table.group_id)


def named(table, name):
    return next(player for player in group_of(table).players if player.name == name)


class TestConcurrentChanges:
    """Concurrent changes are kept, and the file is applied to the state they leave."""

    def test_a_merged_player_is_matched_again(self, app, table, file):
        def merge():
            Merge(named(table, "Bo"), named(table, "Cara")).carry_out(group_of(table), table.change_stamp())

        assert file.apply(once(app, merge)).players == 3  # Bo is new again
        assert players(app, table.group_id) == ["Anna", "Bo", "Cara", "Eva", "Örjan"]
        assert_outcomes_match(app, table.group_id)

    def test_a_changed_name_counts(self, app, table, file):
        def rename_bo():
            rename(group_of(table), named(table, "Bo"), "Bosse", table.change_stamp())

        assert file.apply(once(app, rename_bo)).players == 3
        assert players(app, table.group_id) == ["Anna", "Bo", "Bosse", "Cara", "Eva", "Örjan"]

    @pytest.mark.both_databases
    def test_a_session_may_end(self, app, table, file):
        def play():
            at = OLD + timedelta(days=2)
            start(app, "derange", "Anna Bo", group_id=table.group_id, at=at).plays("Anna out, Bo K").stops()

        assert file.apply(once(app, play)).sessions == 8
        assert_outcomes_match(app, table.group_id)
        assert row_counts(app)["sessions"] == 11

    @pytest.mark.both_databases
    def test_a_night_may_be_deleted(self, app, table, file):
        def delete():
            delete_session(Session.of(table.group_id, table.session_id), table.change_stamp())

        assert file.apply(once(app, delete)).sessions == 8
        assert row_counts(app)["sessions"] == 10  # with the deleted one, in the recycle bin
        assert_outcomes_match(app, table.group_id)

    def test_nothing_is_applied_if_it_never_fits(self, app, table, file):
        def rename_bo(done, _of):
            with at_work(app):
                bo = db.session.get_one(Player, bo_id)
                rename(
                    group_of(table), bo, "Bo" if bo.name != "Bo" and done == 8 else "B", table.change_stamp()
                )
                db.session.commit()

        bo_id = table.player_id("Bo")
        counts = row_counts(app)
        with pytest.raises(CannotApply, match="changed"):
            file.apply(rename_bo)
        assert {**row_counts(app), "changes": 0} == {**counts, "changes": 0}

    def test_a_changed_choice_counts(self, app, table, file):
        with file.previewed() as preview:
            eva = next(match.key for match in preview.people if match.name == "Eva")

        def choose():
            chosen = {eva: str(named(table, "Cara").id)}
            db.session.get_one(Import, file.id).choose({"people": chosen, "games": {}})

        file.apply(once(app, choose))
        assert players(app, table.group_id) == ["Anna", "Bo", "Cara", "Örjan"]

    @pytest.mark.both_databases
    def test_deleting_the_group_deletes_its_file(self, app, table, file):
        with pytest.raises(CannotApply, match="changed"):
            file.apply(once(app, lambda: delete_for_good(group_of(table))))
        with at_work(app):
            purge_hidden()
        assert set(row_counts(app).values()) == {0}

    def test_later_changes_need_a_confirmation(self, app, table, file):
        made = file.apply().made["sessions"]
        with at_work(app):
            touched = Session.of(table.group_id, uuid.UUID(made[3]))
            night = db.session.get_one(Night, touched.night_id)
            night.note, day = "written since", night.date
            db.session.commit()
        assert file.revert()[2] == [day]

    @pytest.mark.both_databases
    def test_of_two_imports_the_later_one_reads_what_the_first_has_written(self, app, table, file):
        other = File(app, table.group_id, json.dumps(years(9)))
        with pytest.raises(CannotApply, match="nothing"):
            file.apply(once(app, other.apply))
        assert row_counts(app)["sessions"] == 2 + 9
        assert players(app, table.group_id) == ["Anna", "Bo", "Cara", "Eva", "Örjan"]
        assert_outcomes_match(app, table.group_id)


KILLED = """
import os, signal, sys, uuid
from app import create_app
from models import ChangeStamp, Group, Import, db
from models.database import new_id
from models.purging import delete_for_good
from files.importing import applying, reverting
from files.importing.applying import apply_file
from files.importing.reverting import revert_file
import models.purging
from tests.files.document.files import NOW

models.purging.BATCH_SIZE = 3
url, action, group_id, file_id = sys.argv[1:]
left = 2

def die(*_about, **_more):
    os.kill(os.getpid(), signal.SIGKILL)

def progress(done, of):
    global left
    left -= 1
    if not left:
        die()

app = create_app({"DATABASE_URL": url, "SECRET_KEY": "k" * 32, "UPGRADE_ON_START": False})
with app.app_context():
    group = db.session.get_one(Group, uuid.UUID(group_id))
    file = db.session.get_one(Import, uuid.UUID(file_id))
    stamp = ChangeStamp(new_id(), "a job", NOW)
    if action == "apply":
        applying.about_file = die  # everything is written, and not committed
        apply_file(group, file, stamp)
    elif action == "revert":
        reverting.about_file = die
        revert_file(group, file, stamp, sure=False)
    else:
        delete_for_good(group, progress=progress)
"""


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "action", [APPLY, pytest.param(REVERT, marks=chaos), pytest.param(DELETE, marks=chaos)]
)
def test_a_process_that_is_killed_leaves_everything_or_nothing(app, table, file, action):
    """And of a deleted group nothing that anybody can reach; the worker deletes the rest."""
    if action != APPLY:
        file.apply()
    before = rows_except(app)
    killed = subprocess.run(
        [
            *(sys.executable, "-c", KILLED, app.config["SQLALCHEMY_DATABASE_URI"], action),
            *(str(table.group_id), str(file.id)),
        ],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    if action == DELETE:
        assert row_counts(app)["links"] == 0
        assert row_counts(app)["sessions"] > 0
        with at_work(app):
            purge_hidden()
        assert set(row_counts(app).values()) == {0}
    else:
        assert rows_except(app) == before
        act(action, file)


def test_others_can_write_while_an_import_is_read_and_between_the_steps_of_a_deletion(
    app, table, monkeypatch
):
    """SQLite's write lock is free while two hundred sessions are read; and after each step of deleting them,
    before the next step, for as long as other writers wait between attempts.
    """
    monkeypatch.undo()
    monkeypatch.setattr("models.purging.BATCH_SIZE", 60)
    file = File(app, table.group_id, json.dumps(years(200, rounds=13)))
    path = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    steps, pauses = [], []

    def write():
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("ROLLBACK")

    def step(done, _of):
        write()
        steps.append(done)

    def pause(seconds):
        write()
        pauses.append(seconds >= WRITER_RETRY)

    monkeypatch.setattr("models.database.time", SimpleNamespace(sleep=pause))
    act(APPLY, file, step)
    assert len(steps) == 200
    assert pauses == []
    steps.clear()
    act(DELETE, file, step)
    assert len(steps) >= 3
    assert pauses == [True] * len(steps)


@pytest.mark.both_databases
def test_a_long_import_is_written_with_as_many_statements_as_a_short_one(app):
    """Nothing is computed or looked up for each session while others wait."""

    def count(sessions):
        with at_work(app):
            group = Group(id=uuid.uuid4(), name="Friday table", created_at=NOW)
            with one_transaction(writes=False):
                reading = DocumentLoader(document_of(years(sessions)), group.id, NOW, {}, no_progress)
            db.session.add(group)
            db.session.flush()
            written = statements_of(app, reading.write)
            db.session.rollback()
        return len(written)

    assert count(2) == count(40) < 30


def test_a_document_refused_in_the_middle_leaves_nothing(app):
    document = years(8)
    document["sessions"][7]["rounds"][1]["hands"] = []
    with pytest.raises(ValueError, match=r"sessions\[7\].rounds\[1\].hands: the hand of"):
        import_document(app, document)
    assert set(row_counts(app).values()) == {0}


def test_a_new_group_appears_when_it_is_complete(app):
    seen = []
    group = Group(id=uuid.uuid4(), name="Friday table", created_at=NOW)
    with at_work(app):
        read_document(
            document_of(years(8)),
            group,
            NOW,
            progress=lambda _done, _of: seen.append(_group_called(app, "Friday table")),
        )
    assert len(seen) > 2
    assert set(seen) == {0}
    assert _group_called(app, "Friday table") == 1


def _group_called(app, name):
    with at_work(app):
        return len(db.session.scalars(db.select(Group.id).where(Group.name == name)).all())


def test_later_changes_are_reported_before_anything_is_done(app, table, file):
    made = file.apply().made["sessions"]
    with at_work(app):
        touched = Session.of(table.group_id, uuid.UUID(made[0]))
        with recorded_as_change(touched, "note", table.change_stamp(), {}):
            touched.sheet = replace(touched.sheet, stopped=not touched.sheet.stopped)
        db.session.commit()
    before = rows_except(app)
    with pytest.raises(ChangedSince):
        file.revert()
    assert rows_except(app) == before
    assert file.revert(sure=True)[0] == 8

"""Reverting removes exactly what the file added, and applying it again restores it."""

import json
import uuid

import pytest

from files.importing.applying import sessions_of
from files.importing.reverting import ChangedSince, changed_sessions
from models import Group, Import, Night, Session, db
from models.people.people import group_history
from models.recycle_bin import delete_session
from tests.files.document.files import brief, exported, import_document
from tests.files.document.test_round_trip import lively
from tests.files.drafts import sample
from tests.files.importing.files import LOG_TABLES, TOTALS, File, nights, players, rows_except
from tests.models.rows import row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.table import Table, at_work, empty_bins, start

pytestmark = pytest.mark.table("derange", "Anna Bo", plays=["Anna out, Bo K"], is_over=True, mode="short")


@pytest.fixture
def file(app, table):
    return lambda content: File(app, table.group_id, content)


@pytest.mark.parametrize(
    "content",
    [
        TOTALS,
        TOTALS.replace("2024", "2030"),
        sample("export.json"),
        json.dumps(brief()),
    ],
)
def test_everything_is_as_before(app, table, file, content):
    before = rows_except(app, *LOG_TABLES)
    upload = file(content).choose(late="take")
    upload.apply()
    assert rows_except(app, *LOG_TABLES) != before
    upload.revert()
    assert rows_except(app, *LOG_TABLES) == before


@pytest.mark.both_databases
def test_a_whole_lively_history_is_reverted(app, table):
    document = json.dumps(exported(app, lively(app).group_id))
    before = rows_except(app, *LOG_TABLES)
    upload = File(app, table.group_id, document)
    assert upload.apply().sessions == 8
    assert upload.revert()[0] == 8
    assert rows_except(app, *LOG_TABLES) == before


def test_it_can_be_applied_again_and_reverted_again(app, table, file):
    upload = file(sample("export.json"))
    upload.apply()
    first = exported(app, table.group_id)
    for _ in range(2):
        upload.revert()
        upload.apply()
    assert exported(app, table.group_id) == first
    with at_work(app):
        trail = group_history(db.session.get_one(Group, table.group_id))
        assert [change.kind for change in trail] == [
            "apply_import",
            "revert_import",
            "apply_import",
            "revert_import",
            "apply_import",
        ]
        assert [change.is_active for change in trail if change.kind == "apply_import"] == [True, False, False]
        assert trail[-1].about == {"file": "a file", "sessions": 2}
        assert trail[-1].by == "Anna’s phone"


def test_later_changes_need_a_confirmation(app, table, file):
    upload = file(json.dumps(brief()))
    session_id = uuid.UUID(upload.apply().made["sessions"][0])
    there = Table(app, table.group_id, session_id, table.clock)
    there.plays("Cara out, Anna 8, Bo 5")
    before = rows_except(app)
    with pytest.raises(ChangedSince, match="1 "):
        upload.revert()
    assert rows_except(app) == before
    assert upload.revert(sure=True)[0] == 1
    assert row_counts(app)["sessions"] == 1


def test_sessions_deleted_meanwhile_are_no_obstacle(app, table, file):
    upload = file(sample("export.json"))
    there = Table(app, table.group_id, uuid.UUID(upload.apply().made["sessions"][0]), table.clock)
    with there.open() as session:
        db.session.delete(session)
    assert upload.revert()[0] == 1


@pytest.mark.both_databases
def test_of_a_deleted_game_that_is_reverted_nothing_is_left_in_the_recycle_bin(app, table, file):
    """Nor of its night, which went with it."""
    before, upload = rows_except(app, *LOG_TABLES), file(sample("export.json"))
    made = upload.apply().made["sessions"]
    with at_work(app):
        for session_id in made:
            session = Session.of(table.group_id, uuid.UUID(session_id), lock=True)
            delete_session(session, table.change_stamp())
            db.session.commit()
    upload.revert(sure=True)
    assert rows_except(app, *LOG_TABLES) == before


def test_a_player_with_later_sessions_is_kept(app, table, file):
    upload = file(TOTALS.replace("Anna", "Eva").replace("Bo", "Frans"))
    upload.apply()
    start(app, "derange", "Eva Bo", group_id=table.group_id)
    _sessions, kept_items, _nights = upload.revert()
    assert kept_items == ["Eva"]
    assert players(app, table.group_id) == ["Anna", "Bo", "Eva"]


def test_a_night_used_by_others_or_with_a_note_is_kept(app, table, file):
    upload, more = file(TOTALS), file(TOTALS.replace("Derange Order of Eight", "Vatikan"))
    upload.apply()
    more.apply()
    _sessions, _players, kept_items = upload.revert()
    assert [str(day) for day in kept_items] == ["2024-02-02"]
    with at_work(app):
        db.session.scalars(db.select(Night).order_by(Night.date)).first().note = "rain"
        db.session.commit()
    more.revert()
    assert nights(app, table.group_id)[0][0] == "2024-02-02"


def test_sessions_that_existed_before_the_file_are_kept(app, table, file):
    first, second = file(TOTALS), file(TOTALS + TOTALS.replace("02-02", "02-03").partition("\n")[2])
    first.apply()
    with second.previewed() as preview:
        assert (preview.known, len(preview.new_sessions)) == (1, 1)
    assert second.apply().sessions == 1
    second.revert()
    assert nights(app, table.group_id)[0][0] == "2024-02-02"


def test_another_group_is_not_touched(app, table, file):
    other, _report = import_document(app, brief())
    before = exported(app, other)
    upload = file(json.dumps(brief()))
    upload.apply()
    upload.revert()
    assert exported(app, other) == before


def test_sessions_of_another_group_with_the_same_ids_are_not_removed(app, table, file):
    """Ids of deleted sessions are free for the next group that imports the same file."""
    upload = file(json.dumps(brief()))
    session_id = uuid.UUID(upload.apply().made["sessions"][0])
    with at_work(app):
        delete_session(Session.of(table.group_id, session_id, lock=True), table.change_stamp())
        db.session.commit()
    empty_bins(app)
    other, _report = import_document(app, brief())
    Table(app, other, session_id, table.clock).plays("Cara out, Anna 8, Bo 5").stops()
    before = exported(app, other)
    with at_work(app):
        applied = db.session.get_one(Import, upload.id)
        assert sessions_of(applied) == changed_sessions(applied) == []
    assert upload.revert() == (0, [], [])
    assert exported(app, other) == before
    for group_id in (table.group_id, other):
        assert_outcomes_match(app, group_id)


class TestCorrectionsOfOlderVersions:
    def test_they_are_undone(self, app, table, file):
        before = rows_except(app, *LOG_TABLES, "sessions")
        older = file(TOTALS)
        older.corrects(table.session_id, 11)
        assert table.totals() == {"Anna": 0, "Bo": 11}
        assert older.revert() == (0, [], [])
        assert table.totals() == {"Anna": 0, "Bo": 20}
        assert rows_except(app, *LOG_TABLES, "sessions") == before
        with at_work(app):
            assert older._import().result["stayed"] == 0

    def test_one_that_was_undone_in_the_session_is_no_obstacle(self, table, file):
        older = file(TOTALS)
        table.takes_back(older.corrects(table.session_id, 11))
        older.revert()
        assert table.totals() == {"Anna": 0, "Bo": 20}

    def test_one_on_which_a_later_change_depends_stays(self, app, table, file):
        older = file(TOTALS)
        older.corrects(table.session_id, 11)
        table.corrects(1, "Anna out, Bo =12")
        older.revert()
        assert table.totals() == {"Anna": 0, "Bo": 12}
        with at_work(app):
            assert older._import().result["stayed"] == 1

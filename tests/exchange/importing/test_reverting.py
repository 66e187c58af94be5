"""Taking back removes exactly what the file made, and taking in again brings it back."""

import json
import uuid

import pytest

from exchange.importing.applying import sessions_of
from exchange.importing.reverting import ChangedSince, changed_sessions
from models import Group, Import, Night, Session, db
from models.deleting import delete_session
from models.people.people import group_history
from tests.exchange.brought import sample
from tests.exchange.document.files import brief, take_in, written
from tests.exchange.document.test_round_trip import lively
from tests.exchange.importing.files import TOTALS, TRAIL, File, everything_but, nights, players
from tests.models.rows import row_counts
from tests.models.statistics.outcomes_kept import assert_kept_right
from tests.table import Table, at_work, start

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
        sample("plays.xml"),
        json.dumps(brief()),
    ],
)
def test_everything_is_as_it_was(app, table, file, content):
    before = everything_but(app, *TRAIL)
    brought = file(content).chooses(late="take")
    brought.comes_in()
    assert everything_but(app, *TRAIL) != before
    brought.goes_back()
    assert everything_but(app, *TRAIL) == before


@pytest.mark.both_databases
def test_a_whole_lively_history_goes_back(app, game, table):
    document = json.dumps(written(app, lively(game).group_id))
    before = everything_but(app, *TRAIL)
    brought = File(app, table.group_id, document)
    assert brought.comes_in().sessions == 8
    assert brought.goes_back()[0] == 8
    assert everything_but(app, *TRAIL) == before


def test_it_can_be_taken_in_again_and_back_again(app, table, file):
    brought = file(sample("export.json"))
    brought.comes_in()
    first = written(app, table.group_id)
    for _ in range(2):
        brought.goes_back()
        brought.comes_in()
    assert written(app, table.group_id) == first
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


def test_what_has_been_changed_since_asks_once_more(app, table, file):
    brought = file(json.dumps(brief()))
    session_id = uuid.UUID(brought.comes_in().made["sessions"][0])
    there = Table(app, table.group_id, session_id, table.clock)
    there.plays("Cara out, Anna 8, Bo 5")
    before = everything_but(app)
    with pytest.raises(ChangedSince, match="1 "):
        brought.goes_back()
    assert everything_but(app) == before
    assert brought.goes_back(sure=True)[0] == 1
    assert row_counts(app)["sessions"] == 1


def test_what_was_deleted_meanwhile_is_no_hindrance(app, table, file):
    brought = file(sample("export.json"))
    there = Table(app, table.group_id, uuid.UUID(brought.comes_in().made["sessions"][0]), table.clock)
    with there.open() as session:
        db.session.delete(session)
    assert brought.goes_back()[0] == 1


def test_who_has_played_elsewhere_since_stays(app, table, file):
    brought = file(TOTALS.replace("Anna", "Eva").replace("Bo", "Frans"))
    brought.comes_in()
    start(app, "derange", "Eva Bo", group_id=table.group_id)
    _gone, kept, _nights = brought.goes_back()
    assert kept == ["Eva"]
    assert players(app, table.group_id) == ["Anna", "Bo", "Eva"]


def test_a_night_that_others_use_or_wrote_about_stays(app, table, file):
    brought, more = file(TOTALS), file(TOTALS.replace("Derange Order of Eight", "Vatikan"))
    brought.comes_in()
    more.comes_in()
    _gone, _players, kept = brought.goes_back()
    assert [str(day) for day in kept] == ["2024-02-02"]
    with at_work(app):
        db.session.scalars(db.select(Night).order_by(Night.date)).first().note = "rain"
        db.session.commit()
    more.goes_back()
    assert nights(app, table.group_id)[0][0] == "2024-02-02"


def test_what_was_here_before_the_file_stays(app, table, file):
    first, second = file(TOTALS), file(TOTALS + TOTALS.replace("02-02", "02-03").partition("\n")[2])
    first.comes_in()
    with second.previewed() as preview:
        assert (preview.known, len(preview.new_sessions)) == (1, 1)
    assert second.comes_in().sessions == 1
    second.goes_back()
    assert nights(app, table.group_id)[0][0] == "2024-02-02"


def test_another_group_is_not_touched(app, table, file):
    other, _report = take_in(app, brief())
    before = written(app, other)
    brought = file(json.dumps(brief()))
    brought.comes_in()
    brought.goes_back()
    assert written(app, other) == before


def test_what_another_group_has_now_is_none_of_the_files(app, table, file):
    """What was deleted here has left its ids to whoever takes the same file in next."""
    brought = file(json.dumps(brief()))
    session_id = uuid.UUID(brought.comes_in().made["sessions"][0])
    with at_work(app):
        delete_session(Session.of(table.group_id, session_id, lock=True), table.author())
        db.session.commit()
    other, _report = take_in(app, brief())
    Table(app, other, session_id, table.clock).plays("Cara out, Anna 8, Bo 5").stops()
    before = written(app, other)
    with at_work(app):
        applied = db.session.get_one(Import, brought.id)
        assert sessions_of(applied) == changed_sessions(applied) == []
    assert brought.goes_back() == (0, [], [])
    assert written(app, other) == before
    for group_id in (table.group_id, other):
        assert_kept_right(app, group_id)

"""A part of a history as a document: complete in itself, and importable like any other."""

import json

import jsonschema
import pytest

from files.document import document_text
from files.document.schema import SCHEMA
from files.document.scope import Scope
from models import Group, db
from tests.files.document.files import NOW, exported, import_document
from tests.files.document.test_round_trip import lively
from tests.sampling import full_only
from tests.table import at_work


@pytest.fixture
def played(app):
    return lively(app)


def part(played, **scope):
    return exported(played.app, played.group_id, **scope)


def test_a_session_includes_its_night_and_its_players_only(played):
    document = part(played, session_id=played.session_id)
    assert [session["id"] for session in document["sessions"]] == [str(played.session_id)]
    assert [night["id"] for night in document["nights"]] == [str(played.night_id())]
    assert sorted(player["name"] for player in document["players"]) == ["Anna", "Bo", "Cara", "Dilan"]


def test_a_night_includes_all_its_sessions(played, game):
    document = part(played, night_id=played.night_id())
    everything = part(played)
    assert document == everything, "they were all played on one night"
    assert len(document["sessions"]) > 5


def test_the_night_of_another_group_is_not_included(played, game):
    other = game("derange", "Eva Frans")
    document = part(played, night_id=other.night_id())
    assert (document["sessions"], document["nights"], document["players"]) == ([], [], [])


def test_a_part_is_a_document_and_can_be_imported(played):
    document = part(played, session_id=played.session_id)
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    _copy, report = import_document(played.app, document)
    assert (report.sessions, report.nights, report.players) == (1, 1, 4)


@full_only
@pytest.mark.parametrize("what", ["everything", "session", "nothing"])
def test_its_text_is_indented_as_by_the_json_module(played, what, game):
    ids = {
        "everything": {},
        "session": {"session_id": played.session_id},
        "nothing": {"session_id": game("derange", "Eva Frans").session_id},
    }
    with at_work(played.app):
        group, scope = db.session.get_one(Group, played.group_id), Scope(played.group_id, **ids[what])
        text = "".join(document_text(group, NOW, scope))
    assert text == json.dumps(json.loads(text), ensure_ascii=False, indent=1)


def test_the_order_of_its_members_is_stable(played):
    """Files of two versions can be compared line by line."""
    document = part(played)
    session = document["sessions"][0]
    assert list(document) == ["format", "exported_at", "group", "players", "nights", "sessions"]
    assert list(session)[:7] == ["id", "night", "variant", "options", "rules", "started_at", "finished_at"]
    assert list(session)[7:] == ["seats", "first_dealers", "rounds", "standings", "next_deal"]
    one = list(session["rounds"][0])
    assert one == ["number", "dealer", "hand_size", "out", "recorded_at", "hands", "chain"]
    assert list(session["rounds"][1])[-1] == "misdeals"
    assert list(session["rounds"][0]["hands"][0]) == ["player", "cards", "points"]
    dilan, bo = session["seats"][1:3]
    assert list(dilan) == ["player", "team", "joined_round", "left_round", "start_points"]
    assert list(bo)[-1] == "away"
    assert list(bo["away"][0]) == ["since", "until", "points"]

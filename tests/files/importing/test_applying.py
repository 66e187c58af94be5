"""The preview of a file shows exactly what is then applied."""

import json
import zlib
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest

from files.document.loader import read_document
from files.importing.applying import CannotApply
from files.importing.draft import unpacked
from models import db
from models.database import new_id
from models.group import Group
from models.imported_file import Import, repacked, unpack_names
from models.job import Job
from models.people.anonymising import anonymise
from models.recycle_bin import delete_session, restore
from tests.files.document.files import NOW, brief, document_of, exported, import_document
from tests.files.drafts import sample
from tests.files.importing.files import TOTALS, File, nights, players
from tests.models.rows import every_text, row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.table import at_work

pytestmark = pytest.mark.table(
    "derange", "Anna Bo", plays=["Anna out, Bo K"], mode="short", at=datetime(2024, 1, 5, 18, tzinfo=UTC)
)


@pytest.fixture
def file(app, table):
    return lambda content, zone=UTC: File(app, table.group_id, content, zone)


def forget(app, table, name):
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        anonymise(group, next(p for p in group.players if p.name == name), "Player 1", table.change_stamp())
        db.session.commit()


def sessions(app, table):
    names = {p["id"]: p["name"] for p in exported(app, table.group_id)["players"]}
    return [
        (s["variant"], {names[x["player"]]: (x["total"], x["winner"]) for x in s["standings"]})
        for s in exported(app, table.group_id)["sessions"]
    ]


def test_totals_become_a_finished_session(app, table, file):
    report = file(TOTALS).apply()
    assert (report.sessions, report.players) == (1, 0)
    assert sessions(app, table)[1] == ("derange", {"Anna": (30, False), "Bo": (12, True)})
    session = exported(app, table.group_id)["sessions"][1]
    assert session["summed"] is True
    assert session["finished_at"] is not None
    assert [(r["out"], [h["points"] for h in r["hands"]]) for r in session["rounds"]] == [(None, [30, 12])]


def test_where_wins_are_counted_there_is_a_round_for_each(app, table, file):
    file(
        TOTALS.replace("Derange Order of Eight", "Vatikan").replace(",30", ",2").replace(",12", ",1")
    ).apply()
    assert sessions(app, table)[1] == ("vatikan", {"Anna": (2, True), "Bo": (1, False)})
    assert len(exported(app, table.group_id)["sessions"][1]["rounds"]) == 3


def test_a_totals_only_session_counts_in_the_statistics(app, table, file):
    file(TOTALS).apply()
    assert row_counts(app)["outcomes"] == 2


def test_importing_the_same_file_twice_adds_nothing(app, table, file):
    file(TOTALS).apply()
    before = row_counts(app)
    again = file(TOTALS)
    with again.previewed() as preview:
        assert (len(preview.new_sessions), preview.known) == (0, 1)
    with pytest.raises(CannotApply, match="nothing"):
        again.apply()
    assert row_counts(app) == {**before, "imports": 2}


def test_a_file_cannot_be_applied_twice(file):
    upload = file(TOTALS)
    upload.apply()
    with pytest.raises(CannotApply, match="done"):
        upload.apply()


def test_a_session_sent_to_another_program_is_recognized_in_its_export(table, file):
    document = json.loads(sample("shared.bgsplay"))
    document["plays"][0]["importPlayId"] = str(table.session_id).upper()
    with file(json.dumps(document)).previewed() as preview:
        assert (len(preview.new_sessions), preview.known) == (0, 1)


class TestGames:
    def test_an_unknown_game_is_left_out_until_it_is_matched(self, app, table, file):
        crazy = file(TOTALS.replace("Derange Order of Eight", "Crazy Eights"))
        with crazy.previewed() as preview:
            assert (len(preview.new_sessions), preview.not_chosen) == (0, 1)
        crazy.choose(games={"Crazy Eights": "vandatta"}).apply()
        assert sessions(app, table)[1][0] == "vandatta"

    def test_a_known_game_may_be_left_out(self, file):
        upload = file(TOTALS).choose(games={"Derange Order of Eight": ""})
        with upload.previewed() as preview:
            assert (len(preview.new_sessions), preview.not_chosen) == (0, 1)

    def test_the_choice_is_remembered_for_the_next_file(self, file):
        crazy = TOTALS.replace("Derange Order of Eight", "Crazy Eights")
        file(crazy).choose(games={"Crazy Eights": "vandatta"}).apply()
        with file(crazy.replace("02-02", "02-03")).previewed() as preview:
            assert len(preview.new_sessions) == 1

    def test_points_of_a_game_that_counts_wins_may_be_points(self, app, table, file):
        way = "vatikan:tally=house_points"
        file(TOTALS).choose(games={"Derange Order of Eight": way}).apply()
        assert sessions(app, table)[1] == ("vatikan", {"Anna": (30, False), "Bo": (12, True)})

    def test_names_match_in_upper_and_lower_case_and_nothing_is_guessed(self, file):
        for name, known in (
            ("derange order of EIGHT", 1),
            ("derange", 1),
            ("Derange order", 0),
            ("Order of Eight", 0),
        ):
            with file(TOTALS.replace("Derange Order of Eight", name)).previewed() as preview:
                assert len(preview.new_sessions) == known, name

    @pytest.mark.parametrize(
        ("old", "new", "reason"),
        [
            (",30", ",10000", "%(count)s points are too many"),
            (
                "12\n",
                "12\n" + "".join(f"2024-02-02,Derange Order of Eight,P{n},1\n" for n in range(20)),
                "this game is for %(least)s to %(most)s players",
            ),
        ],
    )
    def test_a_session_impossible_in_its_game_is_left_out(self, file, old, new, reason):
        with file(TOTALS.replace(old, new)).previewed() as preview:
            assert [out.reason for out in preview.left_out] == [reason]
            assert preview.new_sessions == []


class TestWarnings:
    def test_another_winner_than_by_points(self, file):
        with file(sample("export.json")).previewed() as preview:
            winner = next(warning for warning in preview.warnings if warning.code == "winner")
            assert (winner.at, winner.values) == ("plays[0]", {"file": ["Anna"], "points": ["Bo"]})

    def test_impossible_points(self, file):
        with file(TOTALS.replace(",12", ",3")).previewed() as preview:  # the cheapest card of Derange costs 4
            assert [(warning.code, warning.values) for warning in preview.warnings] == [
                ("sum", {"name": "Bo", "count": 3})
            ]

    def test_a_name_that_is_too_long(self, app, table, file):
        upload = file(TOTALS.replace("Bo", "B" * 60))
        with upload.previewed() as preview:
            assert [warning.code for warning in preview.warnings] == ["name"]
        upload.apply()
        assert "B" * 40 in players(app, table.group_id)

    def test_a_note_on_an_existing_night(self, file):
        rows = (
            TOTALS.replace("points\n", "points,note\n").replace("02-02", "01-05").replace("\n2", ",rain\n2")
        )
        with file(rows.replace("12\n", "12,\n").replace("note,rain", "note")).previewed() as preview:
            assert [warning.values for warning in preview.warnings if warning.code == "note"] == [
                {"note": "rain"}
            ]


class TestNights:
    def test_without_a_time_the_date_decides(self, app, table, file):
        file(TOTALS.replace("02-02", "01-05")).apply()
        assert [len(n[2]) for n in nights(app, table.group_id)] == [2]

    def test_with_a_time_the_pause_decides(self, app, table, file):
        near, far = (TOTALS.replace("2024-02-02", day) for day in ("2024-01-06 01:30", "2024-01-06 09:30"))
        file(near).apply()
        assert [n[0] for n in nights(app, table.group_id)] == ["2024-01-05"]
        file(far).apply()
        assert [n[0] for n in nights(app, table.group_id)] == ["2024-01-05", "2024-01-06"]

    def test_the_time_is_local(self, app, table, file):
        rows = TOTALS.replace("2024-02-02", "2024-01-06 01:30")
        file(rows, ZoneInfo("Asia/Tokyo")).apply()  # half past four in the afternoon of the fifth, UTC
        assert [n[0] for n in nights(app, table.group_id)] == ["2024-01-05"]

    def test_games_of_one_evening_are_one_night_with_its_place(self, app, table, file):
        plays = json.loads(sample("shared.bgsplay"))
        again = {**plays["plays"][0], "uuid": "another", "playDate": "2024-05-18 00:45:00"}
        plays["plays"].append(again)
        file(json.dumps(plays)).apply()
        assert nights(app, table.group_id)[1:] == [("2024-05-17", "Bo’s kitchen", ["derange", "derange"])]

    def test_the_preview_names_the_night(self, file):
        with file(TOTALS.replace("02-02", "01-05") + TOTALS.partition("\n")[2]).previewed() as preview:
            assert [
                (str(night.date), night in preview.new_nights) for _session, night in preview.new_sessions
            ] == [
                ("2024-01-05", False),
                ("2024-02-02", True),
            ]
            assert len(preview.new_nights) == 1


class TestPeople:
    def test_the_same_name_is_the_same_player(self, app, table, file):
        own = {name: table.player_id(name) for name in ("Anna", "Bo")}
        with file(TOTALS).previewed() as preview:
            assert {m.name: m.player for m in preview.people} == own

    def test_an_unknown_name_is_a_new_player(self, app, table, file):
        assert file(TOTALS.replace("Bo", "Örjan")).apply().players == 1
        assert players(app, table.group_id) == ["Anna", "Bo", "Örjan"]

    def test_the_match_may_be_changed(self, app, table, file):
        file(TOTALS.replace("Bo", "Bosse")).choose(people={"Bosse": "Bo", "Anna": "new"}).apply()
        assert players(app, table.group_id) == ["Anna", "Anna", "Bo"]
        assert sessions(app, table)[1][1]["Bo"] == (12, True)

    def test_the_choice_is_remembered_for_the_next_file(self, table, file):
        file(TOTALS.replace("Bo", "Bosse")).choose(people={"Bosse": "Bo"}).apply()
        own = table.player_id("Bo")
        with file(TOTALS.replace("Bo", "Bosse").replace("02-02", "02-03")).previewed() as preview:
            assert next(m.player for m in preview.people if m.name == "Bosse") == own

    def test_of_several_players_with_one_name_one_must_be_chosen(self, app, table, file):
        file(TOTALS).choose(people={"Anna": "new"}).apply()
        again = file(TOTALS.replace("02-02", "02-03").replace("Bo", "Eva"))
        with again.previewed() as preview:
            other = next(m for m in preview.people if m.name == "Anna")
        assert other.player is not None  # identified by the id of the first file
        with file(sample("shared.bgsplay")).previewed() as preview:
            assert [m.name for m in preview.people if m.chosen is None] == ["Anna"]
            assert not preview.is_decided
        with pytest.raises(CannotApply, match="undecided"):
            file(sample("shared.bgsplay")).apply()

    def test_two_at_one_table_cannot_be_one(self, file):
        both = file(TOTALS).choose(people={"Anna": "Bo"})
        with both.previewed() as preview:
            assert preview.clashing == [("Anna", "Bo")]
        with pytest.raises(CannotApply, match="undecided"):
            both.apply()

    def test_players_without_a_name_are_never_matched_by_name(self, app, table, file):
        document = json.loads(sample("shared.bgsplay"))
        document["players"][0]["isAnonymous"] = True
        with file(json.dumps(document)).previewed() as preview:
            assert [(m.name, m.is_open) for m in preview.people if m.player is None] == [
                ("Anna", False),
                ("Cara", True),
            ]

    def test_an_anonymized_player_is_not_matched_by_name(self, app, table, file):
        upload = file(TOTALS)
        upload.apply()
        forget(app, table, "Anna")
        with file(sample("shared.bgsplay")).previewed() as preview:
            assert next(m.player for m in preview.people if m.name == "Anna") is None
        with at_work(app):
            stored = unpacked(db.session.get_one(Import, upload.id).document)
            assert b"Anna" not in msgspec.json.encode(stored)
        upload.revert()
        upload.apply()
        assert "Anna" not in players(app, table.group_id)

    def test_neither_the_choices_nor_the_draft_store_the_name_of_an_anonymized_player(self, app, table, file):
        upload = file(sample("shared.bgsplay"))
        with at_work(app):
            stored = db.session.get_one(Import, upload.id)
            stored.by, stored.name = "Anna’s phone", "Anna.bgsplay"
            group = db.session.get_one(Group, table.group_id)
            Job.enqueue(group, "read", {"name": "Anna.bgsplay", "zone": "UTC"}, upload.change_stamp())
            db.session.commit()
        upload.apply()
        forget(app, table, "Anna")
        assert not [text for text in every_text(app) if "Anna" in text]

    def test_only_the_names_of_a_long_file_are_searched_when_anonymizing(self, app, table, file):
        upload = file(TOTALS)
        with at_work(app):
            stored = db.session.get_one(Import, upload.id)
            stored.document = repacked(unpack_names(stored.document)[0], b"too long to be unpacked")
            db.session.commit()
        forget(app, table, "Anna")
        with at_work(app):
            named, rest = unpack_names(db.session.get_one(Import, upload.id).document)
        assert [player["name"] for player in named["players"]] == ["Player 1", "Bo"]
        assert rest == b"too long to be unpacked"

    def test_a_draft_of_an_older_version_is_read_and_anonymized_too(self, app, table, file):
        upload = file(TOTALS)
        with at_work(app):
            stored = db.session.get_one(Import, upload.id)
            stored.document = zlib.compress(msgspec.json.encode(unpacked(stored.document)))
            db.session.commit()
        forget(app, table, "Anna")
        with at_work(app):
            stored = unpacked(db.session.get_one(Import, upload.id).document)
            assert b"Anna" not in msgspec.json.encode(stored)
        assert upload.apply().sessions == 1

    def test_only_players_who_played_are_created(self, app, table, file):
        file(sample("export.json")).choose(games={"Vatikan": ""}).apply()
        assert players(app, table.group_id) == ["Anna", "Bo"]


class TestNames:
    def test_one_person_may_have_two_names_in_a_file(self, app, table, file):
        file(TOTALS.replace("Anna", "Andr\u00e9")).apply()
        again = TOTALS.replace("Anna", "Andre\u0301").replace("2024-02-02", "2024-02-03")
        with file(again).previewed() as preview:
            assert (preview.new_people, preview.warnings) == ([], [])

    def test_a_truncated_name_is_reported_and_no_other(self, file):
        long, spaced = "x" * 50, "Anna  K"
        with file(TOTALS.replace("Anna", long).replace("Bo", spaced)).previewed() as preview:
            assert [warning.values["name"] for warning in preview.warnings if warning.code == "name"] == [
                long
            ]

    def test_anonymizing_applies_to_a_waiting_table(self, app, table, file):
        waiting = file("Date;Round;Anna;Bo;Winner\n2024-02-02;1;0;4;Anna\n")
        forget(app, table, "Anna")
        with waiting.previewed() as preview:
            assert "Anna" not in str(preview.draft)


class TestDocuments:
    def test_a_document_is_applied_with_its_people_matched_by_name(self, app, table, file):
        report = file(json.dumps(brief())).apply()
        assert (report.sessions, report.players) == (1, 1)
        assert players(app, table.group_id) == ["Anna", "Bo", "Cara"]

    def test_the_groups_own_export_is_recognized_and_gives_no_question(self, app, table, file):
        with file(json.dumps(exported(app, table.group_id))).previewed() as preview:
            assert preview.is_empty
            assert preview.known == 1
            assert not [m for m in preview.people if m.is_open]

    def test_a_session_without_a_night_finds_one(self, app, table, file):
        document = brief()
        document["sessions"][0]["started_at"] = "2024-01-06T00:30:00+00:00"
        file(json.dumps(document)).apply()
        assert [n[0] for n in nights(app, table.group_id)] == ["2024-01-05"]

    def test_its_new_night_is_dated_in_the_time_zone_of_the_file(self, app, table, file):
        document = brief()
        document["sessions"][0]["started_at"] = "2024-05-17T20:30:00-05:00"
        file(json.dumps(document)).choose(people={"Cara": "new"}).apply()
        assert nights(app, table.group_id)[-1] == ("2024-05-17", None, ["derange"])

    def test_a_file_in_utc_is_dated_in_the_time_zone_of_the_phone(self, app, table, file):
        document = brief()
        document["sessions"][0]["started_at"] = "2024-05-17T22:30:00Z"
        file(json.dumps(document), ZoneInfo("Europe/Stockholm")).choose(people={"Cara": "new"}).apply()
        assert nights(app, table.group_id)[-1] == ("2024-05-18", None, ["derange"])

    def test_without_any_time_it_is_today(self, app, table, file):
        file(json.dumps(brief())).apply()
        assert [n[0] for n in nights(app, table.group_id)] == ["2024-01-05", str(NOW.date())]

    def test_people_may_be_matched_by_hand(self, app, table):
        document = brief()
        who = {document["players"][0]["id"]: table.player_id("Anna")}
        with at_work(app):
            group = db.session.get_one(Group, table.group_id)
            report = read_document(document_of(document), group, NOW, player_ids=who)
            assert len(report.made["players"]) == 2


def test_an_abandoned_file_is_deleted_after_a_day(app, table, file):
    old = file(TOTALS)
    with at_work(app):
        db.session.get_one(Import, old.id).at = NOW - timedelta(days=1, minutes=1)
        db.session.commit()
    file(TOTALS)
    assert row_counts(app)["imports"] == 1


def test_an_applied_file_is_not_deleted(app, table, file):
    old = file(TOTALS)
    old.apply()
    with at_work(app):
        db.session.get_one(Import, old.id).at = NOW - timedelta(days=9)
        db.session.commit()
    file(TOTALS)
    assert row_counts(app)["imports"] == 2


@pytest.mark.both_databases
def test_a_night_in_the_recycle_bin_does_not_come_back_with_a_file(app, game):
    """A game of the file that was played on it gets a night of its own; the deleted one can be restored."""
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    document = exported(app, table.group_id)
    [old] = document["sessions"]
    with table.open() as session:
        stamp = table.change_stamp()
        delete_session(session, stamp)
    document["sessions"].append({**old, "id": str(new_id())})
    report = File(app, table.group_id, json.dumps(document)).apply()
    assert (report.sessions, report.nights) == (1, 1)
    [(day, _place, played)] = nights(app, table.group_id)
    assert (day, played) == (document["nights"][0]["date"], ["derange"])
    again, _report = import_document(app, document, table.group_id)
    assert again == table.group_id
    assert len(nights(app, table.group_id)) == 1
    with at_work(app):
        assert restore(table.group_id, stamp.change_id, table.change_stamp())
        db.session.commit()
    assert [played for _day, _place, played in nights(app, table.group_id)] == [["derange"], ["derange"]]
    assert_outcomes_match(app, table.group_id)

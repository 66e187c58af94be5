"""Export and import: nothing is lost or duplicated, and omitted values are computed."""

import json
import uuid
from datetime import timedelta
from functools import partial

import jsonschema
import pytest

from files.document import BadDocument, read_document
from files.document.schema import SCHEMA
from game.scoring import standings
from game.scoring.standings import round_gains
from game.variants.custom.definition import definition_of
from models import Group, Player, db
from models.people.anonymising import anonymise
from models.table.planning import plan_rounds
from tests.files.document.files import (
    ANNA,
    BO,
    CARA,
    DILAN,
    NIGHT,
    NOW,
    SESSION,
    brief,
    document_of,
    exported,
    import_document,
    round_of,
    with_value,
)
from tests.models.rows import every_text, row_counts
from tests.once import played_once
from tests.table import Table, at_work, start


@played_once
def lively(app):
    """A group with every kind of event that a document contains."""
    game = partial(start, app)
    table = game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8 5 5, Bo K 2 2, chain 1 Bo")
    table.misdeals().lets_deal("Cara").plays("Anna out, Bo =12, Cara -")
    table.sits_down("Dilan", after="Anna", start="worst").leaves("Bo").plays(
        "nobody out, Anna 8, Cara 9, Dilan 7"
    )
    table.comes_back("Bo", start="average").plays("Bo out, Anna 8, Cara 9, Dilan 7").leaves("Cara").misdeals()
    group = {"group_id": table.group_id}
    game("swedish_pursuit", "Anna Bo", rounds=2, **group).plays(*["Anna out, Bo 8 Q"] * 5).cuts("Bo")
    game("vandatta", "Anna Bo", rounds=1, **group).plays("nobody out, Anna 8 A, Bo 8 A").reopens()
    game("vandatta_pagat", "Anna Bo Cara", **group).plays("Anna out, Bo 8 A 7, Cara 2").stops()
    game("vatikan", "Anna Bo", first_to=1, **group).plays("Anna out, Bo ?")
    house = game("vatikan", "Anna Bo", tally="house_points", games=2, **group).plays("Anna out, Bo JK 4")
    teams = game("vatikan", "Anna Bo Cara Dilan", teams=True, sides="1 2 1 2", **group)
    teams.plays("nobody out, Anna 4, Bo 4 4, Cara -, Dilan ?").takes_over("Gun", of="Bo")
    house.stops().reopens()
    game("derange", "Eva Frans", **group)
    return table


@pytest.fixture
def played(app):
    return lively(app)


def without_time(document):
    return {key: value for key, value in document.items() if key != "exported_at"}


def test_what_is_exported_is_a_session_document(played, app):
    document = exported(app, played.group_id)
    schema = json.loads(SCHEMA.read_text())
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    jsonschema.Draft202012Validator(schema, format_checker=checker).validate(document)
    assert len(document["sessions"]) == 8
    assert [s["started_at"] for s in document["sessions"]] == sorted(
        s["started_at"] for s in document["sessions"]
    )


def test_export_import_and_export_give_the_same_document(played, app_with, app):
    first = exported(app, played.group_id)
    other = app_with()
    import_document(other, first, played.group_id)
    assert without_time(exported(other, played.group_id)) == without_time(first)


def test_whole_numbers_may_be_written_with_decimals(played, app_with, app):
    """As another program may save them: JSON Schema counts 12.0 as an integer."""
    first = exported(app, played.group_id)
    other = app_with()
    import_document(other, with_decimals(first), played.group_id)
    assert without_time(exported(other, played.group_id)) == without_time(first)


def test_texts_are_no_numbers_beside_whole_numbers_with_decimals(played, app, app_with):
    first = with_decimals(exported(app, played.group_id))
    spoiled = with_value(first, ("sessions", 0, "rounds", 0, "number"), "1.0")
    with pytest.raises(BadDocument, match=r"sessions\[0\].rounds\[0\].number: expected integer"):
        import_document(app_with(), spoiled, played.group_id)


def with_decimals(value):
    """The same JSON with 12.0 for 12."""
    if isinstance(value, dict):
        return {key: with_decimals(each) for key, each in value.items()}
    if isinstance(value, list):
        return [with_decimals(each) for each in value]
    return float(value) if type(value) is int else value


def test_the_session_continues_where_it_was(played, app_with, app):
    other = app_with()
    import_document(other, exported(app, played.group_id), played.group_id)
    there = Table(other, played.group_id, played.session_id, played.clock)
    assert there.totals() == played.totals()
    assert there.ranks() == played.ranks()
    assert there.next_dealer() == played.next_dealer()
    for one in (played, there):
        one.plays("Bo out, Anna 8, Dilan 7").comes_back("Cara", start="worst")
    assert there.totals() == played.totals()
    assert there.next_dealer() == played.next_dealer()


@pytest.mark.parametrize("variant", ["vandatta", "custom"])
def test_a_changed_number_of_rounds_survives(app, app_with, variant):
    per_player = definition_of({"name": "Ours", "letters": "O", "rounds": "per_player"})
    table = start(app, per_player if variant == "custom" else variant, "Anna Bo Cara")
    table.plays("nobody out, Anna =1, Bo =2, Cara =3").sits_down("Dilan")
    with table.open() as session:
        plan_rounds(session, 4, table.change_stamp())
    document = exported(app, table.group_id)
    other = app_with()
    group_id, _report = import_document(other, document, table.group_id)
    assert exported(other, group_id) == document
    there = Table(other, group_id, table.session_id, table.clock)
    for _round in (2, 3, 4):
        assert not there.is_finished()
        there.plays("nobody out, Anna =1, Bo =2, Cara =3, Dilan =4")
    assert there.is_finished()


def test_importing_twice_changes_nothing(played, app):
    document, before = exported(app, played.group_id), every_text(app)
    _group, report = import_document(app, document, played.group_id)
    assert (report.players, report.nights, report.sessions, report.known) == (0, 0, 0, 8)
    assert every_text(app) == before


def test_deleted_sessions_come_back_and_the_rest_is_unchanged(played, app):
    document = exported(app, played.group_id)
    with played.open() as session:
        db.session.delete(session)
    _group, report = import_document(app, document, played.group_id)
    assert (report.sessions, report.known) == (1, 7)
    assert without_time(exported(app, played.group_id)) == without_time(document)


def test_later_corrections_are_not_overwritten(played, app):
    document = exported(app, played.group_id)
    played.corrects(2, "Anna out, Bo =13, Cara 4")
    totals = played.totals()
    import_document(app, document, played.group_id)
    assert played.totals() == totals


def test_an_anonymized_player_stays_anonymous(played, app):
    document = exported(app, played.group_id)
    with at_work(app):
        group = db.session.get_one(Group, played.group_id)
        eva = next(p for p in group.players if p.name == "Eva")
        anonymise(group, eva, "Player 1", played.change_stamp())
        db.session.commit()
    import_document(app, document, played.group_id)
    assert not [text for text in every_text(app) if "Eva" in text]


class TestAnotherGroup:
    """A history imported into a second group of the same database does not touch the first."""

    def test_it_gets_new_ids(self, played, app):
        document = exported(app, played.group_id)
        copy, report = import_document(app, document)
        assert report.sessions == 8
        assert without_time(exported(app, played.group_id)) == without_time(document)
        theirs = exported(app, copy)
        for kind in ("players", "nights", "sessions"):
            assert not {x["id"] for x in theirs[kind]} & {x["id"] for x in document[kind]}
        totals = [[s["total"] for s in session["standings"]] for session in theirs["sessions"]]
        assert totals == [[s["total"] for s in session["standings"]] for session in document["sessions"]]

    def test_it_is_not_duplicated_either(self, played, app):
        document = exported(app, played.group_id)
        copy, _report = import_document(app, document)
        before = row_counts(app)
        _group, report = import_document(app, document, copy)
        assert (report.sessions, report.known) == (0, 8)
        assert row_counts(app) == before


class TestOmittedValues:
    """A file with required values only."""

    @pytest.fixture
    def read(self, app):
        def read(document):
            group_id, _report = import_document(app, document)
            return exported(app, group_id)["sessions"][0]

        return read

    def test_dealers_sizes_and_points_follow_from_the_rules(self, read):
        # Derange short, Bo deals first: 4, 3, 2 … cards
        session = read(brief())
        assert [r["dealer"] for r in session["rounds"]] == [BO, CARA, ANNA]
        assert [r["hand_size"] for r in session["rounds"]] == [4, 3, 2]
        assert [[h["points"] for h in r["hands"]] for r in session["rounds"]] == [
            [60, 20, 0],
            [0, 60, 12],
            [10, 10, 15],
        ]

    def test_cards_by_rank_are_stored_by_class(self, read):
        session = read(brief())
        assert session["rounds"][1]["hands"][1]["cards"] == {"3-10": 2}
        assert session["rounds"][2]["hands"][0]["cards"] == {"Q-J": 1}

    @pytest.mark.parametrize("key", ["3-10", "3·10", "3/10", "3,10", "3_10"])
    def test_a_class_may_be_written_in_many_ways(self, read, key):
        document = with_value(brief(), ["sessions", 0, "rounds", 1, "hands", 0, "cards"], {key: 2})
        assert read(document)["rounds"][1]["hands"][1]["cards"] == {"3-10": 2}

    def test_options_have_their_defaults_and_the_current_rules(self, read):
        document = brief()
        document["sessions"][0].pop("options")
        session = read(document)
        usual = {"decks": 2, "mode": "full", "eight_follows": True, "flipped_two": True}
        assert session["options"] == {**usual, "neighbour_checks": False}
        assert session["rules"]["rounds"] == 15

    def test_seats_begin_at_zero_in_round_one(self, read):
        seat = read(brief())["seats"][0]
        assert (seat["joined_round"], seat["left_round"], seat["start_points"], seat["team"]) == (
            1,
            None,
            0,
            None,
        )

    def test_a_session_without_a_time_is_dated_now(self, read):
        assert read(brief())["started_at"] == NOW.isoformat()
        assert read(brief())["finished_at"] is None

    def test_with_all_its_rounds_it_is_finished(self, read):
        document = brief()
        document["sessions"][0]["rounds"] += [round_of(n, CARA, {ANNA: 5, BO: 4}) for n in (4, 5, 6, 7)]
        session = read(document)
        assert session["finished_at"] is not None
        assert [(s["player"], s["rank"], s["winner"]) for s in session["standings"]] == [
            (CARA, 1, True),
            (ANNA, 2, False),
            (BO, 3, False),
        ]

    def test_the_night_is_found_by_date(self, app):
        document = brief()
        document["nights"] = [{"id": NIGHT, "date": "2026-11-20", "place": "At home", "note": None}]
        document["sessions"][0]["started_at"] = "2026-11-20T18:00:00Z"
        group_id, _report = import_document(app, document)
        out = exported(app, group_id)
        assert [n["date"] for n in out["nights"]] == ["2026-11-20"]
        assert out["sessions"][0]["night"] == out["nights"][0]["id"]

    @pytest.mark.parametrize(
        ("moment", "day"),
        [("2024-05-17T20:30:00-05:00", "2024-05-17"), ("2024-05-18T01:30:00Z", "2024-05-18")],
    )
    def test_the_date_is_in_the_time_zone_of_the_file(self, app, moment, day):
        document = brief()
        document["sessions"][0]["started_at"] = moment
        group_id, _report = import_document(app, document)
        assert [night["date"] for night in exported(app, group_id)["nights"]] == [day]

    def test_two_sessions_of_one_date_share_a_new_night(self, app):
        document = brief()
        document["sessions"].append({**document["sessions"][0], "id": DILAN})
        group_id, report = import_document(app, document)
        assert report.nights == 1
        assert len(exported(app, group_id)["nights"]) == 1

    def test_each_round_is_checked_a_few_times_only(self, app, monkeypatch):
        """Without named dealers each follows from the round before."""
        looked = []

        def looked_at(rules, played):
            looked.append(played)
            return round_gains(rules, played)

        monkeypatch.setattr(standings, "round_gains", looked_at)
        document = brief()
        document["sessions"][0] |= {"variant": "vatikan", "options": {}}
        document["sessions"][0]["rounds"] = [round_of(n, CARA, {ANNA: {}, BO: {}}) for n in range(1, 101)]
        import_document(app, document)
        assert len(looked) < 100 * 20

    def test_rounds_may_be_in_any_order(self, read):
        document = brief()
        document["sessions"][0]["rounds"].reverse()
        assert [r["number"] for r in read(document)["rounds"]] == [1, 2, 3]

    def test_the_hand_of_the_player_who_went_out_may_be_included(self, read):
        document = brief()
        document["sessions"][0]["rounds"][0]["hands"].append({"player": CARA, "cards": {}, "points": 0})
        assert len(read(document)["rounds"][0]["hands"]) == 3

    def test_left_round_may_name_the_last_round_played_or_the_first_one_missed(self, read):
        for left in (2, 3):
            document = brief()
            document["sessions"][0]["rounds"][2]["hands"].pop()
            document["sessions"][0]["seats"][2]["left_round"] = left
            assert read(document)["seats"][2]["left_round"] == 3

    def test_a_name_that_exists_in_the_group_is_another_player(self, app, game):
        table = game("derange", "Anna Bo Cara")
        import_document(app, brief(), table.group_id)
        with at_work(app):
            names = [p.name for p in db.session.scalars(db.select(Player))]
        assert sorted(names) == ["Anna", "Anna", "Bo", "Bo", "Cara", "Cara"]

    def test_an_imported_session_of_today_follows_the_same_rules_as_one_played_here(self, read, game, app):
        table = game("derange", "Anna Bo Cara", mode="short", first="Bo")
        assert read(brief())["rules"] == exported(app, table.group_id)["sessions"][0]["rules"]


def test_a_restored_session_has_a_new_version(app):
    """Phones and the server cache pages by version: different content needs another version."""
    group_id, _report = import_document(app, brief())
    table = Table(app, group_id, uuid.UUID(SESSION), None)
    version = table.version()
    with table.open() as session:
        db.session.delete(session)
    with at_work(app):
        changed = with_value(brief(), ["sessions", 0, "rounds", 0, "hands", 0, "cards"], {"4": 1})
        read_document(document_of(changed), db.session.get_one(Group, group_id), NOW + timedelta(minutes=5))
        db.session.commit()
    assert table.version() != version

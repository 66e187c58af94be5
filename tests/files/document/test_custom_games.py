"""Files carry custom games and everything that is played by their rules."""

import uuid
from copy import deepcopy
from datetime import timedelta

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from files.document import BadDocument, validate
from files.document.schema import schema
from models import db
from models.custom_game import CustomGame
from models.custom_games import change_game, games_of, retire_game
from models.database import new_id
from models.group import Group
from tests import sampling
from tests.club import opened
from tests.custom import typed
from tests.files.document.custom import (
    NAMES,
    add_game,
    adjust,
    defined,
    play,
    play_at_random,
    stamp,
    start_again,
    start_custom,
    without_ids,
)
from tests.files.document.files import (
    NOW,
    REMOVED,
    brief,
    document_of,
    exported,
    import_document,
    with_value,
)
from tests.files.document.test_played import assert_all_same
from tests.game.variants.custom.definitions import definitions
from tests.models.rows import every_text, row_counts
from tests.table import at_work

PLUMP = {
    "negative": True,
    "winner": "highest",
    "multipliers": [
        {"factor": 2, "of": "hand", "reason": "Doubled"},
        {"factor": 3, "of": "round", "reason": "Last"},
    ],
}
VALUES = dict.fromkeys(("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"), 1) | {"2": -5}


@pytest.fixture
def plump(app):
    """Typed points, negative ones, both multipliers, bonus and penalty."""
    table = start_custom(app, defined(**PLUMP))
    play(table, Anna=("12+11", ["1"]), Bo="-5", Cara="0", multipliers=["2"])
    play(table, Anna="-3", Bo=("7", ["1"]), Cara="10")
    return adjust(table, "Bo", (0, 20, "Host"), (2, -15, "Late"))


@given(definition=definitions(), data=st.data())
@settings(max_examples=sampling.examples(40))
def test_any_custom_game_survives_export_and_import(app, definition, data):
    names = NAMES[: data.draw(st.integers(*definition.players))]
    table = start_custom(app, definition, names)
    play_at_random(table, data)
    assert_all_same(app, table.group_id)
    document = exported(app, table.group_id)
    jsonschema.Draft202012Validator(schema()).validate(document)
    copy, report = import_document(app, document)
    assert report.games == 1
    assert without_ids(exported(app, copy)) == without_ids(document)
    rows = row_counts(app)
    import_document(app, document, copy)
    assert row_counts(app) == rows


@pytest.mark.both_databases
def test_everything_is_the_same_in_another_database(app, app_with, plump):
    document = exported(app, plump.group_id)
    hand = document["sessions"][0]["rounds"][0]["hands"][0]
    assert (hand["typed"], hand["points"], hand["multipliers"]) == ("12+11", 138, ["1"])
    assert document["sessions"][0]["rounds"][0]["multipliers"] == ["2"]
    assert [(a["after"], a["points"]) for a in document["sessions"][0]["seats"][1]["adjustments"]] == [
        (0, 20),
        (2, -15),
    ]
    other = app_with()
    import_document(other, document, plump.group_id)
    assert exported(other, plump.group_id) == document
    assert plump.totals() == {"Anna": 135, "Bo": 4, "Cara": 10}


@pytest.mark.both_databases
def test_another_group_gets_a_game_of_its_own(app, plump):
    document = exported(app, plump.group_id)
    copy, report = import_document(app, document)
    there = exported(app, copy)
    assert report.games == 1
    own = there["games"][0]["id"]
    assert own != document["games"][0]["id"]
    assert (
        [s["variant"] for s in there["sessions"]]
        == [s["rules"]["variant"] for s in there["sessions"]]
        == [own]
    )
    assert exported(app, plump.group_id) == document
    again, report = import_document(app, document, copy)
    assert (again, report.games, report.known) == (copy, 0, 1)


def test_a_game_here_stays_as_it_is(app, plump):
    document = exported(app, plump.group_id)
    with at_work(app):
        group, game = db.session.get_one(Group, plump.group_id), games_of(plump.group_id)[0]
        change_game(group, game, defined(name="Whist"), stamp())
        db.session.commit()
    with plump.open() as session:
        db.session.delete(session)
    _group, report = import_document(app, document, plump.group_id)
    assert (report.games, report.sessions) == (0, 1)
    there = exported(app, plump.group_id)
    assert there["games"][0]["definition"] == {"name": "Whist", "letters": "P"}
    assert there["sessions"] == document["sessions"]


def test_a_session_by_an_earlier_definition_survives(app):
    """Its options may be none of the game today."""
    table = start_custom(app, defined(first_to=30, rounds=9, hand_sizes=[3]), first_to=20)
    play(table, Anna="1", Bo="2", Cara="3")
    with at_work(app):
        group, game = db.session.get_one(Group, table.group_id), games_of(table.group_id)[0]
        change_game(group, game, defined(), stamp())
        retire_game(group, game, stamp())
        db.session.commit()
    document = exported(app, table.group_id)
    assert document["sessions"][0]["options"] == {"first_to": 20, "rounds": 9, "dealt": 3, "decks": 1}
    copy, _report = import_document(app, document)
    assert without_ids(exported(app, copy)) == without_ids(document)
    assert exported(app, copy)["games"][0]["retired_at"]


def test_a_part_of_a_history_has_the_games_that_were_played(app, plump):
    other = start_custom(app, defined(name="Whist"), group_id=plump.group_id)
    add_game(app, plump.group_id, defined(name="Never played"))
    names = [game["definition"]["name"] for game in exported(app, plump.group_id)["games"]]
    assert sorted(names) == ["Never played", "Plump", "Whist"]
    part = exported(app, plump.group_id, session_id=other.session_id)
    assert [game["definition"]["name"] for game in part["games"]] == ["Whist"]


def test_a_group_without_games_has_no_such_member(app, game):
    assert "games" not in exported(app, game("derange", "Anna Bo").group_id)


def test_a_document_of_the_former_format_is_read_as_before(app):
    one, other = brief(), {**brief(), "format": "turn-eight/2"}
    assert one["format"] == "turn-eight/1"
    copies = [import_document(app, document)[0] for document in (one, other)]
    sessions = [without_ids(exported(app, copy))["sessions"] for copy in copies]
    assert sessions[0] == sessions[1]
    assert exported(app, copies[0])["format"] == "turn-eight/2"


def test_a_session_may_name_a_game_that_only_the_group_has(app, plump):
    document = exported(app, plump.group_id)
    del document["games"]
    with plump.open() as session:
        db.session.delete(session)
    _group, report = import_document(app, document, plump.group_id)
    assert report.sessions == 1
    with pytest.raises(BadDocument, match="no variant"):
        import_document(app, document)
    with pytest.raises(BadDocument, match="no variant"):
        validate(document_of(document))


def test_cards_below_zero_and_no_deal(app):
    definition = defined(scoring="cards", values=VALUES, players=[2, 4])
    table = start_custom(app, definition)
    play(table, out="Anna", Bo={"2": 2, "K": 1}, Cara={"A": 3})
    session = exported(app, table.group_id)["sessions"][0]
    assert [hand["points"] for hand in session["rounds"][0]["hands"]] == [0, -9, 3]
    assert session["rounds"][0]["hand_size"] == 0
    copy, _report = import_document(app, exported(app, table.group_id))
    assert without_ids(exported(app, copy)) == without_ids(exported(app, table.group_id))


class TestElimination:
    @pytest.fixture
    def document(self, app):
        table = start_custom(app, defined(eliminate_at=10))
        play(table, Anna="12", Bo="3", Cara="4")
        play(table, Bo="3", Cara="4")
        return exported(app, table.group_id)

    def test_an_eliminated_player_needs_no_hand(self, app, document):
        copy, _report = import_document(app, document)
        assert without_ids(exported(app, copy)) == without_ids(document)

    def test_a_player_who_is_not_eliminated_needs_one(self, app, document):
        hands = document["sessions"][0]["rounds"][0]["hands"]
        hands[0]["points"] = 9
        del document["sessions"][0]["standings"]
        with pytest.raises(BadDocument) as refused:
            import_document(app, document)
        assert str(refused.value) == "sessions[0].rounds[1].hands: the hand of Anna is missing"

    def test_no_round_before_the_last_one_may_be_missing(self, app, document):
        session = document["sessions"][0]
        del session["standings"]
        session["rounds"][0]["hands"][0]["points"] = 2
        third = deepcopy(session["rounds"][1])
        third["hands"].append({"player": session["seats"][0]["player"], "cards": None, "points": 12})
        session["rounds"].append({**third, "number": 3})
        with pytest.raises(BadDocument, match=r"rounds\[1\].hands: the hand of Anna is missing"):
            import_document(app, document)


S = ("sessions", 0)
HAND = (*S, "rounds", 0, "hands", 0)
G = ("games", 0, "definition")
ID = str(uuid.UUID(int=(7 << 76) + (2 << 62) + 77))
ONE = {"id": ID, "after": 0, "points": 1, "reason": ""}
SPOILED = [
    ([*HAND, "multipliers"], ["9"], "multipliers[0]", "no multiplier"),
    ([*HAND, "multipliers"], ["2"], "multipliers[0]", "no multiplier"),  # of the round
    ([*HAND, "multipliers"], ["1", "1"], "multipliers[1]", "twice"),
    ([*HAND, "multipliers"], [], "points", "makes 69, not 138"),
    ([*HAND, "multipliers"], "1", "multipliers", "array"),
    ([*S, "rounds", 0, "multipliers"], ["1"], "rounds[0].multipliers[0]", "no multiplier"),
    ([*S, "rounds", 0, "multipliers"], REMOVED, "points", "makes 46, not 138"),
    ([*HAND, "typed"], "12 + 11 apples", "typed", "neither a number nor a sum"),
    ([*HAND, "typed"], "1" * 501, "typed", "500"),
    ([*HAND, "typed"], "9999+9999", "typed", "too many"),
    ([*HAND, "typed"], "12+12", "points", "makes 144, not 138"),
    ([*HAND, "typed"], 23, "typed", "string"),
    ([*HAND, "points"], 139, "points", "no multiple of 6"),
    ([*HAND, "points"], -20_000, "points", "-9999"),
    ([*HAND, "cards"], {"K": 1}, "cards", "no card"),
    ([*HAND, "cards"], {}, "", "no points are typed"),
    ([*S, "rounds", 0, "out"], "seat", "rounds[0].out", "nobody goes out"),
    ([*S, "rounds", 0, "hand_size"], -1, "hand_size", "0 or more"),
    ([*S, "rounds", 0, "hand_size"], 53, "hand_size", "53"),
    ([*S, "seats", 1, "adjustments"], [{"after": 0}], "adjustments[0]", "“points” is missing"),
    ([*S, "seats", 1, "adjustments"], [ONE, ONE], "adjustments[1].id", "twice"),
    ([*S, "seats", 1, "adjustments"], [{**ONE, "points": 10**6}], "adjustments[0].points", "99999"),
    ([*S, "seats", 1, "adjustments"], [{**ONE, "after": -1}], "adjustments[0].after", "0 or more"),
    ([*S, "seats", 1, "adjustments"], [{**ONE, "reason": "x" * 501}], "adjustments[0].reason", "500"),
    ([*S, "seats", 1, "adjustments"], [{**ONE, "reason": "\x00"}], "adjustments[0].reason", "written"),
    ([*S, "options"], {"colour": 1}, "options.colour", "no such option"),
    ([*S, "options"], {"first_to": "much"}, "options.first_to", "kind of value"),
    ([*S, "variant"], ID, "variant", "no variant"),
    ([*S, "variant"], "plump", "variant", "no variant"),
    (["games", 0, "id"], "8", "games[0].id", "uuid"),
    (["games", 0, "created_at"], "once", "games[0].created_at", "once"),
    (["games", 0, "created_at"], REMOVED, "games[0]", "“created_at” is missing"),
    (["games", 0, "definition"], REMOVED, "games[0]", "“definition” is missing"),
    (["games", 0, "definition"], [], "games[0].definition", "object"),
    ([*G, "name"], "", "definition.name", "too short"),
    ([*G, "name"], " ", "definition.name", "not a valid text"),
    ([*G, "name"], "\x00", "definition.name", "written"),
    ([*G, "letters"], "ABC", "definition.letters", "2"),
    ([*G, "unknown"], 1, "games[0].definition", "“unknown” is unknown"),
    ([*G, "base"], "whist", "definition.base", "no variant"),
    ([*G, "scoring"], "magic", "definition.scoring", 'expected ["cards'),
    ([*G, "scoring"], "places", "definition.", "allowed only with"),
    ([*G, "blocked"], "difference", "definition.blocked", "winner = collects"),
    ([*G, "tie"], "play_on", "definition.tie", "first_to"),
    ([*G, "eliminate_at"], 50, "definition.eliminate_at", "winner = lowest"),
    ([*G, "values"], {"A": 1}, "definition.values", "scoring = cards"),
    ([*G, "values"], {"11": 1}, "definition.values", "11"),
    ([*G, "values"], {"A": -5, "K": 1000}, "definition.values.K", "999 or less"),
    ([*G, "hand_by_players"], [[2]], "definition.hand_by_players[0]", "2 entries"),
    ([*G, "hand_by_players"], [[3, 5], [2, 6]], "definition.hand_by_players", "ascend"),
    ([*G, "decks"], [], "definition.decks", "too short"),
    ([*G, "rounds"], "soon", "definition.rounds", "per_player"),
    ([*G, "jokers"], 10**30, "definition.jokers", "12 or less"),
    ([*G, "hand_sizes"], [1] * 61, "definition.hand_sizes", "60"),
    ([*G, "multipliers", 0, "factor"], 11, "multipliers[0].factor", "10 or less"),
    ([*G, "multipliers", 0, "of"], "all", "multipliers[0].of", "hand"),
]


@pytest.fixture
def document(app, plump):
    document = exported(app, plump.group_id)
    del document["sessions"][0]["standings"]
    return document


def test_what_is_impossible_is_refused(app, document, subtests):
    before = every_text(app)
    for path, value, place, reason in SPOILED:
        with subtests.test(f"{path[-1]}: {str(value)[:40]}"):
            player = document["sessions"][0]["seats"][0]["player"]
            spoiled = with_value(document, path, player if value == "seat" else value)
            for refuse in (import_document, lambda _app, document: validate(document_of(document))):
                with pytest.raises(BadDocument) as refused:
                    refuse(app, spoiled)
                assert place in refused.value.place
                assert reason in str(refused.value)
    assert every_text(app) == before


@pytest.mark.parametrize(("path", "value"), [([*HAND, "points"], REMOVED), ([*G, "base_options"], {"x": 1})])
def test_points_are_computed_and_options_of_no_base_have_no_effect(app, document, path, value):
    import_document(app, with_value(document, path, value))


def test_two_games_with_one_id(app, plump):
    document = exported(app, plump.group_id)
    document["games"].append({**document["games"][0], "id": document["games"][0]["id"].upper()})
    with pytest.raises(BadDocument, match=r"games\[1\].id: .* is here twice"):
        document_of(document)


class TestAClubEvening:
    @pytest.fixture
    def document(self, app):
        club = opened(app, "Anna Bo", variant=typed(winner="highest", rounds=1), rounds=2, cut=None)
        club.draws().scores(Anna=10, Bo=40).draws().scores(Anna=5, Bo=7)
        return exported(app, club.group_id)

    def test_its_places_are_in_the_file_and_the_same_elsewhere(self, app, document):
        (evening,) = document["tournaments"]
        (winner,) = [player["id"] for player in document["players"] if player["name"] == "Bo"]
        assert evening["result"]["winners"] == [winner]
        assert [place["total"] for place in evening["result"]["combined"]] == [47, 15]
        copy, _report = import_document(app, document)
        (again,) = exported(app, copy)["tournaments"]
        assert [place["total"] for place in again["result"]["combined"]] == [47, 15]

    def test_the_same_total_cannot_be_best_at_one_table_and_worst_at_another(self, app, document):
        del document["tournaments"][0]["result"]
        second = document["sessions"][1]
        second["rules"]["highest_wins"] = False
        del second["standings"]
        with pytest.raises(BadDocument, match="the highest total wins at one table, the lowest at another"):
            import_document(app, document)


def test_points_without_a_sum_follow_the_multipliers(app, plump):
    document = with_value(exported(app, plump.group_id), [*HAND, "typed"], REMOVED)
    copy, _report = import_document(app, document)
    hand = exported(app, copy)["sessions"][0]["rounds"][0]["hands"][0]
    assert (hand["points"], hand["typed"]) == (138, "23")


@pytest.mark.both_databases
def test_totals_that_no_column_holds_are_refused(app):
    multipliers = [{"factor": 10, "of": "hand", "reason": str(n)} for n in range(6)]
    values = dict.fromkeys(VALUES, 999)
    definition = defined(scoring="cards", values=values, multipliers=multipliers, players=[2, 4])
    table = start_custom(app, definition)
    play(table, out="Anna", Bo=({"K": 1}, ["1", "2"]), Cara={"A": 1})
    document = exported(app, table.group_id)
    del document["sessions"][0]["standings"]
    hand = document["sessions"][0]["rounds"][0]["hands"][1]
    assert hand["points"] == 99_900
    del hand["points"]
    hand["multipliers"] = list("123456")
    with pytest.raises(BadDocument, match="too many"):
        import_document(app, document)


def test_games_go_with_their_group(app, plump):
    with at_work(app):
        db.session.delete(db.session.get_one(Group, plump.group_id))
        db.session.commit()
        assert db.session.scalars(db.select(CustomGame)).all() == []


def test_another_session_of_the_same_game(app, plump):
    game_id = uuid.UUID(exported(app, plump.group_id)["games"][0]["id"])
    start_again(app, plump.group_id, game_id, at=NOW + timedelta(hours=1))
    copy, report = import_document(app, exported(app, plump.group_id), new_id())
    assert (report.games, report.sessions) == (1, 2)
    assert without_ids(exported(app, copy)) == without_ids(exported(app, plump.group_id))

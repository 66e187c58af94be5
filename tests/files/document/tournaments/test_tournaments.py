"""Export and import of tournaments: entrants, tables and decisions; the rest is computed and checked."""

import json
import uuid

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from files.document import BadDocument, document_text, read_document, validate
from files.document.schema import SCHEMA
from files.document.scope import Scope
from models import Group, Player, Tournament, db
from models.database import new_id
from models.purging import delete_for_good
from models.tournament.entering import request_entry
from tests import sampling
from tests.club import opened
from tests.files.document.files import NOW, REMOVED, brief, document_of, exported, import_document, with_value
from tests.models.rows import every_text
from tests.once import played_once
from tests.table import at_work, start

FOUR = "Anna Bo Cara Dilan"
EIGHT = f"{FOUR} Eva Finn Gun Hugo"
T = ("tournaments", 0)


@pytest.fixture
def club(app):
    return finished(app)


@played_once
def finished(app):
    """Two rounds with four players, a tie at the cut that the umpire decides, a play-off of two."""
    club = opened(app, FOUR, cut=2).draws(1, FOUR).scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.draws().scores(Anna=40, Bo=30, Cara=20, Dilan=0)
    return club.chooses("Bo", "She has waited longest.").draws().scores(Bo=7, Dilan=9)


def text_of(app, group_id):
    with at_work(app):
        return "".join(document_text(db.session.get_one(Group, group_id), NOW))


def reimported(app, text):
    """The export of a group after deleting it and importing its file."""
    document = json.loads(text)
    group_id = uuid.UUID(document["group"]["id"])
    with at_work(app):
        delete_for_good(db.session.get_one(Group, group_id))
    with at_work(app):
        group = Group(id=group_id, name=document["group"]["name"], created_at=NOW)
        read_document(document_of(document), group, NOW)
    return text_of(app, group_id)


def value_at(document, *path):
    """The value at a path of the first tournament, with names for ids."""
    thing = document["tournaments"][0]
    for step in path:
        thing = thing[step]
    text = json.dumps(thing)
    for player in document["players"]:
        text = text.replace(player["id"], player["name"])
    return json.loads(text)


def test_the_export_matches_the_schema(app, club):
    document = exported(app, club.group_id)
    schema = json.loads(SCHEMA.read_text())
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    jsonschema.Draft202012Validator(schema, format_checker=checker).validate(document)
    validate(document_of(document))


def test_all_decisions_and_results_are_included(app, club):
    document = exported(app, club.group_id)
    assert list(document)[-1] == "tournaments"
    assert value_at(document, "options") == {
        "rounds": 2,
        "cut": 2,
        "playoff_scores": "from_zero",
        "draw": "balanced",
    }
    assert [stage["kind"] for stage in value_at(document, "stages")] == ["round", "round", "playoff"]
    result = value_at(document, "result")
    assert result["rounds"][0][0] == {"player": "Anna", "total": 10, "rank": 1}
    assert [(p["player"], p["total"], p["rank"]) for p in result["combined"]] == [
        ("Dilan", 40, 1),
        ("Anna", 50, 2),
        ("Bo", 50, 2),
        ("Cara", 50, 2),
    ]
    assert result["cut"] == {
        "score": 50,
        "certain": ["Dilan"],
        "level": ["Anna", "Bo", "Cara"],
        "decided_by": "umpire",
        "through": ["Dilan", "Bo"],
    }
    assert [(p["player"], p["total"]) for p in result["playoff"]] == [("Bo", 7), ("Dilan", 9)]
    assert result["winners"] == ["Bo"]


def test_values_that_do_not_exist_yet_are_null_or_empty(app):
    club = opened(app, FOUR, cut=2)
    result = value_at(exported(app, club.group_id), "result")
    assert (result["rounds"], result["cut"], result["playoff"], result["winners"]) == ([], None, [], [])
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    assert value_at(exported(app, club.group_id), "result", "cut") is None
    club.draws().scores(Anna=40, Bo=30, Cara=20, Dilan=0)
    cut = value_at(exported(app, club.group_id), "result", "cut")
    assert (cut["decided_by"], cut["through"]) == ("nobody_yet", [])


def test_a_group_without_a_tournament_has_no_such_member(app):
    assert "tournaments" not in exported(app, start(app, "derange", "Anna Bo").group_id)
    assert "tournaments" not in exported(app, opened(app, "Anna").group_id)


def test_an_import_without_tournaments_runs_none_of_their_code(app, monkeypatch):
    monkeypatch.setattr("files.document.loader.TournamentLoader", None)
    monkeypatch.setattr("files.document.validation.TournamentReader", None)
    document = brief()
    validate(document_of(document))
    _group_id, report = import_document(app, document)
    assert (report.sessions, report.tournaments) == (1, 0)


@pytest.mark.both_databases
def test_export_import_and_export_give_the_same_bytes(app, club):
    first = text_of(app, club.group_id)
    assert reimported(app, first) == first


TOTALS = st.integers(0, 60)


@sampling.full_only
@given(
    people=st.integers(4, 14),
    stages=st.integers(0, 4),
    cut=st.sampled_from([None, 2, 3, 10]),
    carried=st.booleans(),
    chance=st.randoms(use_true_random=False),
)
@settings(max_examples=sampling.examples(9))
@pytest.mark.both_databases
def test_any_drawn_tournament_survives_export_and_import(app, people, stages, cut, carried, chance):
    names = [f"P{number}" for number in range(people)]
    club = opened(app, " ".join(names), cut=cut, carried=carried)
    for stage in range(stages):
        if stage == 1:
            club.withdraws(chance.choice(names), after=1).enters("Late", joined_round=2, start_points=25)
        if club.phase() == "choice":
            with club.seen() as (_tournament, state):
                own = {player.id: player.name for player in club._group().players}
                level = [own[player] for player in state.cut.level]
                room = state.cut.room
            club.chooses(" ".join(chance.sample(level, room)), "So be it.")
        if club.phase() not in ("draw", "playoff_draw"):
            break
        club.draws(chance.randrange(99))
        if chance.random() < 0.9:
            club.scores(**{name: chance.randrange(30) for name in [*names, "Late"]})
    first = text_of(app, club.group_id)
    validate(document_of(json.loads(first)))
    assert reimported(app, first) == first


@pytest.mark.both_databases
def test_the_tournament_continues_where_it_was(app, app_with):
    club = opened(app, EIGHT, cut=4).draws().scores(**dict.fromkeys(EIGHT.split(), 3))
    other = app_with()
    import_document(other, exported(app, club.group_id), club.group_id)
    club.app = other
    club.draws().scores(**{name: number for number, name in enumerate(EIGHT.split())})
    assert club.phase() == "playoff_draw"
    assert sorted(name for table in club.draws().tables() for name in table.seats()) == FOUR.split()


def test_importing_twice_changes_nothing(app, club):
    document, before = exported(app, club.group_id), every_text(app)
    _group, report = import_document(app, document, club.group_id)
    assert (report.tournaments, report.sessions) == (0, 0)
    assert every_text(app) == before


def test_another_group_gets_its_own_tournament(app, club):
    document, before = exported(app, club.group_id), text_of(app, club.group_id)
    copy, report = import_document(app, document)
    assert report.tournaments == 1
    import_document(app, document, copy)
    assert text_of(app, club.group_id) == before
    again = exported(app, copy)
    assert len(again["tournaments"]) == 1
    assert value_at(again, "result") == value_at(document, "result")
    assert value_at(again, "decisions") == value_at(document, "decisions")


def test_a_deleted_tournament_is_restored_for_its_sessions(app, club):
    document = exported(app, club.group_id)
    with club.open() as tournament:
        db.session.delete(tournament)
    assert "tournaments" not in exported(app, club.group_id)
    _group, report = import_document(app, document, club.group_id)
    assert (report.tournaments, report.sessions) == (1, 0)
    assert exported(app, club.group_id)["tournaments"] == document["tournaments"]


def test_sessions_of_the_group_may_be_missing_in_the_file(app, club):
    document = exported(app, club.group_id)
    with club.open() as tournament:
        db.session.delete(tournament)
    import_document(app, {**document, "sessions": document["sessions"][1:]}, club.group_id)
    assert exported(app, club.group_id)["tournaments"] == document["tournaments"]


def test_a_guest_at_a_table_is_a_guest_in_the_file(app):
    club = opened(app, FOUR, cut=2).draws()
    club.tables()[0].sits_down("Eva")
    club.scores(Anna=1, Bo=2, Cara=3, Dilan=4, Eva=0)
    first = text_of(app, club.group_id)
    assert "Eva" not in [entrant["player"] for entrant in value_at(json.loads(first), "entrants")]
    assert [place["player"] for place in value_at(json.loads(first), "result", "combined")] == FOUR.split()
    assert reimported(app, first) == first


def test_leaving_and_decisions_survive_export_and_import(app):
    club = opened(app, FOUR, rounds=1, cut=None).draws(1, FOUR)
    club.tables()[0].plays("Anna out, Bo =5, Cara =20, Dilan =9").leaves("Anna")
    club.scores(Bo=1, Cara=2, Dilan=3)
    first = text_of(app, club.group_id)
    assert value_at(json.loads(first), "result", "winners") == ["Bo"]
    assert reimported(app, first) == first
    club.plays_on("Anna")
    text = text_of(app, club.group_id)
    assert value_at(json.loads(text), "decisions", 0)["stage"] == 1
    assert value_at(json.loads(text), "result", "winners") == ["Anna"]
    assert reimported(app, text) == text


def test_a_finalist_who_went_home_and_her_substitute_survive_export_and_import(app):
    """She keeps the place of her total: the result in the file is that of the club evening."""
    club = opened(app, FOUR, rounds=1, cut=2, variant="vandatta", options={"rounds": 1}).draws()
    club.scores(Anna=10, Bo=20, Cara=30, Dilan=40).draws()
    club.withdraws("Bo", after=1, at=club.tables()[0])
    club.tables()[0].takes_over("Cara", of="Bo")
    club.scores(Anna=5, Cara=2)
    text = text_of(app, club.group_id)
    assert value_at(json.loads(text), "result", "winners") == ["Cara"]
    assert reimported(app, text) == text


def test_a_finalist_who_went_home_without_a_substitute_survives_export_and_import(app):
    club = opened(app, FOUR, rounds=1, cut=3, variant="vandatta", options={"rounds": 1}).draws()
    club.scores(Anna=10, Bo=20, Cara=30, Dilan=40).draws()
    club.withdraws("Bo", after=1, at=club.tables()[0])
    club.scores(Anna=5, Cara=2)
    text = text_of(app, club.group_id)
    assert [place["rank"] for place in value_at(json.loads(text), "result", "combined")] == [1, 2, 3, 4]
    assert value_at(json.loads(text), "result", "winners") == ["Cara"]
    assert reimported(app, text) == text


def test_a_file_from_before_players_who_left_lost_their_place_can_still_be_read(app):
    club = opened(app, FOUR, rounds=1, cut=None).draws(1, FOUR)
    club.tables()[0].plays("Anna out, Bo =5, Cara =20, Dilan =9").leaves("Anna")
    club.scores(Bo=1, Cara=2, Dilan=3)
    first = text_of(app, club.group_id)
    document = json.loads(first)
    result = document["tournaments"][0]["result"]
    *others, anna = result["combined"]
    result["combined"] = [{**place, "rank": rank} for rank, place in enumerate([anna, *others], 1)]
    result["winners"] = [anna["player"]]
    assert reimported(app, json.dumps(document)) == first
    result["winners"] = [others[0]["player"]]
    assert "winners" in refusal(app, document)


def test_requests_to_join_are_not_exported(app, club):
    with club.open() as tournament:
        request_entry(tournament, "Gunnel", new_id())
    assert "Gunnel" not in text_of(app, club.group_id)


class TestPartialExport:
    def test_a_night_includes_its_tournament_and_its_entrants(self, app):
        club = opened(app, f"{FOUR} Eva", cut=2).withdraws("Eva", after=0).draws()
        start(app, "derange", "Anna Bo", group_id=club.group_id)
        night = club.tables()[0].night_id()
        document = exported(app, club.group_id, night_id=night)
        assert len(document["tournaments"]) == 1
        assert "Eva" in [player["name"] for player in document["players"]]
        validate(document_of(document))

    def test_a_session_includes_no_part_of_a_tournament(self, app, club):
        session = club.tables(1)[0].session_id
        assert "tournaments" not in exported(app, club.group_id, session_id=session)

    def test_a_night_without_tables_includes_no_tournament(self, app):
        club = opened(app, FOUR)
        table = start(app, "derange", "Anna Bo", group_id=club.group_id)
        assert "tournaments" not in exported(app, club.group_id, night_id=table.night_id())
        with at_work(app):
            assert Scope(club.group_id).is_everything


def refusal(app, document):
    """Path and message, of import and of validation, after checking that nothing was stored."""
    before = every_text(app)
    with pytest.raises(BadDocument) as refused:
        import_document(app, document)
    assert every_text(app) == before
    with pytest.raises(BadDocument) as build_unsaved:
        validate(document_of(document))
    assert str(build_unsaved.value) == str(refused.value)
    return str(refused.value)


TABLE = (*T, "stages", 0, "tables", 0)
OTHER = "01890000-0000-7000-8000-00000000000a"
COMBINED = (*T, "result", "combined", 3)
WRONG = [
    ((*T, "name"), " ", "tournaments[0].name: not a name"),
    ((*T, "name"), "x" * 81, "tournaments[0].name: longer than 80"),
    ((*T, "variant"), "whist", "tournaments[0].variant: no variant “whist”"),
    ((*T, "variant"), "vatikan", "tournaments[0].variant: no points are added in this game"),
    ((*T, "variant"), "vandatta", "tournaments[0].stages[0].tables[0].session: another game is played there"),
    ((*T, "table_options"), {"decks": 3}, "tournaments[0].table_options.decks: there is no such option"),
    ((*T, "night"), OTHER, "tournaments[0].night: no such night in “nights”"),
    ((*T, "options", "rounds"), 0, "tournaments[0].options.rounds: expected 1 or more, found 0"),
    ((*T, "options", "rounds"), 3, "tournaments[0].stages[2].kind: expected 3 rounds and then a play-off"),
    ((*T, "options", "rounds"), 1, "tournaments[0].stages[1].kind: expected 1 rounds and then a play-off"),
    ((*T, "options", "cut"), 1, "tournaments[0].options.cut: expected 2 or more, found 1"),
    ((*T, "options", "cut"), None, "tournaments[0].stages[2].kind: a play-off needs a cut"),
    (
        (*T, "options", "draw"),
        "cards",
        'tournaments[0].options.draw: expected ["balanced", "by_hand", "random"]',
    ),
    ((*T, "entrants"), [], "tournaments[0].entrants: too short"),
    ((*T, "entrants", 1, "player"), OTHER, "tournaments[0].entrants[1].player: no such player in “players”"),
    ((*T, "entrants", 1, "joined_round"), 12, "tournaments[0].entrants[1].joined_round: expected a whole"),
    ((*T, "entrants", 1, "start_points"), 10**9, "tournaments[0].entrants[1].start_points: expected a whole"),
    ((*T, "entrants", 1, "withdrew_after"), 99, "tournaments[0].entrants[1].withdrew_after: expected a"),
    ((*T, "stages", 1, "number"), 1, "tournaments[0].stages[1].number: expected round 2 here, found 1"),
    ((*T, "stages", 0, "tables"), [], "tournaments[0].stages[0].tables: too short"),
    ((*TABLE, "session"), OTHER, "tournaments[0].stages[0].tables[0].session: no such session in “sessions”"),
    (
        (*T, "decisions", 0, "kind"),
        "whim",
        'tournaments[0].decisions[0].kind: expected ["cut", "late_entry", ',
    ),
    ((*T, "decisions", 0, "players", 0), OTHER, "tournaments[0].decisions[0].players[0]: no such player"),
    ((*T, "decisions", 0, "at"), "1492-10-12T12:00:00Z", "tournaments[0].decisions[0].at: not a date"),
    ((*T, "decisions", 0, "note"), "x" * 2001, "tournaments[0].decisions[0].note: longer than 2000"),
    ((*COMBINED, "total"), 51, "tournaments[0].result.combined[3].total: the hands make 50, not 51"),
    ((*COMBINED, "rank"), 4, "tournaments[0].result.combined[3].rank: the hands make 2, not 4"),
    ((*COMBINED, "player"), OTHER, f"tournaments[0].result.combined[3].player: {OTHER} has no place there"),
    (
        (*T, "result", "rounds", 1, 0, "total"),
        1,
        "tournaments[0].result.rounds[1][0].total: the hands make 0, not 1",
    ),
    ((*T, "result", "cut"), None, "tournaments[0].result.cut: the hands make a cut, at 50"),
    ((*T, "result", "cut", "score"), 40, "tournaments[0].result.cut.score: the hands make 50, not 40"),
    (
        (*T, "result", "cut", "decided_by"),
        "score",
        "tournaments[0].result.cut.decided_by: the hands make umpire, not score",
    ),
    ((*T, "result", "cut", "certain"), [], "tournaments[0].result.cut.certain: the hands make Dilan, not –"),
    (
        (*T, "result", "cut", "through"),
        [],
        "tournaments[0].result.cut.through: the hands make Bo, Dilan, not –",
    ),
    (
        (*T, "result", "playoff", 0, "total"),
        8,
        "tournaments[0].result.playoff[0].total: the hands make 7, not 8",
    ),
    ((*T, "result", "winners"), [], "tournaments[0].result.winners: the hands make Bo, not –"),
]


def test_an_error_is_refused_with_path_and_reason(app, club, subtests):
    document = exported(app, club.group_id)
    for path, value, words in WRONG:
        with subtests.test(f"{path}: {value!r:.80}"):
            assert refusal(app, with_value(document, path, value)).startswith(words)


def test_the_same_session_cannot_be_two_tables(app, club):
    document = exported(app, club.group_id)
    first = document["tournaments"][0]["stages"][0]["tables"][0]["session"]
    twice = with_value(document, (*T, "stages", 1, "tables", 0, "session"), first)
    place = "tournaments[0].stages[1].tables[0].session"
    assert refusal(app, twice) == f"{place}: this session is another table already"
    two = {**document, "tournaments": [*document["tournaments"], {**document["tournaments"][0], "id": OTHER}]}
    assert refusal(app, two).startswith("tournaments[1].stages[0].tables[0].session: this session is")
    same = {**document, "tournaments": document["tournaments"] * 2}
    assert refusal(app, same).startswith("tournaments[1].id: ")


def test_a_session_that_is_a_table_here_cannot_be_a_table_of_another_tournament(app, club):
    other = with_value(exported(app, club.group_id), (*T, "id"), OTHER)
    with pytest.raises(BadDocument, match="this session is another table already"):
        import_document(app, other, club.group_id)


def test_no_player_is_entered_or_seated_twice(app):
    club = opened(app, EIGHT, cut=None).draws(1, FOUR, "Eva Finn Gun Hugo")
    document = exported(app, club.group_id)
    twice = with_value(
        document, (*T, "entrants", 7, "player"), document["tournaments"][0]["entrants"][0]["player"]
    )
    assert refusal(app, twice) == "tournaments[0].entrants[7].player: Anna takes part twice"
    one, other = document["sessions"]
    same = one["seats"][0]["player"]
    for session in (one, other):
        del session["standings"]
    other["seats"][0]["player"], other["first_dealers"] = same, [same]
    assert "sits at two tables" in refusal(app, document)


def test_duplicate_tables_and_limits(app, club):
    document = exported(app, club.group_id)
    tables = document["tournaments"][0]["stages"][0]["tables"]
    place = "tournaments[0].stages[0].tables"
    twice = with_value(document, (*T, "stages", 0, "tables"), tables * 2)
    assert refusal(app, twice).startswith(f"{place}[1].table")
    many = with_value(document, (*T, "stages", 0, "tables"), tables * 501)
    assert refusal(app, many) == f"{place}: more than 500 entries"


def test_omitted_values_are_computed(app, club):
    document = exported(app, club.group_id)
    bare = with_value(document, (*T, "result"), REMOVED)
    for stage in (0, 1):
        bare = with_value(bare, (*T, "stages", stage, "number"), REMOVED)
    copy, _report = import_document(app, bare)
    again = exported(app, copy)
    assert value_at(again, "result") == value_at(document, "result")


def test_two_entrants_in_a_file_cannot_be_one_player_of_the_group(app, club):
    document = exported(app, club.group_id)
    table = start(app, "derange", "Eva Finn")
    people = [player["id"] for player in document["players"] if player["name"] in ("Anna", "Bo")]
    who = dict.fromkeys(people, table.player_id("Eva"))
    del document["tournaments"][0]["result"]
    document["tournaments"][0]["stages"] = []
    with at_work(app), pytest.raises(BadDocument, match=r"entrants\[1\].player: Bo takes part twice"):
        read_document(
            document_of({**document, "sessions": []}),
            db.session.get_one(Group, table.group_id),
            NOW,
            player_ids=who,
        )


def test_author_and_time_of_a_decision_are_optional(app, club):
    document = exported(app, club.group_id)
    for part in ("by", "at", "note"):
        document = with_value(document, (*T, "decisions", 0, part), None)
    copy, _report = import_document(app, document)
    (again,) = exported(app, copy)["tournaments"][0]["decisions"]
    assert (again["by"], again["at"], again["note"]) == (None, NOW.isoformat(), None)


def test_entrants_who_never_played_are_known(app, app_with):
    club = opened(app, f"{FOUR} Eva", cut=None).withdraws("Eva", after=0)
    other = app_with()
    import_document(other, exported(app, club.group_id), club.group_id)
    with at_work(other):
        assert db.session.scalar(db.select(Tournament.id)) == club.id
        assert "Eva" in db.session.scalars(db.select(Player.name)).all()

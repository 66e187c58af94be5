"""Whole tournaments: results on the pages and in the file equal those worked out from the score sheets."""

import json

import pytest

from files.document import BadDocument, validate
from tests.club import opened
from tests.files.document.files import document_of, exported, import_document
from tests.golden.club_sheets import ClubSheets
from tests.once import played_once
from tests.sampling import full_only

pytestmark = pytest.mark.both_databases
TWELVE, FOURTEEN, TEN = map(ClubSheets.of, ("twelve", "fourteen", "ten"))


def plays(club, sheets):
    """Seats are drawn as on the sheets, and every table plays its five games."""
    club.draws(1, *(" ".join(sheet.names) for sheet in sheets))
    for table, sheet in zip(club.tables(), sheets, strict=True):
        table.plays(*sheet.rounds())
        assert table.totals() == dict(zip(sheet.names, sheet.totals, strict=True))
        assert table.is_finished()
    return club


def two_rounds(app, sheets):
    club = opened(app, " ".join(sheets.everybody))
    return plays(plays(club, sheets.stage("Round 1")), sheets.stage("Round 2"))


@played_once
def twelve(app):
    return plays(two_rounds(app, TWELVE), TWELVE.stage("Play-off"))


@played_once
def fourteen(app):
    return two_rounds(app, FOURTEEN)


@played_once
def ten(app):
    return two_rounds(app, TEN)


def result_of(app, club):
    return named_result(exported(app, club.group_id))


def named_result(document):
    """The result in the file, with names for ids."""
    text = json.dumps(document["tournaments"][0]["result"])
    for player in document["players"]:
        text = text.replace(player["id"], player["name"])
    return json.loads(text)


def in_words(places):
    return sorted((place["player"], place["total"], place["rank"]) for place in places)


@pytest.mark.parametrize("sheets", [TWELVE, FOURTEEN, TEN])
def test_the_sheets_add_up(sheets):
    for sheet in sheets.sheets:
        assert len(sheet.games) == 5  # SP33
        assert [
            sum(cost for _cards, cost in column) for column in zip(*sheet.games, strict=True)
        ] == sheet.totals
    everybody = dict.fromkeys(sheets.everybody, 0)
    for sheet in sheets.stage("Round 1") + sheets.stage("Round 2"):
        for name, total in zip(sheet.names, sheet.totals, strict=True):
            everybody[name] += total
    assert {name: total for name, total, _rank in sheets.places["Combined"]} == everybody


@full_only
@pytest.mark.parametrize(("play", "sheets"), [(twelve, TWELVE), (fourteen, FOURTEEN), (ten, TEN)])
def test_every_hand_costs_as_stated_by_the_facts(app, play, sheets):
    document = exported(app, play(app).group_id)
    names = {player["id"]: player["name"] for player in document["players"]}
    sessions = {session["id"]: session for session in document["sessions"]}
    tables = [table for stage in document["tournaments"][0]["stages"] for table in stage["tables"]]
    for table, sheet in zip(tables, sheets.sheets, strict=False):
        session = sessions[table["session"]]
        assert [names[seat["player"]] for seat in session["seats"]] == sheet.names
        for played, game in zip(session["rounds"], sheet.games, strict=True):
            assert [hand["points"] for hand in played["hands"]] == [cost for _cards, cost in game]


@pytest.mark.parametrize(("play", "sheets"), [(twelve, TWELVE), (fourteen, FOURTEEN), (ten, TEN)])
def test_both_rounds_are_added_up(app, play, sheets):
    club = play(app)
    assert sorted(club.places()) == sorted(sheets.places["Combined"])
    assert in_words(result_of(app, club)["combined"]) == sorted(sheets.places["Combined"])


def test_of_twelve_players_the_ten_lowest_play_off_and_the_lowest_of_them_wins(app):
    # SP34: Dilan and Eva share place 9 with 111, and both go on; Cara with 134 and Ida with 140 do not.
    # GS12: the play-off starts from zero.
    club = twelve(app)
    assert club.phase() == "over"
    assert sorted(club.final()) == sorted(TWELVE.places["Play-off totals"])
    assert club.winners() == ["Jon"]
    result = result_of(app, club)
    assert (result["cut"]["score"], result["cut"]["decided_by"]) == (111, "score")
    assert sorted(result["cut"]["level"]) == ["Dilan", "Eva"]
    assert sorted(result["cut"]["through"]) == [
        "Anna",
        "Bo",
        "Dilan",
        "Eva",
        "Finn",
        "Gun",
        "Hugo",
        "Jon",
        "Kim",
        "Lena",
    ]
    assert in_words(result["playoff"]) == sorted(TWELVE.places["Play-off totals"])
    assert result["winners"] == ["Jon"]


class TestFourteenWithThreeTiedAtTheCut:
    # Finn, Jon and Nora share place 9 with 112, and there is room for two of them.

    def test_no_player_is_chosen_automatically(self, app):
        club = fourteen(app)
        assert club.phase() == "choice"
        cut = result_of(app, club)["cut"]
        assert cut["score"] == 112
        assert sorted(cut["certain"]) == ["Anna", "Bo", "Dilan", "Eva", "Gun", "Kim", "Lena", "Max"]
        assert sorted(cut["level"]) == ["Finn", "Jon", "Nora"]
        assert (cut["decided_by"], cut["through"]) == ("nobody_yet", [])
        assert result_of(app, club)["winners"] == []

    @pytest.mark.parametrize(
        ("chosen", "way", "winners"),
        [
            ("Finn Jon", "Play-off one way", ["Eva", "Jon"]),  # GS13: 17 each, joint winners
            ("Finn Nora", "Play-off the other way", ["Lena"]),
        ],
    )
    def test_the_umpire_decides_and_the_playoff_follows(self, app, chosen, way, winners):
        club = fourteen(app).chooses(chosen, "They came first.")
        plays(club, FOURTEEN.stage(way))
        places = sorted(FOURTEEN.places[f"{way} totals"])
        assert sorted(club.final()) == places
        assert sorted(club.winners()) == winners
        result = result_of(app, club)
        assert result["cut"]["decided_by"] == "umpire"
        assert sorted(result["cut"]["through"]) == sorted(name for name, _total, _rank in places)
        assert in_words(result["playoff"]) == places
        assert sorted(result["winners"]) == winners

    def test_the_umpire_breaks_the_tie_of_the_winners(self, app):
        club = plays(fourteen(app).chooses("Finn Jon"), FOURTEEN.stage("Play-off one way"))
        assert club.settles("Jon Eva", "Fewer eights.").winners() == ["Jon"]
        result = result_of(app, club)
        assert result["winners"] == ["Jon"]
        assert [place["rank"] for place in result["playoff"]][:3] == [1, 2, 3]


def test_of_ten_players_none_is_cut_and_the_lowest_wins(app):
    # GS11
    club = ten(app)
    assert (club.phase(), club.winners()) == ("over", ["Bo"])
    result = result_of(app, club)
    assert (result["cut"], result["playoff"], result["winners"]) == (None, [], ["Bo"])


@pytest.mark.parametrize("play", [twelve, fourteen, ten])
def test_each_survives_its_file_and_a_wrong_total_is_refused(app, play):
    club = play(app)
    document = exported(app, club.group_id)
    copy, report = import_document(app, document)
    assert report.tournaments == 1
    assert named_result(exported(app, copy)) == named_result(document)
    document["tournaments"][0]["result"]["combined"][3]["total"] += 1
    with pytest.raises(
        BadDocument, match=r"^tournaments\[0\]\.result\.combined\[3\]\.total: the hands make "
    ):
        validate(document_of(document))

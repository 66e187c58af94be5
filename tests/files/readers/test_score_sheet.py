"""The score sheet of a BG Stats play: imported as rounds where they add up to the totals, else reported."""

import json

import pytest

from tests.files.drafts import plays_in, read, sample

ANNA, BO, CARA = "75c16940-5255-41ab-a233-f721a7442d05", "3b985399-5434-4ceb-a8d0-577578782cc6", "CC"


def row(anna="", bo="", cara="", **about):
    scores = {own: value for own, value in ((ANNA, anna), (BO, bo), (CARA, cara)) if value}
    return {
        "templateId": "row1",
        "label": "{row}.",
        "repeatable": True,
        "negative": False,
        "scores": scores,
        **about,
    }


def play_with(rounds, **about):
    """The shared play, Bo 20, Anna 47, Cara 112, with a score sheet of these rounds."""
    document = json.loads(sample("shared.bgsplay"))
    names = {player["id"]: player["name"] for player in document["players"]}
    own = {"Anna": ANNA.upper(), "Bo": BO, "Cara": CARA}
    play = document["plays"][0]
    for score in play["playerScores"]:
        score["metaData"] = {"scoreUuid": own[names[score["playerRefId"]]]}
    sheet = {
        "bggId": 822,
        "scoreType": "bestTotalWins",
        "rounds": [{"templateId": "1", "rows": r} for r in rounds],
    }
    play["scoresheet"] = sheet
    play.update(about)
    return document


def played(document):
    (session,) = read(json.dumps(document))["sessions"]
    return session.get("played")


def warnings(document):
    return [(o["at"], o["code"], o["values"]) for o in read(json.dumps(document))["odd"]]


# Bo 20, Anna 47, Cara 112, in the order of the seats.
THREE = [row("40", "", "100"), row("7", "20", ""), row("", "", "12"), row()]


def test_a_sheet_of_one_round_has_a_row_for_each_deal():
    assert played(play_with([THREE])) == [[0, 40, 100], [20, 7, 0], [0, 0, 12]]
    assert warnings(play_with([THREE])) == []


def test_a_sheet_of_several_rounds_has_a_deal_for_each():
    rounds = [[row("30", "15", "100"), row("10", "5", "12")], [row("7")], [row()]]
    assert played(play_with(rounds)) == [[20, 40, 112], [0, 7, 0]]


def test_a_deleted_row():
    rounds = [[row("50", "20", "112"), row("10", negative=True)], [row("7", "0", "0")]]
    assert played(play_with(rounds)) == [[20, 40, 112], [0, 7, 0]]


def test_both_may_be_strings():
    document = play_with([THREE])
    play = document["plays"][0]
    play["scoresheet"] = json.dumps(play["scoresheet"])
    for score in play["playerScores"]:
        score["metaData"] = json.dumps(score["metaData"])
    assert played(document) == [[0, 40, 100], [20, 7, 0], [0, 0, 12]]


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        ([row("40", "", "100"), row("7", "21", "12")], "Bo"),
        ([row("40", "20", "100"), row("7", "", "x")], "Bo, Anna, Cara"),
        ([row("50", "20", "100"), row("-3", "", "12")], "Anna"),
        ([row("40", "20", "100"), row("7")], "Cara"),
    ],
)
def test_rounds_that_do_not_add_up_are_reported_and_the_totals_are_imported(rows, name):
    document = play_with([rows])
    assert played(document) is None
    assert warnings(document) == [("plays[0].scoresheet", "rounds", {"name": name})]
    assert plays_in(read(json.dumps(document)))[0][2] == {"Bo": 20, "Anna": 47, "Cara": 112}


@pytest.mark.parametrize(
    "sheet",
    [
        None,
        "",
        "{",
        [],
        3,
        {},
        {"rounds": 3},
        {"rounds": [1, {}]},
        {"groups": []},
        {"rounds": [{"rows": [row("1")]}]},
    ],
)
def test_without_rounds_nothing_is_reported(sheet):
    document = play_with([], scoresheet=sheet)
    assert (played(document), warnings(document)) == (None, [])


def test_a_cell_may_be_a_sum_below_zero():
    document = play_with([[row("50", "20", "112"), row("-5+2")]])
    document["games"][0]["name"] = "Whist"  # where points may be below zero
    assert played(document) == [[20, 50, 112], [0, -3, 0]]

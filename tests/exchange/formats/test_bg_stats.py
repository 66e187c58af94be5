"""Import of BG Stats files; unreadable records are left out and reported with their location."""

import json
from zoneinfo import ZoneInfo

import pytest

from exchange.document import BadDocument
from exchange.formats.text import points_in
from tests.exchange.drafts import kind_of, plays_in, read, reasons, refused, sample


def test_a_shared_play():
    draft = read(sample("shared.bgsplay"))
    assert kind_of(sample("shared.bgsplay")) == "bgstats"
    assert plays_in(draft) == [("2024-05-17", "Derange Order of Eight", {"Bo": 20, "Anna": 47, "Cara": 112})]
    session = draft["sessions"][0]
    assert (session["place"], session["note"]) == ("Bo’s kitchen", "Cara fears the eights")
    assert session["started_at"] == "2024-05-17T19:30:00+00:00"
    assert session["finished_at"] == "2024-05-17T20:25:00+00:00"


def test_the_starting_player_deals_first_and_seats_are_in_file_order():
    draft = read(sample("shared.bgsplay"))
    names = {player["id"]: player["name"] for player in draft["players"]}
    session = draft["sessions"][0]
    assert [names[seat["player"]] for seat in session["seats"]] == ["Bo", "Anna", "Cara"]
    assert [names[dealer] for dealer in session["first_dealers"]] == ["Bo"]


def test_the_time_is_local_to_the_phone():
    draft = read(sample("shared.bgsplay"), ZoneInfo("Europe/Stockholm"))
    assert draft["sessions"][0]["started_at"] == "2024-05-17T17:30:00+00:00"


def test_an_export_with_every_possible_error():
    draft = read(sample("export.json"))
    assert plays_in(draft) == [
        ("2024-01-05", "Vändåtta", {"Anna": 45, "Bo": 30}),
        ("2024-01-05", "Vatikan", {"Anna": 3, "Bo": 1, "Anonymous player": 0}),
        ("2024-01-10", "Crazy Eights", {"Anna": 12, "Bo": 40}),
    ]
    assert reasons(draft) == {
        "plays[3]": "marked there as not counting",
        "plays[4]": "played together, not against each other",
        "plays[5]": "played in teams, and the file does not say whose points these are",
        "plays[6].playerScores[0].score": "the points of Anna are neither a number nor a sum: about 30",
        "plays[7].playerScores[0].score": "no points given for Anna",
        "plays[8].playerScores[0].playerRefId": "no such player in “players”",
        "plays[9].playerScores[0].score": "the points of Anna are below zero: -3",
        "plays[10]": "expected an object",
    }
    assert draft["left_out"][3]["what"] == "2024-01-13 · Vändåtta"


def test_a_day_without_a_time_keeps_its_date():
    crazy = read(sample("export.json"))["sessions"][2]
    assert (crazy["day"], crazy["timed"]) == ("2024-01-10", False)


def test_the_same_play_has_the_same_ids_in_every_file():
    once, again = (read(sample("shared.bgsplay")) for _ in range(2))
    assert [s["id"] for s in once["sessions"]] == [s["id"] for s in again["sessions"]]
    other = json.loads(sample("shared.bgsplay"))
    other["players"][0]["id"], other["plays"][0]["playerScores"][0]["playerRefId"] = (
        99,
        99,
    )  # local to the file
    assert read(json.dumps(other))["players"] == once["players"]


def test_a_duplicate_play_is_imported_once():
    document = json.loads(sample("shared.bgsplay"))
    document["plays"] *= 2
    assert len(read(json.dumps(document))["sessions"]) == 1


def test_the_board_names_the_variant_where_turn_eight_wrote_it():
    document = json.loads(sample("shared.bgsplay"))
    document["games"][0]["name"], document["plays"][0]["board"] = "Cards", "Vändåtta"
    assert read(json.dumps(document))["sessions"][0]["game"] == "Vändåtta"


def test_a_player_without_a_name_is_not_matched_by_name():
    draft = read(sample("export.json"))
    assert [player["name"] for player in draft["players"] if player.get("nameless")] == ["Anonymous player"]


def test_a_very_long_name_is_truncated():
    document = json.loads(sample("shared.bgsplay"))
    document["locations"][0]["name"] = "Kitchen" + " " * 2_000 + "table"
    assert read(json.dumps(document))["sessions"][0]["place"] == "Kitchen"


@pytest.mark.parametrize("broken", ["players", "games", "locations"])
def test_a_member_that_is_not_a_list(broken):
    document = json.loads(sample("export.json"))
    document[broken] = {"not": "a list"}
    assert str(refused(json.dumps(document))) == f"{broken}: expected a list"


@pytest.mark.parametrize(
    "key", ["uuid", "locationRefId", "durationMin", "ignored", "comments", "board", "usesTeams"]
)
def test_any_of_these_may_be_missing(key):
    document = json.loads(sample("shared.bgsplay"))
    del document["plays"][0][key]
    assert len(read(json.dumps(document))["sessions"]) == 1


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("3+6+2", 11),
        ("11", 11),
        (" 3 + 6 - 2 ", 7),
        ("12.0", 12),
        ("2.5+2.5", 5),
        (47, 47),
        (47.0, 47),
        ("+4", 4),
        ("0", 0),
    ],
)
def test_readable_points(written, points):
    assert points_in(written, "here", "Anna") == points


@pytest.mark.parametrize(
    "written",
    [
        "",
        None,
        "12.5",
        47.3,
        "-3",
        "3-5",
        "36, 42",
        "49-46ish",
        "1e3",
        "٣",
        "__import__('os')",
        "2*3",
        "(3)",
        "3++2",
        "+",
        "9" * 10,
        "1+" * 300 + "1",
        True,
        [3],
        "NaN",
    ],
)
def test_points_are_neither_rounded_nor_guessed(written):
    with pytest.raises(BadDocument) as wrong:
        points_in(written, "here", "Anna")
    assert wrong.value.place == "here"
    assert "Anna" in str(wrong.value)

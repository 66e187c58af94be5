"""Import of BG Stats files; unreadable records are left out and reported with their location."""

import json
from zoneinfo import ZoneInfo

import pytest

from tests.files.drafts import kind_of, plays_in, read, reasons, refused, sample


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


def export(*plays, players=("Anna", "Bo"), **about):
    """An export of these plays; a play is a list of (number of the player, score), or an object."""
    return {
        "players": [
            {"id": number, "uuid": f"P{number}", "name": name, "isAnonymous": name.startswith("Anonym")}
            if isinstance(name, str)
            else name
            for number, name in enumerate(players)
        ],
        "games": [{"id": 1, "name": "Whist"}],
        "plays": [
            play if isinstance(play, dict) else play_of(play, number) for number, play in enumerate(plays)
        ],
        **about,
    }


def play_of(scores, number=0, **about):
    return {
        "uuid": f"GAME-{number}",
        "playDate": f"2024-05-{17 + number} 19:30:00",
        "gameRefId": 1,
        "playerScores": [{"playerRefId": player, "score": score} for player, score in scores],
        **about,
    }


def read_json(document):
    return read(json.dumps(document))


def totals_in(draft):
    return [totals for _day, _game, totals in plays_in(draft)]


class TestAnonymousPlayers:
    @pytest.mark.parametrize(
        ("players", "scores", "totals"),
        [
            (
                ["Anna", "Anonymous player"],
                [(0, "5"), (1, "9"), (1, "12")],
                {"Anna": 5, "Anonymous player": 9, "Anonymous player 2": 12},
            ),
            (
                ["Åsa", "Anonym spelare"],
                [(1, "16"), (1, "13"), (0, "14"), (1, "15")],
                {"Anonym spelare": 16, "Anonym spelare 2": 13, "Åsa": 14, "Anonym spelare 3": 15},
            ),
            (
                ["Anonymer Spieler"],
                [(0, "0"), (0, "0")],
                {"Anonymer Spieler": 0, "Anonymer Spieler 2": 0},
            ),
            (
                ["Anna", {"id": 1, "uuid": "X", "name": "", "isAnonymous": True}],
                [(1, "3"), (1, "4"), (0, "7")],
                {"Anonymous player": 3, "Anonymous player 2": 4, "Anna": 7},
            ),
            (
                ["Anna", {"id": 1, "uuid": "X", "name": "Joueur anonyme"}],
                [(1, "1"), (0, "2"), (1, "3")],
                {"Joueur anonyme": 1, "Anna": 2, "Joueur anonyme 2": 3},
            ),
            (
                ["Anna", {"id": 1, "name": "Gäst", "isAnonymous": True}],
                [(0, "8"), (1, "6+"), (1, "7+7")],
                {"Anna": 8, "Gäst": 6, "Gäst 2": 14},
            ),
        ],
    )
    def test_each_seat_is_a_guest_of_its_own(self, players, scores, totals):
        draft = read_json(export(scores, players=players))
        assert (totals_in(draft), draft["left_out"]) == ([totals], [])
        nameless = {player["name"] for player in draft["players"] if player.get("nameless")}
        assert nameless == totals.keys() - {"Anna", "Åsa"}

    def test_all_plays_together_have_as_many_guests_as_the_largest(self):
        plays = [[(0, "1"), *((1, str(n)) for n in range(guests))] for guests in (2, 4, 1, 3)]
        draft = read_json(export(*plays, players=["Anna", "Anonymous player"]))
        assert [len(session["seats"]) for session in draft["sessions"]] == [3, 5, 2, 4]
        assert len(draft["players"]) == 1 + 4

    def test_the_first_guest_keeps_the_id_of_a_single_one(self):
        players = ["Anna", "Anonymous player"]
        one, several = (
            read_json(export([(0, "1"), *guests], players=players))
            for guests in ([(1, "2")], [(1, "2"), (1, "3")])
        )
        assert several["players"][:2] == one["players"]

    def test_a_play_without_a_uuid_is_recognized_again(self):
        document = export([(0, "1"), (1, "2"), (1, "3")], players=["Anna", "Anonymous player"])
        del document["plays"][0]["uuid"]
        once, again = read_json(document), read_json(document)
        assert [once["sessions"], once["players"]] == [again["sessions"], again["players"]]

    def test_other_players_sit_at_a_table_once(self):
        draft = read_json(export([(0, "1"), (0, "2")]))
        assert reasons(draft) == {"plays[0].playerScores": "Anna sits here twice"}


class TestRepeatedPlays:
    def test_the_same_play_is_imported_once_and_counted(self):
        play = play_of([(0, "1"), (1, "2")])
        draft = read_json(export(play, play, [(0, "3"), (1, "4")], play))
        assert totals_in(draft) == [{"Anna": 1, "Bo": 2}, {"Anna": 3, "Bo": 4}]
        assert [(each["code"], each["values"]) for each in draft["odd"]] == [("repeated", {"count": 2})]
        assert draft["left_out"] == []

    @pytest.mark.parametrize(
        "other",
        [
            play_of([(0, "1"), (1, "3")]),
            play_of([(0, "1"), (1, "2")], playDate="2024-05-18"),
            play_of([(0, "1"), (1, "2")], comments="at the cabin"),
            play_of([(0, "1"), (1, "2")], durationMin=90),
            play_of([(1, "1"), (0, "2")]),
        ],
    )
    def test_another_play_with_the_same_uuid_is_reported(self, other):
        draft = read_json(export(play_of([(0, "1"), (1, "2")]), {**other, "uuid": "game-0"}))
        assert totals_in(draft) == [{"Anna": 1, "Bo": 2}]
        assert reasons(draft) == {"plays[1]": "the play at plays[0] has the same id and other content"}

    def test_the_first_that_can_be_read_is_imported(self):
        draft = read_json(export(play_of([(0, "?"), (1, "2")]), play_of([(0, "1"), (1, "2")])))
        assert totals_in(draft) == [{"Anna": 1, "Bo": 2}]
        assert list(reasons(draft)) == ["plays[0].playerScores[0].score"]


class TestJoinedExports:
    """Ids are local to each export: 0 is Anna in the first one, and Cara in the second."""

    EXPORTS = (
        json.dumps(export([(0, "1"), (1, "2")]), indent=1),
        json.dumps(
            export(
                play_of([(0, "3"), (1, "4")], 1),
                play_of([(0, "x"), (1, "4")], 2),
                players=[{"id": 0, "uuid": "C", "name": "Cara"}, "Bo"],
            )
        ),
    )
    JOINED = (
        "{}{}",
        "{}\n\n{}\n",
        "{},\n{}",
        "[{},{}]",
        " [\n{} ,\n{}\n]\n",
        "{}\N{ZERO WIDTH NO-BREAK SPACE}{}",
        "\N{ZERO WIDTH NO-BREAK SPACE}{}\r\n{}",
    )

    @pytest.mark.parametrize("joined", JOINED)
    def test_all_are_read(self, joined):
        draft = read(joined.format(*self.EXPORTS))
        assert totals_in(draft) == [{"Anna": 1, "Bo": 2}, {"Cara": 3, "Bo": 4}]
        assert list(reasons(draft)) == ["[1].plays[1].playerScores[0].score"]

    def test_a_list_of_one_export(self):
        assert totals_in(read(f"[{self.EXPORTS[0]}]")) == [{"Anna": 1, "Bo": 2}]

    @pytest.mark.parametrize("end", ["\nthe end", "\n]", '\n{"plays": [', '\n{"plays": [1, }', "\n5"])
    def test_the_line_of_an_error_is_that_of_the_file(self, end):
        text = "\n".join(self.EXPORTS)
        line = text.count("\n") + 2
        assert str(refused(text + end)) == f"line {line}: this is where the JSON breaks off"

    def test_other_documents_are_refused_in_one_sentence(self):
        document = sample("night.json").decode()
        for texts in ((document, document), (document, self.EXPORTS[0])):
            message = "several documents are joined in this file: import each by itself"
            assert str(refused("\n".join(texts))) == message

    def test_too_many_are_refused(self):
        assert str(refused("{}" * 100_000)) == "more than such a file can hold"


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        (play_of([]), "the file does not say who played"),
        ({**play_of([]), "playerScores": None}, "expected a list"),
        (play_of([(0, "1")]), "a game takes two or more players"),
        (play_of([(0, "1"), (7, "2")]), "no such player in “players”"),
        (play_of([(0, "1"), (None, "2")]), "no such player in “players”"),
        (play_of([(0, "1"), (1, "2")], ignored=True), "marked there as not counting"),
        (
            play_of([(0, "1"), (1, "2")], usesTeams=True),
            "played in teams, and the file does not say whose points these are",
        ),
        (play_of([(0, "1"), (1, "2")], playDate="some day"), "not a date that can be read: some day"),
        (play_of([(0, "1"), (1, "2-")]), "the points of Bo are neither a number nor a sum: 2-"),
        (play_of([(0, "1"), (1, "1+1=3")]), "the sum for Bo is wrong: 1+1=3"),
    ],
)
def test_every_play_that_is_left_out_is_reported(play, reason):
    draft = read_json(export(play, [(0, "1"), (1, "2")]))
    assert len(draft["sessions"]) == 1
    assert list(reasons(draft).values()) == [reason]


def test_an_id_of_several_players_decides_nothing():
    twice = ["Anna", "Bo", {"id": 1, "uuid": "C", "name": "Cara"}, {"id": 0, "uuid": "P0", "name": "Anna"}]
    twice[3]["isAnonymous"] = False  # the same record again
    draft = read_json(export([(0, "1"), (1, "2")], [(0, "1"), (4, "2")], players=[*twice, "Dan"]))
    assert totals_in(draft) == [{"Anna": 1, "Dan": 2}]
    assert reasons(draft) == {
        "plays[0].playerScores[1].playerRefId": "several players in the file have this id"
    }


def test_a_play_of_a_game_without_a_name_is_asked_about():
    draft = read_json(export(play_of([(0, "1"), (1, "2")], gameRefId=7)))
    assert plays_in(draft) == [("2024-05-17", "", {"Anna": 1, "Bo": 2})]


def test_expansions_change_nothing():
    play = play_of([(0, "1"), (1, "2")], expansionPlays=[{"gameRefId": 2, "bggPlayId": 5}])
    assert totals_in(read_json(export(play))) == [{"Anna": 1, "Bo": 2}]


def test_plays_of_another_program_are_refused_by_name():
    other = {"plays": [{"date": "2024-05-17 20:00", "scores": {"Anna": 1, "Bo": 2}}]}
    assert str(refused(json.dumps(other))).startswith("plays: these plays are not from BG Stats")

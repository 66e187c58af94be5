"""Which columns are those of players: by the names of the group, by content, by words, or by an answer."""

from dataclasses import replace

import pytest

from files.readers.reading import read_file
from files.readers.tables.roles import written
from tests.files.readers.tables.drawing import CONTEXT, columns, drawn, games, roles, table, unanswered

ONE_GAME = """
    Round | Anna | Bo | {head}
    1     | 10   | 0  | {first}
    2     | 0    | 12 | {second}
"""


def with_column(head, first, second, players="", **answers):
    return table(ONE_GAME.format(head=head, first=first, second=second), players, **answers)


@pytest.mark.parametrize(
    "head",
    [
        *("Minuten", "Minutes", "Duration (min)", "Speltid", "Tid", "Dauer", "Length", "Cards"),
        *(
            "Karten",
            "Parteipunkte",
            "Score 1",
            "Stack",
            "Buy-in",
            "Player count",
            "Anzahl Spieler",
        ),
        *(
            "Kort",
            "Average",
            "Differenz",
            "Platz",
            "Insats (kr)",
            "€",
            "Totalt",
            "Summa",
            "Gesamtpunkte",
        ),
    ],
)
def test_what_is_measured_or_counted_is_no_player(head):
    draft = with_column(head, "45", "50")
    assert columns(draft).get(head, "other") == "other"
    assert games(draft) == ["2026-11-24 Anna 10 Bo 12"]


NAMES = (
    *("Cara", "P3", "Jean-Luc", "Åsa", "Mum", "Игорь", "April-Rose", "Ben 2"),
    *("Betty", "Candice", "Ricard", "N", "G", "Timea", "Kortney", "Potter"),
    *("Astrid", "Ida", "Minna", "Weekes", "Tempest", "Numan"),
)


@pytest.mark.parametrize("name", NAMES)
def test_other_heads_are_names(name):
    draft = with_column(name, "3", "4")
    assert columns(draft) == {"Anna": "player", "Bo": "player", name: "player"}
    assert games(draft) == [f"2026-11-24 Anna 10 Bo 12 {name} 7"]


@pytest.mark.parametrize(
    "name", ["Max", "Min", "Sa", "No", "Won", "Minuten", "Total", "Date", "Place", "Score"]
)
def test_a_name_of_the_group_always_wins(name):
    draft = with_column(name, "3", "4", players=f"Anna Bo {name}")
    assert games(draft) == [f"2026-11-24 Anna 10 Bo 12 {name} 7"]


@pytest.mark.parametrize("name", ["Max", "Min", "Sa", "No", "Won", "April", "Dag", "Day", "Antal", "Hand"])
def test_words_that_are_also_names_are_asked(name):
    draft = with_column(name, "3", "4")
    assert unanswered(draft) == [f"column_{name}"]
    assert games(with_column(name, "3", "4", **{f"column_{name}": "player"}))[0].endswith(f"{name} 7")
    assert games(with_column(name, "3", "4", **{f"column_{name}": "other"})) == ["2026-11-24 Anna 10 Bo 12"]


@pytest.mark.parametrize("name", ["No", "Dag", "Day"])
def test_such_a_word_above_the_first_column_is_asked_unless_it_counts(name):
    draft = table(f"{name} | Anna | Bo\n14 | 5 | 0\n3 | 0 | 7\n9 | 4 | 4")
    assert unanswered(draft) == [f"column_{name}"]
    assert unanswered(table(f"{name} | Anna | Bo\n1 | 5 | 0\n2 | 0 | 7\n3 | 4 | 4")) == []


def test_each_column_is_shown_with_what_it_is():
    draft = table("Nr | ID | Anna | Bo\n1 | 71 | 5 | 0\n2 | 72 | 0 | 7")
    assert roles(draft) == {"Nr": "number", "ID": "other", "Anna": "player", "Bo": "player"}


def test_what_a_column_is_can_be_chosen():
    picture = """
        When       | What | Anna | Bo | Cara
        2024-05-17 | Uno  | 5    | 0  | 9
        2024-05-18 | Uno  | 1    | 7  | 8
    """
    other = table(picture, column_When="other", column_What="place", column_Bo="other", rows="games")
    assert games(other) == ["2026-11-24 Anna 5 Cara 9", "2026-11-24 Anna 1 Cara 8"]
    assert {session["place"] for session in other["sessions"]} == {"Uno"}


def test_what_the_group_chose_for_the_same_heads_is_chosen_again():
    picture = "Date | Anna | Bo | Kvitt\n2024-05-17 | 5 | 0 | 3"
    first = table(picture, players="Anna Bo", column_Kvitt="player")
    assert unanswered(table(picture, players="Anna Bo")) == ["column_Kvitt"]
    chosen = {
        question["about"]["heads"]: written({0: "date", 1: "player", 2: "player", 3: "player"})
        for question in first["table"]["questions"]
        if question["key"].startswith("role-")
    }
    context = replace(CONTEXT, names=frozenset(("anna", "bo")), heads=chosen)
    _kind, draft = read_file(drawn(picture).encode(), context)
    assert [question.chosen for question in draft.table.questions[:4]] == [
        "date",
        "player",
        "player",
        "player",
    ]
    other = drawn(picture.replace("Kvitt", "Kvitt 2"))
    assert not read_file(other.encode(), context)[1].table.questions[3].chosen


def test_two_columns_of_one_name_are_asked():
    picture = "Anna | Bo | anna\n1 | 2 | 3\n4 | 5 | 6"
    draft = table(picture)
    assert unanswered(draft) == ["column_Anna", "column_anna"]
    assert games(table(picture, column_Anna="player", column_anna="other")) == ["2026-11-24 Anna 5 Bo 7"]


def test_a_table_of_unknown_heads_becomes_one_with_names_and_points():
    picture = "Aa | Bb | Cc\n2024-05-17 | Anna | 5\n2024-05-17 | Bo | 7"
    assert games(table(picture, column_Bb="name", column_Cc="points")) == ["2024-05-17 Anna 5 Bo 7"]


def test_an_unknown_head_beside_players_of_the_group_is_asked():
    draft = with_column("Kvitt", "3", "4", players="Anna Bo")
    assert (unanswered(draft), columns(draft)["Kvitt"]) == (["column_Kvitt"], "")


def test_a_column_without_a_head_is_asked():
    draft = with_column("", "3", "4")
    assert unanswered(draft) == ["column_D"]
    assert games(with_column("", "3", "4", column_D="player")) == ["2026-11-24 Anna 10 Bo 12 D 7"]


def test_any_column_can_be_decided_otherwise():
    draft = with_column("Minuten", "3", "4", column_Minuten="player", column_Bo="other")
    assert games(draft) == ["2026-11-24 Anna 10 Minuten 7"]


@pytest.mark.parametrize("cells", ["123", "321"])
def test_running_numbers_are_asked(cells):
    lines = "\n".join(f"{a} | {b} | {c}" for a, b, c in zip("459", "983", cells, strict=True))
    assert unanswered(table(f"Anna | Bo | Nn\n{lines}")) == ["column_Nn"]


@pytest.mark.parametrize("head", ["Partita", "Spielrunde Nr", "Etappe"])
def test_a_first_column_of_running_numbers_is_no_player(head):
    with_sums = table(f"{head} | Anna | Bo\n1 | 5 | 0\n2 | 0 | 7\nTotal | 5 | 7")
    assert (columns(with_sums), games(with_sums)) == (
        {"Anna": "player", "Bo": "player"},
        ["2026-11-24 Anna 5 Bo 7"],
    )
    without = table(f"{head} | Anna | Bo\n1 | 5 | 0\n2 | 0 | 7")
    assert columns(without).get(head, "") in ("", "other")


def test_sums_of_the_others_are_asked():
    draft = table("Anna | Bo | Cara | Alles\n4 | 9 | 1 | 14\n5 | 8 | 0 | 13\n0 | 3 | 9 | 12")
    assert columns(draft)["Alles"] == ""


def test_what_breaks_the_sum_of_nothing_is_asked():
    draft = table("A|B|C|S\n2|-1|-1|6\n-4|2|2|3\n1|1|-2|8")
    assert unanswered(draft) == ["column_S"]


def test_columns_of_several_tables_are_asked_once():
    draft = table(ONE_GAME.format(head="Max", first=1, second=2) * 2)
    assert unanswered(draft) == ["column_Max"]


def test_scores_named_after_players_are_asked():
    draft = table("Round | score_a | score_i\n1 | 1 | 0\n2 | 1 | 1\n3 | 1 | 2")
    assert unanswered(draft) == ["column_score_a", "column_score_i"]
    answers = {"column_score_a": "player", "column_score_i": "player", "running": "no"}
    draft = table("Round | score_a | score_i\n1 | 1 | 0\n2 | 1 | 1\n3 | 1 | 2", **answers)
    assert games(draft) == ["2026-11-24 score_a 3 score_i 3"]


def test_a_column_of_the_player_who_played_alone_does_not_make_names_of_its_cells():
    draft = table("#|Typ|Solo-Spieler|P1|P2|P3\n1|Normal||3|-1|-2\n2|Solo|P3|-1|-1|2\n3|Normal||1|-2|1")
    assert roles(draft)["Solo-Spieler"] == "other"
    assert games(draft) == ["2026-11-24 P1 3 P2 -4 P3 1"]

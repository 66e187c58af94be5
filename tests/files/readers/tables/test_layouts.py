"""Tables with players as rows, with a row for each player of a game, and with pairs of names and points."""

import pytest

from tests.files.drafts import reasons, sample
from tests.files.readers.tables.drawing import (
    columns,
    draft_of,
    games,
    questions,
    rounds,
    table,
    unanswered,
    warnings,
)


class TestPlayersAsRows:
    @pytest.mark.parametrize(
        "heads", ["R1|R2|R3", "Round 1|Round 2|Round 3", "1|2|3", "Runda 1|Runda 2|Runda 3"]
    )
    @pytest.mark.parametrize("corner", ["Player", "Namn", ""])
    def test_rounds_as_columns(self, heads, corner):
        draft = table(f"{corner}|{heads}\nAnna|5|0|10\nBo|0|7|0")
        assert (games(draft), rounds(draft)) == (["2026-11-24 Anna 15 Bo 7"], [[5, 0], [0, 7], [10, 0]])
        assert (columns(draft), warnings(draft)) == ({"Anna": "player", "Bo": "player"}, [])

    @pytest.mark.parametrize(
        "heads", ["2024-05-17|2024-05-24", "17.5.2024|24.5.2024", "17 maj 2024|24 maj 2024"]
    )
    def test_dates_as_columns(self, heads):
        draft = table(f"Name|{heads}\nAnna|5|0\nBo|0|7\nCara||3")
        assert games(draft) == ["2024-05-17 Anna 5 Bo 0", "2024-05-24 Anna 0 Bo 7 Cara 3"]

    def test_many_dates_as_columns_below_no_corner_and_beside_sums(self):
        heads = [f"2024-05-{day:02}" for day in range(1, 31)]
        anna, bo = ["1"] * 30, ["2"] * 30
        draft = table(
            "\n".join(
                "|".join(line) for line in (["", *heads, "Summa"], ["Anna", *anna, "30"], ["Bo", *bo, "60"])
            )
        )
        assert games(draft) == [f"{day} Anna 1 Bo 2" for day in heads]

    @pytest.mark.parametrize("word", ["Total", "Summe", "Summa"])
    def test_sums_in_the_last_column_are_compared(self, word):
        draft = table(f"Player|R1|R2|{word}\nAnna|5|0|5\nBo|0|7|8")
        assert (games(draft), warnings(draft)) == (["2026-11-24 Anna 5 Bo 7"], [("D3", "total")])

    def test_cells_are_named_as_in_the_file(self):
        draft = table("Player|R1|R2\nAnna|5|?\nBo|0|7")
        assert [out["at"] for out in draft["left_out"]] == ["C2"]


class TestARowForEachPlayer:
    def test_of_each_round(self):
        draft = draft_of(sample("rounds.csv"))
        assert (games(draft), rounds(draft)) == (["2024-02-02 derange Anna 60 Bo 12"], [[60, 0], [0, 12]])

    def test_a_session_id_tells_two_tables_of_a_day_apart(self):
        other = sample("rounds.csv").decode().partition("\n")[2]
        for here, there in (("first", "other"), ("Anna", "Cara"), ("Bo", "Dilan")):
            other = other.replace(here, there)
        draft = draft_of(sample("rounds.csv").decode() + other)
        assert games(draft) == ["2024-02-02 derange Anna 60 Bo 12", "2024-02-02 derange Cara 60 Dilan 12"]

    @pytest.mark.parametrize(
        ("picture", "played"),
        [
            (
                "Date|Player|Score\n2024-05-17|Anna|5\n2024-05-17|Bo|7\n2024-05-18|Bo|9\n2024-05-18|Anna|0",
                ["2024-05-17 Anna 5 Bo 7", "2024-05-18 Bo 9 Anna 0"],
            ),
            (
                "Game ID|Player Name|Game Date|Stack\nx7|Anna|2024-05-17|5\nx7|Bo|2024-05-17|7\n"
                "x8|Anna|2024-05-17|1\nx8|Bo|2024-05-17|2",
                ["2024-05-17 Anna 5 Bo 7", "2024-05-17 Anna 1 Bo 2"],
            ),
            ("Spieler|Punkte\nAnna|5\nBo|0\nCara|3", ["2026-11-24 Anna 5 Bo 0 Cara 3"]),
            (
                "Spelare;Datum;Poäng\nAnna;2024-05-17;5\nAnna;2024-05-24;1\nBo;2024-05-17;7\nBo;2024-05-24;2".replace(
                    ";", "|"
                ),
                ["2024-05-17 Anna 5 Bo 7", "2024-05-24 Anna 1 Bo 2"],
            ),
            (
                "Spiel|Wer|Datum|Pkt\nUno|Anna|2024-05-17|5\nUno|Bo|2024-05-17|7",
                ["2024-05-17 Uno Anna 5 Bo 7"],
            ),
            (
                "When|Joueur|Points\n17 maj 2024|Anna|5\n17 maj 2024|Bo|7",
                ["2024-05-17 Anna 5 Bo 7"],
            ),
        ],
    )
    def test_games(self, picture, played):
        draft = table(picture)
        assert (games(draft), unanswered(draft)) == (played, [])

    def test_games_that_nothing_tells_apart(self):
        two = "Date|Player|Score\n2024-05-17|Anna|5\n2024-05-17|Bo|7\n2024-05-17|Anna|1\n2024-05-17|Bo|2"
        assert games(table(two, rows="games")) == ["2024-05-17 Anna 5 Bo 7", "2024-05-17 Anna 1 Bo 2"]
        by_player = table(
            "Date|Player|Score\n2024-05-17|Anna|5\n2024-05-17|Anna|1\n2024-05-17|Bo|7\n2024-05-17|Bo|2"
        )
        assert (games(by_player), unanswered(by_player)) == ([], [])
        assert "Anna is here twice" in reasons(by_player)["C3"]

    def test_rounds(self):
        draft = table("Round|Player|Score\n1|Anna|5\n1|Bo|0\n2|Anna|3\n2|Bo|4")
        assert rounds(draft) == [[5, 0], [3, 4]]
        assert questions(draft) == {"day": "2026-11-24"}

    def test_running_totals(self):
        picture = "Round|Player|Score\n1|Anna|5\n1|Bo|0\n2|Anna|8\n2|Bo|4\n3|Anna|8\n3|Bo|9"
        assert unanswered(table(picture)) == ["running"]
        assert games(table(picture, running="yes")) == ["2026-11-24 Anna 8 Bo 9"]
        assert games(table(picture, running="no")) == ["2026-11-24 Anna 21 Bo 13"]

    def test_which_column_has_the_points_is_asked(self):
        picture = "Date|Player|Aa|Bb\n2024-05-17|Anna|5|1\n2024-05-17|Bo|7|2"
        assert unanswered(table(picture)) == ["column_Aa", "column_Bb"]
        chosen = table(picture, column_Aa="other", column_Bb="points")
        assert (games(chosen), unanswered(chosen)) == (["2024-05-17 Anna 1 Bo 2"], [])

    def test_names_of_the_group_say_where_they_stand(self):
        picture = "Datum|Tisch|Gast|Wert\n2024-05-17|blau|Anna|5\n2024-05-17|rot|Bo|7"
        draft = table(picture, players="Anna Bo")
        assert games(draft) == ["2024-05-17 Anna 5 Bo 7"]

    def test_a_column_of_winners_does_not_make_it_one(self):
        draft = table("Date|Winner|Anna|Bo\n2024-05-17|Anna|4|5\n2024-05-18|Bo|5|4\n2024-05-19|Bo|6|4")
        assert games(draft)[0] == "2024-05-17 Anna 4 Bo 5"

    def test_cells_are_named_as_in_the_file(self):
        draft = table("Round|Player|Score\n1|Anna|5\n1|Bo|?\n2|Anna|3\n2|Bo|4")
        assert [out["at"] for out in draft["left_out"]] == ["C3"]


class TestPairs:
    @pytest.mark.parametrize(
        ("heads", "cells"),
        [
            ("Player 1|Score 1|Player 2|Score 2", "Anna|5|Bo|9"),
            ("Spelare 1|Spelare 2|Poäng 1|Poäng 2", "Anna|Bo|5|9"),
            ("name_1|points_1|name_2|points_2", "Anna|5|Bo|9"),
            ("Score 1|Spieler 1|Score 2|Spieler 2", "5|Anna|9|Bo"),
        ],
    )
    def test_names_and_points_of_the_same_number(self, heads, cells):
        draft = table(f"Date|Game|{heads}\n2024-05-17|Uno|{cells}")
        assert games(draft) == ["2024-05-17 Uno Anna 5 Bo 9"]

    def test_other_players_in_each_row(self):
        draft = draft_of(
            "Date,Player 1,Score 1,Player 2,Score 2,Player 3,Score 3\n"
            "2024-05-17,Anna,5,Bo,9,,\n2024-05-18,Bo,3,Cara,4,Anna,1\n"
        )
        assert games(draft) == ["2024-05-17 Anna 5 Bo 9", "2024-05-18 Bo 3 Cara 4 Anna 1"]

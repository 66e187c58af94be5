"""The wide table that many families use, in its common forms."""

import pytest

from tests.files.drafts import reasons, refused
from tests.files.readers.tables.drawing import (
    draft_of,
    drawn,
    games,
    questions,
    roles,
    rounds,
    table,
    unanswered,
    warnings,
)

PLAIN = """
    Anna | Bo | Cara
    0    | 4  | 7
    5    | 0  | 12
    9    | 1  | 0
"""
NO_TABLE = "neither JSON nor a table with the names of two or more players above their points"
NO_POINTS = (
    "nothing here says who has how many points: a table needs a column of points for each player, or a column"
    " of names and one of points; a list can be written “Anna 10, Bo 6”"
)
A_DATE = "is a date. A spreadsheet may have changed a sum into it: type the points again"
READ = ["2026-11-24 Anna 14 Bo 5 Cara 19"]


class TestShapes:
    def test_1_names_and_numbers_alone_are_the_rounds_of_one_game(self):
        draft = table(PLAIN)
        assert games(draft) == READ
        assert rounds(draft) == [[0, 4, 7], [5, 0, 12], [9, 1, 0]]
        assert questions(draft) == {"rows": "rounds", "day": "2026-11-24"}

    def test_2_with_a_column_of_rounds_and_a_row_of_totals(self):
        draft = table("""
            Round | Anna | Bo | Cara
            1     | 0    | 4  | 7
            2     | 5    | 0  | 12
            3     | 9    | 1  | 0
            Total | 14   | 5  | 19
        """)
        assert games(draft) == READ
        assert (questions(draft), warnings(draft)) == ({"day": "2026-11-24"}, [])

    def test_3_with_totals_in_a_row_without_a_label(self):
        draft = table(PLAIN + "    14 | 5 | 19")
        assert games(draft) == READ
        assert warnings(draft) == [("5", "sums")]

    def test_4_each_day_is_a_game(self):
        draft = table("""
            Datum      | Anna | Bo | Cara
            17 maj 2024| 12   | 0  | 25
            24 maj 2024| 7    | 31 |
            Summa      | 19   | 31 | 25
        """)
        assert games(draft) == ["2024-05-17 Anna 12 Bo 0 Cara 25", "2024-05-24 Anna 7 Bo 31"]
        assert questions(draft) == {"rows": "games"}

    def test_5_a_day_written_once_applies_to_the_rows_below_it(self):
        draft = table("""
            Date       | Anna | Bo
            2024-05-17 | 0    | 3
                       | 4    | 0
            2024-05-24 | 0    | 8
                       | 0    | 9
        """)
        assert questions(draft) == {"rows": "rounds"}
        assert games(draft) == ["2024-05-17 Anna 4 Bo 3", "2024-05-24 Anna 0 Bo 17"]

    def test_6_a_column_names_the_game(self):
        draft = table("""
            When       | Game     | Anna | Bo | Where
            17.5.2024  | Vandatta | 12   | 3  | at home
            17.5.2024  | Derange  | 60   | 45 |
        """)
        assert games(draft) == ["2024-05-17 Vandatta Anna 12 Bo 3", "2024-05-17 Derange Anna 60 Bo 45"]

    def test_7_round_numbers_that_restart_are_another_game(self):
        draft = table("""
            Date       | Round | Anna | Bo
            2024-05-17 | 1     | 0    | 3
            2024-05-17 | 2     | 4    | 0
            2024-05-17 | 1     | 0    | 8
        """)
        assert games(draft) == ["2024-05-17 Anna 4 Bo 3", "2024-05-17 Anna 0 Bo 8"]

    def test_8_a_title_on_top_names_the_game(self):
        draft = table("""
            Vändåtta |      |    |
                     |      |    |
                     | Anna | Bo | Cara
            1        | 0    | 4  | 7
            2        | 5    | 0  | 12
        """)
        assert games(draft) == ["2026-11-24 Vändåtta Anna 5 Bo 4 Cara 19"]

    def test_9_cells_of_absent_players_are_blank(self):
        draft = table("""
            Round | Anna | Bo | Cara
            1     | 0    | 4  |
            2     | 5    | -  | 0
            3     | 0    | 2  | 6
            4     | 3    | 0  |
        """)
        assert rounds(draft) == [[0, 4, None], [5, None, 0], [0, 2, 6], [3, 0, None]]

    def test_10_numbered_games_of_one_night(self):
        draft = table("""
            Parti | Anna | Bo | Cara | Vinnare
            1     | 12   | 3  | 5    | Bo
            2     | 8    | 9  |      | Anna
        """)
        assert games(draft) == ["2026-11-24 Anna 12 Bo 3 Cara 5", "2026-11-24 Anna 8 Bo 9"]
        assert (questions(draft), warnings(draft)) == ({"day": "2026-11-24"}, [])

    def test_the_winner_of_each_row_is_who_stands_there(self):
        draft = table("""
            Parti | Anna | Bo | Cara | Vinnare
            1     | 12   | 3  | 5    | Bo
            2     | 8    | 8  | 9    | Anna och Bo
            3     | 8    | 9  | 7    | någon
        """)
        names = {player["id"]: player["name"] for player in draft["players"]}
        assert [[names[each] for each in s["winners"]] for s in draft["sessions"]] == [
            ["Bo"],
            ["Anna", "Bo"],
            [],
        ]

    def test_11_game_by_game_with_totals_between(self):
        draft = table("""
            Round | Anna | Bo
            1     | 0    | 3
            2     | 4    | 0
            Total | 4    | 3
            Round | Anna | Bo
            1     | 0    | 8
            Total | 0    | 8
        """)
        assert games(draft) == ["2026-11-24 Anna 4 Bo 3", "2026-11-24 Anna 0 Bo 8"]

    def test_12_sums_in_a_cell_and_decimal_commas(self):
        draft = table("""
            Anna | Bo
            12,0 | 3+4
            0    | 2.0
        """)
        assert games(draft) == ["2026-11-24 Anna 12 Bo 9"]


class TestFileFormats:
    @pytest.mark.parametrize("separator", [";", ",", "\t", "  ", "   ", " | ", " "])
    def test_any_separator(self, separator):
        assert games(draft_of(drawn(PLAIN, separator))) == READ

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
    def test_any_encoding(self, encoding):
        draft = draft_of(drawn(PLAIN.replace("Anna", "Åsa")).encode(encoding))
        assert games(draft) == ["2026-11-24 Åsa 14 Bo 5 Cara 19"]

    @pytest.mark.parametrize(
        ("first_line", "separator"), [("sep=;\r\n", ";"), ("sep=,\n", ","), ("SEP=\t\n", "\t")]
    )
    def test_a_first_line_that_declares_the_separator(self, first_line, separator):
        assert games(draft_of(first_line + drawn(PLAIN, separator))) == READ

    def test_rows_keep_their_numbers_below_it(self):
        draft = draft_of("sep=;\n" + drawn(PLAIN.replace("12", "12x")))
        assert reasons(draft) == {"C4": "row 4, column “Cara”: “12x” is no number"}

    def test_columns_aligned_in_a_message(self):
        message = "        Anna   Bo   Cara\n1.      0      4    7\n2.      5      0    12\n"
        assert rounds(draft_of(message)) == [[0, 4, 7], [5, 0, 12]]

    def test_a_table_as_written_in_chats(self):
        assert games(draft_of("| Anna | Bo |\n|------|:---|\n| 5 | 0 |\n| 0 | 3 |\n")) == [
            "2026-11-24 Anna 5 Bo 3"
        ]


class TestRunningTotals:
    RUNNING = """
        Round | Anna | Bo | Cara
        1     | 0    | 4  | 7
        2     | 5    | 4  | 19
        3     | 14   | 5  | 19
    """

    def test_they_are_noticed_and_give_a_question(self):
        assert unanswered(table(self.RUNNING)) == ["running"]
        draft = table(self.RUNNING, running="yes")
        assert rounds(draft) == [[0, 4, 7], [5, 0, 12], [9, 1, 0]]

    def test_the_other_answer(self):
        assert games(table(self.RUNNING, running="no")) == ["2026-11-24 Anna 19 Bo 13 Cara 45"]

    def test_a_row_of_totals_equal_to_the_last_one_confirms_them(self):
        draft = table(self.RUNNING + "        Total | 14 | 5 | 19")
        assert (games(draft), warnings(draft)) == (READ, [])

    def test_a_row_of_totals_that_adds_them_up_excludes_them(self):
        draft = table(self.RUNNING + "        Total | 19 | 13 | 45")
        assert "running" not in questions(draft)
        assert (games(draft), warnings(draft)) == (["2026-11-24 Anna 19 Bo 13 Cara 45"], [])

    def test_a_zero_in_every_row_does_not_decide(self):
        picture = "Round|Anna|Bo\n1|0|4\n2|0|5\n3|0|7"
        assert unanswered(table(picture)) == ["running"]
        draft = table(picture, running="no")
        assert games(draft) == ["2026-11-24 Anna 0 Bo 16"]

    def test_numbers_that_go_up_and_down_give_no_question(self):
        assert "running" not in questions(table(PLAIN))


class TestTimes:
    TIMES = """
        Date               | Anna | Bo
        2024-05-17 19:30   | 0    | 4
        17.5.2024 kl 19.42 | 5    | 0
        2024-05-18         | 0    | 3
    """

    def test_a_game_starts_at_the_first_time_of_its_rows(self):
        draft = table(self.TIMES, rows="rounds")
        assert games(draft) == ["2024-05-17 Anna 5 Bo 4", "2024-05-18 Anna 0 Bo 3"]
        assert starts(draft) == [("2024-05-17T19:30", True), ("2024-05-18T12:00", False)]

    def test_each_game_starts_at_its_time(self):
        draft = table(self.TIMES, rows="games")
        assert [start for start, timed in starts(draft) if timed] == ["2024-05-17T19:30", "2024-05-17T19:42"]

    def test_games_at_one_time_stay_in_their_order(self):
        draft = table("Date|Anna|Bo\n2024-05-17 19:30|3|4\n|5|6\n2024-05-17 20:30|7|8", rows="games")
        assert [start[11:] for start, _timed in starts(draft)] == ["19:30", "19:31", "20:30"]

    def test_the_order_of_an_ambiguous_date_is_asked_as_without_a_time(self):
        picture = "Date|Anna|Bo\n05/06/2024, 7:30 PM|3|4\n07/06/2024, 12:05 AM|5|6"
        assert unanswered(table(picture)) == ["dates"]
        assert starts(table(picture, dates="mdy")) == [("2024-05-06T19:30", True), ("2024-07-06T00:05", True)]

    def test_rows_at_several_times_of_a_date_may_be_rounds_or_games(self):
        assert unanswered(table(self.TIMES.rpartition("2024-05-18")[0])) == ["rows"]

    @pytest.mark.parametrize("head", ["time", "Tid", "Began", ""])
    def test_a_column_may_hold_the_time(self, head):
        draft = table(f"""
            Date       | {head}  | Anna | Bo
            2024-05-17 | 9:30    | 0    | 4
            2024-05-18 | 7:05 PM | 5    | 0
            2024-05-19 | 19:40   | 4    | 3
            2024-05-20 |         | 0    | 3
            2024-05-21 | ?       | 3    | 0
        """)
        assert [start for start, timed in starts(draft) if timed] == [
            *("2024-05-17T09:30", "2024-05-18T19:05", "2024-05-19T19:40")
        ]
        assert len(games(draft)) == 5
        assert warnings(draft) == []

    @pytest.mark.parametrize("lengths", [("1:30", "0:45"), ("22:15", "41:05")])
    def test_durations_are_no_times(self, lengths):
        draft = table("Date|Length|Anna|Bo\n2024-05-17|{}|0|4\n2024-05-18|{}|5|0".format(*lengths))
        assert not any(timed for _start, timed in starts(draft))
        assert roles(draft)["Length"] == "other"

    def test_the_ids_are_those_of_the_dates(self):
        dates = self.TIMES.replace(" 19:30", "").replace(" kl 19.42", "")
        for kind in ("rounds", "games"):
            assert ids(table(self.TIMES, rows=kind)) == ids(table(dates, rows=kind))

    def test_the_ids_of_earlier_imports(self):
        """Computed when times were ignored."""
        draft = table("Date|Anna|Bo\n2024-05-17 19:30|3|4\n2024-05-17 19:40|5|6", rows="games")
        assert [each[:8] for each in ids(draft)] == ["d57330f5", "dcb09ae0"]


class TestColumnOfDates:
    DATES = ("17 maj 2024", "2024-05-18 19:30", "Tue May 21 2024 00:00:00 GMT+0200 (CEST)")
    GAMES = ("2024-05-17 Anna 3 Bo 9", "2024-05-18 Anna 3 Bo 8", "2024-05-21 Anna 3 Bo 7")

    def read(self, head, line, dates=DATES):
        return table("\n".join([head, *(line.format(date, 9 - n) for n, date in enumerate(dates))]))

    @pytest.mark.parametrize(
        ("head", "line"),
        [
            *(("Anna | Bo | Played on", "3 | {1} | {0}"), ("Anna | Zeitpunkt | Bo", "3 | {0} | {1}")),
            *(
                ("Anna | Bo | ", "3 | {1} | {0}"),
                ("Anna | Bo", "3 | {1} | {0}"),
                (" | Anna | Bo", "{0} | 3 | {1}"),
            ),
            *(("Anna | Bo | Note", "3 | {1} | {0}"), ("Match | Anna | Bo", "{0} | 3 | {1}")),
            ("Began | Ended | Anna | Bo", "{0} | 2024-06-01 | 3 | {1}"),
            ("Typed in | Anna | Bo | Date", "2024-06-01 | 3 | {1} | {0}"),
        ],
    )
    def test_it_may_stand_anywhere_under_any_head(self, head, line):
        draft = self.read(head, line)
        assert games(draft) == list(self.GAMES)
        assert "day" not in questions(draft)

    def test_most_of_its_cells_are_dates(self):
        picture = "Anna | Bo | Played", "3 | {1} | {0}"
        assert games(self.read(*picture, ("2024-05-17", "2024-05-18", "soon"))) == list(self.GAMES[:2])
        assert questions(self.read(*picture, ("2024-05-17", "soon", "soon", "2024-05-18")))["day"]

    def test_it_has_no_number(self):
        assert questions(self.read("Anna | Bo | Cara", "3 | {1} | {0}", ("1.2.34", "3.4.35", "5")))["day"]

    def test_dates_of_eight_digits_are_no_points(self):
        draft = self.read("Anna | Bo | Played", "3 | {1} | {0}", ("20240517", "20240518"))
        assert games(draft) == list(self.GAMES[:2])

    def test_six_digits_are_points_except_in_the_first_column(self):
        assert games(self.read("Day | Anna | Bo", "{0} | 3 | {1}", ("240517", "240518"))) == list(
            self.GAMES[:2]
        )
        draft = self.read("Anna | Bo | Cara", "3 | {1} | {0}", ("240517", "240518"))
        assert games(draft) == ["2026-11-24 Anna 6 Bo 17 Cara 481035"]
        assert games(self.read("Anna | Bo", "{0} | {1}", ("240517", "240518"))) == [
            "2026-11-24 Anna 481035 Bo 17"
        ]


class TestErrors:
    @pytest.mark.parametrize(
        ("cell", "place", "reason"),
        [
            ("12x", "C3", "row 3, column “Bo”: “12x” is no number"),
            ("#REF!", "C3", "row 3, column “Bo”: “#REF!” is no number"),
            ("12,5", "C3", "row 3, column “Bo”: “12,5” is no whole number"),
            ("2026-12-05", "C3", f"row 3, column “Bo”: “2026-12-05” {A_DATE}"),
            ("5 Dec 2026", "C3", f"row 3, column “Bo”: “5 Dec 2026” {A_DATE}"),
            ("", "3", "row 3: fewer than two players have points"),
        ],
    )
    def test_a_cell_is_named_by_its_row_and_column(self, cell, place, reason):
        draft = table(
            f"""
            Round | Anna | Bo
            1     | 0    | 4
            2     | 5    | {cell}
        """,
            decimals="ignored",
        )
        assert reasons(draft) == {place: reason}
        assert games(draft) == []

    def test_points_below_zero_are_left_to_a_game_that_is_still_to_be_chosen(self):
        picture = """
            Round | {game} | Anna | Bo
            1     |        | 0    | 4
            2     |        | 5    | -4
        """
        assert rounds(table(picture.format(game=""))) == [[0, 4], [5, -4]]
        named = table("Vändåtta\n" + picture.format(game=""))
        assert reasons(named) == {"D4": "row 4, column “Bo”: “-4” is below zero"}

    def test_only_invalid_games_are_left_out(self):
        draft = table("""
            Date       | Anna | Bo
            2024-05-17 | 3    | 4x
            2024-05-18 | 3    | 4
            2024-05-19 |      | 4
            32/13/2024 | 3    | 4
        """)
        assert games(draft) == ["2024-05-18 Anna 3 Bo 4"]
        assert reasons(draft) == {
            "C2": "row 2, column “Bo”: “4x” is no number",
            "4": "row 4: fewer than two players have points",
            "A5": "not a date that can be read: 32/13/2024",
        }

    def test_a_wrong_total_is_named_with_its_location(self):
        draft = table("""
            Round | Anna | Bo
            1     | 0    | 4
            2     | 5    | 0
            Sum   | 5    | 5
        """)
        (wrong,) = draft["odd"]
        assert (wrong["at"], wrong["code"]) == ("C4", "total")
        assert wrong["values"] == {"row": "4", "name": "Bo", "said": "5", "made": 4}

    def test_a_running_total_that_goes_down(self):
        draft = table(TestRunningTotals.RUNNING.replace("| 19\n        3", "| 6\n        3"), running="yes")
        assert games(draft) == ["2026-11-24 Anna 19 Bo 13 Cara 32"]  # then these are no running totals

    @pytest.mark.parametrize(
        ("picture", "message"),
        [
            (
                "Anna\n1",
                f"1: {NO_TABLE}",
            ),
            (
                "1|2\n3|4",
                f"1: {NO_TABLE}",
            ),
            ("Anna|Bo\n|", f"1: {NO_POINTS}"),
            ("|".join(f"P{n}" for n in range(41)) + "\n" + "|".join(["1"] * 41), "1: more than 40 people"),
            ("Anna|Bo\n" + "1|2\n" * 20_000, "20001: more than 20000 rows"),
        ],
    )
    def test_an_unreadable_table_is_refused_with_a_reason(self, picture, message):
        assert str(refused(drawn(picture))) == message


class TestStableIds:
    def test_corrected_points_are_the_same_game(self):
        picture = "Date|Anna|Bo\n2024-05-17|3|4\n2024-05-17|5|6"
        once, again = (ids(table(p, rows="games")) for p in (picture, picture.replace("5|6", "5|7")))
        assert once == again
        assert len(set(once)) == 2

    def test_another_game_without_a_day_is_another(self):
        assert ids(table(PLAIN)) != ids(table(PLAIN.replace("0    | 4  | 7", "0    | 3  | 7")))
        assert ids(table(PLAIN)) == ids(table(PLAIN.replace("9    | 1 ", "9    | 2 "), day="2024-01-01"))


def ids(draft):
    return [session["id"] for session in draft["sessions"]]


def starts(draft):
    return [(session["started_at"][:16], session["timed"]) for session in draft["sessions"]]


class TestDaysWithoutAYear:
    def test_the_year_of_a_row_of_sums_is_not_asked(self):
        draft = table("Datum | Anna | Bo\n17/5 2024 | 5 | 2\n18/5 2024 | 3 | 4\nSumma 19/5 | 8 | 6")
        assert games(draft) == ["2024-05-17 Anna 5 Bo 2", "2024-05-18 Anna 3 Bo 4"]
        assert questions(draft) == {"rows": "games"}

    def test_a_last_day_of_its_own_is_a_game_even_if_it_adds_up(self):
        draft = table("Datum | Anna | Bo\n17/5 2024 | 0 | 0\n18/5 2024 | 1 | 0\n19/5 2024 | 1 | 0")
        assert games(draft)[-1] == "2024-05-19 Anna 1 Bo 0"
        assert not warnings(draft)

    @pytest.mark.parametrize(
        "days", ["17/5|24/5", "17.5.|24.5.", "17 maj|24 maj", "May 17|May 24", "5/17|5/24"]
    )
    def test_the_year_is_asked_once(self, days):
        first, second = days.split("|")
        picture = f"Datum | Anna | Bo\n{first} | 5 | 0\n{second} | 1 | 7"
        asked = table(picture)
        assert (unanswered(asked), games(asked)) == (["year"], [])
        draft = table(picture, year="2023", rows="games")
        assert games(draft) == ["2023-05-17 Anna 5 Bo 0", "2023-05-24 Anna 1 Bo 7"]
        assert unanswered(draft) == []

    @pytest.mark.parametrize("is_reversed", [False, True])
    def test_it_is_that_of_the_first_day_and_changes_in_january(self, is_reversed):
        lines = ["13 december | 5 | 0", "27 december | 1 | 7", "10 januari | 2 | 3", "24 januari | 4 | 9"]
        lines = lines[::-1] if is_reversed else lines
        draft = table("\n".join(["Datum | Anna | Bo", *lines]), year="2024" if is_reversed else "2023")
        assert [game[:10] for game in games(draft)] == [
            "2023-12-13",
            "2023-12-27",
            "2024-01-10",
            "2024-01-24",
        ]

    def test_with_a_time_beside_it(self):
        draft = table("Datum | Tid | Anna | Bo\n17/5 | 19:30 | 5 | 0\n24/5 | 20:15 | 1 | 7", year="2023")
        assert starts(draft) == [("2023-05-17T19:30", True), ("2023-05-24T20:15", True)]

    def test_an_ambiguous_one_is_asked_for_its_order_too(self):
        draft = table("Datum | Anna | Bo\n5/6 | 5 | 0\n7/6 | 1 | 7", year="2023")
        assert unanswered(draft) == ["dates"]


class TestDecimals:
    PICTURE = "Date | Anna | Bo\n2024-05-17 | 25,25 | 12\n2024-05-18 | 10.5 | -0,5"

    def test_what_becomes_of_them_is_asked(self):
        assert unanswered(table(self.PICTURE)) == ["decimals"]
        left_out = table(self.PICTURE, decimals="ignored")
        assert (unanswered(left_out), games(left_out), len(left_out["left_out"])) == ([], [], 2)

    def test_they_are_rounded_where_the_person_says_so(self):
        draft = table(self.PICTURE, decimals="rounded", rows="games")
        assert games(draft) == ["2024-05-17 Anna 25 Bo 12", "2024-05-18 Anna 11 Bo -1"]

    def test_what_may_be_thousands_is_never_rounded(self):
        draft = table("Date | Anna | Bo\n2024-05-17 | 1.250 | 12,5\n2024-05-18 | 3 | 4", decimals="rounded")
        assert games(draft) == ["2024-05-18 Anna 3 Bo 4"]
        assert "thousands" in draft["left_out"][0]["reason"]

"""Several tables in one file: below each other, with dates above them, and on several sheets."""

import io

import openpyxl
import pytest

from tests.files.readers.tables.drawing import (
    draft_of,
    drawn,
    games,
    questions,
    rounds,
    table,
    unanswered,
    warnings,
)


def workbook(**sheets):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for title, rows in sheets.items():
        sheet = made.create_sheet(title.replace("_", "-").strip("s"))
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


@pytest.mark.parametrize("key", ["Runda", "Round", "#", ""])
@pytest.mark.parametrize("others", ["Anna | Bo | Dan", "Bo | Anna | Eva", "Dan | Eva | Fia"])
def test_a_second_head_begins_another_table(key, others):
    draft = table(f"""
        {key} | Anna | Bo | Cara
        1     | 0    | 4  | 7
        2     | 5    | 0  | 12
        {key} | {others}
        1     | 1    | 0  | 3
        2     | 0    | 2  | 4
    """)
    one, two, three = (name.strip() for name in others.split("|"))
    assert games(draft) == ["2026-11-24 Anna 5 Bo 4 Cara 19", f"2026-11-24 {one} 1 {two} 2 {three} 7"]
    assert unanswered(draft) == []


@pytest.mark.parametrize("title", ["Game 2", "Spel 2", "Noch eins", "***"])
def test_a_title_between_tables_without_a_column_of_rounds(title):
    draft = draft_of(f"Game 1,,\nAnna,Bo,Cara\n5,0,3\n0,7,2\n{title},,\nAnna,Bo,Cara\n1,2,3\n4,5,6\n")
    assert games(draft) == ["2026-11-24 Anna 5 Bo 7 Cara 5", "2026-11-24 Anna 5 Bo 7 Cara 9"]


def test_other_players_without_a_column_of_rounds():
    draft = draft_of("Anna;Bo\n0;4\n5;0\n\nCara;Dan\n1;0\n0;2\n")
    assert games(draft) == ["2026-11-24 Anna 5 Bo 4", "2026-11-24 Cara 1 Dan 2"]


def test_the_same_heads_on_the_next_page_go_on():
    draft = table("""
        Round | Anna | Bo
        1     | 0    | 4
        2     | 5    | 0
        Round | Anna | Bo
        3     | 1    | 0
        4     | 0    | 2
    """)
    assert rounds(draft) == [[0, 4], [5, 0], [1, 0], [0, 2]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("17 maj 2024", "24 maj 2024"),
        ("2024-05-17", "2024-05-24"),
        ("17.5.2024", "24.5.2024"),
        ("Freitag, 17. Mai 2024", "Freitag, 24. Mai 2024"),
        ("May 17, 2024", "May 24, 2024"),
        ("Spelkväll 3, 17 maj 2024 hos Bo", "Spelkväll 4, 24 maj 2024 hos Bo"),
        ("Abend vom 17.05.2024", "Abend vom 24.05.2024"),
        ("1_2024-05-17", "2_2024-05-24"),
        ("Week 20: May 17, 2024", "Week 21: May 24, 2024"),
    ],
)
@pytest.mark.parametrize("again", [True, False])
def test_a_date_above_a_table_is_that_of_the_rows_below(first, second, again):
    head = "Runda;Anna;Bo\n"
    draft = draft_of(f"{first}\n{head}1;0;4\n2;5;0\n\n{second}\n{head if again else ''}1;1;0\n2;0;2\n")
    assert games(draft) == ["2024-05-17 Anna 5 Bo 4", "2024-05-24 Anna 1 Bo 2"]
    assert (questions(draft), warnings(draft)) == ({}, [])


def test_a_game_above_a_table_is_that_of_the_rows_below():
    one, two = ("Vandatta\nRunda;Anna;Bo\n1;0;4\n2;5;0\n", "Vatikan\nRunda;Anna;Bo\n1;10;0\n2;0;20\n")
    assert games(draft_of(f"{one}\n{two}")) == [
        "2026-11-24 Vandatta Anna 5 Bo 4",
        "2026-11-24 Vatikan Anna 10 Bo 20",
    ]


@pytest.mark.parametrize("numbers", ["321", "4321", "21"])
def test_the_newest_round_on_top(numbers):
    lines = "\n".join(f"{number} | {7 * int(number) % 5} | {9 - int(number)}" for number in numbers)
    draft = table(f"Round | Anna | Bo\n{lines}")
    assert rounds(draft) == [[7 * number % 5, 9 - number] for number in range(1, len(numbers) + 1)]


def test_the_newest_game_on_top():
    draft = table("""
        Datum      | Runda | Anna | Bo
        2024-05-24 | 2     | 1    | 0
        2024-05-24 | 1     | 0    | 2
        2024-05-17 | 2     | 5    | 0
        2024-05-17 | 1     | 0    | 4
    """)
    assert sorted(games(draft)) == ["2024-05-17 Anna 5 Bo 4", "2024-05-24 Anna 1 Bo 2"]


def test_the_newest_running_total_on_top():
    draft = table("Round|Anna|Bo\n3|14|5\n2|5|4\n1|0|4", running="yes")
    assert rounds(draft) == [[0, 4], [5, 0], [9, 1]]


class TestSheets:
    HEAD = ("Runda", "Anna", "Bo")

    def test_all_sheets_are_read_and_their_names_may_be_dates(self):
        draft = draft_of(
            workbook(
                **{
                    "2024-05-17": [self.HEAD, (1, 0, 4), (2, 5, 0)],
                    "2024-05-24": [self.HEAD, (1, 1, 0), (2, 0, 2)],
                }
            )
        )
        assert games(draft) == ["2024-05-17 Anna 5 Bo 4", "2024-05-24 Anna 1 Bo 2"]
        assert questions(draft) == {"sheet-0": "read", "sheet-1": "read"}

    def test_a_sheet_with_the_sums_of_the_others_is_left_out(self):
        sheets = {
            "One": [self.HEAD, (1, 0, 4), (2, 5, 0)],
            "Two": [self.HEAD, (1, 1, 0), (2, 0, 2)],
            "All": [("Anna", "Bo"), (6, 6)],
        }
        draft = draft_of(workbook(**sheets))
        assert games(draft) == ["2026-11-24 One Anna 5 Bo 4", "2026-11-24 Two Anna 1 Bo 2"]
        assert questions(draft)["sheet-2"] == "ignored"
        assert len(games(draft_of(workbook(**sheets), sheet_All="read"))) == 3

    def test_a_sheet_that_is_left_out_asks_nothing(self):
        sheets = {"One": [self.HEAD, (1, 0, 4), (2, 5, 0)], "Two": [("Max", "Sa"), (1, 2), (3, 4)]}
        assert unanswered(draft_of(workbook(**sheets))) == ["column_Max", "column_Sa"]
        draft = draft_of(workbook(**sheets), sheet_Two="ignored")
        assert (unanswered(draft), games(draft)) == ([], ["2026-11-24 Anna 5 Bo 4"])
        assert questions(draft) == {"sheet-0": "read", "sheet-1": "ignored", "day": "2026-11-24"}

    def test_cells_are_named_with_their_sheet(self):
        draft = draft_of(
            workbook(One=[self.HEAD, (1, 0, 4), (2, 5, 0)], Two=[self.HEAD, (1, 1, "y"), (2, 0, 2)])
        )
        assert [out["at"] for out in draft["left_out"]] == ["Two!C2"]

    def test_sheets_with_other_players(self):
        draft = draft_of(
            workbook(
                One=[self.HEAD, (1, 0, 4), (2, 5, 0)], Two=[("Runda", "Cara", "Dan"), (1, 1, 0), (2, 0, 2)]
            )
        )
        assert games(draft) == ["2026-11-24 One Anna 5 Bo 4", "2026-11-24 Two Cara 1 Dan 2"]


def test_a_sheet_with_names_in_cells_beside_one_with_columns():
    draft = draft_of(
        workbook(
            One=[TestSheets.HEAD, (1, 0, 4), (2, 5, 0)],
            Two=[
                ("Datum", "Spel", "Namn", "Poäng"),
                ("2024-05-17", "Uno", "Bo", 7),
                ("2024-05-17", "Uno", "Cara", 1),
            ],
        )
    )
    assert games(draft) == ["2026-11-24 One Anna 5 Bo 4", "2024-05-17 Uno Bo 7 Cara 1"]
    assert [player["name"] for player in draft["players"]] == ["Anna", "Bo", "Cara"]


def test_text_above_a_table_is_no_head():
    draft = draft_of(drawn("Spelkväll | hemma | hos Bo\nAnna | Bo | Cara\n0 | 4 | 7\n5 | 0 | 12"))
    assert games(draft) == ["2026-11-24 Anna 5 Bo 4 Cara 19"]

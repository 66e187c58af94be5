"""Tables with a row for each player, in which date and game are written once per game or in merged cells."""

import io

import openpyxl
import pytest

from tests.files.drafts import plays_in, read
from tests.files.readers.tables.drawing import draft_of, games, unanswered

HEADS = (
    *("Datum;Spel;Vem;Poäng", "Date;Game;Player;Points", "When;Game;Who;Score", "Dag;Spel;Namn;Resultat"),
    *("Datum;Spiel;Spieler;Punkte", "Played on;Game;Player name;Total", "Datum;Spel;Spelare;Slutpoäng"),
    *("Dato;Spil;Spiller;Point", "Date;Game;Participant;Final score"),
)
ROWS = """
2024-05-17;Derange;Anna;35
;;Bo;12
;;Cara;0
;Vandatta;Anna;5
;;Bo;0
;;Cara;3
2024-05-18;Derange;Bo;7
;;Anna;0
"""
PLAYED = [
    ("2024-05-17", "Derange", {"Anna": 35, "Bo": 12, "Cara": 0}),
    ("2024-05-17", "Vandatta", {"Anna": 5, "Bo": 0, "Cara": 3}),
    ("2024-05-18", "Derange", {"Anna": 0, "Bo": 7}),
]


def played(content):
    """The games, with their players by name."""
    return [(day, game, dict(sorted(totals.items()))) for day, game, totals in plays_in(read(content))]


@pytest.mark.parametrize("heads", HEADS)
def test_the_first_player_of_a_game_belongs_to_the_others(heads):
    draft = read(heads + ROWS)
    assert played(heads + ROWS) == PLAYED
    assert draft["left_out"] == []


@pytest.mark.parametrize("heads", [HEADS[0], HEADS[1]])
@pytest.mark.parametrize("sheets", [1, 2])
def test_merged_cells_of_a_workbook(heads, sheets):
    made = openpyxl.Workbook()
    for cells in (heads + ROWS).split("\n"):
        if cells:
            made.active.append([int(cell) if cell.isdigit() else cell or None for cell in cells.split(";")])
    for cells in ("A2:A7", "B2:B4", "B5:B7", "A8:A9", "B8:B9"):
        made.active.merge_cells(cells)
    if sheets > 1:
        made.create_sheet("About").append(["Our games"])
        made["About"].append(["since 2019"])
    out = io.BytesIO()
    made.save(out)
    assert played(out.getvalue()) == PLAYED


@pytest.mark.parametrize("heads", [HEADS[0], HEADS[1]])
def test_blank_lines_between_games(heads):
    with_blanks = ROWS.replace("\n;Vandatta", "\n;;;\n;Vandatta").replace("\n2024-05-18", "\n\n2024-05-18")
    assert played(heads + with_blanks) == PLAYED


@pytest.mark.parametrize("heads", ["Datum;Vem;Poäng", "Day;Player;Points"])
def test_a_table_without_games(heads):
    rows = "\n2024-05-17;Anna;35\n;Bo;12\n2024-05-18;Anna;5\n;Bo;0\n"
    assert games(draft_of(heads + rows)) == ["2024-05-17 Anna 35 Bo 12", "2024-05-18 Anna 5 Bo 0"]


def test_rounds_written_once():
    draft = draft_of("""Datum;Spel;Runda;Vem;Poäng
2024-05-17;Derange;1;Anna;35
;;;Bo;12
;;2;Anna;5
;;;Bo;0
2024-05-18;Derange;1;Anna;1
;;;Bo;2
""")
    assert games(draft) == ["2024-05-17 Derange Anna 40 Bo 12", "2024-05-18 Derange Anna 1 Bo 2"]


@pytest.mark.parametrize("heads", ["Datum;Parti;Vem;Poäng", "Date;Session;Game;Player;Points"])
def test_numbers_of_games_written_once(heads):
    game = ";Derange" if "Game" in heads else ""
    rows = f"\n2024-05-17;1{game};Anna;35\n;;Bo;12\n;2;Anna;5\n;;Bo;0\n2024-05-18;1;Anna;4\n;;Bo;3\n"
    rows = rows.replace("\n;2;", f"\n;2{game};").replace("18;1;", f"18;1{game};")
    if game:
        rows = rows.replace("\n;;Bo", "\n;;;Bo")
    assert [totals for _day, _game, totals in played(heads + rows)] == [
        {"Anna": 35, "Bo": 12},
        {"Anna": 5, "Bo": 0},
        {"Anna": 4, "Bo": 3},
    ]


def test_the_same_day_and_game_written_again_are_another_game():
    one, other = "2024-05-17,Derange,Anna,35\n,,Bo,12\n", "2024-05-17,Derange,{},7\n,,{},0\n"
    heads = "Date,Game,Player,Points\n"
    assert played(heads + one + other.format("Anna", "Bo"))[1][2] == {"Anna": 7, "Bo": 0}
    assert played(heads + one + other.format("Cara", "Dan"))[1][2] == {"Cara": 7, "Dan": 0}


def test_a_single_gap_does_not_divide_a_game():
    rows = "2024-05-17,Derange,Anna,35\n,Derange,Bo,12\n2024-05-17,Derange,Cara,0\n"
    assert played("Date,Game,Player,Points\n" + rows) == PLAYED[:1]


def test_a_number_of_a_game_is_not_that_of_the_next_one():
    rows = "2024-05-17,Derange,2,Anna,35\n2024-05-17,Derange,2,Bo,12\n"
    rows += "2024-05-17,Derange,,Anna,1\n2024-05-17,Derange,,Bo,0\n"
    assert len(played("Date,Game,Session,Player,Points\n" + rows)) == 2


def test_the_order_of_games_may_be_asked():
    rows = "\n05/06/2024;Derange;Anna;35\n;;Bo;12\n07/06/2024;Derange;Anna;3\n;;Bo;2\n"
    assert unanswered(draft_of(HEADS[1] + rows)) == ["dates"]
    draft = draft_of(HEADS[1] + rows, dates="dmy")
    assert games(draft)[0] == "2024-06-05 Derange Anna 35 Bo 12"

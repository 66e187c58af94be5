"""Tables with the newest game on top: the games of one day stand in that order, too."""

from datetime import date

import pytest

from files.readers.dates import are_newest_first
from tests.files.drafts import plays_in, read
from tests.files.readers.tables.drawing import draft_of

HEADS = {
    "wide": "Date;Anna;Bo",
    "long": "Datum;Spel;Vem;Poäng",
    "totals": "Date,Game,Session,Player,Points",
    "once": "Date,Game,Player,Points",
}


def lines_of(layout, number):
    """The game of this number, which is how many points Anna has."""
    day, bo = f"2024-05-{(3, 10, 17, 17)[number]:02}", 5 if not number else 0
    return {
        "wide": [f"{day};{number};{bo}"],
        "long": [f"{day};Spel;Anna;{number}", f";;Bo;{bo}"],
        "totals": [f"{day},Uno,{number + 1},Anna,{number}", f"{day},Uno,{number + 1},Bo,{bo}"],
        "once": [f"{day},Uno,Anna,{number}", f",,Bo,{bo}"],
    }[layout]


def played(draft):
    """Anna's points in the order in which the games began."""
    began = {session["id"]: session["started_at"] for session in draft["sessions"]}
    games = zip(draft["sessions"], plays_in(draft), strict=True)
    in_order = sorted(games, key=lambda each: began[each[0]["id"]])
    return [totals["Anna"] for _session, (_day, _game, totals) in in_order]


def read_as_games(layout, text):
    return draft_of(text, rows="games") if layout in ("wide", "long") else read(text)


@pytest.mark.parametrize("layout", HEADS)
@pytest.mark.parametrize("numbers", [(3, 2, 1, 0), (0, 1, 2, 3)], ids=["newest", "oldest"])
def test_games_are_played_in_the_order_of_the_table(layout, numbers):
    lines = [line for number in numbers for line in lines_of(layout, number)]
    text = "\n".join((HEADS[layout], *lines)) + "\n"
    assert played(read_as_games(layout, text)) == [0, 1, 2, 3]


def test_numbers_that_go_up_within_a_day_are_not_turned():
    text = "Date;No;Anna;Bo\n2024-05-17;1;2;0\n2024-05-17;2;3;0\n2024-05-10;1;0;5\n2024-05-10;2;1;0\n"
    assert played(draft_of(text, rows="games")) == [0, 1, 2, 3]


def test_a_day_out_of_order_changes_nothing():
    text = "Date;Anna;Bo\n2024-05-03;0;5\n2024-05-17;2;0\n2024-05-17;3;0\n2024-05-10;1;0\n2024-05-24;4;0\n"
    assert played(draft_of(text, rows="games")) == [0, 1, 2, 3, 4]


def test_ambiguous_dates_are_turned_as_they_are_read():
    text = "Date;Anna;Bo\n07/06/2024;3;0\n07/06/2024;2;0\n05/06/2024;1;0\n04/06/2024;0;7\n"
    assert played(draft_of(text, rows="games")) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("days", "numbers", "is_newest_first"),
    [
        ("3 2 2 1", "- - - -", True),
        ("1 2 2 3", "- - - -", False),
        ("2 2", "- -", False),
        ("2 2 1 1", "1 2 1 2", False),
        ("2 2 1 1", "2 1 2 1", True),
        ("3 - 2", "- - -", True),
        ("2 1 2", "- - -", False),
    ],
)
def test_days_and_numbers_say_which_is_the_newest(days, numbers, is_newest_first):
    as_dates = [None if day == "-" else date(2024, 5, int(day)) for day in days.split()]
    as_numbers = [None if number == "-" else int(number) for number in numbers.split()]
    assert are_newest_first(as_dates, as_numbers) == is_newest_first

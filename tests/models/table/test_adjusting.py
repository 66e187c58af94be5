"""Bonus and penalty points at a table of any game."""

import pytest

from models.table.undo import CannotUndo
from tests.table import start

ROUND = "Anna out, Bo K, Cara 5"


@pytest.fixture
def table(app):
    return start(app, "derange", "Anna Bo Cara").plays(ROUND, ROUND)


def test_points_are_added_after_the_last_round(table):
    table.adjusts("Bo", 10, "said nothing at the last card").adjusts("Cara", -5, "bonus")
    assert table.totals() == {"Anna": 0, "Bo": 50, "Cara": 5}


def test_they_are_taken_back_one_by_one(table):
    table.adjusts("Bo", 10, "first").adjusts("Bo", 20, "second")
    first = table.changes()[1][0]
    table.takes_back(first)
    assert table.totals()["Bo"] == 60
    table.takes_back()
    assert table.totals()["Bo"] == 40


def test_undoing_the_undo_adds_them_again(table):
    table.adjusts("Bo", 10, "first").takes_back()
    table.takes_back(table.last_change())
    assert table.totals()["Bo"] == 50


def test_they_move_along_when_an_earlier_round_is_removed_or_inserted(table):
    table.adjusts("Bo", 10, "penalty").removes(1)
    with table.seen() as session:
        assert [each.after for seat in session.sheet.seats for each in seat.adjustments] == [1]
    table.inserts(1, ROUND)
    with table.seen() as session:
        assert [each.after for seat in session.sheet.seats for each in seat.adjustments] == [2]
    assert table.totals()["Bo"] == 50


def test_they_can_be_taken_back_after_they_moved_along(table):
    table.adjusts("Bo", 10, "penalty")
    penalty = table.last_change()
    table.removes(1).takes_back(penalty)
    assert table.totals()["Bo"] == 20


def test_they_cannot_be_taken_back_twice(table):
    table.adjusts("Bo", 10, "penalty")
    penalty = table.last_change()
    table.takes_back(penalty)
    with pytest.raises(CannotUndo):
        table.takes_back(penalty)


def test_a_penalty_after_the_end_changes_the_winner(app):
    table = start(app, "derange", "Anna Bo", mode="short").plays(*["Anna out, Bo 9"] * 7)
    assert table.finals() == {"Anna": (0, 1, True), "Bo": (63, 2, False)}
    table.adjusts("Anna", 100, "cheated")
    assert table.finals() == {"Anna": (100, 2, False), "Bo": (63, 1, True)}

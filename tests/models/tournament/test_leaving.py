"""Somebody goes home while a table plays: one step for the evening and for the table, and one way back."""

import pytest

from models.table.taking_back import CannotTakeBack
from tests.club import opened
from tests.table import Table

pytestmark = pytest.mark.both_databases
FOUR = "Anna Bo Cara Dilan"
ROUND = "Anna out, Cara =3, Dilan =4"
CHANGED_SINCE = {"round 1": lambda table: table.plays(ROUND), "back": lambda table: table.comes_back("Bo")}


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2).draws(1, FOUR)


@pytest.fixture
def table(club) -> Table:
    return club.tables()[0]


def test_the_table_plays_on_without_them(club, table):
    table.plays("Anna out, Bo =7, Cara =3, Dilan =4")
    club.withdraws("Bo", after=0, at=table)
    assert table.who_plays(2) == ["Anna", "Cara", "Dilan"]
    assert ("Bo", 7, None) in club.places()
    assert (table.kinds()[-1], club.kinds()[-1]) == ("leave", "withdraw")


def test_taken_back_on_the_evening_both_are(club, table):
    before = table.snapshot()
    club.withdraws("Bo", after=0, at=table).takes_back("withdraw")
    assert table.who_plays(1) == ["Anna", "Bo", "Cara", "Dilan"]
    assert table.snapshot() == before
    assert "Bo" in [name for name, _total, rank in club.places() if rank]
    assert table.kinds() == ["leave", "take_back"]


def test_the_table_alone_takes_nothing_back(club, table):
    club.withdraws("Bo", after=0, at=table)
    with pytest.raises(CannotTakeBack) as refused:
        table.takes_back(table.last_change())
    assert refused.value.reason == "evening"
    assert table.who_plays(1) == ["Anna", "Cara", "Dilan"]


def test_nor_does_it_offer_to(app, club, table):
    table.plays("Anna out, Bo =7, Cara =3, Dilan =4")
    club.withdraws("Bo", after=0, at=table)
    with pytest.raises(AssertionError):
        table.takes_back()


@pytest.mark.parametrize("what", CHANGED_SINCE)
def test_a_table_that_has_gone_on_keeps_what_it_has(club, table, what):
    club.withdraws("Bo", after=0, at=table)
    CHANGED_SINCE[what](table)
    before = table.snapshot()
    club.takes_back("withdraw")
    assert table.snapshot() == before
    assert "Bo" in [name for name, _total, rank in club.places() if rank]


def test_what_is_left_at_the_table_can_be_taken_back_there_then(club, table):
    club.withdraws("Bo", after=0, at=table)
    left = table.last_change()
    table.plays(ROUND)
    club.takes_back("withdraw")
    table.removes(1).takes_back(left)
    assert table.who_plays(1) == ["Anna", "Bo", "Cara", "Dilan"]


def test_of_two_nobody_gets_up(app):
    club = opened(app, "Anna Bo", cut=None).draws()
    table = club.tables()[0]
    before = table.snapshot()
    club.withdraws("Bo", after=0, at=table)
    assert table.snapshot() == before
    assert club.places()[-1] == ("Bo", 0, None)
    club.takes_back("withdraw")
    assert table.kinds() == []


def test_who_has_got_up_before_is_not_made_to_again(club, table):
    table.leaves("Bo")
    club.withdraws("Bo", after=0, at=table).takes_back("withdraw")
    assert table.who_plays(1) == ["Anna", "Cara", "Dilan"]
    assert table.kinds() == ["leave"]

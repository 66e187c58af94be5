"""Somebody goes home while a table plays: one step for the evening and for the table, and one way back."""

import pytest

from models.table.taking_back import CannotTakeBack
from tests.club import opened
from tests.table import Table

FOUR = "Anna Bo Cara Dilan"
ROUND = "Anna out, Cara =3, Dilan =4"
CHANGED_SINCE = {"round 1": lambda table: table.plays(ROUND), "back": lambda table: table.comes_back("Bo")}


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2).draws(1, FOUR)


@pytest.fixture
def first_table(club) -> Table:
    return club.tables()[0]


def test_the_table_plays_on_without_them(club, first_table):
    first_table.plays("Anna out, Bo =7, Cara =3, Dilan =4")
    club.withdraws("Bo", after=0, at=first_table)
    assert first_table.who_plays(2) == ["Anna", "Cara", "Dilan"]
    assert ("Bo", 7, None) in club.places()
    assert (first_table.kinds()[-1], club.kinds()[-1]) == ("leave", "withdraw")


@pytest.mark.both_databases
def test_taken_back_on_the_evening_both_are(club, first_table):
    before = first_table.snapshot()
    club.withdraws("Bo", after=0, at=first_table).takes_back("withdraw")
    assert first_table.who_plays(1) == ["Anna", "Bo", "Cara", "Dilan"]
    assert first_table.snapshot() == before
    assert "Bo" in [name for name, _total, rank in club.places() if rank]
    assert first_table.kinds() == ["leave", "take_back"]


def test_the_table_alone_takes_nothing_back(club, first_table):
    club.withdraws("Bo", after=0, at=first_table)
    with pytest.raises(CannotTakeBack) as refused:
        first_table.takes_back(first_table.last_change())
    assert refused.value.reason == "evening"
    assert first_table.who_plays(1) == ["Anna", "Cara", "Dilan"]


def test_nor_does_it_offer_to(app, club, first_table):
    first_table.plays("Anna out, Bo =7, Cara =3, Dilan =4")
    club.withdraws("Bo", after=0, at=first_table)
    with pytest.raises(AssertionError):
        first_table.takes_back()


@pytest.mark.parametrize("what", CHANGED_SINCE)
def test_a_table_that_has_gone_on_keeps_what_it_has(club, first_table, what):
    club.withdraws("Bo", after=0, at=first_table)
    CHANGED_SINCE[what](first_table)
    before = first_table.snapshot()
    club.takes_back("withdraw")
    assert first_table.snapshot() == before
    assert "Bo" in [name for name, _total, rank in club.places() if rank]


def test_what_is_left_at_the_table_can_be_taken_back_there_then(club, first_table):
    club.withdraws("Bo", after=0, at=first_table)
    left = first_table.last_change()
    first_table.plays(ROUND)
    club.takes_back("withdraw")
    first_table.removes(1).takes_back(left)
    assert first_table.who_plays(1) == ["Anna", "Bo", "Cara", "Dilan"]


def test_of_two_nobody_gets_up(app):
    club = opened(app, "Anna Bo", cut=None).draws()
    table = club.tables()[0]
    before = table.snapshot()
    club.withdraws("Bo", after=0, at=table)
    assert table.snapshot() == before
    assert club.places()[-1] == ("Bo", 0, None)
    club.takes_back("withdraw")
    assert table.kinds() == []


def test_who_has_got_up_before_is_not_made_to_again(club, first_table):
    first_table.leaves("Bo")
    club.withdraws("Bo", after=0, at=first_table).takes_back("withdraw")
    assert first_table.who_plays(1) == ["Anna", "Cara", "Dilan"]
    assert first_table.kinds() == ["leave"]

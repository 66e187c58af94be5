"""Taking back an entry leaves nobody in the group who was only made for it."""

import pytest

from tests.club import opened
from tests.table import start


@pytest.fixture
def club(app):
    return opened(app, "Anna Bo Cara", cut=None)


def test_a_new_name_goes_with_the_entry_that_made_it(club):
    club.enters("Eva Finn").takes_back("enter")
    assert club.people() == ["Anna", "Bo", "Cara"]


@pytest.mark.both_databases
def test_entered_again_it_is_there_again_once(club):
    club.enters("Eva").takes_back("enter").enters("Eva")
    assert club.people() == ["Anna", "Bo", "Cara", "Eva"]
    assert "Eva" in [name for name, _total, _rank in club.places()]


def test_whoever_the_group_knew_before_stays(app, club):
    start(app, "derange", "Gun Hugo", group_id=club.group_id)
    club.enters("Gun Eva").takes_back("enter")
    assert club.people() == ["Anna", "Bo", "Cara", "Gun", "Hugo"]


def test_who_has_sat_down_elsewhere_or_takes_part_elsewhere_stays(app, club):
    club.enters("Eva Finn Gun")
    start(app, "derange", "Eva Anna", group_id=club.group_id)
    opened(app, "Finn Bo", group_id=club.group_id)
    club.takes_back("enter")
    assert club.people() == ["Anna", "Bo", "Cara", "Eva", "Finn"]


def test_who_asked_asks_again_and_is_nobody_new_until_let_in(club):
    club.gets_request("Eva").admits("Eva").takes_back("admit")
    assert club.people() == ["Anna", "Bo", "Cara"]
    with club.seen() as (tournament, _evening):
        assert [entrant.requested_name for entrant in tournament.asking] == ["Eva"]
    club.admits("Eva")
    assert club.people() == ["Anna", "Bo", "Cara", "Eva"]


def test_whoever_comes_before_the_first_round_misses_none(club):
    club.enters("Dilan").gets_request("Eva").admits("Eva")
    with club.seen() as (tournament, _evening):
        assert {(entrant.joined_round, entrant.start_points) for entrant in tournament.playing} == {(1, 0)}


def test_a_draw_in_between_is_taken_back_first(club):
    club.enters("Eva").draws().takes_back("draw").takes_back("enter")
    assert club.people() == ["Anna", "Bo", "Cara"]

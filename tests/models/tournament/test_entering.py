"""Undoing an entry also removes the player if it created one."""

import pytest

from tests.club import opened
from tests.table import start


@pytest.fixture
def club(app):
    return opened(app, "Anna Bo Cara", cut=None)


def test_a_new_player_is_removed_with_the_entry(club):
    club.enters("Eva Finn").takes_back("enter")
    assert club.people() == ["Anna", "Bo", "Cara"]


@pytest.mark.both_databases
def test_entering_the_name_again_creates_one_player(club):
    club.enters("Eva").takes_back("enter").enters("Eva")
    assert club.people() == ["Anna", "Bo", "Cara", "Eva"]
    assert "Eva" in [name for name, _total, _rank in club.places()]


def test_a_player_known_before_is_kept(app, club):
    start(app, "derange", "Gun Hugo", group_id=club.group_id)
    club.enters("Gun Eva").takes_back("enter")
    assert club.people() == ["Anna", "Bo", "Cara", "Gun", "Hugo"]


def test_a_player_with_other_sessions_or_entries_is_kept(app, club):
    club.enters("Eva Finn Gun")
    start(app, "derange", "Eva Anna", group_id=club.group_id)
    opened(app, "Finn Bo", group_id=club.group_id)
    club.takes_back("enter")
    assert club.people() == ["Anna", "Bo", "Cara", "Eva", "Finn"]


def test_a_request_to_join_is_repeated_and_creates_no_player_until_accepted(club):
    club.gets_request("Eva").admits("Eva").takes_back("admit")
    assert club.people() == ["Anna", "Bo", "Cara"]
    with club.seen() as (tournament, _evening):
        assert [entrant.requested_name for entrant in tournament.asking] == ["Eva"]
    club.admits("Eva")
    assert club.people() == ["Anna", "Bo", "Cara", "Eva"]


def test_an_entrant_before_the_first_round_misses_none(club):
    club.enters("Dilan").gets_request("Eva").admits("Eva")
    with club.seen() as (tournament, _evening):
        assert {(entrant.joined_round, entrant.start_points) for entrant in tournament.playing} == {(1, 0)}


def test_a_draw_in_between_must_be_undone_first(club):
    club.enters("Eva").draws().takes_back("draw").takes_back("enter")
    assert club.people() == ["Anna", "Bo", "Cara"]

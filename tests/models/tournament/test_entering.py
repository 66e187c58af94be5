"""Entries and requests: how many there may be, and what an undo leaves."""

import pytest

from models.database import new_id
from models.table.undo import CannotUndo
from models.tournament import entering
from models.tournament.entering import CannotEnter
from models.tournament.tournament import MAX_ENTRANTS, MAX_REQUESTS, MAX_REQUESTS_OF_PHONE
from tests.club import opened
from tests.sampling import full_only
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


PEOPLE = " ".join(f"P{number}" for number in range(MAX_ENTRANTS - 3))


def asks(club, phone, *names):
    with club.open() as tournament:
        for name in names:
            entering.request_entry(tournament, name, new_id(), phone)


def asking(club):
    with club.seen() as (tournament, _evening):
        return [entrant.requested_name for entrant in tournament.asking]


def refused(club, phone, name):
    with pytest.raises(CannotEnter) as why:
        asks(club, phone, name)
    return why.value.reason


@full_only
def test_requests_take_no_places_of_entrants(club):
    for number in range(MAX_ENTRANTS):
        asks(club, new_id(), f"Q{number}")
    club.enters(PEOPLE)
    with club.seen() as (tournament, _evening):
        assert (len(tournament.playing), len(tournament.asking)) == (MAX_ENTRANTS, MAX_ENTRANTS)


def test_with_all_places_taken_no_request_is_admitted(club):
    club.gets_request("Eva").enters(PEOPLE)
    with pytest.raises(CannotEnter, match="full"):
        club.admits("Eva")
    assert refused(club, new_id(), "Finn") == "full"
    assert asking(club) == ["Eva"]


def test_a_phone_has_few_open_requests_and_may_ask_again_after_an_answer(club):
    phone = new_id()
    names = [f"Q{number}" for number in range(MAX_REQUESTS_OF_PHONE)]
    asks(club, phone, *names)
    assert refused(club, phone, "Eva") == "phone"
    asks(club, new_id(), "Eva")
    club.admits("Q0")
    asks(club, phone, "Finn")


def test_requests_in_all_are_limited(club):
    with club.open() as tournament:
        for number in range(MAX_REQUESTS):
            entering.request_entry(tournament, f"Q{number}", new_id(), new_id())
    assert refused(club, new_id(), "Eva") == "requests"


@pytest.mark.both_databases
def test_rejected_requests_come_back_with_an_undo_and_belong_to_their_phone(club):
    phone = new_id()
    asks(club, phone, "Eva", "Finn")
    asks(club, new_id(), "Gun")
    with club.open() as tournament:
        entering.reject(tournament, tournament.requests_of(phone), club.change_stamp())
    assert asking(club) == ["Gun"]
    club.takes_back("reject")
    assert asking(club) == ["Eva", "Finn", "Gun"]
    with club.seen() as (tournament, _evening):
        assert [entrant.requested_name for entrant in tournament.requests_of(phone)] == ["Eva", "Finn"]


def test_an_undo_does_not_bring_back_more_people_than_may_take_part(club):
    club.enters(PEOPLE)
    with club.open() as tournament:
        entering.turn_away(tournament, tournament.playing[-1], club.change_stamp())
    club.enters("Eva")
    with pytest.raises(CannotUndo, match="full"):
        club.takes_back("turn_away")

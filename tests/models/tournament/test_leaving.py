"""A player goes home during a table: one change for the tournament and the table, undone together."""

import pytest

from models import Change
from models.table.undo import CannotUndo
from models.tournament.deciding import NotDecided
from tests.club import opened
from tests.table import Table

FOUR = "Anna Bo Cara Dilan"
ROUND = "Anna out, Cara =3, Dilan =4"
# Later actions at the table, and whether Bo is seated afterwards.
CHANGED_SINCE = {
    "round 1": (lambda table: table.plays(ROUND), False),
    "back": (lambda table: table.comes_back("Bo"), True),
}


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2).draws(1, FOUR)


@pytest.fixture
def first_table(club) -> Table:
    return club.tables()[0]


def test_the_table_continues_without_them(club, first_table):
    first_table.plays("Anna out, Bo =7, Cara =3, Dilan =4")
    club.withdraws("Bo", after=0, at=first_table)
    assert first_table.who_plays(2) == ["Anna", "Cara", "Dilan"]
    assert ("Bo", 7, None) in club.places()
    assert (first_table.kinds()[-1], club.kinds()[-1]) == ("leave", "withdraw")


@pytest.mark.both_databases
def test_undoing_it_in_the_tournament_restores_both(club, first_table):
    before = first_table.snapshot()
    club.withdraws("Bo", after=0, at=first_table).takes_back("withdraw")
    assert first_table.who_plays(1) == ["Anna", "Bo", "Cara", "Dilan"]
    assert first_table.snapshot() == before
    assert "Bo" in [name for name, _total, rank in club.places() if rank]
    assert first_table.kinds() == ["leave", "undo"]


def test_it_cannot_be_undone_at_the_table_alone(club, first_table):
    club.withdraws("Bo", after=0, at=first_table)
    with pytest.raises(CannotUndo) as refused:
        first_table.takes_back(first_table.last_change())
    assert refused.value.reason == "evening"
    assert first_table.who_plays(1) == ["Anna", "Cara", "Dilan"]


def test_the_table_does_not_offer_to_undo_it(app, club, first_table):
    first_table.plays("Anna out, Bo =7, Cara =3, Dilan =4")
    club.withdraws("Bo", after=0, at=first_table)
    with first_table.seen() as session:
        assert Change.last_of(session) is None


@pytest.mark.parametrize("what", CHANGED_SINCE)
def test_a_table_that_has_continued_is_unchanged(club, first_table, what):
    club.withdraws("Bo", after=0, at=first_table)
    happens, is_back = CHANGED_SINCE[what]
    happens(first_table)
    before = first_table.snapshot()
    club.takes_back("withdraw")
    assert first_table.snapshot() == before
    assert ("Bo" in [name for name, _total, rank in club.places() if rank]) is is_back
    assert club.has_left() == ([] if is_back else ["Bo"])


def test_the_leaving_at_the_table_can_then_be_undone_there(club, first_table):
    club.withdraws("Bo", after=0, at=first_table)
    left = first_table.last_change()
    first_table.plays(ROUND)
    club.takes_back("withdraw")
    first_table.removes(1).takes_back(left)
    assert first_table.who_plays(1) == ["Anna", "Bo", "Cara", "Dilan"]


def test_at_a_table_of_two_no_player_leaves(app):
    club = opened(app, "Anna Bo", cut=None).draws()
    table = club.tables()[0]
    before = table.snapshot()
    club.withdraws("Bo", after=0, at=table)
    assert table.snapshot() == before
    assert club.places()[-1] == ("Bo", 0, None)
    club.takes_back("withdraw")
    assert table.kinds() == []


def test_a_player_who_has_left_before_does_not_leave_again(club, first_table):
    first_table.leaves("Bo")
    club.withdraws("Bo", after=0, at=first_table).takes_back("withdraw")
    assert first_table.who_plays(1) == ["Anna", "Cara", "Dilan"]
    assert first_table.kinds() == ["leave"]


class TestAtTheTableAlone:
    """On the Seats page of the table, without a change in the tournament."""

    def test_they_have_no_place_and_no_draw_and_the_umpire_must_decide(self, club, first_table):
        first_table.plays("Bo out, Anna =7, Cara =3, Dilan =4").leaves("Bo")
        assert club.has_left() == ["Bo"]
        assert club.places()[-1] == ("Bo", 0, None)
        club.scores(Anna=0, Cara=0, Dilan=0)
        assert club.due() == ["Anna", "Cara", "Dilan"]

    def test_after_returning_to_the_table_they_take_part(self, club, first_table):
        first_table.leaves("Bo").comes_back("Bo")
        assert club.has_left() == []
        assert [rank for _name, _total, rank in club.places()] == [1] * 4

    def test_the_umpire_may_let_them_continue_or_undo_that(self, club, first_table):
        first_table.plays("Bo out, Anna =7, Cara =3, Dilan =4").leaves("Bo")
        club.plays_on("Bo")
        assert club.has_left() == []
        assert club.places()[0] == ("Bo", 0, 1)
        club.takes_back("play_on")
        assert club.has_left() == ["Bo"]

    def test_each_leaving_needs_a_decision(self, club, first_table):
        first_table.leaves("Bo")
        club.scores(Anna=1, Cara=2, Dilan=3).plays_on("Bo").draws(1, FOUR)
        club.tables()[0].leaves("Bo")
        assert club.has_left() == ["Bo"]

    def test_after_withdrawing_they_have_no_place_though_their_table_has_ended(self, club, first_table):
        first_table.plays("Bo out, Anna =7, Cara =3, Dilan =4").leaves("Bo")
        club.scores(Anna=0, Cara=0, Dilan=0).withdraws("Bo", after=0)
        assert club.has_left() == []
        assert club.places()[-1] == ("Bo", 0, None)

    def test_a_withdrawn_player_can_be_let_in_again(self, club):
        club.withdraws("Bo", after=0).plays_on("Bo")
        assert [rank for _name, _total, rank in club.places()] == [1] * 4
        assert club.kinds()[-1] == "play_on"

    def test_a_present_player_cannot_be_let_in_again(self, club):
        with pytest.raises(NotDecided) as refused:
            club.plays_on("Bo")
        assert refused.value.reason == "moved"

    def test_a_player_who_leaves_after_the_last_deal_has_missed_nothing(self, app):
        club = opened(app, FOUR, cut=2, variant="swedish_pursuit").draws(1, FOUR)
        (table,) = club.tables()
        table.plays(*["Bo out, Anna =7, Cara =3, Dilan =4"] * 4).leaves("Bo")
        assert club.has_left() == ["Bo"]
        table.stops()
        assert club.has_left() == []

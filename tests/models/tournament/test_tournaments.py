"""Stored tournaments: entries, draws, games, cut, decisions, undo."""

from __future__ import annotations

import pytest

from game.tournament.tables import MAX_TABLE_SIZE, MIN_TABLE_SIZE
from models.table.undo import CannotUndo
from models.tournament.deciding import NotDecided
from models.tournament.drawing import NotDrawn
from models.tournament.entering import CannotEnter
from models.tournament.variants import tournament_games
from tests.club import opened

FOUR = "Anna Bo Cara Dilan"
EIGHT = f"{FOUR} Eva Finn Gun Hugo"


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2)


def test_a_round_is_drawn_and_every_table_is_a_session(app):
    club = opened(app, EIGHT, cut=2).draws()
    assert sorted(name for table in club.tables() for name in table.seats()) == EIGHT.split()
    assert [len(table.seats()) for table in club.tables()] == [4, 4]
    assert club.phase() == "play"


def test_a_table_plays_five_games_and_the_first_named_deals_first(club):
    # SP33: five games are a round; SP1: each round has its own dealer.
    (table,) = club.draws(1, "Cara Anna Dilan Bo").tables()
    assert table.next_dealer() == "Cara"
    for _ in range(5):
        assert not table.is_finished()
        table.plays("Anna out, Bo 8, Cara K, Dilan 5 4")
    assert table.is_finished()


@pytest.mark.parametrize("key", tournament_games())
def test_every_table_plays_the_same_number_of_rounds(key):
    game = tournament_games()[key]
    rounds = {
        game.variant.rules(game.options, people).rounds
        for people in range(MIN_TABLE_SIZE, MAX_TABLE_SIZE + 1)
    }
    assert len(rounds) == 1


def test_totals_of_all_rounds_are_added(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    assert club.places() == [("Anna", 10, 1), ("Bo", 20, 2), ("Cara", 30, 3), ("Dilan", 40, 4)]
    club.draws().scores(Anna=50, Bo=5, Cara=10, Dilan=60)
    assert club.places() == [("Bo", 25, 1), ("Cara", 40, 2), ("Anna", 60, 3), ("Dilan", 100, 4)]


def test_the_two_lowest_play_off_from_zero(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.draws().scores(Anna=50, Bo=5, Cara=10, Dilan=60)
    (table,) = club.draws().tables()
    assert sorted(table.seats()) == ["Bo", "Cara"]
    club.scores(Bo=31, Cara=30)
    assert club.final() == [("Cara", 30, 1), ("Bo", 31, 2)]
    assert club.winners() == ["Cara"]
    assert club.phase() == "over"


def test_a_correction_after_the_next_draw_changes_totals_and_not_the_draw(club):
    (first,) = club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40).tables()
    club.draws()
    seated = [table.seats() for table in club.tables()]
    first.corrects(1, "nobody out, Anna =90, Bo =20, Cara =30, Dilan =40")
    assert club.places()[-1] == ("Anna", 90, 4)
    assert [table.seats() for table in club.tables()] == seated


def test_totals_are_those_of_the_score_sheets_with_late_joiners_and_leavers(club):
    (table,) = club.draws().tables()
    table.plays("Anna out, Bo 8, Cara K, Dilan 5 4").leaves("Bo").plays("Anna out, Cara 8, Dilan 3")
    table.comes_back("Bo", start="worst")
    assert {name: total for name, total, _rank in club.places()} == table.totals()
    table.sits_down("Eva", start="average")
    club.enters("Eva")
    assert {name: total for name, total, _rank in club.places()} == table.totals()


def test_the_umpire_chooses_among_tied_players_and_may_undo_that(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.draws().scores(Anna=40, Bo=30, Cara=20, Dilan=0)
    assert club.phase() == "choice"
    with pytest.raises(NotDrawn):
        club.draws(1, "Dilan Bo")
    club.chooses("Bo", "She has waited longest.")
    assert club.phase() == "playoff_draw"
    club.takes_back("cut")
    assert club.phase() == "choice"
    club.chooses("Cara").draws()
    assert sorted(club.tables()[0].seats()) == ["Cara", "Dilan"]


def test_invalid_choices_of_the_umpire(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    with pytest.raises(NotDecided, match="moved"):
        club.chooses("Bo")
    club.draws().scores(Anna=40, Bo=30, Cara=20, Dilan=0)
    with pytest.raises(NotDecided, match="others"):
        club.chooses("Dilan")
    with pytest.raises(NotDecided, match="few"):
        club.chooses("")


def test_a_wrong_cut_is_undone_with_the_playoff_before_it_is_played(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.draws().scores(Anna=40, Bo=30, Cara=20, Dilan=0)
    (table,) = club.chooses("Bo").draws().tables()
    club.takes_back("draw").takes_back("cut")
    assert club.phase() == "choice"
    club.chooses("Cara").draws()
    assert "Cara" in club.tables()[0].seats()
    assert table.session_id not in {each.session_id for each in club.tables()}


def test_a_draw_with_a_round_played_cannot_be_undone(club):
    (table,) = club.draws().tables()
    table.plays("Anna out, Bo 8, Cara K, Dilan 5 4")
    with pytest.raises(CannotUndo, match="played"):
        club.takes_back("draw")
    table.takes_back()
    club.takes_back("draw")
    assert club.phase() == "draw"


@pytest.mark.both_databases
def test_joint_winners_until_the_umpire_decides(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.draws().scores(Anna=50, Bo=5, Cara=10, Dilan=60)
    club.draws().scores(Bo=7, Cara=7)
    assert club.winners() == ["Bo", "Cara"]
    assert club.settles("Cara Bo", "One more game.").winners() == ["Cara"]
    assert club.takes_back("tie").winners() == ["Bo", "Cara"]


def test_a_late_joiner_begins_with_the_points_set_by_the_umpire(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.enters("Eva", joined_round=2, start_points=25)
    club.draws().scores(Anna=1, Bo=2, Cara=3, Dilan=4, Eva=5)
    assert ("Eva", 30, 3) in club.places()
    with club.seen() as (tournament, _evening):
        assert [said["kind"] for said in tournament.decisions] == ["late_entry"]


@pytest.mark.both_databases
def test_a_withdrawn_player_is_not_drawn_and_may_come_back(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40).withdraws("Bo", after=1).draws()
    assert "Bo" not in club.tables()[0].seats()
    club.takes_back("draw").takes_back("withdraw").draws()
    assert "Bo" in club.tables()[0].seats()


def test_no_player_is_entered_twice(club):
    with pytest.raises(CannotEnter, match="here"):
        club.enters("Eva anna")
    with club.seen() as (tournament, _evening):
        assert len(tournament.playing) == 4


def test_the_entry_of_a_seated_player_cannot_be_undone(club):
    club.draws()
    with pytest.raises(CannotUndo, match="needed"):
        club.takes_back("enter")


def test_every_player_has_one_seat_and_no_table_has_too_many(app):
    club = opened(app, EIGHT, cut=None)
    for tables in (("Anna Bo Cara", "Dilan Eva Finn Gun"), (EIGHT, "Anna"), ("Anna Anna Bo Cara Dilan Eva",)):
        with pytest.raises(NotDrawn, match="people"):
            club.draws(1, *tables)
    with pytest.raises(NotDrawn, match="size"):
        club.draws(1, "Anna", "Bo Cara Dilan Eva Finn Gun Hugo")


def test_a_tournament_without_a_night_gets_one_when_it_is_drawn(club):
    with club.open() as tournament:
        tournament.night = None
    (table,) = club.draws().tables()
    assert table.night_id() is not None


def test_every_step_is_in_the_history(club):
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40).withdraws("Bo", after=1).takes_back("withdraw")
    assert club.kinds() == ["enter", "draw", "withdraw", "undo"]

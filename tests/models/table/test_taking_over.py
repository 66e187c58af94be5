"""Taking over a seat with its points: who may, and how it counts."""

import pytest

from models.statistics.points import Rounds, points_summaries
from models.statistics.selection import Selection
from models.statistics.tally import tallies_of
from models.table.seating import SeatingProblem
from models.table.undo import CannotUndo
from tests.models.random_play import assert_sound
from tests.table import at_work

ROUND = "Cara out, Anna 8, Bo K"
pytestmark = pytest.mark.table(plays=[ROUND])


def refusal(move):
    with pytest.raises(SeatingProblem) as refused:
        move()
    return refused.value.reason


def test_the_points_and_the_turn_to_deal_stay_with_the_seat(table):
    table.takes_over("Eva", of="Bo")
    assert table.seats() == ["Anna", "Bo", "Eva", "Cara"]
    assert table.totals() == {"Anna": 50, "Bo": 20, "Eva": 20, "Cara": 0}
    assert table.ranks() == {"Anna": 3, "Bo": None, "Eva": 2, "Cara": 1}
    assert table.who_plays(1) == ["Anna", "Bo", "Cara"]
    assert table.who_plays(2) == ["Anna", "Eva", "Cara"]
    assert table.next_dealer() == "Eva"


@pytest.mark.both_databases
def test_the_session_counts_for_the_player_who_ends_it_and_hands_for_the_players_who_held_them(table, app):
    table.takes_over("Eva", of="Bo").plays("Eva out, Anna 8, Cara K 8").stops()
    assert table.finals() == {
        "Anna": (100, 3, False),
        "Bo": (20, None, False),
        "Eva": (20, 1, True),
        "Cara": (70, 2, False),
    }
    bo, eva = table.player_id("Bo"), table.player_id("Eva")
    with at_work(app):
        everything = Selection(table.group_id)
        tallies = tallies_of(everything)
        results = [
            (tally.sessions, tally.wins, tally.left_early)
            for who in (bo, eva)
            for tally in tallies[who].values()
        ]
        hands = [points_summaries(everything.of(who))[0].all for who in (bo, eva)]
    assert results == [(0, 0, 1), (1, 1, 0)]
    assert hands == [Rounds(rounds=1, points=20, outs=0), Rounds(rounds=1, points=0, outs=1)]


def test_a_correction_of_an_earlier_hand_changes_the_total_of_the_current_player(table):
    table.takes_over("Eva", of="Bo").plays("Eva out, Anna 8, Cara K")
    table.corrects(1, "Cara out, Anna 8, Bo K K")
    assert table.totals()["Eva"] == 40
    assert_sound(table)


def test_the_former_player_takes_the_seat_back_with_the_points_of_both(table):
    table.takes_over("Eva", of="Bo").plays("Anna out, Eva 8, Cara K").takes_over("Bo", of="Eva")
    assert table.totals()["Bo"] == 70
    assert table.ranks()["Eva"] is None
    assert table.who_plays(3) == ["Anna", "Bo", "Cara"]
    assert len(table.seats()) == 4
    assert_sound(table)


def test_a_third_player_continues_after_the_second(table):
    table.takes_over("Eva", of="Bo").plays("Anna out, Eva 8, Cara K").takes_over("Frans", of="Eva")
    assert table.totals()["Frans"] == 70
    assert table.who_plays(3) == ["Anna", "Frans", "Cara"]


def test_a_seat_that_was_left_can_be_taken_over_later(table):
    table.leaves("Bo").plays("Anna out, Cara K").takes_over("Eva", of="Bo")
    assert table.totals()["Eva"] == 20
    assert table.who_plays(2) == ["Anna", "Cara"]
    assert table.who_plays(3) == ["Anna", "Eva", "Cara"]


def test_it_is_one_change_and_undone_as_one(table):
    before = table.snapshot()
    table.takes_over("Eva", of="Bo")
    assert table.kinds() == ["record", "take_over"]
    table.takes_back()
    assert table.snapshot() == before


def test_it_cannot_be_undone_after_the_player_has_played(table):
    table.takes_over("Eva", of="Bo")
    change = table.last_change()
    table.plays("Anna out, Eva 8, Cara K")
    with pytest.raises(CannotUndo) as refused:
        table.takes_back(change)
    assert refused.value.reason == "needed"


def test_a_player_cannot_take_over_from_their_own_seat(table):
    assert refusal(lambda: table.takes_over("Anna", of="Bo")) == "seated"
    assert refusal(lambda: table.takes_over("Bo", of="Bo")) == "seated"
    table.sits_down("Dilan").leaves("Anna")
    assert refusal(lambda: table.takes_over("Anna", of="Bo")) == "other_seat"


def test_a_seat_taken_over_cannot_be_returned_to_or_taken_over(table):
    table.takes_over("Eva", of="Bo")
    assert refusal(lambda: table.comes_back("Bo")) == "taken_over"
    assert refusal(lambda: table.takes_over("Frans", of="Bo")) == "taken_over"


def test_where_all_have_left_each_may_come_back_with_the_points(table):
    table.sits_down("Dilan").takes_over("Eva", of="Bo").plays("Anna out, Eva 8, Cara K, Dilan 8").leaves(
        "Eva"
    )
    assert table.totals() == {"Anna": 50, "Bo": 20, "Eva": 70, "Cara": 20, "Dilan": 50}
    table.comes_back("Bo")
    assert table.totals()["Bo"] == 70
    assert table.ranks()["Eva"] is None


def test_a_full_table_can_hand_over_a_seat(game):
    table = game("derange", "A B C D E F", decks=1)
    table.takes_over("G", of="C")
    assert table.who_plays(1) == ["A", "B", "G", "D", "E", "F"]

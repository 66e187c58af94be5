"""The standings after each round of a session, from a score sheet worked out by hand."""

from hypothesis import given
from msgspec.structs import replace

from game.analysis.timeline import timeline
from game.scoring.facts import Away
from game.scoring.standings import standings
from tests.game.scoring.builders import OUT, night, rules_of, seated
from tests.game.scoring.test_properties import nights

FOUR = seated("Anna", "Bo", "Cara", "Dilan")
VANDATTA = rules_of("vandatta")

# Vändåtta: eights 10, aces 5, others 1. After each round the totals and the places.
#
#         Anna           Bo             Cara           Dilan
# 1       8 3 = 11  4.   out   0  1.    A = 5  3.      3 3 = 2  2.
# 2       out   11  2.   8 =  10  1.    7 7 = 7... 12  3.  A A = 10  12  3.
SHEET = (
    {"Anna": "8 3", "Bo": OUT, "Cara": "A", "Dilan": "3 3"},
    {"Anna": OUT, "Bo": "8", "Cara": "2 2 2 3 3 4 4", "Dilan": "A A"},
)


def standings_after(seats, *scores, rules=VANDATTA, dealt_to=None):
    table = standings(rules, seats, night(rules, dealt_to or seats, *scores))
    after = timeline(rules, seats, table)
    return [{seat: (here.total, here.rank) for seat, here in row.items()} for row in after]


def test_totals_and_places_after_each_round():
    assert standings_after(FOUR, *SHEET) == [
        {"Anna": (11, 4), "Bo": (0, 1), "Cara": (5, 3), "Dilan": (2, 2)},
        {"Anna": (11, 2), "Bo": (10, 1), "Cara": (12, 3), "Dilan": (12, 3)},
    ]


def test_a_late_joiner_has_no_place_before_joining():
    late = [*FOUR[:3], replace(FOUR[3], joined_round=2, start_points=5)]
    first = {name: held for name, held in SHEET[0].items() if name != "Dilan"}
    assert [row["Dilan"] for row in standings_after(late, first, SHEET[1])] == [(5, None), (15, 4)]


def test_a_player_who_leaves_has_no_place_and_the_others_move_up():
    after_leaving = [*FOUR[:1], replace(FOUR[1], away=(Away(2),)), *FOUR[2:]]
    second = {name: held for name, held in SHEET[1].items() if name != "Bo"}
    assert [(row["Anna"], row["Bo"]) for row in standings_after(after_leaving, SHEET[0], second)] == [
        ((11, 4), (0, 1)),
        ((11, 1), (0, None)),
    ]


def test_a_player_who_leaves_after_the_last_round_has_no_place_there_as_in_the_standings():
    after_leaving = [*FOUR[:1], replace(FOUR[1], away=(Away(3),)), *FOUR[2:]]
    assert [row["Bo"] for row in standings_after(after_leaving, *SHEET, dealt_to=FOUR)] == [
        (0, 1),
        (10, None),
    ]


def test_without_a_side_there_is_no_round():
    assert timeline(VANDATTA, [], []) == []


def test_a_team_has_one_place():
    rules = rules_of("vatikan", teams=True)
    seats = [replace(seat, team=str(seat.position % 2)) for seat in FOUR]
    rounds = ({"Anna": OUT, "Bo": "4", "Cara": "4", "Dilan": "4"},)
    assert standings_after(seats, *rounds, rules=rules) == [
        {"Anna": (1, 1), "Bo": (0, 2), "Cara": (1, 1), "Dilan": (0, 2)}
    ]


@given(nights())
def test_each_round_is_as_if_it_had_been_the_last(night):
    rules, seats, rounds = night
    for played, row in enumerate(timeline(rules, seats, standings(rules, seats, rounds)), 1):
        table = standings(rules, seats, rounds[:played])
        expected = {seat: (side.total, side.rank) for side in table for seat in side.seats}
        assert {seat: (here.total, here.rank) for seat, here in row.items()} == expected

"""Standings of a session in which players join late, leave and come back."""

from functools import partial

import pytest
from msgspec.structs import replace

from game.scoring.facts import Away, SeatFacts
from game.scoring.standings import standings, start_points, total_before, winners
from tests.game.scoring import builders
from tests.game.scoring.builders import NOT_COUNTED, OUT, names, night, ranks, rules_of, seated, totals

FOUR = seated("Anna", "Bo", "Cara", "Dilan")
VANDATTA = rules_of("vandatta")
VATIKAN = rules_of("vatikan")
play = partial(builders.play, rules=VANDATTA, seats=FOUR)


def late(points):
    return [*FOUR[:2], SeatFacts("Zoe", 2, joined_round=2, start_points=points)]


def test_a_late_joiner_begins_with_the_start_points():
    rounds = night(VANDATTA, FOUR[:2], {"Anna": 20, "Bo": OUT}, {"Anna": OUT, "Bo": 4, "Zoe": 6})
    table = standings(VANDATTA, late(10), rounds)
    assert totals(table) == {"Bo": 4, "Zoe": 16, "Anna": 20}
    assert next(s.history for s in table if s.seats == ("Zoe",)) == (10, 10, 16)


def test_a_late_joiner_has_no_change_before_playing():
    rounds = night(VANDATTA, FOUR[:2], {"Anna": 20, "Bo": OUT})
    assert next(s.change for s in standings(VANDATTA, late(10), rounds) if s.seats == ("Zoe",)) is None


@pytest.mark.parametrize(("choice", "points"), [("zero", 0), ("average", 14), ("worst", 27)])
def test_start_points_are_zero_the_average_or_the_worst(choice, points):
    table, _ = play({"Anna": 27, "Bo": 14, "Cara": OUT})  # 41 / 3 = 13.67
    assert start_points(VANDATTA, [s for s in table if s.seats != ("Dilan",)], choice) == points


def test_half_a_point_of_an_average_is_rounded_up():
    table, _ = play({"Anna": 5, "Bo": OUT}, seats=FOUR[:2])
    assert start_points(VANDATTA, table, "average") == 3


def test_where_wins_count_a_late_joiner_begins_at_zero():
    table, _ = play({"Anna": OUT, "Bo": NOT_COUNTED}, rules=VATIKAN, seats=FOUR[:2])
    assert start_points(VATIKAN, table, "worst") == 0


def test_start_points_ignore_players_who_left():
    seats = [FOUR[0], replace(FOUR[1], away=(Away(2),)), FOUR[2]]
    rounds = night(VANDATTA, FOUR, {"Anna": 4, "Bo": 90, "Cara": OUT})
    assert start_points(VANDATTA, standings(VANDATTA, seats, rounds), "worst") == 4


@pytest.mark.parametrize("choice", ["zero", "average", "worst"])
def test_where_all_others_have_left_a_joiner_begins_at_zero(choice):
    assert start_points(VANDATTA, [], choice) == 0


def test_a_player_who_left_keeps_the_total_and_has_no_rank():
    seats = [FOUR[0], replace(FOUR[1], away=(Away(2),)), FOUR[2]]
    rounds = night(VANDATTA, FOUR, {"Anna": 4, "Bo": OUT, "Cara": 9}, {"Anna": 2, "Cara": OUT})
    table = standings(VANDATTA, seats, rounds)
    assert ranks(table) == {"Anna": 1, "Cara": 2, "Bo": None}
    assert table[-1].total == 0
    assert names(winners(table, rounds)) == {"Anna"}


def test_a_returning_player_continues_with_the_old_total_plus_added_points():
    away = Away(since=2, until=4, points=5)
    seats = [FOUR[0], replace(FOUR[1], away=(away,)), FOUR[2]]
    scores = [
        {"Anna": 4, "Bo": 10, "Cara": OUT},
        {"Anna": OUT, "Cara": 1},
        {"Anna": 3, "Cara": OUT},
        {"Anna": 2, "Bo": OUT, "Cara": 6},
    ]
    rounds = night(VANDATTA, seats, *scores)
    bo = next(s for s in standings(VANDATTA, seats, rounds) if s.seats == ("Bo",))
    assert (bo.total, bo.history, bo.rank) == (15, (0, 10, 10, 10, 15), 3)


def test_added_points_count_before_the_next_round_is_played():
    seats = [FOUR[0], replace(FOUR[1], away=(Away(since=2, until=3, points=5),))]
    rounds = night(VANDATTA, FOUR[:2], {"Anna": OUT, "Bo": 10}, {"Anna": 0})
    bo = next(s for s in standings(VANDATTA, seats, rounds) if s.seats == ("Bo",))
    assert (bo.total, bo.history) == (15, (0, 10, 15))


@pytest.mark.parametrize("rounds_played", [2, 3])
def test_points_on_a_return_belong_to_the_total_before_that_round(rounds_played):
    seats = [replace(FOUR[0], away=(Away(since=2, until=3, points=9),)), FOUR[1]]
    scores = {"Anna": 5, "Bo": OUT}, {"Bo": OUT}, {"Anna": OUT, "Bo": 4}
    rounds = night(VANDATTA, FOUR[:2], *scores[:rounds_played])
    anna, bo = sorted(standings(VANDATTA, seats, rounds), key=lambda side: side.seats)
    # Anna 5, away, back with 9
    assert [total_before(anna, seats, number) for number in (1, 2, 3)] == [0, 5, 14]
    assert [total_before(bo, seats, number) for number in (1, 2, 3)] == [0, 0, 0]

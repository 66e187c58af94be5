"""Whole evenings: how few people meet again, and how evenly smaller tables are spread, over many seeds."""

from __future__ import annotations

from random import Random

import pytest

from game.tournament.draw import MAX_COMPARISONS, MeetingHistory, Table, draw
from game.tournament.seating_search import SearchBudget
from tests.sampling import full_only

# sizes of the tables, the earlier meetings of the pairs that sit together in each round
WITHOUT_REPEATS = [
    ((3, 3, 3), (0, 0, 0, 0)),
    ((3,) * 4, (0, 0, 0, 0)),
    ((3,) * 5, (0,) * 7),
    ((4, 4, 4, 3), (0, 0, 0, 0)),
    ((4,) * 4, (0,) * 5),  # of the third rounds without repeats, another can follow one in four
    ((4, 4, 4, 3, 3), (0, 0, 0, 0)),
    ((4, 4, 4, 4, 3), (0,) * 5),
    ((4,) * 5, (0,) * 5),
    ((3,) * 7, (0,) * 8),
    ((4, 4, 4, 4, 3, 3), (0,) * 5),
    ((4,) * 6, (0,) * 5),
    ((5,) * 5, (0,) * 6),
    ((5,) * 6, (0,) * 4),
    ((4,) * 14 + (3, 3), (0,) * 5),
    ((4,) * 25, (0,) * 9),
]
# People at t tables of more than t: some pair of each table must meet again.
WITH_REPEATS = [
    ((4, 4, 4), (0, 3, 6, 9)),  # one pair of each table, and each meeting counts again
    ((5, 4), (0, 7, 14)),  # 6 would send two people to the small table twice
    ((4, 3, 3), (0, 4, 4)),
    ((4, 4, 3), (0, 3, 6)),
    ((5, 4, 4), (0, 4, 8)),
    ((5, 5, 4, 4), (0, 8, 6, 10)),  # after two rounds nobody has been at a small table twice
]
CASES = [*WITHOUT_REPEATS, *WITH_REPEATS]
FOR_EVERY_CHANGE = [(sizes, repeats) for sizes, repeats in CASES if sum(sizes) in {9, 15, 16, 18, 62}]


def evening(sizes: tuple[int, ...], rounds: int, seed: int) -> list[tuple[Table, ...]]:
    drawn: list[tuple[Table, ...]] = []
    for number in range(rounds):
        past, rng = MeetingHistory.of(drawn), Random(f"{seed} {number}")
        drawn.append(draw(range(sum(sizes)), sizes, past, rng, rounds_left=rounds - number - 1))
    return drawn


def repeats_of(drawn: list[tuple[Table, ...]]) -> tuple[int, ...]:
    return tuple(MeetingHistory.of(drawn[:n]).measure(tables)[0] for n, tables in enumerate(drawn))


def small_visits_of(drawn: list[tuple[Table, ...]]) -> list[int]:
    visits = MeetingHistory.of(drawn).small_visits
    return [visits[person] for table in drawn[0] for person in table]


def named(case: object) -> str:
    return "-".join(map(str, case)) if isinstance(case, tuple) and len(case) < 9 else ""


@pytest.mark.parametrize(("sizes", "repeats"), FOR_EVERY_CHANGE, ids=named)
def test_as_few_people_as_possible_meet_again(sizes: tuple[int, ...], repeats: tuple[int, ...]):
    assert repeats_of(evening(sizes, len(repeats), seed=1)) == repeats


@full_only
@pytest.mark.parametrize(("sizes", "repeats"), CASES, ids=named)
def test_as_few_people_as_possible_meet_again_with_twenty_seeds(
    sizes: tuple[int, ...], repeats: tuple[int, ...]
):
    assert {repeats_of(evening(sizes, len(repeats), seed)) for seed in range(20)} == {repeats}


# sizes, rounds, fewest and most visits of one person to a smaller table
SPREAD = [
    ((5, 4), 3, 1, 2),
    ((4, 3, 3), 3, 1, 2),
    ((4, 4, 3), 3, 0, 1),
    ((5, 5, 4, 4), 2, 0, 1),
    ((5, 5, 4, 4), 4, 1, 2),
    ((4, 4, 4, 3, 3), 4, 1, 2),
    ((4,) * 14 + (3, 3), 5, 0, 1),
]


@pytest.mark.parametrize(("sizes", "rounds", "fewest", "most"), SPREAD, ids=named)
def test_smaller_tables_are_spread_evenly(sizes: tuple[int, ...], rounds: int, fewest: int, most: int):
    visits = small_visits_of(evening(sizes, rounds, seed=2))
    assert (min(visits), max(visits)) == (fewest, most)


@full_only
@pytest.mark.parametrize(("sizes", "rounds", "fewest", "most"), SPREAD, ids=named)
def test_smaller_tables_are_spread_evenly_with_twenty_seeds(
    sizes: tuple[int, ...], rounds: int, fewest: int, most: int
):
    for seed in range(20):
        visits = small_visits_of(evening(sizes, rounds, seed))
        assert (min(visits), max(visits)) == (fewest, most)


def test_nobody_meets_again_though_people_join_and_leave():
    first = draw(range(20), (4,) * 5, MeetingHistory(), Random(1), rounds_left=3)
    drawn = [first]
    for number, people in enumerate([range(1, 21), range(3, 21), range(3, 23)]):
        past, sizes = MeetingHistory.of(drawn), (4,) * 4 + (len(people) - 16,)
        drawn.append(draw(people, sizes, past, Random(number), rounds_left=2 - number))
    assert repeats_of(drawn) == (0, 0, 0, 0)


def test_fifteen_people_are_drawn_differently_each_time():
    evenings = [evening((3,) * 5, 3, seed) for seed in range(5)]
    assert len({frozenset(map(frozenset, drawn[1])) for drawn in evenings}) == 5
    first = MeetingHistory.of(evenings[0][:1])
    second = {frozenset(map(frozenset, draw(range(15), (3,) * 5, first, Random(n)))) for n in range(20)}
    assert len(second) > 3


def test_fifteen_people_at_other_tables():
    first = draw(range(15), (3,) * 5, MeetingHistory(), Random(1))
    second = draw(range(15), (5, 5, 5), MeetingHistory.of([first]), Random(2))
    assert list(map(len, second)) == [5, 5, 5]


def test_somebody_else_in_the_place_of_one_of_fifteen():
    first = draw(range(15), (3,) * 5, MeetingHistory(), Random(1), rounds_left=2)
    second = draw(range(1, 16), (3,) * 5, MeetingHistory.of([first]), Random(2), rounds_left=1)
    assert repeats_of([first, second]) == (0, 0)
    assert sorted(person for table in second for person in table) == [*range(1, 16)]


@pytest.mark.parametrize("sizes", [(4,) * 25, (5,) * 18 + (4, 4)], ids=named)
def test_the_work_of_a_draw_for_a_hundred_people_is_limited(sizes: tuple[int, ...]):
    # 400,000 comparisons take half a second of processor time.
    before = evening(sizes, 3, seed=3)
    before += [[tuple(range(n, n + 5)) for n in range(0, sum(sizes) - 3, 5)]] * 40  # everybody met often
    budget = SearchBudget(MAX_COMPARISONS)
    draw(range(sum(sizes)), sizes, MeetingHistory.of(before), Random(4), rounds_left=8, budget=budget)
    assert budget.spent < 1.5 * MAX_COMPARISONS


def test_a_search_ends_when_its_budget_is_spent():
    # Nine at two tables always meet again, so that no search ends before.
    past = MeetingHistory.of([[tuple(range(5)), tuple(range(5, 9))]])
    budget = SearchBudget(1_000)
    tables = draw(range(9), (5, 4), past, Random(5), budget=budget)
    assert sorted(map(len, tables)) == [4, 5]
    assert budget.spent < 1_200

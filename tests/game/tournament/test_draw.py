"""The draw of tables and seats."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.tournament.draw import MeetingHistory, draw, random_meetings
from game.tournament.tables import numbers_of_tables, table_sizes

NOBODY_MET = MeetingHistory()


def sizes_for(people: int) -> tuple[int, ...]:
    return table_sizes(people, numbers_of_tables(people)[0])


@given(people=st.integers(3, 40), rounds=st.integers(1, 4), seed=st.integers(0, 2**32))
def test_every_player_sits_at_one_table_and_the_sizes_are_met(people: int, rounds: int, seed: int):
    sizes, before = sizes_for(people), []
    for _ in range(rounds):
        drawn = draw(range(people), sizes, MeetingHistory.of(before), Random(seed))
        assert Counter(chain.from_iterable(drawn)) == Counter(range(people))
        assert tuple(map(len, drawn)) == sizes
        before.append(drawn)


def test_the_same_seed_draws_the_same():
    past = MeetingHistory.of([[tuple("ABCD"), tuple("EFGH")]])
    one, other = (draw("ABCDEFGH", (4, 4), past, Random(7)) for _ in range(2))
    assert one == other
    assert any(draw("ABCDEFGH", (4, 4), past, Random(seed)) != one for seed in range(20))


@pytest.mark.parametrize("people", [16, 20, 32, 60])
def test_in_the_second_round_no_pair_meets_again_where_there_are_enough_tables(people: int):
    first = draw(range(people), sizes_for(people), NOBODY_MET, Random(1))
    past = MeetingHistory.of([first])
    second = draw(range(people), sizes_for(people), past, Random(2))
    assert past.measure(second) == (0, 0)


def test_twelve_players_at_three_tables_meet_again_as_rarely_as_possible():
    # Of four players at one table at least two meet again, since there are only three tables: once a table.
    first = draw(range(12), (4, 4, 4), NOBODY_MET, Random(1))
    past = MeetingHistory.of([first])
    again, _behind = past.measure(draw(range(12), (4, 4, 4), past, Random(2)))
    assert again == 3


@pytest.mark.parametrize("seed", range(4))
def test_no_swap_of_two_players_would_make_fewer_pairs_meet_again(seed: int):
    people = list(range(12))
    past = MeetingHistory.of([[tuple(Random(f"{seed} {table}").sample(people, 4))] for table in range(5)])
    drawn = draw(people, (4, 4, 4), past, Random(seed))
    again, _behind = past.measure(drawn)
    for one, other in combinations(people, 2):
        place = {one: other, other: one}
        changed = [tuple(place.get(person, person) for person in table) for table in drawn]
        assert past.measure(changed)[0] >= again


def test_a_draw_that_no_single_swap_would_mend_is_mended():
    # From AB CD EF no swap separates E and F without as many other pairs meeting; AC BF DE have not met.
    past = MeetingHistory.of([tuple(pair)] for pair in ("AD", "AE", "AF", "CF", "DF", "EF"))
    assert all(past.measure(draw("ABCDEF", (2, 2, 2), past, Random(seed))) == (0, 0) for seed in range(20))


def test_absent_players_are_no_repeated_meetings():
    past = MeetingHistory.of([[("A", "B", "C")]])
    assert min(random_meetings("AB", (2,), past)) == 1
    assert min(random_meetings("DE", (2,), past)) == 0


@given(tables=st.integers(2, 8), seed=st.integers(0, 2**32))
def test_a_draw_is_no_worse_than_the_best_of_a_hundred_random_ones(tables: int, seed: int):
    people, sizes = 4 * tables, (4,) * tables  # with smaller tables among them, these count too
    past = MeetingHistory.of([draw(range(people), sizes, NOBODY_MET, Random(seed))])
    again, _behind = past.measure(draw(range(people), sizes, past, Random(seed + 1)))
    by_lot = random_meetings(range(people), sizes, past, draws=100)
    assert again <= min(by_lot)


def test_players_who_meet_again_sit_in_another_order():
    # C plays after B, A after C: in reverse order every player follows another one.
    past = MeetingHistory.of([[("A", "B", "C")]])
    (table,) = draw("ABC", (3,), past, Random(1))
    assert past.repeat_neighbours(table) == 0


def test_the_measure_counts_repeated_pairs_and_repeated_order():
    past = MeetingHistory.of([[("A", "B", "C"), ("A", "B", "D")]])
    assert past.measure([("A", "B", "E")]) == (2, 2)  # A and B met twice; B sat behind A both times
    assert past.measure([("B", "A", "E")]) == (2, 0)
    assert past.measure([("C", "D", "E")]) == (0, 0)


def test_at_a_table_of_two_the_order_does_not_count():
    assert MeetingHistory.of([[("A", "B")]]).behind == Counter()


def test_a_comparison_counts_random_draws():
    past = MeetingHistory.of([[("A", "B", "C"), ("D", "E", "F")]])
    by_lot = random_meetings("ABCDEF", (3, 3), past, draws=500)
    assert len(by_lot) == 500
    assert min(by_lot) == 2  # three of three at two tables: two of them meet, at both
    assert 2 <= fmean(by_lot) <= 6


def test_a_draw_is_compared_with_a_thousand_random_ones():
    # templates/tournaments/draw.html says “Of a thousand draws by lot”.
    assert len(random_meetings("ABCDEF", (3, 3), MeetingHistory.of([[tuple("ABC")]]))) == 1000


def test_every_draw_of_the_same_players_is_compared_with_the_same_random_draws():
    past = MeetingHistory.of([[tuple("ABCD"), tuple("EFGH")]])
    one, other = (random_meetings("ABCDEFGH", (4, 4), past) for _ in range(2))
    assert one == other
    assert one != random_meetings("ABEFCDGH", (4, 4), past)


def test_in_random_draws_two_players_meet_as_often_as_the_table_sizes_imply():
    # Of eight at two tables of four, each pair shares a table with 3 of 7: of twelve pairs, 36/7 do.
    past = MeetingHistory.of([[tuple("ABCD"), tuple("EFGH")]])
    by_lot = random_meetings("ABCDEFGH", (4, 4), past, draws=10_000)
    assert fmean(by_lot) == pytest.approx(36 / 7, abs=0.1)


def test_a_smaller_table_is_one_with_fewer_players_than_others_of_its_round():
    past = MeetingHistory.of([[tuple("ABCD"), tuple("EFG")], [tuple("ABE"), tuple("CDF")]])
    assert past.small_visits == Counter("EFG")
    assert past.small_again([tuple("ABCE"), tuple("DFG")]) == ["F", "G"]
    assert past.small_again([tuple("ABC"), tuple("EFG")]) == []

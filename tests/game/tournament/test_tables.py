"""Sizes of the tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.tournament.tables import MAX_TABLE_SIZE, MIN_TABLE_SIZE, numbers_of_tables, table_sizes


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (3, [3]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (10, [5, 5]),
        (11, [4, 4, 3]),
        (12, [4, 4, 4]),
        (13, [5, 4, 4]),
        (14, [5, 5, 4]),
        (16, [4, 4, 4, 4]),
        (60, [4] * 15),
    ],
)
def test_tables_have_four_players_where_possible(people: int, sizes: list[int]):
    assert list(table_sizes(people, numbers_of_tables(people)[0])) == sizes


@given(people=st.integers(MIN_TABLE_SIZE, 200))
def test_every_player_has_a_table_and_sizes_are_valid_and_differ_by_at_most_one(people: int):
    for tables in numbers_of_tables(people):
        sizes = table_sizes(people, tables)
        assert sum(sizes) == people
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= MIN_TABLE_SIZE
        assert max(sizes) <= MAX_TABLE_SIZE


def test_fourteen_players_may_sit_at_three_or_at_four_tables():
    assert numbers_of_tables(14) == [3, 4]


def test_one_or_two_players_are_a_table_all_the_same():
    assert numbers_of_tables(1) == numbers_of_tables(2) == [1]


def test_where_one_pack_deals_three_seven_sit_at_three_tables():
    assert [table_sizes(7, tables) for tables in numbers_of_tables(7, max_size=3)] == [(3, 2, 2)]


def test_without_players_there_is_no_table():
    assert numbers_of_tables(0) == []

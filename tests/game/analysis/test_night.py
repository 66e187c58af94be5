"""The table of a night: sessions won, average rank, and never a sum of points."""

from hypothesis import given
from hypothesis import strategies as st

from game.analysis.night import night_table, top_players

NAMES = st.sampled_from(["Anna", "Bo", "Cara", "Dilan"])


def finishes(**ranks):
    return [(name, rank, rank == 1) for name, rank in ranks.items()]


def test_most_sessions_won_come_first_then_the_best_average_rank():
    table = night_table([finishes(Anna=1, Bo=2, Cara=3), finishes(Anna=3, Bo=1, Cara=2)])
    assert [(line.player, line.won, line.average_rank) for line in table] == [
        ("Bo", 1, 1.5),
        ("Anna", 1, 2),
        ("Cara", 0, 2.5),
    ]


def test_a_player_who_left_early_has_no_rank_in_that_session_and_is_last_without_any_rank():
    table = night_table([finishes(Anna=None, Bo=1, Cara=2)])
    assert [(line.player, line.played, line.left, line.average_rank) for line in table] == [
        ("Bo", 1, 0, 1),
        ("Cara", 1, 0, 2),
        ("Anna", 0, 1, None),
    ]


def test_the_most_frequent_values_are_shared():
    assert top_players([{"Anna": 2, "Bo": 1}, {"Bo": 1}]) == (2, ["Anna", "Bo"])
    assert top_players([{"Anna": 1, "Bo": 3}]) == (3, ["Bo"])
    assert top_players([{"Anna": 1}, {"Bo": 0}]) == (1, ["Anna"])
    assert top_players([{"Anna": 0}]) == (0, [])
    assert top_players([]) == (0, [])
    assert top_players([{}]) == (0, [])


@given(st.lists(st.dictionaries(NAMES, st.one_of(st.none(), st.integers(1, 4)), min_size=1), max_size=6))
def test_every_session_of_every_player_is_counted_once(sessions):
    table = {line.player: line for line in night_table(finishes(**ranks) for ranks in sessions)}
    for name in {name for ranks in sessions for name in ranks}:
        ranks = [played[name] for played in sessions if name in played]
        line = table.pop(name)
        assert (line.played, line.left) == (sum(r is not None for r in ranks), ranks.count(None))
        assert line.won == ranks.count(1)
        assert line.rank_sum == sum(r or 0 for r in ranks)
    assert table == {}

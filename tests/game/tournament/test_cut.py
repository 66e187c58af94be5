"""The cut: the ten lowest go on (SP34); among tied players the umpire alone chooses (GS10, SP35)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.tournament.cut import DecidedBy, cut
from game.tournament.standings import standings


def ranked(*totals: int):
    """Players A, B, C … with these totals."""
    return standings(dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", totals, strict=False)))


def test_the_lowest_go_on():
    found = cut(ranked(1, 2, 3, 4), 2)
    assert found is not None
    assert (found.score, found.certain, found.level, found.out) == (2, ("A",), ("B",), ("C", "D"))
    assert (found.decided_by, found.through) == (DecidedBy.SCORE, ("A", "B"))


def test_ten_or_fewer_need_no_cut():
    assert cut(ranked(*range(10)), 10) is None
    assert cut(ranked(*range(11)), 10) is not None


def test_all_tied_players_go_on_where_they_fit():
    found = cut(ranked(1, 2, 2, 3), 3)
    assert found is not None
    assert (found.certain, found.level, found.through) == (("A",), ("B", "C"), ("A", "B", "C"))
    assert found.decided_by is DecidedBy.SCORE


def test_where_they_do_not_fit_no_player_is_chosen_automatically():
    found = cut(ranked(1, 2, 2, 2), 3)
    assert found is not None
    assert (found.decided_by, found.through, found.room) == (DecidedBy.UNDECIDED, (), 2)


def test_the_umpire_chooses_among_them():
    found = cut(ranked(1, 2, 2, 2), 3, ("D", "B"))
    assert found is not None
    assert (found.decided_by, found.through) == (DecidedBy.UMPIRE, ("A", "B", "D"))


def test_the_umpire_may_let_all_of_them_go_on():
    found = cut(ranked(1, 2, 2, 2), 3, ("B", "C", "D"))
    assert found is not None
    assert found.through == ("A", "B", "C", "D")


@pytest.mark.parametrize("chosen", [("B",), ("B", "A"), ("A", "B", "C"), ("B", "E")])
def test_a_choice_of_too_few_or_of_others_is_invalid(chosen: tuple[str, ...]):
    found = cut(ranked(1, 2, 2, 2), 3, chosen)
    assert found is not None
    assert found.decided_by is DecidedBy.UNDECIDED


@given(totals=st.lists(st.integers(0, 6), min_size=3, max_size=20), size=st.integers(2, 12))
def test_every_player_is_certain_tied_or_out_and_no_worse_player_goes_on_before_a_better(totals, size):
    table = ranked(*totals)
    found = cut(table, size)
    if len(table) <= size:
        assert found is None
        return
    assert found is not None
    assert sorted(found.certain + found.level + found.out) == sorted(place.player for place in table)
    assert len(found.certain) < size <= len(found.certain) + len(found.level)
    if found.through:
        own = {place.player: place.total for place in table}
        assert len(found.through) == size
        worst = max(own[player] for player in found.through)
        assert all(worst < own[player] for player in found.out)

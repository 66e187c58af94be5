"""How far the strengths in a group lie apart beside what luck does to their ratings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.rating import NEWCOMER, Rating, may_be_best
from review.spread import spread_of
from tests.review.plain_ratings import drawn_together

groups = st.lists(st.builds(Rating, st.floats(10, 40), st.floats(0.3, 2.9)), min_size=1, max_size=12)


@given(groups, st.booleans())
def test_what_is_expected_of_everybody_is_what_a_slow_replay_expects(ratings, with_a_newcomer):
    everybody = [*ratings, *([NEWCOMER] if with_a_newcomer else [])]
    spread = spread_of(everybody)
    for rating, expected in zip(everybody, drawn_together((r.mu, r.sigma) for r in everybody), strict=True):
        found = spread.drawn_together(rating)
        assert (found.mu, found.sigma) == pytest.approx(expected)


def test_ratings_that_differ_less_than_their_doubt_differ_by_luck_alone():
    assert spread_of([Rating(24.5, 1), Rating(25, 1), Rating(25.5, 1)]).variance == 0


def test_ratings_that_differ_by_much_more_stay_where_they_are():
    ratings = [Rating(15, 0.5), Rating(25, 0.5), Rating(35, 0.5)]
    spread = spread_of(ratings)
    for rating in ratings:
        assert spread.drawn_together(rating).mu == pytest.approx(rating.mu, abs=0.3)


def test_one_who_plays_quite_otherwise_neither_draws_the_others_apart_nor_is_drawn_to_them():
    alike, otherwise = [Rating(24.5, 1), Rating(25, 1), Rating(25.5, 1), Rating(25.2, 1)], Rating(12, 1)
    spread = spread_of([*alike, otherwise])
    assert {spread.drawn_together(rating).mu for rating in alike} == {spread.middle}
    assert spread.drawn_together(otherwise) == otherwise


def test_a_newcomer_is_expected_to_be_like_the_others():
    spread = spread_of([Rating(15, 0.5), Rating(25, 0.5), Rating(35, 0.5)])
    assert spread.drawn_together(NEWCOMER).mu == pytest.approx(25)
    assert spread.drawn_together(NEWCOMER).sigma == pytest.approx(spread.variance**0.5)


def test_the_best_is_one_alone_only_where_the_doubt_does_not_reach_the_next():
    first, near, far = Rating(30, 1), Rating(27, 1), Rating(20, 1)
    assert may_be_best([first, near, far]) == [first, near]
    assert may_be_best([first, far]) == [first]


def test_the_more_are_compared_the_further_ahead_the_best_must_be():
    """3 apart is 2.1 sigmas: enough for one comparison, not for the best of eleven."""
    first, others = Rating(28, 1), [Rating(25 - place / 100, 1) for place in range(10)]
    assert may_be_best([first, others[0]]) == [first]
    assert may_be_best([first, *others]) == [first, *others]

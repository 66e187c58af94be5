"""How far the strengths in a group differ beyond the noise of their ratings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.analysis.rating import NEWCOMER, Rating, possible_best
from game.analysis.skill_clusters import skill_clusters
from tests.game.analysis.plain_ratings import expected_strengths

groups = st.lists(st.builds(Rating, st.floats(10, 40), st.floats(0.3, 2.9)), min_size=1, max_size=12)


@given(groups, st.booleans())
def test_expected_strengths_equal_those_of_the_plain_implementation(ratings, with_a_newcomer):
    everybody = [*ratings, *([NEWCOMER] if with_a_newcomer else [])]
    spread = skill_clusters(everybody)
    for rating, expected in zip(
        everybody, expected_strengths((r.mu, r.sigma) for r in everybody), strict=True
    ):
        found = spread.expected(rating)
        assert (found.mu, found.sigma) == pytest.approx(expected)


def test_ratings_that_differ_less_than_their_uncertainty_differ_by_chance_alone():
    (crowd,) = skill_clusters([Rating(24.5, 1), Rating(25, 1), Rating(25.5, 1)]).clusters
    assert crowd.variance == 0


def test_ratings_that_differ_slightly_more_than_by_chance_may_still_be_chance():
    """Cochran’s Q is 2.3; by chance it is 2 ± 2."""
    ratings = [Rating(25 + off, 1) for off in (-1, 0, 1)]
    expected = list(map(skill_clusters(ratings).expected, ratings))
    assert expected == [expected[0]] * 3


def test_ratings_that_differ_much_more_stay_unchanged():
    ratings = [Rating(15, 0.5), Rating(25, 0.5), Rating(35, 0.5)]
    spread = skill_clusters(ratings)
    for rating in ratings:
        assert spread.expected(rating).mu == pytest.approx(rating.mu, abs=0.3)


def test_one_outlier_neither_spreads_the_others_nor_is_pulled_towards_them():
    alike, otherwise = [Rating(24.5, 1), Rating(25, 1), Rating(25.5, 1), Rating(25.2, 1)], Rating(12, 1)
    spread = skill_clusters([*alike, otherwise])
    assert {spread.expected(rating).mu for rating in alike} == {spread.clusters[1].middle}
    expected = spread.expected(otherwise)
    assert expected.mu < otherwise.mu, "nor to what is taken of everybody before the first session"
    assert expected.mu == pytest.approx((12 - 25 / 9) / (1 - 1 / 9))


def test_two_outliers_are_pulled_towards_each_other():
    alike, otherwise = [Rating(24.5 + n / 5, 1) for n in range(6)], [Rating(12, 1), Rating(12.8, 1)]
    first, second = map(skill_clusters([*alike, *otherwise]).expected, otherwise)
    assert first == second


def test_a_player_with_one_session_does_not_bridge_a_gap():
    """The single session alone gives 21, halfway, but with hardly any weight."""
    weak, strong, once = [Rating(15, 1), Rating(16, 1)], [Rating(28, 1), Rating(29, 1)], Rating(24.5, 2.8)
    assert len(skill_clusters([*weak, once, *strong]).clusters) == 2


def test_a_newcomer_is_expected_to_be_like_most_players():
    most, otherwise = [Rating(24, 0.5), Rating(25, 0.5), Rating(27, 0.5)], Rating(10, 0.5)
    spread = skill_clusters([*most, otherwise])
    expected = spread.expected(NEWCOMER)
    assert 24 < expected.mu < 27
    assert expected.sigma > spread.clusters[1].variance ** 0.5 > 0


def test_there_is_a_single_best_player_only_where_the_uncertainty_does_not_reach_the_next():
    first, near, far = Rating(30, 1), Rating(27, 1), Rating(20, 1)
    assert possible_best([first, near, far]) == [first, near]
    assert possible_best([first, far]) == [first]
    assert possible_best([far]) == [far]


def test_more_comparisons_require_a_larger_lead():
    """3 apart is 2.1 sigmas: enough for one comparison, not for the best of eleven players."""
    first, others = Rating(28, 1), [Rating(25 - place / 100, 1) for place in range(10)]
    assert possible_best([first, others[0]]) == [first]
    assert possible_best([first, *others]) == [first, *others]

"""Ratings by Plackett and Luce, session by session."""

import random
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.analysis.rating import MODEL, SPREAD, Rating, RunningRatings, SideFinish, possible_best
from tests.game.analysis.plain_ratings import PlainRatings

NEW = Rating()
EVENING = datetime(2026, 11, 20, 19, tzinfo=UTC)


def alone(*names_at_rank):
    """Finishes of a session without teams: "Anna", "Bo Cara" (both second), "Dilan" (fourth)."""
    finishes, rank = [], 1
    for names in names_at_rank:
        finishes += [SideFinish((name,), rank) for name in names.split()]
        rank += len(names.split())
    return finishes


def rated(*sessions):
    """The ratings after these sessions of one evening, by player."""
    running = RunningRatings()
    for number, session in enumerate(sessions):
        running.add(number, EVENING, session)
    return latest(running)


def latest(running):
    return {player: line[-1].rating for player, line in running.lines.items()}


def test_a_missed_session_changes_nothing_for_a_player():
    first = rated(alone("Anna", "Bo", "Cara"))
    assert rated(alone("Anna", "Bo", "Cara"), alone("Anna", "Bo"))["Cara"] == first["Cara"]


def test_a_line_has_the_sessions_of_a_player_in_order():
    running = RunningRatings()
    for session, names in (("first", ("Anna", "Bo")), ("second", ("Bo", "Cara")), ("third", ("Bo", "Anna"))):
        running.add(session, EVENING, alone(*names))
    assert [played.session for played in running.lines["Anna"]] == ["first", "third"]


def test_a_rating_at_a_moment_is_that_after_the_sessions_begun_by_then():
    running, later = RunningRatings(), EVENING + timedelta(days=100)
    running.add("first", EVENING, alone("Anna", "Bo"))
    first = latest(running)["Anna"]
    running.add("second", later, alone("Bo", "Anna"))
    assert running.rating_at("Anna", EVENING - timedelta(seconds=1)) == NEW
    assert running.rating_at("Anna", EVENING) == first
    assert running.rating_at("Anna", later - timedelta(days=50)) == first.aged(
        EVENING, later - timedelta(days=50)
    )
    assert running.rating_at("Anna", later) == latest(running)["Anna"] != first
    assert running.rating_at("Nobody", later) == NEW


def test_a_newcomer_is_25_give_or_take_three():
    assert (NEW.mu, NEW.sigma) == (25, SPREAD) == (25, 3)


def test_a_first_game_of_two_moves_both():
    """25 ± 3 each: c is √(2 · (3² + (25/6)²)) = 7.261. One win is worth 3² / c · ½, and takes ¼ · 3² / c² of
    the variance away.
    """
    after = rated(alone("Anna", "Bo"))
    assert after["Anna"].mu == pytest.approx(25 + 9 / 7.2610 / 2, abs=0.0001)
    assert after["Bo"].mu == pytest.approx(25 - 9 / 7.2610 / 2, abs=0.0001)
    assert after["Anna"].sigma == pytest.approx(3 * (1 - 9 / 7.2610**2 / 4) ** 0.5, abs=0.0001)


def test_uncertainty_grows_with_absence_up_to_that_of_a_newcomer():
    rating = Rating(28, 1)
    assert rating.aged(EVENING, EVENING) == rating
    assert rating.aged(EVENING, EVENING + timedelta(days=400)).sigma == pytest.approx(2**0.5)
    assert rating.aged(EVENING, EVENING + timedelta(days=9_000)) == Rating(28, SPREAD)


def test_an_earlier_time_does_not_reduce_uncertainty():
    assert Rating(28, 1).aged(EVENING, EVENING - timedelta(days=100)) == Rating(28, 1)


def test_a_strength_lies_within_two_sigmas_nineteen_times_in_twenty():
    assert (Rating(28, 1.5).margin, Rating(28, 1.5).lower_bound) == (3, 25)


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


def test_a_rating_moves_further_after_an_absence():
    running, later = RunningRatings(), EVENING + timedelta(days=365)
    for _ in range(10):
        running.add("", EVENING, alone("Anna", "Bo", "Cara"))
        running.add("", EVENING, alone("Cara", "Bo", "Anna"))
    for place in range(200):
        running.add("", EVENING + timedelta(days=place), alone("Cara", "Bo"))
    before = latest(running)
    running.add("", later, alone("Anna", "Bo"))
    after = latest(running)
    assert after["Anna"].mu - before["Anna"].mu > before["Bo"].mu - after["Bo"].mu


def test_a_draw_of_newcomers_leaves_them_equal():
    after = rated(alone("Anna Bo"))
    assert after["Anna"] == after["Bo"]
    assert after["Anna"].mu == pytest.approx(25)
    assert after["Anna"].sigma < NEW.sigma


def test_teams_are_rated_as_teams():
    teams = [SideFinish(("Anna", "Cara"), 1), SideFinish(("Bo", "Dilan"), 2)]
    after = rated(teams)
    model = MODEL
    won, lost = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]], ranks=[1, 2])
    assert after["Anna"] == after["Cara"] == Rating(won[0].mu, won[0].sigma)
    assert after["Bo"] == after["Dilan"] == Rating(lost[0].mu, lost[0].sigma)


@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), min_size=2, max_size=4),
        min_size=1,
        max_size=6,
    )
)
def test_ratings_equal_those_of_openskill_to_the_last_digit(sessions):
    """A session: the number of players and the rank of each side; players are reused in the same order."""
    running, ratings = RunningRatings(), {}
    for sides in sessions:
        players = iter(range(100))
        finishes = [SideFinish(tuple(next(players) for _ in range(size)), rank) for size, rank in sides]
        before = [[ratings.get(player) or MODEL.rating() for player in side.players] for side in finishes]
        after = MODEL.rate(before, ranks=[side.rank for side in finishes])
        for side, rated in zip(finishes, after, strict=True):
            ratings |= dict(zip(side.players, rated, strict=True))
        running.add("", EVENING, finishes)
    assert latest(running) == {player: Rating(rating.mu, rating.sigma) for player, rating in ratings.items()}


def test_a_session_with_a_single_side_changes_no_rating():
    assert rated([SideFinish(("Anna", "Bo"), 1)]) == {"Anna": NEW, "Bo": NEW}


def test_a_player_who_always_wins_is_rated_highest_and_uncertainty_shrinks():
    after = rated(*[alone("Anna", "Bo", "Cara")] * 60)
    assert after["Anna"].mu > after["Bo"].mu > after["Cara"].mu
    assert all(rating.sigma < NEW.sigma / 2**0.5 for rating in after.values())


def test_the_order_in_which_players_are_named_does_not_matter():
    chance = random.Random(8)
    before = [alone(*chance.sample(["Anna", "Bo", "Cara", "Dilan"], 4)) for _ in range(10)]
    last = alone("Anna", "Bo Cara", "Dilan")
    expected = rated(*before, last)
    for order in permutations(last):
        for name, rating in rated(*before, list(order)).items():
            assert rating.mu == pytest.approx(expected[name].mu, abs=1e-9)
            assert rating.sigma == pytest.approx(expected[name].sigma, abs=1e-9)


sessions = st.lists(
    st.tuples(
        st.integers(0, 2_000),
        st.dictionaries(st.sampled_from("ABCDE"), st.integers(1, 4), min_size=1),
    ),
    max_size=12,
)


def finishes(totals):
    """Ranks 1, 2, 2, 4 from totals, the lowest first."""
    ranks = {name: 1 + sum(other < own for other in totals.values()) for name, own in totals.items()}
    return [SideFinish((name,), ranks[name]) for name in sorted(totals)]


def in_order(history):
    """Days between sessions as days since the first session."""
    at = EVENING
    for number, (days, totals) in enumerate(history):
        at += timedelta(days=days)
        yield number, at, finishes(totals)


@given(history=sessions, at=st.integers(0, 12))
def test_ratings_continue_as_without_interruption_and_leave_the_earlier_ones_alone(history, at):
    whole, first, played = RunningRatings(), RunningRatings(), list(in_order(history))
    for session in played:
        whole.add(*session)
    for session in played[:at]:
        first.add(*session)
    second, before = first.copy(), first.copy()
    for session in played[at:]:
        second.add(*session)
    assert second == whole
    assert first == before


@given(sessions)
def test_the_ratings_are_those_of_the_plain_implementation(history):
    running, plain = RunningRatings(), PlainRatings()
    for number, at, ended in in_order(history):
        running.add(number, at, ended)
        plain.add(at, [(finish.players, finish.rank) for finish in ended])
        for player, rating in latest(running).items():
            assert (rating.mu, rating.sigma) == pytest.approx(plain.after[player][:2])

"""Who has played and won how often, runs of wins, and ratings by Plackett and Luce, session by session."""

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from review.running import Rating, RunningRatings, SideFinish

NEW = Rating()


def alone(*names_at_rank):
    """Finishes of a session without teams: "Anna", "Bo Cara" (both second), "Dilan" (fourth)."""
    finishes, rank = [], 1
    for names in names_at_rank:
        finishes += [SideFinish((name,), rank) for name in names.split()]
        rank += len(names.split())
    return finishes


def written(*sessions, variant="derange"):
    running = RunningRatings()
    for session in sessions:
        running.add(variant, session)
    return running.latest


def test_sessions_and_wins_are_counted_and_runs_end():
    won, lost = alone("Anna", "Bo"), alone("Bo", "Anna")
    running = RunningRatings()
    after = [running.add("derange", session)["Anna"] for session in (won, won, lost, won)]
    assert [(figures.nth, figures.wins, figures.streak) for figures in after] == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 2, 0),
        (4, 3, 1),
    ]


def test_a_shared_first_place_is_a_win_of_all_who_share_it():
    latest = written(alone("Anna Bo", "Cara"), alone("Anna Bo", "Cara"))
    assert {name: (figures.wins, figures.streak) for name, figures in latest.items()} == {
        "Anna": (2, 2),
        "Bo": (2, 2),
        "Cara": (0, 0),
    }


def test_a_session_that_somebody_missed_changes_nothing_for_them():
    running = RunningRatings()
    first = running.add("derange", alone("Anna", "Bo", "Cara"))
    running.add("derange", alone("Anna", "Bo"))
    assert running.latest["Cara"] == first["Cara"]


def test_a_newcomer_is_25_give_or_take_eight_and_a_third():
    assert (NEW.mu, NEW.sigma) == (25, 25 / 3)


def test_a_first_game_of_two_moves_both_as_openskill_says():
    """25 ± 8.333 each: one win is worth 2.635 and takes 0.268 of the doubt away."""
    latest = written(alone("Anna", "Bo"))
    assert latest["Anna"].rating.mu == pytest.approx(27.635, abs=0.001)
    assert latest["Bo"].rating.mu == pytest.approx(22.365, abs=0.001)
    assert latest["Anna"].rating.sigma == pytest.approx(8.066, abs=0.001)


def test_a_draw_of_newcomers_makes_neither_the_better_one():
    latest = written(alone("Anna Bo"))
    assert latest["Anna"].rating == latest["Bo"].rating
    assert latest["Anna"].rating.mu == pytest.approx(25)
    assert latest["Anna"].rating.sigma < NEW.sigma


def test_teams_are_rated_as_teams():
    teams = [SideFinish(("Anna", "Cara"), 1), SideFinish(("Bo", "Dilan"), 2)]
    latest = written(teams)
    model = PlackettLuce()
    won, lost = model.rate([[model.rating(), model.rating()], [model.rating(), model.rating()]], ranks=[1, 2])
    assert latest["Anna"].rating == latest["Cara"].rating == Rating(won[0].mu, won[0].sigma)
    assert latest["Bo"].rating == latest["Dilan"].rating == Rating(lost[0].mu, lost[0].sigma)


@given(
    st.lists(
        st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), min_size=2, max_size=4),
        min_size=1,
        max_size=6,
    )
)
def test_whatever_was_played_the_ratings_are_openskills_to_the_last_digit(sessions):
    """A session: of each side how many players it has, and its rank; who sat first sits first again."""
    running, model, ratings = RunningRatings(), PlackettLuce(), {}
    for sides in sessions:
        players = iter(range(100))
        finishes = [SideFinish(tuple(next(players) for _ in range(size)), rank) for size, rank in sides]
        before = [[ratings.get(player) or model.rating() for player in side.players] for side in finishes]
        after = model.rate(before, ranks=[side.rank for side in finishes])
        for side, rated in zip(finishes, after, strict=True):
            ratings |= dict(zip(side.players, rated, strict=True))
        running.add("derange", finishes)
    assert {player: figures.rating for player, figures in running.latest.items()} == {
        player: Rating(rating.mu, rating.sigma) for player, rating in ratings.items()
    }


def test_one_side_alone_proves_nothing():
    figures = written([SideFinish(("Anna", "Bo"), 1)])["Anna"]
    assert (figures.nth, figures.wins, figures.rating) == (1, 1, NEW)


def test_each_variant_has_a_rating_of_its_own():
    running = RunningRatings()
    running.add("derange", alone("Anna", "Bo"))
    figures = running.add("vandatta", alone("Bo", "Anna"))["Anna"]
    assert figures.own_rating == RunningRatings().add("vandatta", alone("Bo", "Anna"))["Anna"].own_rating
    assert figures.own_rating.mu < NEW.mu < running.own_ratings["Anna", "derange"].mu
    assert figures.rating not in (figures.own_rating, running.own_ratings["Anna", "derange"])


def test_who_wins_always_comes_out_on_top_and_the_doubt_shrinks():
    latest = written(*[alone("Anna", "Bo", "Cara")] * 30)
    assert latest["Anna"].rating.mu > latest["Bo"].rating.mu > latest["Cara"].rating.mu
    assert all(figures.rating.sigma < NEW.sigma - 2 for figures in latest.values())


def test_in_which_order_players_are_named_does_not_matter():
    chance = random.Random(8)
    before = [alone(*chance.sample(["Anna", "Bo", "Cara", "Dilan"], 4)) for _ in range(10)]
    last = alone("Anna", "Bo Cara", "Dilan")
    expected = written(*before, last)
    for order in permutations(last):
        for name, figures in written(*before, list(order)).items():
            assert figures.rating.mu == pytest.approx(expected[name].rating.mu, abs=1e-9)
            assert figures.rating.sigma == pytest.approx(expected[name].rating.sigma, abs=1e-9)


sessions = st.lists(
    st.tuples(
        st.sampled_from(["derange", "vandatta"]),
        st.dictionaries(st.sampled_from("ABCDE"), st.integers(1, 4), min_size=1),
    ),
    max_size=12,
)


def finishes(totals):
    """Ranks 1, 2, 2, 4 from totals, the lowest first."""
    ranks = {name: 1 + sum(other < own for other in totals.values()) for name, own in totals.items()}
    return [SideFinish((name,), ranks[name]) for name in sorted(totals)]


@given(history=sessions, at=st.integers(0, 12))
def test_what_is_taken_up_in_the_middle_goes_on_as_if_it_had_never_stopped(history, at):
    whole, first = RunningRatings(), RunningRatings()
    for variant, totals in history:
        whole.add(variant, finishes(totals))
    for variant, totals in history[:at]:
        first.add(variant, finishes(totals))
    second = RunningRatings(dict(first.latest), dict(first.own_ratings))
    for variant, totals in history[at:]:
        second.add(variant, finishes(totals))
    assert second == whole

"""Ratings as they stand and as they came about."""

import pytest

from models.statistics.ratings import MOST_POINTS, SETTLED, Scope, history, ratings
from review.running import Rating
from tests.models.statistics.club import ANNA, BO, Club
from tests.table import at_work


@pytest.fixture
def club(app):
    return Club(app)


def rated(club, variant=None):
    with at_work(club.app):
        return {r.player.name: r for r in ratings(Scope(club.id, variant))}


def history_of(club, *names, variant=None, alone=False):
    with at_work(club.app):
        scope = Scope(club.id, variant)
        ids = {r.player.name: r.player.id for r in ratings(scope)}
        found = history(scope, [ids[name] for name in names], alone=alone)
        return found.moments, {name: found.ratings[ids[name]] for name in names if found.ratings}


def test_everybody_who_stayed_to_the_end_is_rated(club):
    club.plays(ANNA)[0].reopens().leaves("Cara").plays("Anna out, Bo 8").stops()
    assert list(rated(club)) == ["Anna", "Bo"]


def test_nobody_is_rated_before_a_session_ended(club):
    club.plays(ANNA)[0].reopens()
    assert rated(club) == {}
    assert history_of(club) == ([], {})


def test_the_order_is_by_what_is_nearly_sure_and_settled_ones_come_first(club):
    """Dilan has won the only session he was in: a better figure than Bo’s, and no place."""
    club.plays(*[ANNA] * SETTLED)
    club.plays("Dilan out, Anna 8", names="Dilan Anna")
    found = rated(club)
    assert list(found) == ["Anna", "Bo", "Cara", "Dilan"]
    assert found["Dilan"].rating.mu > found["Bo"].rating.mu
    assert [r.is_provisional for r in found.values()] == [False, False, False, True]
    assert [r.rating.least for r in found.values()][:3] == sorted(
        [r.rating.least for r in found.values()][:3], reverse=True
    )


def test_what_the_last_session_changed(club):
    club.plays(ANNA)
    first = rated(club)["Anna"]
    assert (first.before, first.sessions) == (Rating(), 1)
    last = club.plays(BO)[0]
    second = rated(club)["Anna"]
    assert (second.before, second.sessions) == (first.rating, 2)
    assert second.rating != first.rating
    assert second.last_session_id == last.session_id


def test_a_variant_has_ratings_of_its_own(club):
    club.plays(*[ANNA] * 3)
    club.plays("Bo out, Anna 8, Cara 8 8", variant="vandatta", rounds=1)
    own = rated(club, "vandatta")
    assert (own["Anna"].sessions, own["Anna"].before) == (1, Rating())
    assert own["Bo"].rating.mu > own["Anna"].rating.mu
    assert rated(club)["Anna"].rating.mu > rated(club)["Bo"].rating.mu


def test_a_history_ends_with_the_ratings_of_today(club):
    club.plays(ANNA, BO, ANNA, ANNA, BO)
    moments, found = history_of(club, "Anna", "Bo")
    assert len(moments) == MOST_POINTS
    assert moments == sorted(moments)
    now = rated(club)
    for name, line in found.items():
        assert len(line) == MOST_POINTS
        assert line[-1] == now[name].rating


def test_before_the_first_session_one_is_a_newcomer_and_alone_begins_with_it(club):
    club.plays(ANNA, BO)
    club.plays("Dilan out, Bo 8", "Bo out, Dilan 8", names="Dilan Bo")
    assert history_of(club, "Dilan")[1]["Dilan"][0] == Rating()
    moments, found = history_of(club, "Dilan", alone=True)
    assert found["Dilan"][0] != Rating()
    assert moments[0] > history_of(club, "Dilan")[0][0]


def test_a_single_session_is_a_single_moment(club):
    club.plays(ANNA)
    moments, found = history_of(club, "Anna")
    assert len(moments) == len(found["Anna"]) == 1


def test_a_history_of_one_variant_knows_no_other(club):
    club.plays(ANNA, ANNA)
    club.plays("Bo out, Anna 8, Cara 8 8", variant="vandatta", rounds=1)
    _moments, found = history_of(club, "Anna", variant="vandatta")
    assert found["Anna"] == [rated(club, "vandatta")["Anna"].rating]

"""Current ratings and their history."""

from datetime import timedelta

import pytest

from game.analysis.rating import Rating, RunningRatings
from models import db
from models.database import reading
from models.statistics.outcome import Outcome
from models.statistics.ratings import AWAY, MAX_MOMENTS, SETTLED, history, ratings, ratings_after
from tests.models.statistics.club import ANNA, BO, Club
from tests.sampling import full_only
from tests.table import at_work

pytestmark = full_only


@pytest.fixture
def club(app):
    return Club(app)


def rated(club, variant=None):
    with at_work(club.app):
        return {r.player.name: r for r in ratings(club.id, variant)}


def history_of(club, *names, variant=None, alone=False):
    with at_work(club.app):
        ids = {r.player.name: r.player.id for r in ratings(club.id, variant)}
        found = history(club.id, [ids[name] for name in names], variant=variant, alone=alone)
        return found.moments, {name: found.ratings[ids[name]] for name in names if found.ratings}


def test_every_player_who_stayed_to_the_end_is_rated(club):
    club.plays(ANNA)[0].reopens().leaves("Cara").plays("Anna out, Bo 8").stops()
    assert list(rated(club)) == ["Anna", "Bo"]


def test_no_player_is_rated_before_a_session_ended(club):
    club.plays(ANNA)[0].reopens()
    assert rated(club) == {}
    assert history_of(club) == ([], {})


def test_players_are_sorted_by_the_lower_bound_and_settled_ones_come_first(club):
    """Dilan has won his only session: a better rating than Bo’s, but no place."""
    club.plays(*[ANNA] * SETTLED)
    club.plays("Dilan out, Anna 8", names="Dilan Anna")
    found = rated(club)
    assert list(found) == ["Anna", "Bo", "Cara", "Dilan"]
    assert found["Dilan"].rating.mu > found["Bo"].rating.mu
    assert [r.is_provisional for r in found.values()] == [False, False, False, True]
    assert [r.rating.lower_bound for r in found.values()][:3] == sorted(
        [r.rating.lower_bound for r in found.values()][:3], reverse=True
    )


def test_changes_by_the_last_session(club):
    club.plays(ANNA)
    first = rated(club)["Anna"]
    assert (first.before, first.sessions) == (Rating(), 1)
    last = club.plays(BO)[0]
    second = rated(club)["Anna"]
    assert (second.before, second.sessions) == (first.rating, 2)
    assert second.rating != first.rating
    assert second.last_session_id == last.session_id


def test_a_variant_has_its_own_ratings(club):
    club.plays(*[ANNA] * 3)
    club.plays("Bo out, Anna 8, Cara 8 8", variant="vandatta", rounds=1)
    own = rated(club, "vandatta")
    assert (own["Anna"].sessions, own["Anna"].before) == (1, Rating())
    assert own["Bo"].rating.mu > own["Anna"].rating.mu
    assert rated(club)["Anna"].rating.mu > rated(club)["Bo"].rating.mu


def test_a_history_ends_with_the_current_ratings(club):
    club.plays(ANNA, BO, ANNA, ANNA, BO)
    moments, found = history_of(club, "Anna", "Bo")
    assert len(moments) == MAX_MOMENTS
    assert moments == sorted(moments)
    now = rated(club)
    for name, line in found.items():
        assert len(line) == MAX_MOMENTS
        assert line[-1] == now[name].rating


def test_before_the_first_session_a_player_is_a_newcomer(club):
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


def test_a_history_of_one_variant_includes_no_other(club):
    club.plays(ANNA, ANNA)
    club.plays("Bo out, Anna 8, Cara 8 8", variant="vandatta", rounds=1)
    _moments, found = history_of(club, "Anna", variant="vandatta")
    assert found["Anna"] == [rated(club, "vandatta")["Anna"].rating]


def test_an_absent_player_becomes_less_certain_up_to_a_year(club):
    club.plays(ANNA, BO)
    for days, is_away in ((AWAY.days - 2, False), (3, True)):
        club.clock.time += timedelta(days=days)
        club.plays("Anna out, Bo 8", names="Anna Bo")
        cara = rated(club)["Cara"]
        assert cara.is_away is is_away
        assert cara.rating.sigma > cara.after.sigma
        assert cara.rating.mu == cara.after.mu
    assert not rated(club)["Anna"].is_away


def test_the_line_of_an_absent_player_ends_with_the_uncertainty_in_the_list(club):
    club.plays(ANNA, BO)
    club.clock.time += timedelta(days=200)
    club.plays("Anna out, Bo 8", names="Anna Bo")
    assert history_of(club, "Cara")[1]["Cara"][-1] == rated(club)["Cara"].rating


def read_again(club, monkeypatch):
    """The ratings as a page reads them, and how many sessions were rated for it."""
    added, add = [], RunningRatings.add
    with monkeypatch.context() as patched, club.app.app_context(), reading():
        patched.setattr(RunningRatings, "add", lambda *args: added.append(args) or add(*args))
        return {player: line[-1] for player, line in ratings_after(club.id).lines.items()}, len(added)


def test_only_sessions_after_those_that_were_rated_are_rated(club, monkeypatch):
    first, *_others = club.plays(ANNA, BO, ANNA)
    assert read_again(club, monkeypatch)[1] == 3
    assert read_again(club, monkeypatch)[1] == 0
    club.plays(BO)
    continued, added = read_again(club, monkeypatch)
    assert added == 1
    first.corrects(1, BO)
    corrected, added = read_again(club, monkeypatch)
    assert added == 4
    first.corrects(1, ANNA)
    anew, added = read_again(club, monkeypatch)
    assert added == 4
    assert anew == continued != corrected


def test_ratings_within_a_change_see_what_it_has_changed_so_far(club, monkeypatch):
    """They are not kept: the change may be rolled back."""
    club.plays(ANNA, BO)
    before, _added = read_again(club, monkeypatch)
    with at_work(club.app):
        db.session.execute(db.delete(Outcome).where(Outcome.group_id == club.id))
        assert ratings_after(club.id).lines == {}
        db.session.rollback()
    assert read_again(club, monkeypatch) == (before, 0)

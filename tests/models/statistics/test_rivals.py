"""Head-to-head figures: worked examples, and any history compared with a plain count."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models import Player, Session, db
from models.statistics.rivals import MIN_MEETINGS, MeetingCounts
from tests import sampling
from tests.models.statistics.club import ANNA, BO, CARA, LEVEL, Club
from tests.sampling import full_only
from tests.table import at_work

pytestmark = full_only


@pytest.fixture
def club(app):
    return Club(app)


def test_each_pair_is_listed_from_both_sides(club):
    club.plays(ANNA, ANNA, BO, LEVEL)
    pairs, _standing = club.rivals()
    assert pairs["Anna", "Bo"] == MeetingCounts(ahead=2, behind=1, level=1)
    assert pairs["Bo", "Anna"] == MeetingCounts(ahead=1, behind=2, level=1)
    assert pairs["Anna", "Cara"] == MeetingCounts(ahead=3, behind=0, level=1)
    assert (pairs["Anna", "Bo"].share, pairs["Bo", "Anna"].share) == (0.625, 0.375)


def test_players_who_left_and_players_of_one_side_have_no_meetings(club):
    table = club.plays(ANNA)[0].reopens()
    assert club.rivals() == ({}, {})
    table.leaves("Bo").plays("Anna out, Cara 8").stops()
    pairs, standing = club.rivals()
    assert set(pairs) == {("Anna", "Cara"), ("Cara", "Anna")}
    assert "Bo" not in standing


def test_partners_do_not_meet(club):
    club.plays(
        "Anna out, Bo ?, Cara ?, Dilan ?",
        names="Anna Bo Cara Dilan",
        variant="vatikan",
        teams=True,
        sides="1 2 1 2",
    )
    pairs, _standing = club.rivals()
    assert ("Anna", "Cara") not in pairs
    assert pairs["Anna", "Dilan"] == MeetingCounts(1, 0, 0)


def test_a_nemesis_requires_ten_common_sessions(club):
    club.plays(*[BO] * (MIN_MEETINGS - 1))
    assert club.rivals()[1]["Anna"] == (9, None, None)
    club.plays(BO)
    assert club.rivals()[1] == {
        "Anna": (10, "Bo", "Cara"),
        "Bo": (10, None, "Anna"),
        "Cara": (10, "Anna", None),
    }


def test_half_of_the_meetings_ahead_is_neither_and_level_counts_half(club):
    club.plays(*[ANNA, BO, LEVEL] * 5)
    assert club.rivals()[1]["Anna"] == (15, None, "Cara")


def test_only_selected_sessions_count(club):
    club.plays(ANNA, BO)
    club.plays("Anna out, Bo 8", names="Anna Bo", variant="vandatta", rounds=1)
    assert club.rivals(variant="vandatta")[0]["Anna", "Bo"] == MeetingCounts(1, 0, 0)
    assert club.rivals(players=3)[0]["Anna", "Bo"] == MeetingCounts(1, 1, 0)
    assert club.rivals(players=5) == ({}, {})


# Head to head of two players


def test_streaks_end_at_a_level_finish(club):
    club.plays(ANNA, ANNA, LEVEL, ANNA, BO, BO, BO)
    pair = club.rivalry("Anna", "Bo")
    assert (pair.own_run, pair.other_run, pair.run) == (2, 3, -3)
    club.plays(LEVEL)
    assert club.rivalry("Anna", "Bo").run == 0


def test_a_rivalry_is_the_same_from_both_sides(club):
    club.plays(ANNA, LEVEL, BO, ANNA, CARA)
    own, other = club.rivalry("Anna", "Bo"), club.rivalry("Bo", "Anna")
    turned = other.meetings
    assert own.meetings == MeetingCounts(turned.behind, turned.ahead, turned.level)
    assert (own.own_run, own.other_run) == (other.other_run, other.own_run)
    for one, two in zip(own.by_variant, other.by_variant, strict=True):
        assert (one.own_points, one.other_rounds) == (two.other_points, two.own_rounds)
        assert (one.closest.session_id, one.closest.own) == (two.closest.session_id, two.closest.other)
    assert [m.session_id for m in own.last] == [m.session_id for m in other.last]


def test_closest_and_widest_distances_are_separate_for_each_game(club):
    """Derange: an eight costs 50, a four 4. Anna 0 – 50, 50 – 0, 4 – 0; Vändåtta 10 – 0."""
    wide, _as_wide, close = club.plays(ANNA, BO, "Bo out, Anna 4, Cara 8")
    club.plays("Bo out, Anna 8", names="Anna Bo", variant="vandatta", rounds=1)
    derange, vandatta = club.rivalry("Anna", "Bo").by_variant
    assert (derange.variant, derange.meetings) == ("derange", MeetingCounts(1, 2, 0))
    assert (derange.own_points, derange.own_rounds, derange.other_points) == (54, 3, 50)
    assert (derange.closest.session_id, derange.closest.gap) == (close.session_id, 4)
    assert (derange.widest.session_id, derange.widest.gap) == (_as_wide.session_id, 50)
    assert (vandatta.own_points, vandatta.closest.gap) == (10, 10)
    assert wide.session_id not in (derange.closest.session_id, derange.widest.session_id)


def test_there_is_no_closest_distance_where_they_always_finish_level(club):
    club.plays(LEVEL, LEVEL)
    (game,) = club.rivalry("Anna", "Bo").by_variant
    assert (game.meetings, game.closest, game.widest) == (MeetingCounts(0, 0, 2), None, None)


def test_where_wins_count_the_distance_is_in_wins(club):
    club.plays("Anna out, Bo ?", names="Anna Bo", variant="vatikan")
    (game,) = club.rivalry("Anna", "Bo").by_variant
    assert (game.unit, game.own_points, game.closest.gap) == ("wins", None, 1)


def test_the_last_ten_meetings_are_listed_newest_first(club):
    tables = club.plays(*[ANNA] * 12)
    sessions = [meeting.session_id for meeting in club.rivalry("Anna", "Bo").last]
    assert sessions == [table.session_id for table in tables[:1:-1]]


def test_form_is_the_share_of_the_meetings_and_level_counts_half(club):
    club.plays(*[ANNA] * 10)
    assert club.rivalry("Anna", "Bo").form is None
    club.plays(LEVEL, BO)
    assert club.rivalry("Anna", "Bo").form.means == ((10, 1.0), (11, 0.95), (12, 0.85))


def test_two_players_without_meetings(club):
    club.plays("Anna out, Bo 8", names="Anna Bo")
    club.plays("Cara out, Bo 8", names="Cara Bo")
    pair = club.rivalry("Anna", "Cara")
    assert (pair.meetings.count, pair.by_variant, pair.last, pair.form, pair.run) == (
        0,
        [],
        [],
        None,
        0,
    )


# Any history

NAMES = "Anna Bo Cara Dilan"
results = st.lists(
    st.tuples(st.permutations(NAMES.split()), st.integers(2, 4), st.lists(st.integers(0, 3), min_size=4)),
    min_size=1,
    max_size=14,
)


@given(history=results)
@settings(max_examples=sampling.examples(12))
def test_after_any_history_every_pair_equals_a_plain_count(app, history):
    club = Club(app)
    for order, count, points in history:
        there = order[:count]
        words = ", ".join(f"{name} ={worth}" for name, worth in zip(there, points, strict=False))
        club.plays(f"nobody out, {words}", names=" ".join(there))
    counted, in_order = plain_count(club)
    pairs, _standing = club.rivals()
    assert pairs == {pair: MeetingCounts(*counts) for pair, counts in counted.items()}
    for (own, other), signs in in_order.items():
        pair = club.rivalry(own, other)
        assert pair.meetings == MeetingCounts(*counted[own, other])
        assert pair.own_run == longest(signs, 1)
        assert pair.other_run == longest(signs, -1)


def plain_count(club):
    """By pair of names: [ahead, behind, level], and 1, −1 or 0 for each session, oldest first."""
    counted, in_order = {}, {}
    with at_work(club.app):
        names = {p.id: p.name for p in db.session.scalars(db.select(Player))}
        sessions = db.session.scalars(db.select(Session).where(Session.visible_in(club.id)))
        for session in sorted(sessions, key=lambda s: s.started_at):
            ranks = {names[seat.player_id]: seat.final_rank for seat in session.seats}
            for own, other in permutations(ranks, 2):
                sign = (ranks[own] < ranks[other]) - (ranks[own] > ranks[other])
                place = {1: 0, -1: 1, 0: 2}[sign]
                counted.setdefault((own, other), [0, 0, 0])[place] += 1
                in_order.setdefault((own, other), []).append(sign)
    return counted, in_order


def longest(signs, wanted):
    best = run = 0
    for sign in signs:
        run = run + 1 if sign == wanted else 0
        best = max(best, run)
    return best

"""Head-to-head figures of three nights, worked out by hand from the score sheets of nights.py.

The places of those who stayed to the end, session by session; (A C) are partners:

    1 Vändåtta         Anna 1   Bo 3   Cara 1   Dilan 4
    2 Derange          Anna 4   Bo 1   Cara 2            Eva 3            Dilan left
    3 Vändåtta         Anna 1   Bo 2   Cara 2
    4 Swedish Pursuit  Anna 1   Bo 2   Cara 5            Eva 4   Frans 3
    5 Vatikan          Anna 3   Bo 2   Cara 1
    6 Vatikan, teams   Anna 1   Bo 2   Cara 1   Dilan 2                   (A C) against (B D)
    7 Vändåtta                  Bo 2                     Eva 3   Frans 1
    8 Derange, totals  Anna 3   Bo 1   Cara 2
"""

import pytest

from models import Group, Session, db
from models.statistics.pair_history import pair_history
from models.statistics.ratings import ratings
from models.statistics.rivals import MeetingCounts, rivals
from models.statistics.selection import Selection
from tests.game.analysis.plain_ratings import PlainRatings
from tests.golden.nights import golden_group
from tests.sampling import full_only
from tests.table import at_work

pytestmark = [full_only, pytest.mark.both_databases]

# Sides by place, "Anna+Cara" a team; sides between slashes share a place.
PLACES = (
    "Anna/Cara Bo Dilan",
    "Bo Cara Eva Anna",
    "Anna Bo/Cara",
    "Anna Bo Frans Eva Cara",
    "Cara Bo Anna",
    "Anna+Cara Bo+Dilan",
    "Frans Bo Eva",
    "Bo Cara Anna",
)


@pytest.fixture
def group(app):
    nights = golden_group(app)
    with at_work(app):
        yield db.session.get_one(Group, nights[0].tables[0].group_id)


def test_every_pair(group):
    found = rivals(Selection(group.id))
    names = {player.id: player.name for player in group.players}
    pairs = {
        (names[one], names[other]): (met.ahead, met.behind, met.level)
        for (one, other), met in found.meetings.items()
        if names[one] < names[other]
    }
    assert pairs == {
        ("Anna", "Bo"): (4, 3, 0),
        ("Anna", "Cara"): (2, 3, 1),
        ("Anna", "Dilan"): (2, 0, 0),
        ("Anna", "Eva"): (1, 1, 0),
        ("Anna", "Frans"): (1, 0, 0),
        ("Bo", "Cara"): (3, 3, 1),
        ("Bo", "Dilan"): (1, 0, 0),
        ("Bo", "Eva"): (3, 0, 0),
        ("Bo", "Frans"): (1, 1, 0),
        ("Cara", "Dilan"): (2, 0, 0),
        ("Cara", "Eva"): (1, 1, 0),
        ("Cara", "Frans"): (0, 1, 0),
        ("Eva", "Frans"): (0, 2, 0),
    }
    assert {s.player.name: s.sessions for s in found.everybody} == {
        "Bo": 8,
        "Anna": 7,
        "Cara": 7,
        "Eva": 3,
        "Dilan": 2,
        "Frans": 2,
    }


def test_anna_and_bo(group):
    """Anna, Bo, Anna, Anna, Bo, Anna, Bo: the distances 5, 35, 10, 16, 2 wins, 14 and 114."""
    of = {player.name: player for player in group.players}
    pair = pair_history(Selection(group.id), of["Anna"], of["Bo"])
    assert (pair.own_run, pair.other_run, pair.run) == (2, 1, -1)
    assert {(g.variant, g.unit == "points"): game(g) for g in pair.by_variant} == {
        ("vandatta_pagat", True): (MeetingCounts(2, 0, 0), (19, 6), (34, 6), (18, 23), (1, 11)),
        ("derange", True): (MeetingCounts(0, 2, 0), (133, 7), (98, 7), (133, 98), (210, 96)),
        ("swedish_pursuit", True): (MeetingCounts(1, 0, 0), (34, 5), (50, 5), (34, 50), (34, 50)),
        ("vatikan", False): (MeetingCounts(0, 1, 0), (None, 4), (None, 4), (0, 2), (0, 2)),
        ("vatikan", True): (MeetingCounts(1, 0, 0), (18, 3), (26, 3), (42, 56), (42, 56)),
    }


def game(pair):
    return (
        pair.meetings,
        (pair.own_points, pair.own_rounds),
        (pair.other_points, pair.other_rounds),
        (pair.closest.own, pair.closest.other),
        (pair.widest.own, pair.widest.other),
    )


def test_ratings_are_those_of_these_places_one_after_the_other(group):
    """By the plain implementation, at the times of the score sheets; expected strengths after the last."""
    played = db.session.scalars(
        db.select(Session).where(Session.visible_in(group.id), Session.finished_at.is_not(None))
    )
    times = sorted(session.started_at for session in played)
    plain = PlainRatings()
    for at, places in zip(times, PLACES, strict=True):
        sides = []
        for shared in places.split():
            rank = 1 + len(sides)
            sides += [(side.split("+"), rank) for side in shared.split("/")]
        plain.add(at, sides)
    found = {r.player.name: r for r in ratings(group.id)}
    assert found.keys() == plain.after.keys()
    for name, rated in found.items():
        assert (rated.after.mu, rated.after.sigma) == pytest.approx(plain.after[name][:2])
        assert (rated.rating.mu, rated.rating.sigma) == pytest.approx(plain.before(name, times[-1]))
    assert [r.sessions for r in found.values() if r.player.name == "Bo"] == [8]
    assert all(r.is_provisional and not r.is_away for r in found.values())

"""Pages of a tournament need as many queries for sixty players as for twelve."""

import pytest

from tests.club import opened
from tests.phone import Phone
from tests.queries import queries_of
from tests.sampling import full_only

pytestmark = full_only

FEW, MANY = 12, 60
WHILE_PLAYED = ("", "/board", "/entrants", "/entrants/request?another=1", "/seating", "/history")
OPTIONS = {"variant": "vandatta", "options": {"rounds": 1}}


def names(people: int) -> list[str]:
    return [f"P{number}" for number in range(1, people + 1)]


def finished_round(app, people: int, **plan):
    """A tournament after a first round in which all players have equal points."""
    club = opened(app, " ".join(names(people)), **OPTIONS, **plan).draws()
    return club.scores(**dict.fromkeys(names(people), 5))


def query_count(app, club, page: str) -> int:
    umpire = Phone(app)
    umpire.open_link(club.link("owner"))
    umpire.get(club.path + page)
    return queries_of(app, lambda: umpire.get(club.path + page))


@pytest.fixture
def running(app):
    """Two tournaments in their second round."""
    return [finished_round(app, people, rounds=3, cut=4).draws() for people in (FEW, MANY)]


@pytest.fixture
def undecided_cut(app):
    """Two tournaments whose umpire must choose who qualifies."""
    return [finished_round(app, people, rounds=1, cut=4) for people in (FEW, MANY)]


def test_during_a_round(app, running):
    for page in WHILE_PLAYED:
        few, many = (query_count(app, club, page) for club in running)
        assert few == many, page


def test_during_draws_and_decisions(app, undecided_cut):
    for page in ("", "/board", "/decisions/cut"):
        few, many = (query_count(app, club, page) for club in undecided_cut)
        assert few == many, page
    for club in undecided_cut:
        club.chooses(" ".join(names(4)))
    for page in ("", "/draw?seed=1"):
        few, many = (query_count(app, club, page) for club in undecided_cut)
        assert few == many, page


def test_after_the_end(app):
    over = [finished_round(app, people, rounds=1, cut=None) for people in (FEW, MANY)]
    for page in ("", "/board", "/decisions/order"):
        few, many = (query_count(app, club, page) for club in over)
        assert few == many, page

"""An evening of sixty asks the database no more often than one of twelve."""

import pytest

from tests.club import opened
from tests.phone import Phone
from tests.queries import queries_of

FEW, MANY = 12, 60
WHILE_PLAYED = ("", "/board", "/entrants", "/entrants/request?another=1", "/seating", "/history")
OPTIONS = {"variant": "vandatta", "options": {"rounds": 1}}


def names(people: int) -> list[str]:
    return [f"P{number}" for number in range(1, people + 1)]


def played(app, people: int, **plan):
    """After a first round in which everybody has the same."""
    club = opened(app, " ".join(names(people)), **OPTIONS, **plan).draws()
    return club.scores(**dict.fromkeys(names(people), 5))


def asked(app, club, page: str) -> int:
    umpire = Phone(app)
    umpire.open_link(club.link("owner"))
    umpire.get(club.path + page)
    return queries_of(app, lambda: umpire.get(club.path + page))


@pytest.fixture
def running(app):
    """Two evenings in their second round."""
    return [played(app, people, rounds=3, cut=4).draws() for people in (FEW, MANY)]


@pytest.fixture
def cut_short(app):
    """Two evenings whose umpire has to choose who goes on."""
    return [played(app, people, rounds=1, cut=4) for people in (FEW, MANY)]


def test_while_a_round_is_played(app, running):
    for page in WHILE_PLAYED:
        few, many = (asked(app, club, page) for club in running)
        assert few == many, page


def test_while_it_is_drawn_and_decided(app, cut_short):
    for page in ("", "/board", "/decisions/cut"):
        few, many = (asked(app, club, page) for club in cut_short)
        assert few == many, page
    for club in cut_short:
        club.chooses(" ".join(names(4)))
    for page in ("", "/draw?seed=1"):
        few, many = (asked(app, club, page) for club in cut_short)
        assert few == many, page


def test_when_it_is_over(app):
    over = [played(app, people, rounds=1, cut=None) for people in (FEW, MANY)]
    for page in ("", "/board", "/decisions/order"):
        few, many = (asked(app, club, page) for club in over)
        assert few == many, page

"""Who sits at which table, by name: on the page of the evening, on paper and on the wall."""

from __future__ import annotations

import pytest

from tests.club import opened
from tests.phone import Phone
from tests.sampling import full_only

PEOPLE = 62
NAMES = [f"P{number:02}" for number in range(1, PEOPLE + 1)]
OPTIONS = {"variant": "vandatta", "options": {"rounds": 1}}


@pytest.fixture
def club(app):
    return opened(app, " ".join(NAMES), **OPTIONS).draws()


def listed(page) -> dict[str, str]:
    """Name and table of each line of the list."""
    lines = [
        " ".join(line.get_text(" ").split()).split(" Table ") for line in page.select(".table-of-each li")
    ]
    assert [name for name, _number in lines] == sorted(name for name, _number in lines)
    return dict(lines)


def seats(club) -> dict[str, str]:
    return {name: str(number) for number, table in enumerate(club.tables(), 1) for name in table.who_plays(1)}


@pytest.mark.parametrize(("path", "role"), [("", "watcher"), ("/board", "watcher"), ("/seating", "owner")])
def test_each_name_of_the_drawn_round_is_listed_with_its_table(app, club, path, role):
    phone = Phone(app)
    phone.open_link(club.link(role))
    found = listed(phone.get(club.path + path))
    assert found == seats(club)
    assert len(found) == PEOPLE


@full_only
def test_once_points_are_in_the_wall_shows_totals_and_the_page_folds_the_list(app, club):
    first = club.tables()[0]
    names = first.who_plays(1)
    first.plays("nobody out, " + ", ".join(f"{name} =5" for name in names))
    phone = Phone(app)
    phone.open_link(club.link("watcher"))
    assert phone.get(f"{club.path}/board").select(".table-of-each") == []
    (folded,) = [d for d in phone.get(club.path).select("details") if d.select(".table-of-each")]
    assert not folded.has_attr("open")


@full_only
def test_a_play_off_at_one_table_needs_no_list(app):
    club = opened(app, "Anna Bo Cara Dilan Eva Finn", cut=3, rounds=1, **OPTIONS).draws()
    club.scores(Anna=1, Bo=2, Cara=3, Dilan=4, Eva=5, Finn=6).draws()
    phone = Phone(app)
    phone.open_link(club.link("watcher"))
    assert phone.get(club.path).select(".table-of-each") == []

"""The tournament on one printed sheet."""

from __future__ import annotations

import pytest

from tests.club import opened
from tests.golden.test_tournaments import twelve
from tests.phone import Phone
from tests.sampling import full_only

pytestmark = full_only

FOUR = "Anna Bo Cara Dilan"


def printed(app, club, language="en"):
    phone = Phone(app, language=language)
    phone.open_link(club.link("watcher"))
    return phone.get(f"{club.path}/print")


def rows(page, caption):
    """The rows of the tables with that caption, as text."""
    tables = [t for t in page.select(".leaf-places") if t.caption.get_text().strip() == caption]
    return [[" ".join(row.get_text(" ").split()) for row in table.select("tbody tr")] for table in tables]


@pytest.fixture
def club(app):
    club = opened(app, FOUR, cut=2)
    club.draws(1, "Cara Anna Dilan Bo").scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    return club.draws(1, FOUR).scores(Anna=40, Bo=30, Cara=60, Dilan=70)


def test_standings_list_all_rounds_with_a_line_below_the_last_who_qualified(app):
    # tests/golden/club/twelve.txt
    page = printed(app, twelve(app))
    (together,) = rows(page, "All rounds together")
    assert together[0] == "1 Hugo goes on 32 24 56"
    assert together[6:10] == [
        "7 Anna goes on 32 68 100",
        "7 Jon goes on 35 65 100",
        "9 Dilan goes on 58 53 111",
        "9 Eva goes on 65 46 111",
    ]
    assert together[10:] == ["11 Cara 57 77 134", "12 Ida 61 79 140"]
    assert [" ".join(line.get_text(" ").split()) for line in page.select(".last-qualified")] == [together[9]]
    (playoff,) = rows(page, "Play-off")
    assert playoff[0] == "1 Jon 14"
    assert playoff[6:8] == ["7 Finn 46", "7 Lena 46"]


def test_seats_are_listed_by_round_and_table(app, club):
    page = printed(app, club)
    first, second = rows(page, "Table 1")
    assert first == ["Cara 30", "Anna 10", "Dilan 40", "Bo 20"]
    assert second == ["Anna 40", "Bo 30", "Cara 60", "Dilan 70"]
    assert page.texts("h3") == ["Round 1, who sat where", "Round 2, who sat where"]


def test_decisions_are_listed_with_author_and_time(app):
    club = opened(app, FOUR, rounds=1, cut=1).draws().scores(Anna=7, Bo=7, Cara=9, Dilan=9)
    club.chooses("Bo", "She has waited longest.")
    (line,) = printed(app, club).texts("[aria-labelledby=decided] li")
    assert line.startswith("Goes on: Bo. She has waited longest. Umpire’s laptop, ")
    assert line[-3] == ":"


def test_a_tournament_without_a_draw_can_be_printed(app):
    page = printed(app, opened(app, FOUR))
    assert rows(page, "All rounds together") == [["– Anna 0", "– Bo 0", "– Cara 0", "– Dilan 0"]]
    assert page.select(".seating") == []


def test_the_paper_size_is_that_of_the_phone(app, club):
    assert "css/page-a4-portrait" in str(printed(app, club).soup.head)


def test_a_chosen_player_is_above_the_line_of_level_players(app):
    club = opened(app, FOUR, rounds=1, cut=2).draws().scores(Anna=1, Bo=7, Cara=7, Dilan=7)
    club.chooses("Dilan")
    page = printed(app, club)
    (together,) = rows(page, "All rounds together")
    assert together == ["1 Anna goes on 1 1", "2 Dilan goes on 7 7", "2 Bo 7 7", "2 Cara 7 7"]
    assert [line.th.get_text(" ").split()[1] for line in page.select(".last-qualified")] == ["Dilan"]

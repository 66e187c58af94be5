"""A finalist goes home before her table of the play-off has begun."""

from __future__ import annotations

import pytest

from tests.club import names_in, opened
from tests.phone import Phone

SIX = "Anna Bo Cara Dilan Eva Finn"
TOTALS = {"Anna": 10, "Bo": 20, "Cara": 30, "Dilan": 30, "Eva": 50, "Finn": 60}


@pytest.fixture
def club(app):
    """Anna, Bo and Cara play off; Dilan has as many points as Cara."""
    club = opened(app, SIX, rounds=1, cut=3, variant="vandatta", options={"rounds": 1}).draws()
    return club.scores(**TOTALS).chooses("Cara").draws()


@pytest.fixture
def umpire(app, club) -> Phone:
    phone = Phone(app)
    phone.open_link(club.link("owner"))
    return phone


def goes_home(umpire: Phone, club, name: str) -> None:
    umpire.get(f"{club.path}/entrants")
    umpire.submit(f"/{club.entrant_id(name)}/withdrawal")


def ranking(club) -> list[tuple[str, int | None]]:
    with club.seen() as (tournament, state):
        own = names_in(tournament)
        return [(own[place.player], place.rank) for place in state.final_ranking]


def test_the_best_of_the_others_is_offered_and_plays_instead(club, umpire):
    goes_home(umpire, club, "Bo")
    page = umpire.get(club.path)
    assert "Bo went home before table 1 began." in page.words
    assert [text for text in page.texts("button") if "instead" in text] == ["Dilan plays instead: Bo"]
    umpire.submit(f"/{club.ids('Dilan')[0]}")
    assert "Dilan plays on for Bo." in " ".join(umpire.page.flashes).replace("\u2068", "").replace(
        "\u2069", ""
    )
    assert "plays instead" not in umpire.get(club.path).words
    club.scores(Anna=3, Cara=2, Dilan=1)
    assert ranking(club) == [
        ("Dilan", 1),
        ("Cara", 2),
        ("Anna", 3),
        ("Bo", 4),
        ("Eva", 5),
        ("Finn", 6),
    ]


def test_who_is_level_with_her_has_the_same_place(club, umpire):
    goes_home(umpire, club, "Cara")
    goes_home(umpire, club, "Dilan")
    club.scores(Anna=3, Bo=2)
    assert ranking(club) == [("Bo", 1), ("Anna", 2), ("Cara", 3), ("Dilan", 3), ("Eva", 5), ("Finn", 6)]


def test_after_the_first_deal_nobody_plays_instead_and_she_has_no_place(app):
    club = opened(app, SIX, rounds=1, cut=3, variant="vandatta", options={"rounds": 2}).draws()
    club.scores(**TOTALS).chooses("Cara").draws()
    (table,) = club.tables()
    table.plays("nobody out, Anna =1, Bo =2, Cara =3")
    umpire = Phone(app)
    umpire.open_link(club.link("owner"))
    goes_home(umpire, club, "Bo")
    assert "plays instead" not in umpire.get(club.path).words
    club.scores(Anna=3, Cara=2)
    assert ("Bo", None) in ranking(club)


def test_only_one_of_the_others_may_play_instead(app, club, umpire):
    goes_home(umpire, club, "Bo")
    umpire.get(club.path)
    address, _method, sent = umpire.filled(f"/{club.ids('Dilan')[0]}")
    eva, dilan = club.ids("Eva Dilan")
    umpire.post(address.replace(str(dilan), str(eva)), sent, status=200)
    assert "Eva" not in club.tables()[0].seats()

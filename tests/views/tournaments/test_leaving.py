"""A player leaves a table of a tournament: no rank and no draw until the umpire decides."""

from __future__ import annotations

import pytest

from tests.club import opened
from tests.phone import Phone
from tests.sampling import full_only
from tests.views.tournaments.test_tournament import phone_with

pytestmark = full_only

EIGHT = "Anna Bo Cara Dilan Eva Finn Gun Hugo"


@pytest.fixture
def club(app):
    """Vandatta, one round at two tables, four deals each, no play-off."""
    club = opened(app, EIGHT, rounds=1, cut=None, variant="vandatta")
    return club.draws(1, "Anna Bo Cara Dilan", "Eva Finn Gun Hugo")


@pytest.fixture
def umpire(app, club) -> Phone:
    return phone_with(app, club.link("owner"))


def leave(app, club, name: str) -> None:
    """By the Seats page of the table, as a scorer."""
    table = next(table for table in club.tables() if name in table.seats())
    scorer = phone_with(app, table.link("scorer"))
    scorer.get(f"{table.path}/seats")
    scorer.submit(f"/{table.seat_id(name)}/leaving")


@pytest.fixture
def gun_left(app, club):
    """Gun leaves after one of four deals with 8 points; the other players finish."""
    _first, second = club.tables()
    second.plays("Eva out, Gun =8, Hugo =9, Finn =10")
    leave(app, club, "Gun")
    return club.scores(Anna=20, Bo=21, Cara=22, Dilan=23, Eva=13, Finn=14, Hugo=15)


def test_a_player_who_left_does_not_win(gun_left, umpire):
    page = umpire.get(gun_left.path)
    assert page.texts(".stage h2") == ["Eva wins with 13"]
    share = str(page.soup.select_one("textarea"))
    assert "– Gun 8 (has left, 1 of 4 deals)" in share


def test_the_umpire_can_count_the_player_again(gun_left, umpire):
    page = umpire.get(gun_left.path)
    assert "Gun left table 2 after 1 deal" in page.words
    umpire.submit("/return")
    assert umpire.page.flashes == ["Gun plays on."]
    page = umpire.get(gun_left.path)
    assert page.texts(".stage h2") == ["Gun wins with 8"]
    assert "Plays on after leaving a table: Gun." in page.words
    assert "1. Gun 8 (1 of 4 deals)" in str(page.soup.select_one("textarea"))
    assert not page.select("#asked")


def test_the_umpire_can_withdraw_the_player(gun_left, umpire):
    umpire.get(gun_left.path)
    umpire.submit("/withdrawal")
    assert umpire.page.flashes == ["Gun goes home."]
    assert not umpire.page.select("#asked")
    assert umpire.get(gun_left.path).texts(".stage h2") == ["Eva wins with 13"]


def test_a_watcher_is_not_asked(app, gun_left):
    watcher = phone_with(app, gun_left.link("watcher"))
    page = watcher.get(gun_left.path)
    assert not page.select("#asked")
    watcher.get(f"{gun_left.path}/entrants", status=403)


def test_the_next_draw_lists_players_who_are_left_out(app, umpire):
    club = opened(app, EIGHT, rounds=2, cut=None).draws(1, "Anna Bo Cara Dilan", "Eva Finn Gun Hugo")
    leave(app, club, "Gun")
    club.scores(**dict.fromkeys(EIGHT.split(), 5))
    phone = phone_with(app, club.link("owner"))
    page = phone.get(f"{club.path}/draw")
    assert "Not drawn, because they left a table: Gun." in page.words
    assert "Gun" not in page.texts(".tables .name")


def test_a_player_who_joined_at_a_table_needs_an_admission(club, umpire):
    first, _second = club.tables()
    first.sits_down("Zoe")
    club.scores(**dict.fromkeys([*EIGHT.split(), "Zoe"], 5))
    page = umpire.get(club.path)
    assert "Zoe sits at table 1 and does not take part" in page.words
    assert "Zoe" not in page.texts(".podium .name")
    umpire.submit("/admission")
    assert "Zoe" in umpire.get(club.path).texts(".podium .name")
    assert club.kinds()[-1] == "enter"


def test_players_of_a_drawn_play_off_stay_marked_after_a_correction(app):
    """C3: after the play-off is drawn, a correction gives another player the lower total."""
    club = opened(app, "Anna Bo Cara Dilan", rounds=1, cut=2).draws()
    (first,) = club.scores(Anna=10, Bo=20, Cara=30, Dilan=40).tables()
    club.draws()
    first.corrects(1, "nobody out, Anna =10, Bo =35, Cara =30, Dilan =40")
    page = phone_with(app, club.link("owner")).get(club.path)
    rows = [" ".join(row.get_text(" ").split()) for row in page.select("[aria-labelledby=together] tbody tr")]
    assert [row for row in rows if "goes on" in row] == ["1 Anna goes on 10", "3 Bo goes on 35"]
    assert "After a later correction Cara would have gone on." in page.words


def test_there_is_no_provisional_cut_before_the_first_deal(app):
    club = opened(app, "Anna Bo Cara Dilan", rounds=1, cut=2).draws()
    page = phone_with(app, club.link("owner")).get(club.path)
    assert "As it stands" not in page.words
    assert "Finished tables: 0 of 1" in page.words


def test_there_are_no_marks_while_tables_have_different_numbers_of_deals(app):
    club = opened(app, EIGHT, rounds=1, cut=2).draws(1, "Anna Bo Cara Dilan", "Eva Finn Gun Hugo")
    first, second = club.tables()
    umpire = phone_with(app, club.link("owner"))
    first.plays("nobody out, Anna 5, Bo 5, Cara 5, Dilan 6")
    page = umpire.get(club.path)
    assert "As it stands" not in page.words
    assert page.texts(".tournament-table tbody small") == ["0 of 1 deal"] * 4
    assert not page.texts(".tournament-table tbody .tag")
    second.plays("nobody out, Eva 7, Finn 8, Gun 8, Hugo 8")
    page = umpire.get(club.path)
    assert "As it stands, 5 goes on." in page.words
    assert page.texts(".tournament-table tbody .tag") == ["level"] * 3
    assert not page.texts(".tournament-table tbody small")


def test_a_player_who_takes_over_a_seat_gets_its_points_after_admission(app):
    club = opened(app, EIGHT, rounds=2, cut=None, variant="vandatta")
    club.draws(1, "Anna Bo Cara Dilan", "Eva Finn Gun Hugo").scores(
        Anna=20, Bo=21, Cara=22, Dilan=23, Eva=13, Finn=14, Gun=16, Hugo=15
    )
    club.draws(2, "Anna Bo Cara Dilan", "Eva Finn Gun Hugo")
    table = club.tables()[-1]
    table.plays("Eva out, Gun =8, Hugo =9, Finn =10").takes_over("Ida", of="Gun")
    umpire = phone_with(app, club.link("owner"))
    umpire.get(f"{club.path}/entrants")
    assert "plays on for Gun at table 2" in umpire.page.words
    umpire.submit("/guests/", button="Let in: Ida")
    club.scores(Anna=20, Bo=21, Cara=22, Dilan=23, Eva=0, Ida=3, Hugo=9, Finn=10)
    totals = {name: (total, rank) for name, total, rank in club.places()}
    assert totals["Ida"][0] == 16 + 8 + 3
    assert totals["Ida"][1] is not None
    assert totals["Gun"][1] is None

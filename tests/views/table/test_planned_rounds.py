"""A game with a round for each player, when players join or leave: the table is asked, nothing is silent."""

from __future__ import annotations

import pytest

from tests.custom import definition_of
from tests.phone import Phone
from tests.table import start

THREE = "Anna Bo Cara"
ROUND_OF_FOUR = "nobody out, Anna =1, Bo =2, Cara =3, Dilan =4"
EACH_DEALS_ONCE = definition_of({"name": "Plump", "letters": "P", "rounds": "per_player"})


def phone_at(app, table) -> Phone:
    phone = Phone(app)
    phone.open_link(table.link("scorer"))
    phone.get(f"{table.path}/seats")
    return phone


def joins(phone: Phone, name: str) -> None:
    phone.submit("form[action$='/seats']", {"name": name})


@pytest.fixture(params=["vandatta", EACH_DEALS_ONCE], ids=["vandatta", "own game"])
def table(app, request):
    table = start(app, request.param, THREE)
    return table.plays("nobody out, Anna =1, Bo =2, Cara =3")


def test_a_fourth_player_makes_it_four_rounds_if_the_table_says_so(app, table):
    phone = phone_at(app, table)
    joins(phone, "Dilan")
    assert phone.page.texts("h1") == ["Four rounds now?"]
    phone.submit("/planned-rounds")
    assert phone.page.flashes == ["The game has 4 rounds now."]
    for _round in (2, 3):
        table.plays(ROUND_OF_FOUR)
    assert not table.is_finished()
    table.plays(ROUND_OF_FOUR)
    assert table.is_finished()


def test_it_stays_at_three_if_the_table_says_no(app, table):
    phone = phone_at(app, table)
    joins(phone, "Dilan")
    (no,) = [a for a in phone.page.select("main a.button") if "stays at three rounds" in a.get_text()]
    phone.get(no["href"])
    for _round in (2, 3):
        assert not table.is_finished()
        table.plays(ROUND_OF_FOUR)
    assert table.is_finished()


def test_the_change_of_rounds_can_be_taken_back(app, table):
    phone = phone_at(app, table)
    joins(phone, "Dilan")
    phone.submit("/planned-rounds")
    table.takes_back(table.last_change())
    for _round in (2, 3):
        table.plays(ROUND_OF_FOUR)
    assert table.is_finished()


def test_it_is_asked_when_a_player_leaves_and_comes_back(app, table):
    phone = phone_at(app, table)
    phone.submit(f"/{table.seat_id('Cara')}/leaving")
    assert phone.page.texts("h1") == ["Two rounds now?"]
    phone.submit("/planned-rounds")
    phone.get(f"{table.path}/seats")
    phone.submit(f"/{table.seat_id('Cara')}/return")
    assert phone.page.texts("h1") == ["Three rounds now?"]


def test_when_as_many_rounds_have_been_played_the_page_says_that_the_game_would_be_over(app, table):
    table.plays("nobody out, Anna =1, Bo =2, Cara =3")
    phone = phone_at(app, table)
    phone.submit(f"/{table.seat_id('Cara')}/leaving")
    assert "2 rounds have been played: it would be over." in phone.page.words
    assert not table.is_finished()
    phone.submit("/planned-rounds")
    assert table.is_finished()


def test_an_answer_to_another_number_of_players_changes_nothing(app, table):
    phone = phone_at(app, table)
    joins(phone, "Dilan")
    address, _method, sent = phone.filled("/planned-rounds")
    phone.get(f"{table.path}/seats")
    joins(phone, "Eva")
    phone.post(address, sent, status=200)
    assert "Nothing was changed." in phone.page.flashes[0]


def test_a_fixed_number_of_rounds_is_not_asked_about(app):
    phone = phone_at(app, start(app, "vandatta", THREE, rounds=7))
    joins(phone, "Dilan")
    assert "now?" not in phone.page.texts("h1")[0]

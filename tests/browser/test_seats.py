"""Changes of players during a session, on a phone: taking over a seat, leaving.

Vandatta of three has three rounds; a K is 1, an 8 is 10, an ace 5.

    round | Anna     Bo      Cara
      1   | out      K   1   8  10
      2   | K    1   out     A   5    Dilan has taken over Cara’s 10
      3   | A    5   K   1   out      that is Dilan, who ends with 15
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import (
    expect_podium,
    expect_totals,
    flash_text,
    open_link,
    open_menu,
    row_of,
    score_round,
    undo,
)
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.table import Table


@pytest.fixture
def game(app: Flask) -> Table:
    return start(app, "vandatta", "Anna Bo Cara").plays("Anna out, Bo K, Cara 8")


def open_seats(phone: Page, table: Table) -> None:
    open_link(phone, table.link("scorer"))
    phone.goto(table.path)
    open_menu(phone).locator("a[href$='/seats']").tap()


def test_a_player_takes_over_a_seat_with_its_points_and_it_is_undone(phone: Page, game: Table):
    open_seats(phone, game)
    phone.get_by_role("link", name=re.compile("hands over.*Cara")).tap()
    expect(phone.locator("h1")).to_have_text("Who plays on for Cara?")
    expect(phone.locator("main")).to_contain_text("Goes on with 10 points from the next deal on.")
    phone.get_by_label("Name").fill("Dilan")
    phone.locator("button.main").tap()
    expect_totals(phone, Anna=0, Bo=1, Dilan=10)
    phone.goto(game.path)
    score_round(phone, out="Bo", hands={"Dilan": "A", "Anna": "K"})
    score_round(phone, out="Dilan", hands={"Anna": "A", "Bo": "K"})
    expect_podium(phone, (1, "Bo", 2), (2, "Anna", 6), (3, "Dilan", 15))
    expect(phone.locator("main")).to_contain_text("Cara")

    phone.goto(f"{game.path}/history")
    expect(phone.locator(".history")).to_contain_text("Dilan took over from Cara with 10 points")


def test_a_takeover_by_mistake_is_undone(phone: Page, game: Table):
    open_seats(phone, game)
    phone.get_by_role("link", name=re.compile("hands over.*Cara")).tap()
    phone.get_by_label("Name").fill("Dilan")
    phone.locator("button.main").tap()
    expect_totals(phone, Dilan=10)
    undo(phone)
    expect_totals(phone, Anna=0, Bo=1, Cara=10)
    expect(row_of(phone, "Dilan")).to_have_count(0)


def test_a_player_who_leaves_keeps_the_points_and_needs_no_hand(phone: Page, game: Table):
    open_seats(phone, game)
    phone.get_by_role("button", name=re.compile("leaves.*Cara")).tap()
    expect(flash_text(phone)).to_contain_text("Cara")
    phone.goto(game.path)
    score_round(phone, out="Bo", hands={"Anna": "K"})
    score_round(phone, out="Anna", hands={"Bo": "A"})
    expect_podium(phone, (1, "Anna", 1), (2, "Bo", 6))
    expect(phone.locator("main")).to_contain_text("Cara")
    assert game.totals() == {"Anna": 1, "Bo": 6, "Cara": 10}


def test_a_player_who_left_comes_back_by_the_same_name(phone: Page, game: Table, expected_errors: list[str]):
    expected_errors.append("422")
    game.leaves("Cara")
    open_seats(phone, game)
    phone.locator("#f-name").fill("cara")
    phone.get_by_role("button", name="Sit down").last.tap()
    expect(phone.get_by_role("alert")).to_contain_text("Cara has left. Does Cara come back?")
    phone.get_by_role("button", name="Cara comes back").tap()
    expect(flash_text(phone)).to_contain_text("Cara")
    phone.goto(game.path)
    expect_totals(phone, Anna=0, Bo=1, Cara=10)

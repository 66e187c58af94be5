"""A player takes over a seat during a session, on a phone.

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
    open_link,
    open_menu,
    score_round,
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

"""The second session of a family: from the start page to the podium and on, without typing known names.

Vandatta of three has three rounds; a K is 1, an 8 is 10, an ace 5.

    round | Anna     Bo      Cara
      1   | out      K   1   8  10
      2   | A    5   out     K   1
      3   | out      8  10   A   5
   totals |      5       11     16
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from models import Group, db
from tests.browser.actions import expect_podium, open_link, open_menu, score_round, undo
from tests.table import at_work, start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

NAMES = ["Anna", "Bo", "Cara"]


def test_the_second_session_of_a_family_from_the_start_page_to_the_podium(app: Flask, phone: Page):
    last = start(app, "vandatta_pagat", " ".join(NAMES))
    last.plays(*["Bo out, Anna K, Cara 8"] * 3)
    open_link(phone, last.link("owner"))

    phone.goto("/")
    expect(phone.locator("main")).to_contain_text("Bo")  # the last winner
    expect(phone.locator(".waiting")).to_have_count(0)
    phone.locator("a[href^='/new/vandatta_pagat?']").tap()

    for seat, name in enumerate(NAMES):
        expect(phone.locator("input[name=name]").nth(seat)).to_have_value(name)
    phone.get_by_role("radio", name="Anna deals first").tap()
    phone.get_by_role("button", name="Start the game").tap()
    score_round(phone, out="Anna", hands={"Bo": "K", "Cara": "8"})

    phone.goto("/")  # the phone was put away
    phone.locator(".waiting a").first.tap()
    score_round(phone, out="Bo", hands={"Cara": "K", "Anna": "K"})
    undo(phone)
    score_round(phone, out="Bo", hands={"Cara": "K", "Anna": "A"})
    score_round(phone, out="Anna", hands={"Bo": "8", "Cara": "A"})

    expect_podium(phone, (1, "Anna", 5), (2, "Bo", 11), (3, "Cara", 16))
    expect(phone.locator(".toast")).to_have_count(0)
    expect(open_menu(phone).get_by_role("button", name="Take back")).to_be_visible()
    phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Play again").tap()
    expect(phone.locator(".deal")).to_contain_text("deals")

    with at_work(app):
        assert db.session.scalars(db.select(Group.id)).all() == [last.group_id]

"""A family scores a game from the start page to the podium, begins the next one, and looks at the night.

Vändåtta of three has three rounds; an 8 is 10, an ace 5, every other card 1.

    round | Anna     Bo       Cara
      1   | out      K    1   8   10   ← Cara's 8 was first counted as an ace
      2   | K    1   A    5   2 3  2   nobody out
      3   | A    5   out      K    1
   totals |      6        6       13
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.actions import (
    expect_deal,
    expect_podium,
    expect_totals,
    flash_text,
    open_hand,
    open_menu,
    save,
    score_round,
    start_game,
    undo,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_family_scores_a_night(phone: Page):
    start_game(phone, "vandatta_pagat", "Anna Bo Cara", first="Anna")
    expect(flash_text(phone)).to_have_text("Anna deals first. Have a good game!")
    expect_deal(phone, "Round 1 of 3", cards=7, dealer="Anna", leader="Bo")
    score_round(phone, out="Anna", hands={"Bo": "K", "Cara": "A"})
    expect(flash_text(phone)).to_have_text("Round 1: Anna out, Bo 1, Cara 5")
    expect_totals(phone, Anna=0, Bo=1, Cara=5)

    phone.goto("/")  # the phone was put away
    phone.locator(".waiting a").first.tap()
    expect_deal(phone, "Round 2 of 3", cards=7, dealer="Bo", leader="Cara")
    score_round(phone, out="Bo", hands={"Cara": "2 3", "Anna": "K"})
    undo(phone)
    expect(flash_text(phone)).to_have_text("Taken back: Round 2: Bo out, Anna 1, Cara 2")
    score_round(phone, out=None, hands={"Anna": "K", "Bo": "A", "Cara": "2 3"})
    expect(flash_text(phone)).to_have_text("Round 2: nobody out, Anna 1, Bo 5, Cara 2")
    expect_totals(phone, Anna=1, Bo=6, Cara=7)

    correct_an_ace_to_an_eight(phone)
    expect_totals(phone, Anna=1, Bo=6, Cara=12)
    score_round(phone, out="Bo", hands={"Cara": "K", "Anna": "A"})

    expect(phone.locator(".stage h2")).to_contain_text("Anna and Bo win together")
    expect_podium(phone, (1, "Anna", 6), (1, "Bo", 6), (3, "Cara", 13))
    expect(phone.get_by_label("The result as text")).to_have_value(
        re.compile(r"1\. Anna 6\n1\. Bo 6\n3\. Cara 13")
    )
    expect(phone.locator(".toast")).to_have_count(0)
    expect(open_menu(phone).get_by_role("button", name="Take back")).to_be_visible()
    phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Play again").tap()
    expect_deal(phone, "Round 1 of 3", cards=7, dealer="Anna", leader="Bo")

    phone.locator(".bar").get_by_role("link", name="Home").tap()
    expect(phone.locator(".waiting .sides small")).to_have_text(["Anna", "Bo", "Cara"])
    phone.locator(".bar").get_by_role("link", name="Nights").tap()
    night = phone.locator(".night")
    expect(night.locator(".games li")).to_have_text(
        ["Vändåtta won by Anna and Bo", "Vändåtta waits to be played on"]
    )
    night.get_by_role("link").tap()
    expect(phone.locator(".result-panel h2")).to_contain_text("Anna and Bo")
    expect(phone.get_by_label("The night as text")).to_have_value(re.compile(r"3\. Cara 13"))


def correct_an_ace_to_an_eight(phone: Page) -> None:
    """Cara's hand of round 1, from the score sheet."""
    phone.get_by_role("link", name="Score sheet").tap()
    phone.get_by_role("link", name=re.compile("^Round 1, Cara: ")).tap()
    chips = open_hand(phone).locator(".count-chip")
    expect(phone.locator("[data-save]")).to_be_disabled()
    chips.and_(phone.locator("[data-of='A'][data-count='0']")).tap()
    chips.and_(phone.locator("[data-of='8'][data-count='1']")).tap()
    expect(phone.locator("[data-save]")).to_have_text("Save 10")
    save(phone)
    expect(flash_text(phone)).to_have_text("Round 1: Anna out, Bo 1, Cara 10")

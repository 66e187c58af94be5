"""A table defines a game of its own, plays it, and the first player to reach the target wins.

Crazy Eights to 100: an 8 is 50, a K 10, an ace 1; the winner of a round collects what the others hold.

    round | Anna     Bo       Cara
      1   | out 60   8        K
      2   | A        K        out 11
      3   | out 51   8        A
   totals |     111       0        11
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.actions import (
    expect_podium,
    expect_totals,
    flash_text,
    name_seats,
    score_round,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_table_plays_a_game_of_its_own(phone: Page):
    phone.goto("/")
    phone.locator(".deck").get_by_text("Another game…").tap()
    expect(phone.locator("h1")).to_have_text("Another game")
    define_crazy_eights(phone)
    phone.get_by_role("button", name="Save, then seats").tap()
    expect(phone.locator("h1")).to_have_text("New game")
    name_seats(phone, "Anna Bo Cara")
    phone.get_by_role("radio", name="Anna deals first").tap()
    phone.get_by_role("button", name="Start the game").tap()

    score_round(phone, out="Anna", hands={"Bo": "8", "Cara": "K"})
    expect(flash_text(phone)).to_have_text("Round 1: Anna +60 (Bo 50, Cara 10)")
    expect_totals(phone, Anna=60, Bo=0, Cara=0)
    score_round(phone, out="Cara", hands={"Anna": "A", "Bo": "K"})
    expect_totals(phone, Anna=60, Bo=0, Cara=11)
    score_round(phone, out="Anna", hands={"Bo": "8", "Cara": "A"})
    expect(phone.locator(".stage h2")).to_have_text("Anna first to 100, with 111")
    expect_podium(phone, (1, "Anna", 111), (2, "Cara", 11), (3, "Bo", 0))


def define_crazy_eights(phone: Page) -> None:
    """The page says the rules in a sentence while it is answered."""
    phone.wait_for_load_state()  # before its module runs, an answer changes nothing
    phone.get_by_label("Name of the game").fill("Crazy Eights")
    expect(phone.locator("[data-letters]")).to_have_text("CE")
    for answer in ("Tap the cards left", "Winner collects", "At a total"):
        phone.locator("label", has_text=answer).first.tap()
    sentence = "The winner of a round collects what the others hold; it ends when somebody reaches 100."
    expect(phone.get_by_text(sentence)).to_be_visible()

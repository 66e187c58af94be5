"""A player looks something up: rules of a variant, search, referee, and the games side by side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_a_player_looks_up_the_rules(phone: Page):
    phone.goto("/rules")
    phone.get_by_role("link", name="Derange Order of Eight", exact=False).first.tap()
    expect(phone.locator("h1")).to_have_text("Derange Order of Eight")
    phone.locator(".page-links a").last.tap()
    expect(phone.locator(":target")).to_be_in_viewport()

    ask_the_rules(phone)
    ask_the_referee(phone)
    compare_a_hand(phone)


def ask_the_rules(phone: Page) -> None:
    """The answers appear while typing, and lead to their place in the rules."""
    phone.evaluate("() => { window.stillTheSamePage = true; }")
    box = phone.get_by_label("Ask the rules of Derange Order of Eight")
    box.fill("how much is an eight")
    expect(phone.locator(".hits li").first).to_contain_text("Eights: 50 points each.")
    expect(phone).to_have_url(re.compile(r"q=how\+much\+is\+an\+eight"))
    box.fill("king two players")
    answer = phone.locator(".hits li").first
    expect(answer).to_contain_text("Derange")
    assert phone.evaluate("() => window.stillTheSamePage")
    answer.get_by_role("link").tap()
    expect(phone.locator("h1")).to_have_text("Derange Order of Eight")
    expect(phone.locator(":target")).to_be_in_viewport()


def ask_the_referee(phone: Page) -> None:
    """Two taps give the verdict; another choice changes it, and back leads to the first."""
    phone.locator(".bar").get_by_role("link", name="May I play this?").tap()
    phone.wait_for_url("**/referee")  # loaded: before its module runs a choice does nothing
    cards = phone.locator(".board a")
    cards.filter(has_text="2 of hearts").tap()
    expect(phone.get_by_role("heading", name="Which card do you want to play?")).to_be_visible()
    cards.filter(has_text="8 of spades").tap()
    expect(phone.locator("[data-verdict='yes']")).to_be_visible()
    phone.locator("label", has_text="4 cards owed").tap()
    expect(phone.locator("[data-verdict='no']")).to_be_visible()
    phone.go_back()
    expect(phone.locator("[data-verdict='yes']")).to_be_visible()


def compare_a_hand(phone: Page) -> None:
    """The same cards have other values in other games."""
    phone.goto("/rules")
    phone.get_by_role("link", name="Games side by side").tap()
    expect(phone.get_by_role("columnheader", name="Vatikan")).to_be_attached()
    phone.get_by_role("button", name="Add: 8", exact=True).tap()
    hand = phone.get_by_label("Cards left in the hand")
    expect(hand).to_have_value("8")
    hand.fill("8 8 5")
    hand.press("Enter")
    values = phone.locator(".variant-values li")
    expect(values.filter(has_text="Derange")).to_contain_text("2 × 50 + 5")
    expect(values.filter(has_text="Vatikan")).to_contain_text("no points")

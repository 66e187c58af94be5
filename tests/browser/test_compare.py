"""Comparison of games on a phone: the table is swiped within its frame, and a hand is composed by taps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = """() => {
    const frame = document.querySelector(".side-by-side .scroll");
    return [document.scrollingElement.scrollWidth, frame.scrollWidth, frame.clientWidth];
}"""


@pytest.mark.parametrize("width", [320, 390])
def test_the_table_is_swiped_sideways_and_the_page_is_not(phone: Page, width: int):
    phone.set_viewport_size({"width": width, "height": 844})
    phone.goto("/rules/compare#table")
    page, table, frame = phone.evaluate(WIDTHS)
    assert page == width
    assert table > 1.5 * frame, "five games are wider than a phone"

    region = phone.get_by_role("region", name="Side by side")
    region.focus()
    expect(region).to_be_focused()
    region.evaluate("(frame) => { frame.scrollTo(frame.scrollWidth, 600); }")
    question, game = phone.locator("th[scope=row]").first, phone.locator("thead th").last
    frame_box = region.bounding_box()
    assert question.bounding_box()["x"] == pytest.approx(frame_box["x"], abs=1), "the questions stay"
    assert game.bounding_box()["y"] == pytest.approx(frame_box["y"], abs=2), "the names of the games stay"
    assert game.bounding_box()["x"] + game.bounding_box()["width"] <= width + 1


def test_on_a_wide_screen_all_five_fit_and_their_names_are_sticky(phone: Page):
    phone.set_viewport_size({"width": 1280, "height": 900})
    phone.goto("/rules/compare")
    page, table, frame = phone.evaluate(WIDTHS)
    assert page == 1280
    assert table <= frame
    phone.locator("tr", has_text="Going out").scroll_into_view_if_needed()
    expect(phone.get_by_role("columnheader", name="Vatikan")).to_be_in_viewport()


def test_a_hand_is_composed_without_javascript(plain_phone: Page):
    phone = plain_phone
    phone.goto("/rules/compare?variant=derange&variant=vatikan")
    for rank in ("8", "5", "king", "joker"):
        phone.get_by_role("button", name=f"Add: {rank}", exact=True).tap()
    derange, vatikan = phone.locator(".variant-values li").first, phone.locator(".variant-values li").last
    expect(derange).to_contain_text("75")
    expect(derange).to_contain_text("50 + 5 + 20")
    expect(derange).to_contain_text("There is no joker in this game")
    expect(vatikan).to_contain_text("no points")
    expect(phone.locator("#worth")).to_be_in_viewport()
    phone.get_by_role("button", name="Take back", exact=True).tap()
    phone.get_by_role("button", name="Take back: 5", exact=True).tap()
    expect(phone.get_by_label("Cards left in the hand")).to_have_value("8 K")
    expect(phone.locator(".variant-values li").first).to_contain_text("50 + 20")

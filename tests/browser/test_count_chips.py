"""Chips on the pad set the number of cards where a variant has few kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import (
    declare_out,
    open_hand,
    review,
    start_game,
)

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_three_classes_are_counted_by_chips_from_zero_to_nine(phone: Page):
    start_game(phone, "vandatta_pagat", "Anna Bo", first="Anna")
    phone.locator(".bar a.main").tap()
    expect(phone.locator(".seats")).to_be_visible()
    declare_out(phone, "Anna")
    hand = open_hand(phone)
    expect(hand.locator(".pad-name")).to_have_text("Bo")
    chips = hand.get_by_role("group", name="eights").locator(".count-chip")
    expect(chips).to_have_text(["0 eights", "1 an eight", *(f"{count} eights" for count in range(2, 10))])
    expect(hand.locator(".count-chips")).to_have_count(3)

    hand.get_by_role("button", name="9 ordinary cards").tap()  # nine cards in one tap
    expect(hand.locator(".sum")).to_have_text("9")
    hand.get_by_role("button", name="2 eights").tap()
    expect(hand.locator(".sum")).to_have_text("29")
    hand.get_by_role("button", name="an eight").first.tap()  # the key beside the chips adds one
    expect(hand.locator(".sum")).to_have_text("39")
    hand.get_by_role("button", name="0 eights").tap()
    expect(hand.locator(".sum")).to_have_text("9")
    phone.locator("[data-next]").tap()
    assert review(phone) == ["Anna out 0", "Bo other ×9 9"]

"""Every key of the pad is in reach: portrait and landscape, small screens, and text twice as large."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

from game.variants.custom.presets import presets
from tests.browser.actions import declare_out, open_table
from tests.browser.font_size import TWICE, USUAL, set_font_size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask
    from playwright.sync_api import Page

from tests.table import start

SIZES = ((390, 844), (844, 390), (375, 667), (320, 568))
LEAST = 44  # CSS pixels
VARIANTS = ("derange", "vandatta_pagat", "swedish_pursuit", "vatikan")
NAMES = ("Anna", "Bo", "Donaudampfschifffahrtskapitänswitwe", "Dilan")

OUT_OF_REACH = """
() => [...document.querySelectorAll(".pad button, .bar button, .bar a, [data-type]")]
    .filter((element) => element.checkVisibility())
    .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return { what: element.textContent.trim(), width, height, isHit: element.contains(hit) };
    })
    .filter(({ width, height, isHit }) => !isHit || Math.min(width, height) < LEAST)
""".replace("LEAST", str(LEAST - 0.5))

SIDEWAYS = "() => document.querySelector('.page').scrollWidth - document.querySelector('.page').clientWidth"

IN_SIGHT = """
() => {
    const sum = document.querySelector(".step:not([hidden]) .sum").getBoundingClientRect();
    return sum.top >= 0 && sum.bottom <= innerHeight;
}
"""


def open_first_hand(app: Flask, phone: Page, variant: str) -> Page:
    """Bo's hand of round 1, in which Anna is out."""
    options: dict[str, object] = {"tally": "house_points", "games": 4} if variant == "vatikan" else {}
    open_table(phone, start(app, variant, " ".join(NAMES), **options), page="/rounds/1")
    declare_out(phone, "Anna")
    expect(phone.locator(".step:not([hidden]) .pad-name")).to_have_text("Bo")
    return phone


def on_each_screen(phone: Page) -> Iterator[Page]:
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        yield phone


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_key_is_visible_and_reachable_without_scrolling(app: Flask, phone: Page, variant: str):
    for screen in on_each_screen(open_first_hand(app, phone, variant)):
        expect_every_key_in_reach(screen)


def test_text_twice_as_large_leaves_every_key_in_reach(app: Flask, phone: Page):
    set_font_size(phone, TWICE)
    for screen in on_each_screen(open_first_hand(app, phone, "derange")):
        assert screen.evaluate("() => getComputedStyle(document.documentElement).fontSize") == f"{TWICE}px"
        expect_every_key_in_reach(screen)


@pytest.mark.parametrize("size", [USUAL, TWICE])
def test_the_keys_for_typed_points_are_in_reach_too(app: Flask, phone: Page, size: int):
    set_font_size(phone, size)
    table = start(app, presets()["chicago"].definition("en"), " ".join(NAMES))
    table.plays(f"Anna =0, Bo =10, {NAMES[2]} =11, Dilan =-5")
    open_table(phone, table, page="/rounds/2")
    expect(phone.locator(".step:not([hidden]) .quick button")).to_have_count(4)
    for screen in on_each_screen(phone):
        expect_every_key_in_reach(screen)


def expect_every_key_in_reach(phone: Page) -> None:
    assert phone.evaluate(OUT_OF_REACH) == [], phone.viewport_size
    assert phone.evaluate(SIDEWAYS) == 0, phone.viewport_size
    assert phone.evaluate(IN_SIGHT), phone.viewport_size


def test_a_tap_vibrates_unless_disabled_on_this_phone(app: Flask, phone: Page):
    phone.add_init_script("window.felt = []; navigator.vibrate = (time) => window.felt.push(time);")
    open_first_hand(app, phone, "derange")
    for setting, times in (("off", []), ("on", [10, 10])):
        phone.evaluate("(value) => (document.documentElement.dataset.vibrate = value)", setting)
        for key in ("8", "K"):
            phone.locator(f".step:not([hidden]) [data-key='{key}']").tap()
        assert phone.evaluate("() => window.felt") == times


LINES = """
(button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    return new Set([...words.getClientRects()].map((line) => line.top)).size;
}
"""


def test_the_back_link_is_a_whole_word_in_swedish_too(app: Flask, open_phone: Callable[..., Page]):
    for screen in on_each_screen(open_first_hand(app, open_phone(locale="sv-SE"), "derange")):
        back = screen.get_by_role("button", name="Tillbaka", exact=True)
        expect(back).to_be_visible()
        assert back.evaluate(LINES) == 1, screen.viewport_size

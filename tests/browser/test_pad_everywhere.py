"""Every key where a finger finds it: upright and turned phones, small ones, and letters twice as large."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests import sampling

pytest.importorskip("playwright")
from playwright.sync_api import expect

from tests.browser.evening import say_out
from tests.browser.letters import TWICE, USUAL, set_letters

if TYPE_CHECKING:
    from collections.abc import Callable

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


@pytest.fixture
def counting(app: Flask, phone: Page) -> Callable[..., Page]:
    """The first hand of a game on a screen of this size, in letters of this size."""

    def count(variant: str, size: tuple[int, int], letters: int = USUAL) -> Page:
        table = start(app, variant, " ".join(NAMES), **_options(variant))
        phone.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        set_letters(phone, letters)
        phone.goto(table.link("scorer"))
        phone.goto(f"{table.path}/rounds/1")
        say_out(phone, "Anna")
        expect(phone.locator(".step:not([hidden]) .pad-name")).to_have_text("Bo")
        return phone

    return count


def _options(variant: str) -> dict[str, object]:
    return {"tally": "house_points", "games": 4} if variant == "vatikan" else {}


@pytest.mark.parametrize(
    ("variant", "size"),
    sampling.half_of_each_kind(
        product(VARIANTS, SIZES), lambda case: case[0], sampling.chance_for("screens of the pad")
    ),
    ids=str,
)
def test_every_key_is_seen_and_hit_without_scrolling(
    counting: Callable[..., Page], variant: str, size: tuple[int, int]
):
    phone = counting(variant, size)
    assert phone.evaluate(OUT_OF_REACH) == []
    assert phone.evaluate(SIDEWAYS) == 0
    assert phone.evaluate(IN_SIGHT)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_letters_twice_as_large_leave_every_key_in_reach(
    counting: Callable[..., Page], size: tuple[int, int]
):
    phone = counting("derange", size, letters=TWICE)
    assert phone.evaluate("() => getComputedStyle(document.documentElement).fontSize") == f"{TWICE}px"
    assert phone.evaluate(OUT_OF_REACH) == []
    assert phone.evaluate(SIDEWAYS) == 0
    assert phone.evaluate(IN_SIGHT)


@pytest.mark.parametrize(("said", "times"), [("on", [10, 10]), ("off", [])])
def test_a_tap_is_felt_unless_this_phone_was_told_otherwise(
    counting: Callable[..., Page], phone: Page, said: str, times: list[int]
):
    phone.add_init_script("window.felt = []; navigator.vibrate = (time) => window.felt.push(time);")
    counting("derange", SIZES[0])
    phone.evaluate("(said) => (document.documentElement.dataset.vibrate = said)", said)
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


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_the_way_back_is_a_whole_word_in_swedish_too(
    app: Flask, open_phone: Callable[..., Page], size: tuple[int, int]
):
    table = start(app, "derange", " ".join(NAMES))
    phone = open_phone(locale="sv-SE", viewport=dict(zip(("width", "height"), size, strict=True)))
    phone.goto(table.link("scorer"))
    phone.goto(f"{table.path}/rounds/1")
    say_out(phone, "Anna")
    back = phone.get_by_role("button", name="Tillbaka", exact=True)
    expect(back).to_be_visible()
    assert back.evaluate(LINES) == 1

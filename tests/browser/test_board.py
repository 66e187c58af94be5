"""The board on a TV and on a tablet: large, complete, without scrolling, and updated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_table
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

TV, TABLET = {"width": 1920, "height": 1080}, {"width": 1024, "height": 768}
EIGHT = " ".join(f"{letter * 38}{n}" for n, letter in enumerate("WMQOGDUH"))
FOUR = "Anna Bo Cara Dilan"
# Errors in the layout: figures truncated or out of sight, the page or a part of it that scrolls.
WRONG = """
() => {
    const inside = (box) => box.top >= -1 && box.left >= -1
        && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
    const root = document.documentElement;
    const wrong = [];
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) wrong.push("scrolls");
    const figures = ".total, .rank, .disc, .next > b, .podium-player :is(b, .name), .code, .result-text";
    for (const each of document.querySelectorAll(figures)) {
        const box = each.getBoundingClientRect();
        const holder = each.closest("li, section, aside, .last").getBoundingClientRect();
        if (!inside(box)) wrong.push(`out of sight: ${each.textContent}`);
        const cut = box.bottom > holder.bottom + 1 || box.top < holder.top - 1;
        const wide = each.matches("b, .total") && box.right > holder.right + 1;
        if (cut || wide) wrong.push(`cut: ${each.textContent}`);
    }
    return wrong;
}
"""
HEIGHTS = """
(selector) => Math.min(...[...document.querySelectorAll(selector)]
    .filter((each) => each.textContent.trim() && each.checkVisibility())
    .map((each) => parseFloat(getComputedStyle(each).fontSize)))
"""


def board(app: Flask, page: Page, names: str, *, over: bool = False) -> Page:
    table = start(app, "derange", names, mode="short", decks=4)
    *others, last = table.seats()
    table.plays(*[", ".join([f"{last} out", *(f"{name} 8 8 Q" for name in others)])] * (7 if over else 3))
    page.set_viewport_size(TV)
    open_table(page, table, "owner", "/board")
    page.wait_for_function(
        "() => document.getAnimations().every((motion) => motion.playState === 'finished')"
    )
    return page


@pytest.mark.parametrize("names", [FOUR, EIGHT], ids=["four", "eight long names"])
def test_the_final_board_is_completely_visible_and_nothing_is_truncated(app: Flask, phone: Page, names: str):
    page = board(app, phone, names, over=True)
    for size in (TV, TABLET):
        page.set_viewport_size(size)
        assert page.evaluate(WRONG) == [], size


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (FOUR, ((TV, 130, 65, 35), (TABLET, 95, 47, 25))),
        (EIGHT, ((TV, 68, 36, 35), (TABLET, 48, 25, 25))),
    ],
    ids=["four", "eight long names"],
)
def test_the_board_is_completely_visible_and_readable_from_four_metres(
    app: Flask, phone: Page, names: str, letters: tuple[tuple[dict[str, int], int, int, int], ...]
):
    page = board(app, phone, names)
    for size, total, name, least in letters:
        page.set_viewport_size(size)
        assert page.evaluate(WRONG) == [], size
        assert page.evaluate(HEIGHTS, ".tv-standings .total") >= total
        assert page.evaluate(HEIGHTS, ".tv-standings .name") >= name
        assert page.evaluate(HEIGHTS, ".next > b") >= 2 * total / (2 if names == EIGHT else 1)
        assert (
            page.evaluate(HEIGHTS, ".next p, .last p, .tv-standings small, .tv-standings .rank, .join > p")
            >= least
        )


def test_it_updates_to_the_podium_without_a_tap(app: Flask, phone: Page):
    table = start(app, "vandatta", "Anna Bo", rounds=1)
    phone.set_viewport_size(TABLET)
    open_table(phone, table, "watcher", "/board")
    expect(phone.locator(".next .dealer")).to_have_text("Anna deals")
    table.plays("Anna out, Bo 8")
    expect(phone.locator(".stage h2")).to_contain_text("Anna")


def test_one_tap_fills_the_screen_and_hides_the_corner(app: Flask, phone: Page):
    phone.add_init_script(
        "Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => true });"
        "Element.prototype.requestFullscreen = async function () { window.filled = this.tagName; };"
    )
    page = board(app, phone, FOUR)
    page.get_by_role("button", name="Full screen").tap()
    assert page.evaluate("() => window.filled") == "HTML"


def test_there_is_no_button_where_a_browser_cannot_fill_the_screen(app: Flask, phone: Page):
    phone.add_init_script(
        "Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false });"
    )
    page = board(app, phone, FOUR)
    expect(page.get_by_role("button", name="Full screen")).to_be_hidden()

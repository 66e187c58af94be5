"""Wide screens have one grid: navigation, headings and texts are aligned on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.actions import open_link
from tests.table import start

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from playwright.sync_api import Page

    from tests.table import Table

FRAME = 72 * 16  # pixels; beside it at least 32 on each side
LEFT_OF = """(selector) => {
  const style = getComputedStyle(document.querySelector(selector));
  return document.querySelector(selector).getBoundingClientRect().left + parseFloat(style.paddingLeft);
}"""
IN_GROUP = (
    "",
    "/nights",
    "/statistics",
    "/statistics/records",
    "/statistics/rivals",
    "/links",
    "/tournaments",
    "/players",
)
AT_TABLE = ("", "/rounds", "/seats", "/chances", "/history", "/end", "/phones", "/identity")
ANYWHERE = (
    "/",
    "/new",
    "/new/derange",
    "/rules",
    "/rules/derange",
    "/rules/derange/referee",
    "/rules/search",
    "/phone",
)


WIDTHS = (1280, 1920)


def test_every_page_begins_at_the_left_of_one_frame(
    open_phone: Callable[..., Page], app: Flask, table: Table
):
    table.plays("Cara out, Anna 8, Bo K")
    over = start(app, "vandatta", "Anna Bo", group_id=table.group_id, clock=table.clock, rounds=1)
    over.plays("Anna out, Bo 8")
    page = open_phone(viewport={"width": WIDTHS[0], "height": 900})
    open_link(page, table.link("owner"))
    wrong = {}
    for path in (
        *ANYWHERE,
        *(table.group_path + each for each in IN_GROUP),
        *(table.path + each for each in AT_TABLE),
        over.path,
    ):
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            left = max(32, (width - FRAME) / 2)
            edges = [page.evaluate(LEFT_OF, each) for each in (".dock", ".top", "main")]
            wide = page.evaluate("document.documentElement.scrollWidth")
            if edges != [left] * 3 or wide > width:
                wrong[path, width] = (*edges, wide)
    assert wrong == {}


def test_a_phone_in_landscape_shows_the_deal_and_all_standings(open_phone: Callable[..., Page], app: Flask):
    table = start(app, "derange", "Anna Bo Cara Dilan").plays(*["Cara out, Anna K, Bo 9, Dilan 5"] * 4)
    page = open_phone(viewport={"width": 844, "height": 390})
    open_link(page, table.link("scorer"))
    page.goto(table.path)
    top = page.locator(".bar").bounding_box()
    assert top is not None
    for part in (".deal", *(f".standing:nth-child({place})" for place in range(1, 5))):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= top["y"], part

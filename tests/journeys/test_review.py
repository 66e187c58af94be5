"""A guest looks back: nights, the recap of one, statistics, a player, the year, and a score sheet.

The figures are those that tests/golden/nights.py works out by hand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.actions import open_link, open_menu
from tests.golden.nights import golden_group

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page


def test_a_guest_looks_back_at_three_nights(app: Flask, phone: Page):
    first, *_others = golden_group(app)
    open_link(phone, first.tables[0].link("watcher"))
    phone.goto(first.group_path)
    bar = phone.locator(".bar")
    bar.get_by_role("link", name="Nights").tap()
    expect(phone.locator(".night")).to_have_count(3)
    tap_the_corner_of_a_row(phone, "Derange Order of Eight won by Bo")
    expect(phone.locator("h1")).to_have_text("Friday 2 October 2026")
    expect(phone.locator(".result-panel h2")).to_contain_text("Anna took the night")
    expect(phone.locator(".tally .name")).to_have_text(["Anna", "Cara", "Bo", "Eva", "Dilan"])
    expect(phone.locator(".highlights li").first).to_contain_text("Dilan and Anna, 60")
    expect(phone.get_by_label("The night as text")).to_have_value(re.compile("Bo wins\n1. Bo 98\n2. Cara 99"))
    save_the_picture(phone)

    phone.locator(".tally").get_by_role("link", name="Bo").tap()
    expect(phone.locator("h1")).to_have_text("Bo")
    expect(phone.locator("main")).to_contain_text("2wins of 8")
    bar.get_by_role("link", name="People").tap()
    expect(phone.locator("main")).to_contain_text("Eight games in: Anna leads with 4 wins.")
    open_menu(phone).get_by_role("link", name="The year").tap()
    expect(phone.locator("h1")).to_have_text("The year 2026")
    expect(phone.locator("main")).to_contain_text("Anna won most games4 of 7")
    expect(phone.get_by_label("The year as text")).to_have_value(re.compile("3 nights, 8 games, 27 deals"))

    phone.goto(first.tables[1].path)
    expect(phone.locator(".stage h2")).to_have_text("Bo wins with 98")
    sheet = phone.locator(".round-sheet")
    expect(sheet.locator("tbody td:nth-child(3) b")).to_have_text(["0", "15", "27", "77", "77", "94", "98"])
    expect(sheet.locator("tfoot b")).to_have_text(["133", "98", "99", "107", "113"])


def tap_the_corner_of_a_row(phone: Page, text: str) -> None:
    """A row of the list opens wherever it is tapped."""
    box = phone.get_by_text(text).last.bounding_box()
    assert box is not None
    phone.touchscreen.tap(box["x"] + box["width"] - 5, box["y"] + 5)


def save_the_picture(phone: Page) -> None:
    phone.wait_for_load_state()  # before its module runs, the link is the drawing itself
    with phone.expect_download() as download:
        phone.get_by_role("link", name="Picture").tap()
    assert download.value.suggested_filename == "turn-eight.png"

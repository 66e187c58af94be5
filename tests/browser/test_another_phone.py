"""A guest joins a running session by the code on another phone, and counts their own cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_link, open_table

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

pytestmark = pytest.mark.table("derange", "Anna Bo Cara", mode="short")


def test_a_guest_gets_from_the_code_to_their_own_cards(phone: Page, second_phone: Page, table: Table):
    host, guest = phone, second_phone
    open_link(host, table.link("owner"))
    host.goto(table.path)
    host.locator(".top").get_by_role("button", name="Another phone joins").tap()
    expect(host.locator("h1")).to_have_text("Another phone joins")
    expect(host.locator(".qr svg")).to_be_visible()
    shown = host.locator("textarea").input_value()
    host.reload()
    expect(host.locator("textarea")).to_have_value(shown)
    host.get_by_role("link", name="Back to the table").tap()
    expect(host.locator(".deal")).to_be_visible()

    guest.goto("/join/" + shown.split("/join/")[1].strip())
    expect(guest.locator("h2")).to_have_text("Who are you?")
    guest.get_by_role("button", name="Bo").tap()
    expect(guest.locator("h1")).to_have_text("You are Bo")
    guest.get_by_role("link", name="To the table").tap()
    expect(guest.locator(".standing", has_text="Bo").locator(".you")).to_have_text("you")

    host.goto(f"{table.path}/rounds/1/hands")
    expect(host.locator(".who-out :checked")).to_have_count(0)
    host.locator(".who-out label", has_text="Cara").tap()
    host.get_by_role("button", name="Say who is out").tap()
    expect(guest.locator("h1")).to_contain_text("Bo")
    expect(guest.locator(".pad-name")).to_have_text("In your hand")


def test_the_table_page_shows_the_player_of_this_phone(phone: Page, table: Table):
    open_table(phone, table)
    phone.get_by_role("link", name="Own cards").tap()
    phone.get_by_role("button", name="Anna").tap()
    expect(phone.locator("main")).to_contain_text("This phone counts for you this evening.")
    phone.get_by_role("link", name="Not me").tap()
    phone.get_by_role("button", name="Cara").tap()
    expect(phone.locator(".flashes")).to_have_text("This phone counts for Cara.")
    expect(phone.locator(".standing", has_text="Cara").locator(".you")).to_be_visible()

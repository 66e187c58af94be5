"""A guest joins a running session by the code on another phone, and counts their own cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_table

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

pytestmark = pytest.mark.table("derange", "Anna Bo Cara", mode="short")


def test_the_table_page_shows_the_player_of_this_phone(phone: Page, table: Table):
    open_table(phone, table)
    phone.get_by_role("link", name="Own cards").tap()
    phone.get_by_role("button", name="Anna").tap()
    expect(phone.locator("main")).to_contain_text("This phone counts for you this evening.")
    phone.get_by_role("link", name="Not me").tap()
    phone.get_by_role("button", name="Cara").tap()
    expect(phone.locator(".flashes")).to_have_text("This phone counts for Cara.")
    expect(phone.locator(".standing", has_text="Cara").locator(".you")).to_be_visible()

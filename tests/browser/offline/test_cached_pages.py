"""Cached pages: what is cached, shown with its time, and deleted."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from models import Link, db
from tests.browser.actions import expect_totals, flash_text, open_menu
from tests.browser.offline.offline_phone import (
    AHEAD,
    cached_paths,
    eventually,
    expect_banner,
    go_offline,
    go_online,
    sit_down,
    wait_until_cached,
)

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


OpenPhone = Callable[..., "Page"]
# The methods of the forms on a cached page, before its scripts have run.
FORMS = """
async (url) => {
  const page = await (await caches.match(url, { ignoreVary: true })).text();
  return [...new DOMParser().parseFromString(page, "text/html").forms].map((form) => form.method);
}
"""


class TestPages:
    def test_the_pages_of_a_session_are_cached_and_no_others(self, new_phone: Page, table: Table):
        phone = new_phone
        pads = [f"{table.path}/rounds/{number}" for number in range(1, AHEAD + 1)]
        pages = ["/", "/rules/derange", table.group_path, table.path, f"{table.path}/rounds"]
        search = ["/rules/derange/search", "/rules/derange/index.json"]
        assert sorted(cached_paths(phone)) == sorted([*pages, "/offline", "/rules", *search, *pads])

        go_offline(phone)
        for path in pages:
            phone.goto(path)
            expect_banner(phone, "Offline")
            expect(phone.locator("[data-strip-then]")).to_have_text(re.compile(r"^As of \d?\d:\d\d\.$"))
            expect(phone.locator("h1")).not_to_have_text("Not on this phone")
        phone.goto(f"{table.group_path}/statistics")
        expect(phone.locator("h1")).to_have_text("Not on this phone")
        phone.get_by_role("link", name="To the game").tap()
        expect(phone.locator(".waiting h2")).to_have_text("Derange Order of Eight")

    def test_the_rules_of_the_table_are_searched_by_words(self, phone: Page, table: Table):
        go_offline(phone)
        phone.locator(".bar a.main").tap()
        phone.locator(".bar").get_by_role("link", name="Ask").tap()
        box = phone.get_by_label("Ask the rules of Derange Order of Eight")
        expect(phone.locator(".tonight")).to_contain_text("short game")
        phone.wait_for_load_state()
        box.fill("kings turn the direction")
        expect(phone.locator(".hint").last).to_contain_text("No connection: found by words")
        expect(phone.locator(".hits li").first).to_contain_text("turns the direction")
        box.fill("xylophone")
        expect(phone.locator(".none")).to_be_visible()
        box.fill("how many cards in the first round")
        phone.locator(".hits li").first.get_by_role("link").tap()
        expect(phone.locator("h1")).to_have_text("Derange Order of Eight")

    def test_a_watchers_phone_caches_no_pads(self, open_caching_phone: OpenPhone, table: Table):
        phone = open_caching_phone()
        sit_down(phone, table, "watcher")
        wait_until_cached(phone, "/rules/derange")
        assert not [path for path in cached_paths(phone) if re.search(r"/rounds/\d", path)]

    def test_yesterdays_page_shows_its_date_and_is_replaced_by_the_servers(self, phone: Page, table: Table):
        go_offline(phone)
        phone.clock.set_fixed_time(datetime.now(tz=UTC) + timedelta(days=1))
        phone.reload()
        expect_banner(phone, "Offline")
        days = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
        expect(phone.locator("[data-strip-then]")).to_have_text(
            re.compile(rf"^As of ({days}),? \d+ \w+ at \d?\d:\d\d\.$")
        )
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        go_online(phone)
        expect_totals(phone, Anna=0, Bo=4, Cara=5, Dilan=6)
        expect(phone.locator("[data-strip]")).to_be_hidden()

    def test_forms_that_cannot_be_queued_are_unchanged(self, phone: Page, table: Table):
        misdeal = phone.get_by_role("button", name="Misdeal")
        go_offline(phone)
        expect_banner(phone, "Offline")
        open_menu(phone)
        misdeal.tap()
        banner = phone.locator("[data-strip-then]")
        expect(banner).to_have_text("That needs a connection. Nothing was changed.")
        go_online(phone)
        expect(phone.locator("[data-strip]")).to_be_hidden()
        if not misdeal.is_visible():
            open_menu(phone)
        misdeal.tap()
        expect(flash_text(phone)).to_contain_text("Misdeal")

    def test_a_form_sent_before_its_page_can_queue_it_fails(self, phone: Page, table: Table):
        """With the browser's error page, offline."""
        go_offline(phone)
        phone.reload()
        expect_banner(phone, "Offline")
        before = phone.evaluate(FORMS, phone.url)
        assert before
        assert set(before) == {"dialog"}
        assert set(phone.evaluate("() => [...document.forms].map((form) => form.method)")) == {"post"}

    def test_cached_pages_are_in_the_language_of_the_phone(self, open_caching_phone: OpenPhone, table: Table):
        phone = open_caching_phone(locale="sv-SE")
        sit_down(phone, table)
        go_offline(phone)
        phone.goto(f"{table.path}/rounds/3")
        expect(phone.locator("h1")).to_have_text("Räkna runda 3")
        phone.goto(table.path)
        expect(phone.locator("[data-strip-what]")).to_have_text("Offline")
        expect(phone.locator("[data-strip-then]")).to_have_text(re.compile(r"^Läget \d?\d:\d\d\.$"))


class TestDeletion:
    def test_a_revoked_link_deletes_the_pages_of_the_group(
        self, phone: Page, table: Table, expected_errors: list[str]
    ):
        expected_errors.append("404")
        revoke_all_links(table)
        phone.reload()
        expect(phone.locator("h1")).to_have_text("This phone’s link was revoked")
        eventually(lambda: not [path for path in cached_paths(phone) if path.startswith("/groups/")])
        go_offline(phone)
        phone.goto(table.path)
        expect(phone.locator("h1")).to_have_text("Not on this phone")

    def test_a_deleted_round_deletes_only_its_page_and_a_forgotten_group_all_its_pages(
        self, phone: Page, table: Table, expected_errors: list[str]
    ):
        expected_errors.append("404")
        phone.goto(f"{table.path}/rounds/77")
        expect(phone.locator("h1")).to_have_text("Nothing here")
        assert f"{table.path}/rounds/3" in cached_paths(phone)
        phone.goto("/phone")
        phone.get_by_role("button", name="Forget here").tap()
        expect(flash_text(phone)).to_contain_text("has forgotten")
        eventually(lambda: not [path for path in cached_paths(phone) if path.startswith("/groups/")])
        assert "/rules/derange" in cached_paths(phone)


def revoke_all_links(table: Table) -> None:
    with table.open() as session:
        for link in db.session.scalars(db.select(Link).where(Link.group_id == session.group_id)):
            link.revoked_at = table.clock.now()

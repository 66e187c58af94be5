"""What an evening needs is on the phone when the network is not, says since when, and goes when it should."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from models import Link, db
from tests.browser.evening import expect_totals, more, said
from tests.browser.offline.without_network import (
    come_back,
    eventually,
    expect_strip,
    go_offline,
    kept_by,
    sit_down,
    wait_until_kept,
)

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


Take = Callable[..., "Page"]
# The methods of a kept page's forms, as they are before its scripts have run.
FORMS = """
async (url) => {
  const page = await (await caches.match(url, { ignoreVary: true })).text();
  return [...new DOMParser().parseFromString(page, "text/html").forms].map((form) => form.method);
}
"""


class TestPages:
    def test_what_an_evening_needs_is_kept_and_nothing_else(self, phone: Page, table: Table):
        pads = [f"{table.path}/rounds/{number}" for number in range(1, 8)]
        pages = ["/", "/rules/derange", table.group_path, table.path, f"{table.path}/rounds"]
        assert sorted(kept_by(phone)) == sorted([*pages, "/offline", "/rules", *pads])

        go_offline(phone)
        for path in pages:
            phone.goto(path)
            expect_strip(phone, "Offline")
            expect(phone.locator("[data-strip-then]")).to_have_text(re.compile(r"^As of \d?\d:\d\d\.$"))
            expect(phone.locator("h1")).not_to_have_text("Not on this phone")
        phone.goto(f"{table.group_path}/statistics")
        expect(phone.locator("h1")).to_have_text("Not on this phone")
        phone.get_by_role("link", name="To the game").tap()
        expect(phone.locator(".waiting h2")).to_have_text("Derange Order of Eight")

    def test_whoever_only_watches_keeps_no_pads(self, take: Take, table: Table):
        phone = take()
        sit_down(phone, table, "watcher")
        wait_until_kept(phone, "/rules/derange")
        assert not [path for path in kept_by(phone) if re.search(r"/rounds/\d", path)]

    def test_yesterdays_page_names_its_day_and_gives_way_to_the_servers(self, phone: Page, table: Table):
        go_offline(phone)
        phone.clock.set_fixed_time(datetime.now(tz=UTC) + timedelta(days=1))
        phone.reload()
        expect_strip(phone, "Offline")
        days = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
        expect(phone.locator("[data-strip-then]")).to_have_text(
            re.compile(rf"^As of ({days}),? \d+ \w+ at \d?\d:\d\d\.$")
        )
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        come_back(phone)
        expect_totals(phone, Anna=0, Bo=4, Cara=5, Dilan=6)
        expect(phone.locator("[data-strip]")).to_be_hidden()

    def test_what_cannot_wait_stays_as_it_is(self, phone: Page, table: Table):
        misdeal = phone.get_by_role("button", name="Misdeal")
        go_offline(phone)
        expect_strip(phone, "Offline")
        more(phone)
        misdeal.tap()
        told = phone.locator("[data-strip-then]")
        expect(told).to_have_text("That needs a connection. Nothing was changed.")
        come_back(phone)
        expect(phone.locator("[data-strip]")).to_be_hidden()
        if not misdeal.is_visible():
            more(phone)
        misdeal.tap()
        expect(said(phone)).to_contain_text("Misdeal")

    def test_a_form_that_is_sent_before_its_page_can_hold_it_leads_nowhere(self, phone: Page, table: Table):
        """To the browser's error page, without a network."""
        go_offline(phone)
        phone.reload()
        expect_strip(phone, "Offline")
        before = phone.evaluate(FORMS, phone.url)
        assert before
        assert set(before) == {"dialog"}
        assert set(phone.evaluate("() => [...document.forms].map((form) => form.method)")) == {"post"}

    def test_they_speak_the_phones_language(self, take: Take, table: Table):
        phone = take(locale="sv-SE")
        sit_down(phone, table)
        go_offline(phone)
        phone.goto(f"{table.path}/rounds/3")
        expect(phone.locator("h1")).to_have_text("Räkna runda 3")
        phone.goto(table.path)
        expect(phone.locator("[data-strip-what]")).to_have_text("Offline")
        expect(phone.locator("[data-strip-then]")).to_have_text(re.compile(r"^Läget \d?\d:\d\d\.$"))


class TestWhatIsCleared:
    def test_a_revoked_link_takes_the_groups_pages_along(
        self, phone: Page, table: Table, expected_errors: list[str]
    ):
        expected_errors.append("404")
        revoke_everything(table)
        phone.reload()
        expect(phone.locator("h1")).to_have_text("This phone’s link was revoked")
        eventually(lambda: not [path for path in kept_by(phone) if path.startswith("/groups/")])
        go_offline(phone)
        phone.goto(table.path)
        expect(phone.locator("h1")).to_have_text("Not on this phone")

    def test_a_round_that_is_gone_takes_only_itself_along_and_a_forgotten_group_its_pages(
        self, phone: Page, table: Table, expected_errors: list[str]
    ):
        expected_errors.append("404")
        phone.goto(f"{table.path}/rounds/77")
        expect(phone.locator("h1")).to_have_text("Nothing here")
        assert f"{table.path}/rounds/3" in kept_by(phone)
        phone.goto("/phone")
        phone.get_by_role("button", name="Forget here").tap()
        expect(said(phone)).to_contain_text("has forgotten")
        eventually(lambda: not [path for path in kept_by(phone) if path.startswith("/groups/")])
        assert "/rules/derange" in kept_by(phone)


def revoke_everything(table: Table) -> None:
    with table.open() as session:
        for link in db.session.scalars(db.select(Link).where(Link.group_id == session.group_id)):
            link.revoked_at = table.clock.now()

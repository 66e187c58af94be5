"""Phones that cache pages and go offline."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.browser.actions import enter_round, open_table
from tests.browser.phones import PATIENCE_MS
from tests.waiting import wait_until
from views.offline.precache import upcoming_deals

pytest.importorskip("playwright")
from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.table import Table

AHEAD = 5  # pads of rounds to come that a phone of these tests caches, instead of 20
LONG = 3 * PATIENCE_MS  # milliseconds for actions across several pages or in a queue
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource")
CACHED = """
async () => {
  const kept = await (await caches.open("pages")).keys();
  return kept.map((request) => request.url);
}
"""
UPDATE = "() => navigator.serviceWorker.getRegistration().then((had) => had.update()).then(() => null)"
NAMED = """
() => document.querySelector("[data-keep]").dataset.keep.split(" ").filter((_mark, place) => place % 2 === 0)
"""
WAITING = """
async () => {
  const { allEntries } = await import("/static/js/offline/outbox.js");
  return (await allEntries()).map((entry) => [entry.kind, entry.number, entry.stuck]);
}
"""


def sit_down(phone: Page, table: Table, role: str = "scorer") -> None:
    """Open the table and wait until its page is cached, and for scorers the pads of all rounds ahead."""
    open_table(phone, table, role)
    start_caching(phone)
    with table.seen() as session:
        last = upcoming_deals(session)[-1].number
    is_scorer = role in ("scorer", "owner")
    wait_until_cached(phone, f"{table.path}/rounds/{last}" if is_scorer else f"{table.path}/rounds")


def wait_until_all_is_cached(phone: Page) -> None:
    """All pages that the table's page names; then the worker is idle."""
    wait_until_cached(phone, *[urlsplit(address).path for address in phone.evaluate(NAMED)])


def start_caching(phone: Page) -> None:
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=LONG)


def wait_until_cached(phone: Page, *paths: str) -> None:
    for path in paths:
        eventually(lambda path=path: path in cached_paths(phone))


def eventually(is_so: Callable[[], bool]) -> None:
    """Wait for a condition that needs requests, which a page cannot wait for."""

    def look() -> bool:
        with suppress(Error):  # the page was just left
            return is_so()
        return False

    wait_until(look)


def update_until(phone: Page, is_so: Callable[[], bool]) -> None:
    """Ask for a new worker again and again: the browser may just be checking the old one."""

    def look() -> bool:
        phone.evaluate(UPDATE)
        return is_so()

    eventually(look)


def cached_paths(phone: Page) -> list[str]:
    """The paths of the pages cached on a phone."""
    return [urlsplit(url).path for url in evaluate(phone, CACHED)]


def is_cached(phone: Page, address: str) -> bool:
    return bool(
        phone.evaluate("(address) => caches.match(address, { ignoreVary: true }).then(Boolean)", address)
    )


def outbox_of(phone: Page) -> list[list[object]]:
    """Kind, number and refusal of each entry in the outbox."""
    found: list[list[object]] = evaluate(phone, WAITING)
    return found


def evaluate(phone: Page, script: str) -> Any:
    """Run a script; again in the next page if this one is being left."""
    while True:
        try:
            return phone.evaluate(script)
        except Error as error:
            if "because of a navigation" not in error.message:
                raise


def go_offline(phone: Page) -> None:
    phone.context.set_offline(True)


def take_back(phone: Page) -> Locator:
    """The button that the phone itself draws; the server's button asks for the network."""
    return phone.locator(".toast [type=button]", has_text="Take back")


def go_online(phone: Page) -> None:
    phone.context.set_offline(False)


def score_offline(phone: Page, number: int, *, out: str | None, hands: dict[str, str]) -> None:
    """From the table page to the table page, which adds the round up."""
    phone.locator(".bar a.main").tap()
    expect(phone.locator(f"form[data-number='{number}'][data-live]")).to_be_attached()
    enter_round(phone, out=out, hands=hands)
    save_offline(phone, number)


def save_offline(phone: Page, number: int) -> None:
    phone.locator("[data-save]").tap()
    expect(phone.locator(".toast p")).to_have_text(f"Round {number} waits")


def banner_text(phone: Page) -> str:
    """The bold text of the connection banner."""
    return phone.locator("[data-strip-what]").inner_text()


def expect_banner(phone: Page, text: str) -> None:
    expect(phone.locator("[data-strip-what]")).to_have_text(text, timeout=LONG)


def expect_all_sent(phone: Page) -> None:
    """The outbox is empty and the page comes from the server."""
    expect(phone.locator("html:not([data-kept])")).to_be_attached(timeout=LONG)
    eventually(lambda: outbox_of(phone) == [])
    expect(phone.locator("[data-strip]")).to_be_hidden()

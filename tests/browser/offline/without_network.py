"""Phones that keep what they need, and lose the network."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.browser.evening import enter_round, open_table
from tests.browser.pocket import PATIENCE_MS
from tests.waiting import wait_until

pytest.importorskip("playwright")
from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

LONG = 3 * PATIENCE_MS  # milliseconds for what goes over several pages, or waits for its turn
OFFLINE = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource")
KEPT = """
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


def sit_down(phone: Page, table: Table, role: str = "scorer", *, pads: int | None = None) -> None:
    """At the table, until its page is kept, and for who scores the pads as far as this round, or all."""
    open_table(phone, table, role)
    begin_to_keep(phone)
    with table.seen() as session:
        planned = session.rules_in_force.rounds
    last = pads or (planned if role in ("scorer", "owner") else None)
    wait_until_kept(phone, f"{table.path}/rounds/{last}" if last else f"{table.path}/rounds")


def wait_until_all_is_kept(phone: Page) -> None:
    """Whatever the table's page names; the worker is idle then."""
    wait_until_kept(phone, *[urlsplit(address).path for address in phone.evaluate(NAMED)])


def begin_to_keep(phone: Page) -> None:
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=LONG)


def wait_until_kept(phone: Page, *paths: str) -> None:
    for path in paths:
        eventually(lambda path=path: path in kept_by(phone))


def eventually(is_so: Callable[[], bool]) -> None:
    """A page cannot wait for what it has to ask for."""

    def look() -> bool:
        with suppress(Error):  # the page was just left for another
            return is_so()
        return False

    wait_until(look)


def update_until(phone: Page, is_so: Callable[[], bool]) -> None:
    """Ask for a new worker again and again: the browser may just be looking up the old one."""

    def look() -> bool:
        phone.evaluate(UPDATE)
        return is_so()

    eventually(look)


def kept_by(phone: Page) -> list[str]:
    """The paths of the pages that a phone keeps."""
    return [urlsplit(url).path for url in evaluate(phone, KEPT)]


def waiting_on(phone: Page) -> list[list[object]]:
    """Kind, number and refusal of whatever waits in the outbox."""
    found: list[list[object]] = evaluate(phone, WAITING)
    return found


def evaluate(phone: Page, script: str) -> Any:
    """Run a script; once more in the next page where this one is being left meanwhile."""
    while True:
        try:
            return phone.evaluate(script)
        except Error as error:
            if "because of a navigation" not in error.message:
                raise


def go_offline(phone: Page) -> None:
    phone.context.set_offline(True)


def come_back(phone: Page) -> None:
    phone.context.set_offline(False)


def score_alone(phone: Page, number: int, *, out: str | None, hands: dict[str, str]) -> None:
    """From the table page to the table page, which counts it in."""
    phone.locator(".bar a.main").tap()
    expect(phone.locator(f"form[data-number='{number}'][data-live]")).to_be_attached()
    enter_round(phone, out=out, hands=hands)
    save_alone(phone, number)


def save_alone(phone: Page, number: int) -> None:
    phone.locator("[data-save]").tap()
    expect(phone.locator(".toast p")).to_have_text(f"Round {number} waits")


def strip(phone: Page) -> str:
    """What the strip says, in bold."""
    return phone.locator("[data-strip-what]").inner_text()


def expect_strip(phone: Page, text: str) -> None:
    expect(phone.locator("[data-strip-what]")).to_have_text(text, timeout=LONG)


def expect_all_sent(phone: Page) -> None:
    """And the page is the server's again."""
    expect(phone.locator("html:not([data-kept])")).to_be_attached(timeout=LONG)
    eventually(lambda: waiting_on(phone) == [])
    expect(phone.locator("[data-strip]")).to_be_hidden()

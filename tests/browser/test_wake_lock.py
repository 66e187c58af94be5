"""The screen stays on during a session, and may sleep when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_table, score_round
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.table import Table

# Records wake lock requests of the page; a hidden page loses its lock, as in a real browser.
WAKE_LOCK = """
window.requests = [];
let held = null;
Object.defineProperty(Navigator.prototype, "wakeLock", {
  configurable: true,
  get: () => ({
    async request(kind) {
      requests.push(kind);
      held = { released: false, async release() { this.released = true; requests.push("released"); } };
      return held;
    },
  }),
});
window.turn = (state) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
  if (held && state === "hidden") held.released = true;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""
NO_WAKE_LOCK = "delete Navigator.prototype.wakeLock"
REFUSED = """
Object.defineProperty(Navigator.prototype, "wakeLock", {
  get: () => ({ request: () => Promise.reject(new DOMException("low battery", "NotAllowedError")) }),
});
"""


pytestmark = pytest.mark.table("vandatta", "Anna Bo", rounds=1)


def lock_requests(phone: Page) -> list[str]:
    return phone.evaluate("() => window.requests")


def test_the_table_page_and_the_pad_keep_the_screen_on(phone: Page, table: Table):
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table)
    phone.wait_for_function("() => requests.length === 1")
    assert lock_requests(phone) == ["screen"]
    phone.locator(".bar a.main").tap()
    phone.wait_for_url("**/rounds/1")
    phone.wait_for_function("() => requests.length === 1")


def test_the_lock_is_requested_again_when_the_page_is_shown_again(phone: Page, table: Table):
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table)
    phone.wait_for_function("() => requests.length === 1")
    phone.evaluate("() => turn('hidden')")
    assert lock_requests(phone) == ["screen"]  # a hidden phone gets no request
    phone.evaluate("() => turn('visible')")
    phone.wait_for_function("() => requests.length === 2")
    assert lock_requests(phone) == ["screen", "screen"]


def test_it_is_requested_once_during_a_session(phone: Page, app: Flask):
    table = start(app, "vandatta", "Anna Bo", rounds=2)
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table)
    phone.wait_for_function("() => requests.length === 1")
    table.plays("Anna out, Bo K")
    expect(phone.locator(".top p")).to_contain_text("Round 2 of 2")
    assert lock_requests(phone) == ["screen"]


def test_the_phone_may_sleep_when_the_session_is_over(phone: Page, table: Table):
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table)
    score_round(phone, out="Anna", hands={"Bo": "8"})
    expect(phone.locator(".stage h2")).to_contain_text("Anna wins")
    phone.wait_for_load_state()  # its modules have run by then
    assert lock_requests(phone) == []  # the page with the lock has been left


def test_a_watchers_phone_may_sleep_too(phone: Page, table: Table):
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table, "watcher")
    phone.wait_for_function("() => requests.length === 1")
    table.plays("Anna out, Bo 8")
    expect(phone.locator(".stage h2")).to_contain_text("Anna wins")
    expect(phone.locator("[data-keep-awake]")).to_have_count(0)
    assert lock_requests(phone) == []


@pytest.mark.parametrize("script", [NO_WAKE_LOCK, REFUSED], ids=["unknown to the phone", "refused"])
def test_without_a_wake_lock_the_table_page_works_the_same(phone: Page, table: Table, script: str):
    phone.add_init_script(script)
    open_table(phone, table)
    score_round(phone, out="Anna", hands={"Bo": "8"})
    expect(phone.locator(".stage h2")).to_contain_text("Anna wins")

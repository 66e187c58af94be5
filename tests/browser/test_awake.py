"""The screen stays on while there is something to look at, and may sleep when the session is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.evening import open_table, score_round
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.table import Table

# Notes what the page asks of the phone; a hidden page loses its lock, as the system does it.
WAKE_LOCK = """
window.asked = [];
let held = null;
Object.defineProperty(Navigator.prototype, "wakeLock", {
  configurable: true,
  get: () => ({
    async request(kind) {
      asked.push(kind);
      held = { released: false, async release() { this.released = true; asked.push("released"); } };
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


def asked(phone: Page) -> list[str]:
    return phone.evaluate("() => window.asked")


def test_the_table_page_and_the_pad_keep_the_screen_on(phone: Page, table: Table):
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table)
    phone.wait_for_function("() => asked.length === 1")
    assert asked(phone) == ["screen"]
    phone.locator(".bar a.main").tap()
    phone.wait_for_url("**/rounds/1")
    phone.wait_for_function("() => asked.length === 1")


def test_the_lock_is_taken_again_when_the_page_shows_again(phone: Page, table: Table):
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table)
    phone.wait_for_function("() => asked.length === 1")
    phone.evaluate("() => turn('hidden')")
    assert asked(phone) == ["screen"]  # nothing is asked of a phone in a pocket
    phone.evaluate("() => turn('visible')")
    phone.wait_for_function("() => asked.length === 2")
    assert asked(phone) == ["screen", "screen"]


def test_it_is_taken_once_while_the_table_goes_on(phone: Page, app: Flask):
    table = start(app, "vandatta", "Anna Bo", rounds=2)
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table)
    phone.wait_for_function("() => asked.length === 1")
    table.plays("Anna out, Bo K")
    expect(phone.locator(".top p")).to_contain_text("Round 2 of 2")
    assert asked(phone) == ["screen"]


def test_the_phone_may_sleep_when_the_session_is_over(phone: Page, table: Table):
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table)
    score_round(phone, out="Anna", hands={"Bo": "8"})
    expect(phone.locator(".stage h2")).to_contain_text("Anna wins")
    phone.wait_for_load_state()  # by then its modules have run
    assert asked(phone) == []  # the page that held the lock is gone, and with it the lock


def test_the_phone_that_only_looked_on_may_sleep_too(phone: Page, table: Table):
    phone.add_init_script(WAKE_LOCK)
    open_table(phone, table, "watcher")
    phone.wait_for_function("() => asked.length === 1")
    table.plays("Anna out, Bo 8")
    expect(phone.locator(".stage h2")).to_contain_text("Anna wins")
    expect(phone.locator("[data-keep-awake]")).to_have_count(0)
    assert asked(phone) == []


@pytest.mark.parametrize("script", [NO_WAKE_LOCK, REFUSED], ids=["unknown to the phone", "refused"])
def test_without_a_wake_lock_the_table_is_the_same(phone: Page, table: Table, script: str):
    phone.add_init_script(script)
    open_table(phone, table)
    score_round(phone, out="Anna", hands={"Bo": "8"})
    expect(phone.locator(".stage h2")).to_contain_text("Anna wins")

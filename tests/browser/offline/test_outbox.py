"""The outbox of a phone: entries are really stored, and input stays until they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import (
    enter_round,
    expect_totals,
    review,
    tap_card,
)
from tests.browser.offline.offline_phone import (
    LONG,
    eventually,
    expect_all_sent,
    go_offline,
    go_online,
    outbox_of,
    save_offline,
)

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


ROUND = {"out": "Cara", "hands": {"Dilan": "8 5 5", "Anna": "2", "Bo": "7"}}
FULL_DISK = """
() => IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
IS_CORRECTION = """
async (path) => {
  const page = await (await caches.match(path, { ignoreVary: true })).text();
  return /name="shown" value="[^"]*&#34;id&#34;/.test(page);
}
"""
LOST = """
() => {
  const { transaction } = IDBDatabase.prototype;
  let lost = null;
  IDBDatabase.prototype.transaction = function (...wanted) {
    lost ??= this;
    if (lost === this) throw new DOMException("The connection was closed", "InvalidStateError");
    return transaction.apply(this, wanted);
  };
}
"""


def test_a_full_disk_and_a_lost_database_connection_lose_no_input(phone: Page, table: Table):
    go_offline(phone)
    phone.locator(".bar a.main").tap()
    enter_round(phone, **ROUND)
    typed = sorted(review(phone))
    phone.evaluate(FULL_DISK)
    phone.locator("[data-save]").tap()
    expect(phone.locator("[data-notice]")).to_contain_text("Your entries are kept on this phone")
    assert outbox_of(phone) == []
    phone.reload()
    expect(phone.locator("#round[data-live]")).to_be_attached()
    assert sorted(review(phone)) == typed
    phone.evaluate(LOST)
    save_offline(phone, 1)
    assert outbox_of(phone) == [["save", 1, 0]]
    go_online(phone)
    expect_all_sent(phone)
    assert table.kinds() == ["record"]


def test_a_round_of_the_server_can_be_corrected_again_at_the_table_or_in_its_pad(phone: Page, table: Table):
    correct_in_its_pad(phone, table)
    phone.get_by_role("button", name="Correct").tap()
    add_to(phone, "Dilan", "5")
    expect_totals(phone, Anna=0, Bo=4, Cara=9, Dilan=11)
    phone.goto(f"{table.path}/rounds/1")  # as on the server
    add_to(phone, "Bo", "9")
    expect_totals(phone, Anna=0, Bo=13, Cara=5, Dilan=6)
    go_online(phone)
    expect_all_sent(phone)
    assert table.kinds() == ["record", "correct", "correct", "correct"]
    assert table.totals() == {"Anna": 0, "Bo": 13, "Cara": 5, "Dilan": 6}


def correct_in_its_pad(phone: Page, table: Table) -> None:
    table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
    phone.reload()
    expect_totals(phone, Anna=0, Bo=4, Cara=5, Dilan=6)
    eventually(lambda: phone.evaluate(IS_CORRECTION, f"{table.path}/rounds/1"))
    go_offline(phone)
    phone.goto(f"{table.path}/rounds/1")
    add_to(phone, "Cara", "4")
    expect_totals(phone, Anna=0, Bo=4, Cara=9, Dilan=6)


def add_to(phone: Page, name: str, card: str) -> None:
    """Add one card to the saved hand, from the review to the table page."""
    expect(phone.locator("#round[data-live]")).to_be_attached()
    phone.locator("[data-review] [data-open-step]", has_text=name).tap()
    tap_card(phone, card)
    phone.locator("[data-next]").tap()
    save_offline(phone, 1)


def test_a_page_that_hangs_with_the_outbox_does_not_stop_the_others(
    phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors.append("Lock broken by another request")  # in the page that hangs
    hanging = phone.context.new_page()
    hanging.goto("/rules")
    hanging.evaluate("() => void navigator.locks.request('turn8:outbox', () => new Promise(() => {}))")
    go_offline(phone)
    phone.locator(".bar a.main").tap()
    enter_round(phone, **ROUND)
    save_offline(phone, 1)
    go_online(phone)
    expect_all_sent(phone)
    assert table.kinds() == ["record"]


def test_two_tabs_with_different_versions_of_a_round_keep_both(
    phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors.append("409")
    go_offline(phone)
    second_tab = phone.context.new_page()
    for tab in (phone, second_tab):
        tab.goto(f"{table.path}/rounds/1")
    for tab, held in ((phone, "2"), (second_tab, "9")):
        enter_round(tab, out="Cara", hands={"Dilan": "8 5 5", "Anna": held, "Bo": "7"})
        save_offline(tab, 1)
    assert outbox_of(phone) == [["save", 1, 0], ["save", 1, 0]]
    second_tab.close()
    go_online(phone)
    expect(phone.locator("[data-strip-what]")).to_have_text("Round 1 is not saved yet", timeout=LONG)
    assert table.totals()["Anna"] == 30
    phone.locator("[data-strip-look]").tap()
    expect(phone.locator("h1")).to_have_text("Two phones, two versions")
    phone.get_by_role("button", name="Use mine instead").tap()
    expect_totals(phone, Anna=9, Bo=7, Cara=0, Dilan=60)
    expect_all_sent(phone)
    assert table.kinds() == ["record", "correct"]


def test_a_clock_that_was_set_back_does_not_delay_the_page_of_the_server(phone: Page):
    go_offline(phone)
    phone.reload()
    expect(phone.locator("html[data-kept]")).to_be_attached()
    phone.evaluate("() => sessionStorage.setItem('turn8:gave-way', Date.now() + 24 * 3600 * 1000)")
    go_online(phone)
    expect_all_sent(phone)

"""Rounds are scored in WebKit without a network: an iPhone keeps pages and what waits by rules of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from tests.browser.webkit.evening import HAND, enter_round, open_table, tap_cards, totals
from tests.sampling import chaos

if TYPE_CHECKING:
    from tests.browser.serving import Server
    from tests.browser.webkit.phone import WebKitPhone
    from tests.table import Table

FIRST = {"Dilan": "8 5 5", "Anna": "2", "Bo": "7"}  # Cara is out: 60, 30, 7
SECOND = {"Bo": "9", "Cara": "K", "Dilan": "7"}  # Anna is out: 9, 20, 7
THIRD = {"Cara": "7", "Dilan": "9", "Anna": "7"}  # Bo is out
AFTER_FIRST = {"Cara": 0, "Bo": 7, "Anna": 30, "Dilan": 60}
AFTER_BOTH = {"Bo": 16, "Cara": 20, "Anna": 30, "Dilan": 67}
CORRECTED = AFTER_BOTH | {"Cara": 27}
ALL_KEPT = """
    const pairs = document.querySelector("[data-keep]").dataset.keep.split(" ");
    const named = pairs.filter((_, place) => place % 2 === 0).map((path) => new URL(path, location).href);
    const areKept = (pages) => named.every((address) => pages.some(({ url }) => url === address));
    return caches.open("pages").then((cache) => cache.keys()).then(areKept);
"""
FORGET = """
    const remove = (names) => Promise.all(names.map((name) => caches.delete(name)));
    return caches.keys().then(remove);
"""
WAITING = """
    const inWords = (entries) => entries.map(({ kind, number }) => `${kind} ${number}`);
    return import("/static/js/offline/outbox.js").then(({ allEntries }) => allEntries()).then(inWords);
"""


@pytest.fixture(autouse=True)
def server_that_goes_away(expected_errors: list[str]) -> None:
    """What a page, or its worker, then asks for in vain."""
    expected_errors += ("Connection refused", "Cannot load")


pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


@pytest.fixture
def kept_phone(webkit: WebKitPhone, table: Table) -> WebKitPhone:
    """One that keeps the score, with everything kept."""
    open_table(webkit, table)
    webkit.until("return navigator.serviceWorker.controller !== null")
    webkit.until(ALL_KEPT)
    return webkit


@chaos
def test_rounds_outlive_an_empty_battery_and_are_sent_in_their_order(
    kept_phone: WebKitPhone, table: Table, server: Server, expected_errors: list[str]
):
    expected_errors += ("Connection refused", "Cannot load")
    server.stop()
    kept_phone.reload()
    kept_phone.wait_for("[data-strip-what]", "Offline")
    score_alone(kept_phone, 1, out="Cara", hands=FIRST)
    assert totals(kept_phone) == AFTER_FIRST
    assert sorted(kept_phone.texts(".standing small")) == [
        "+30 · waits",
        "+60 · waits",
        "+7 · waits",
        "out · waits",
    ]
    score_alone(kept_phone, 2, out="Anna", hands=SECOND)
    assert totals(kept_phone) == AFTER_BOTH

    kept_phone.tap(".toast button", "Correct")
    kept_phone.wait_for("#review")
    kept_phone.tap("[data-review] [data-open-step]", "Cara K")
    kept_phone.wait_for(f"{HAND} .pad-name", "Cara")
    tap_cards(kept_phone, "7")
    kept_phone.tap("[data-next]")
    save_alone(kept_phone, 2)
    score_alone(kept_phone, 3, out="Bo", hands=THIRD)
    kept_phone.tap(".toast button", "Take back")
    kept_phone.wait_for(".toast p", "Round 2 waits")
    assert totals(kept_phone) == CORRECTED

    kept_phone.restart()
    kept_phone.goto(table.path)
    kept_phone.wait_for("[data-strip-what]", "Offline. 5 changes wait on this kept_phone")
    kept_phone.wait_for(".toast p", "Round 2 waits")
    assert totals(kept_phone) == CORRECTED
    assert kept_phone.run(WAITING) == ["save 1", "save 2", "correct 2", "save 3", "undo 0"]
    assert table.numbers() == []

    server.start()
    wait_until_all_is_sent(kept_phone)
    assert table.kinds() == ["record", "record", "correct", "record", "undo"]
    assert totals(kept_phone) == CORRECTED == table.totals()


def test_a_round_that_another_phone_saved_differently_is_looked_at(
    kept_phone: WebKitPhone, table: Table, server: Server, expected_errors: list[str]
):
    expected_errors += ("409", "Connection refused", "Cannot load")
    server.stop()
    kept_phone.reload()
    score_alone(kept_phone, 1, out="Cara", hands=FIRST)
    table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
    server.start()
    kept_phone.wait_for("html:not([data-kept]) [data-strip-what]", "Round 1 is not saved yet")
    kept_phone.tap("[data-strip-look]")
    kept_phone.wait_for("h1", "Two phones, two versions")
    kept_phone.tap("button", "Use mine instead")
    kept_phone.wait_for(".standings")
    wait_until_all_is_sent(kept_phone)
    assert table.kinds() == ["record", "correct"]
    assert totals(kept_phone) == AFTER_FIRST == table.totals()


def test_rules_and_score_sheet_open_from_what_is_kept(kept_phone: WebKitPhone, table: Table, server: Server):
    server.stop()
    for path in ("/rules/derange", f"{table.path}/rounds"):
        kept_phone.goto(path)
        kept_phone.wait_for("[data-strip-what]", "Offline")
        assert kept_phone.text("h1") != "Not on this kept_phone"


def test_a_round_waits_on_its_page_where_the_outbox_is_not_kept_yet(
    kept_phone: WebKitPhone, table: Table, server: Server, expected_errors: list[str]
):
    expected_errors += (
        "Connection refused",
        "Response served by service worker is an error",
        "Cannot load",
        "NetworkError",
    )
    enter_round(kept_phone, out="Cara", hands=FIRST)
    kept_phone.run(FORGET)
    server.stop()
    kept_phone.tap("[data-save]")
    kept = "No connection. Your entries are kept on this phone and sent as soon as there is one."
    kept_phone.wait_for("[data-notice]", kept)
    assert table.numbers() == []
    server.start()
    kept_phone.wait_for(".standings")
    assert totals(kept_phone) == AFTER_FIRST == table.totals()


def score_alone(kept_phone: WebKitPhone, number: int, *, out: str, hands: Mapping[str, str]) -> None:
    """From the table page to the table page, which counts it in."""
    enter_round(kept_phone, out=out, hands=hands)
    save_alone(kept_phone, number)


def save_alone(kept_phone: WebKitPhone, number: int) -> None:
    kept_phone.tap("[data-save]")
    kept_phone.wait_for(".toast p", f"Round {number} waits")


def wait_until_all_is_sent(kept_phone: WebKitPhone) -> None:
    """And the page is the server's again."""
    kept_phone.wait_for("html:not([data-kept])")
    kept_phone.until(
        f"const asked = (() => {{ {WAITING} }})(); return asked.then((left) => left.length === 0)"
    )
    kept_phone.until("return document.querySelector('[data-strip]').hidden")

"""Rounds scored offline in WebKit, which has its own rules for caches and stored entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from tests.browser.webkit.actions import HAND, enter_round, open_table, tap_cards, totals
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
STORED = """
    const [path] = arguments;
    return caches.open("pages").then((cache) => cache.match(path)).then(Boolean);
"""
# More pages than are kept: behind the start page in the cache, and stored earlier.
FILL = """
    const headers = { "Content-Type": "text/html", "X-Stored": "1" };
    const pages = Array.from({ length: 400 }, (_, place) => `/rules?page=${place}`);
    const put = (cache) => Promise.all(pages.map((page) => cache.put(page, new Response("", { headers }))));
    return caches.open("pages").then(put).then(() => null);
"""
FEW = "return caches.open('pages').then((cache) => cache.keys()).then(({ length }) => length <= 400)"
WAITING = """
    const inWords = (entries) => entries.map(({ kind, number }) => `${kind} ${number}`);
    return import("/static/js/offline/outbox.js").then(({ allEntries }) => allEntries()).then(inWords);
"""


@pytest.fixture(autouse=True)
def errors_of_a_stopped_server(expected_errors: list[str]) -> None:
    """Errors of a page or its worker while the server is stopped."""
    expected_errors += ("Connection refused", "Cannot load")


pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


@pytest.fixture
def caching_phone(webkit: WebKitPhone, table: Table) -> WebKitPhone:
    """A scorer's phone with all pages cached."""
    open_table(webkit, table)
    webkit.until("return navigator.serviceWorker.controller !== null")
    webkit.until(ALL_KEPT)
    return webkit


@chaos
def test_rounds_survive_a_killed_browser_and_are_sent_in_order(
    caching_phone: WebKitPhone, table: Table, server: Server, expected_errors: list[str]
):
    expected_errors += ("Connection refused", "Cannot load")
    server.stop()
    caching_phone.reload()
    caching_phone.wait_for("[data-strip-what]", "Offline")
    score_offline(caching_phone, 1, out="Cara", hands=FIRST)
    assert totals(caching_phone) == AFTER_FIRST
    assert sorted(caching_phone.texts(".standing small")) == [
        "+30 · waits",
        "+60 · waits",
        "+7 · waits",
        "out · waits",
    ]
    score_offline(caching_phone, 2, out="Anna", hands=SECOND)
    assert totals(caching_phone) == AFTER_BOTH

    caching_phone.tap(".toast button", "Correct")
    caching_phone.wait_for("#review")
    caching_phone.tap("[data-review] [data-open-step]", "Cara K")
    caching_phone.wait_for(f"{HAND} .pad-name", "Cara")
    tap_cards(caching_phone, "7")
    caching_phone.tap("[data-next]")
    save_offline(caching_phone, 2)
    score_offline(caching_phone, 3, out="Bo", hands=THIRD)
    caching_phone.tap(".toast button", "Take back")
    caching_phone.wait_for(".toast p", "Round 2 waits")
    assert totals(caching_phone) == CORRECTED

    caching_phone.restart()
    caching_phone.goto(table.path)
    caching_phone.wait_for("[data-strip-what]", "Offline. 5 changes wait on this phone")
    caching_phone.wait_for(".toast p", "Round 2 waits")
    assert totals(caching_phone) == CORRECTED
    assert caching_phone.run(WAITING) == ["save 1", "save 2", "correct 2", "save 3", "undo 0"]
    assert table.numbers() == []

    server.start()
    wait_until_all_is_sent(caching_phone)
    assert table.kinds() == ["record", "record", "correct", "record", "undo"]
    assert totals(caching_phone) == CORRECTED == table.totals()


def test_a_round_saved_differently_by_another_phone_is_reviewed(
    caching_phone: WebKitPhone, table: Table, server: Server, expected_errors: list[str]
):
    expected_errors += ("409", "Connection refused", "Cannot load")
    server.stop()
    caching_phone.reload()
    score_offline(caching_phone, 1, out="Cara", hands=FIRST)
    table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
    server.start()
    caching_phone.wait_for("html:not([data-kept]) [data-strip-what]", "Round 1 is not saved yet")
    caching_phone.tap("[data-strip-look]")
    caching_phone.wait_for("h1", "Two phones, two versions")
    caching_phone.tap("button", "Use mine instead")
    caching_phone.wait_for(".standings")
    wait_until_all_is_sent(caching_phone)
    assert table.kinds() == ["record", "correct"]
    assert totals(caching_phone) == AFTER_FIRST == table.totals()


def test_rules_and_score_sheet_open_from_the_cache(caching_phone: WebKitPhone, table: Table, server: Server):
    server.stop()
    for path in ("/rules/derange", f"{table.path}/rounds"):
        caching_phone.goto(path)
        caching_phone.wait_for("[data-strip-what]", "Offline")
        assert caching_phone.text("h1") != "Not on this phone"


def test_a_round_waits_on_its_page_where_the_outbox_is_not_cached_yet(
    caching_phone: WebKitPhone, table: Table, server: Server, expected_errors: list[str]
):
    expected_errors += (
        "Connection refused",
        "Response served by service worker is an error",
        "Cannot load",
        "NetworkError",
    )
    enter_round(caching_phone, out="Cara", hands=FIRST)
    caching_phone.run(FORGET)
    server.stop()
    caching_phone.tap("[data-save]")
    kept = "No connection. Your entries are kept on this phone and sent as soon as there is one."
    caching_phone.wait_for("[data-notice]", kept)
    assert table.numbers() == []
    server.start()
    caching_phone.wait_for(".standings")
    assert totals(caching_phone) == AFTER_FIRST == table.totals()


def score_offline(caching_phone: WebKitPhone, number: int, *, out: str, hands: Mapping[str, str]) -> None:
    """From the table page to the table page, which adds the round up."""
    enter_round(caching_phone, out=out, hands=hands)
    save_offline(caching_phone, number)


def save_offline(caching_phone: WebKitPhone, number: int) -> None:
    caching_phone.tap("[data-save]")
    caching_phone.wait_for(".toast p", f"Round {number} waits")


def wait_until_all_is_sent(caching_phone: WebKitPhone) -> None:
    """The outbox is empty and the page comes from the server."""
    caching_phone.wait_for("html:not([data-kept])")
    caching_phone.until(
        f"const asked = (() => {{ {WAITING} }})(); return asked.then((left) => left.length === 0)"
    )
    caching_phone.until("return document.querySelector('[data-strip]').hidden")


def test_the_page_that_was_stored_longest_ago_is_dropped_first(caching_phone: WebKitPhone):
    """Not the first of the cache: WebKit leaves a page that is stored again at its place."""
    caching_phone.until(STORED, "/")
    caching_phone.run(FILL)
    caching_phone.goto("/rules/derange")
    caching_phone.until(FEW)
    assert caching_phone.run(STORED, "/")

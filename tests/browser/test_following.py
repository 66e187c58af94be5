"""A phone on the table follows what others do, and never moves under a finger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

from tests.browser.evening import let_in
from tests.browser.serving import held_up
from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route
    from werkzeug.wrappers import Request

    from tests.browser.serving import Front
    from tests.table import Table

A_MOMENT = 8_000  # shorter than a board waits after it asked in vain

pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", plays=["Cara out, Anna 4, Bo 5, Dilan 6"])


@pytest.fixture
def looks(front: Front) -> list[str]:
    """Grows each time a board looks. A page that is on its way is never given up."""
    front.in_script("/static/js/live/polling.js", "TIMEOUT = 10000;", "TIMEOUT = 3600000;")
    seen: list[str] = []
    front.before.append(lambda request: "X-Fragment" in request.headers and seen.append(request.path))
    return seen


@pytest.fixture
def follower(looks: list[str], phone: Page, table: Table) -> Page:
    """A phone on the page of `table`, which has looked once. What happens there is done by others."""
    let_in(phone, table.link("scorer"))
    with phone.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1"):
        phone.goto(table.path)
    return phone


def score(table: Table) -> None:
    """Round 2: Cara is out, everybody else has a king."""
    table.plays("Cara out, Anna K, Bo K, Dilan K")


def refuse_what_asks_by_itself(route: Route) -> None:
    """A page that looks again, or a strip that looks whether the server is there."""
    if route.request.method == "HEAD" or "x-fragment" in route.request.headers:
        route.fulfill(status=502)
    else:
        route.continue_()


def is_page(request: Request) -> bool:
    """Not what a page asks for by itself."""
    return request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate"


@contextmanager
def pages_take_long(front: Front, looks: list[str]) -> Iterator[None]:
    """A page asked for in the block comes after its end, when boards have looked several times."""
    with held_up(front, is_page) as is_asked:
        yield
        assert is_asked.wait(PATIENCE)
        seen = len(looks)
        wait_until(lambda: len(looks) > seen + 3)


def test_a_saved_round_is_seen_and_told(table: Table, follower: Page):
    follower.evaluate("() => (window.stayed = true)")
    sheet = follower.get_by_role("link", name="Score sheet")
    sheet.focus()
    score(table)
    expect(follower.locator(".bar")).to_contain_text("Score round 3")
    expect(follower.locator("#news")).to_contain_text("Round 2: Cara out")
    expect(follower.locator("#news")).to_contain_text("Round 3 of 15")
    expect(sheet).to_be_focused()
    assert follower.evaluate("() => window.stayed")


def test_the_page_stays_where_it_was_scrolled_to(table: Table, follower: Page):
    follower.set_viewport_size({"width": 390, "height": 600})
    page = follower.locator(".page")
    page.evaluate("(page) => page.scrollTo({ top: 40, behavior: 'instant' })")
    score(table)
    expect(follower.locator(".bar")).to_contain_text("Score round 3")
    expect(page).to_have_js_property("scrollTop", 40)


def test_nothing_new_costs_nothing_but_a_304(follower: Page):
    with follower.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1") as asked:
        pass
    assert asked.value.status == 304


def test_nothing_is_swapped_under_a_finger(table: Table, follower: Page):
    box = follower.locator(".deal").bounding_box()
    follower.mouse.move(box["x"] + 20, box["y"] + 20)
    follower.mouse.down()
    score(table)
    with follower.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1"):
        pass
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    follower.mouse.up()
    expect(follower.locator(".bar")).to_contain_text("Score round 3")


def test_a_hidden_page_asks_for_nothing_and_a_shown_one_at_once(follower: Page):
    asked: list[str] = []
    follower.clock.install()
    follower.reload()
    follower.wait_for_function("() => document.querySelector('[data-follow]')")
    follower.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => window.isAway, configurable: true });
            window.isAway = true;
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    follower.on("request", lambda request: "/static/" in request.url or asked.append(request.url))
    follower.clock.fast_forward(60_000)
    assert not asked
    with follower.expect_request(lambda request: request.headers.get("x-fragment") == "1"):
        follower.evaluate(
            "() => { window.isAway = false; document.dispatchEvent(new Event('visibilitychange')); }"
        )
    assert len(asked) == 1


def test_the_end_is_seen(table: Table, follower: Page):
    table.stops()
    expect(follower.locator("[data-share]")).to_be_visible()
    expect(follower.locator("[data-copy]")).to_be_visible()


def test_a_page_that_is_long_in_coming_is_not_called_off_by_the_next_look(
    front: Front, looks: list[str], table: Table, follower: Page
):
    asked: list[str] = []
    follower.on("request", lambda request: request.is_navigation_request() and asked.append(request.url))
    with follower.expect_navigation(), pages_take_long(front, looks):
        table.stops()
    expect(follower.locator("[data-share]")).to_be_visible()
    assert [urlsplit(address).path for address in asked] == [table.path]


def test_a_tapped_link_is_not_called_off_by_what_happens_at_the_table(
    front: Front, looks: list[str], table: Table, follower: Page
):
    with follower.expect_navigation(), pages_take_long(front, looks):
        follower.get_by_role("link", name="Score sheet").tap(no_wait_after=True)
        table.stops()
    expect(follower.locator("h1")).to_have_text("Score sheet")


def test_a_draft_is_offered_still_after_the_board_was_swapped(table: Table, follower: Page):
    follower.goto(f"{table.path}/rounds/2")
    follower.locator(".who-out label", has_text="Dilan").tap()
    follower.locator(".step:not([hidden]) [data-key='8']").tap()
    follower.goto(table.path)
    expect(follower.locator("[data-offer-draft]")).to_be_visible()
    table.misdeals()
    expect(follower.locator("#news")).not_to_be_empty()
    expect(follower.locator("[data-offer-draft]")).to_be_visible()


def test_a_lost_connection_is_waited_out(table: Table, follower: Page, expected_errors: list[str]):
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    follower.context.set_offline(True)
    with follower.expect_event("requestfailed"):
        score(table)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    follower.context.set_offline(False)
    expect(follower.locator(".bar")).to_contain_text("Score round 3")


def test_a_server_that_is_found_again_is_looked_at_at_once(
    table: Table, follower: Page, expected_errors: list[str]
):
    expected_errors.append("502")
    follower.route("**/*", refuse_what_asks_by_itself)
    expect(follower.locator("[data-strip-what]")).to_have_text("Offline")
    score(table)
    follower.unroute("**/*")
    with follower.expect_request(lambda request: "x-fragment" in request.headers, timeout=A_MOMENT):
        follower.evaluate("() => document.querySelector('[data-strip-try]').click()")
    expect(follower.locator(".bar")).to_contain_text("Score round 3")

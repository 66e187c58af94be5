"""A second phone on the table follows the first one, and never moves under a finger."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

from tests.browser.evening import more

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment
    from flask import Flask
    from playwright.sync_api import Page, Route

NAMES = ("Anna", "Bo", "Cara", "Dilan")
SLOW = 5  # seconds: longer than until the board looks again
LONG = 60_000  # milliseconds
A_MOMENT = 8_000  # shorter than a board waits after it asked in vain


@pytest.fixture
def table(phone: Page) -> str:
    """The address of a table that plays Derange; `phone` is on its page."""
    phone.goto("/new/derange")
    for place, name in enumerate(NAMES):
        phone.locator("input[name=name]").nth(place).fill(name)
    phone.get_by_role("button", name="Deal round 1").tap()
    expect(phone.locator(".deal")).to_be_visible()
    return phone.url


@pytest.fixture
def follower(phone: Page, table: str, open_phone: Callable[..., Page]) -> Page:
    """Another phone with the same page open, which has looked once."""
    other = open_phone(storage_state=phone.context.storage_state())
    with other.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1"):
        other.goto(table)
    return other


def score(phone: Page, table: str, number: int) -> None:
    """Cara is out, everybody else has a king."""
    phone.goto(f"{table}/rounds/{number}")
    expect(phone.locator(".seats")).to_be_visible()
    phone.locator(".who-out label", has_text="Cara").tap()
    for _hand in range(3):
        phone.locator(".step:not([hidden]) [data-key='K']").tap()
        phone.locator("[data-next]").tap()
    phone.locator("[data-save]").tap()
    expect(phone.locator(".said")).to_contain_text("Cara out")


def refuse_what_asks_by_itself(route: Route) -> None:
    """A page that looks again, or a strip that looks whether the server is there."""
    if route.request.method == "HEAD" or "x-fragment" in route.request.headers:
        route.fulfill(status=502)
    else:
        route.continue_()


def pages_take_long(app: Flask) -> None:
    """From now on; what a page asks for by itself comes as fast as ever."""
    answered = app.wsgi_app

    def slowly(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET" and environ.get("HTTP_SEC_FETCH_MODE") == "navigate":
            time.sleep(SLOW)
        return answered(environ, start_response)

    app.wsgi_app = slowly  # type: ignore[method-assign]


def test_a_saved_round_is_seen_and_told_on_the_other_phone(phone: Page, table: str, follower: Page):
    follower.evaluate("() => (window.stayed = true)")
    sheet = follower.get_by_role("link", name="Score sheet")
    sheet.focus()
    score(phone, table, 1)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    expect(follower.locator("#news")).to_contain_text("Round 1: Cara out")
    expect(follower.locator("#news")).to_contain_text("Round 2 of 15")
    expect(sheet).to_be_focused()
    assert follower.evaluate("() => window.stayed")


def test_the_page_stays_where_it_was_scrolled_to(phone: Page, table: str, follower: Page):
    follower.set_viewport_size({"width": 390, "height": 600})
    page = follower.locator(".page")
    page.evaluate("(page) => page.scrollTo({ top: 40, behavior: 'instant' })")
    score(phone, table, 1)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    expect(page).to_have_js_property("scrollTop", 40)


def test_nothing_new_costs_nothing_but_a_304(follower: Page):
    with follower.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1") as asked:
        pass
    assert asked.value.status == 304


def test_nothing_is_swapped_under_a_finger(phone: Page, table: str, follower: Page):
    box = follower.locator(".deal").bounding_box()
    follower.mouse.move(box["x"] + 20, box["y"] + 20)
    follower.mouse.down()
    score(phone, table, 1)
    with follower.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1"):
        pass
    expect(follower.locator(".bar")).to_contain_text("Score round 1")
    follower.mouse.up()
    expect(follower.locator(".bar")).to_contain_text("Score round 2")


def test_a_hidden_page_asks_for_nothing_and_a_shown_one_at_once(follower: Page):
    asked: list[str] = []
    follower.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => window.isAway, configurable: true });
            window.isAway = true;
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    follower.wait_for_timeout(300)
    follower.on("request", lambda request: asked.append(request.url))
    follower.wait_for_timeout(3500)
    assert not asked
    with follower.expect_request(lambda request: request.headers.get("x-fragment") == "1"):
        follower.evaluate(
            "() => { window.isAway = false; document.dispatchEvent(new Event('visibilitychange')); }"
        )
    assert len(asked) == 1


def test_the_end_reaches_the_other_phone(phone: Page, table: str, follower: Page):
    score(phone, table, 1)
    phone.goto(f"{table}/end")
    phone.get_by_role("button", name="End").first.tap()
    expect(follower.locator("[data-share]")).to_be_visible()
    expect(follower.locator("[data-copy]")).to_be_visible()


def test_a_page_that_is_long_in_coming_is_not_called_off_by_the_next_look(
    phone: Page, table: str, follower: Page, live_app: Flask
):
    score(phone, table, 1)
    phone.goto(f"{table}/end")
    asked: list[str] = []
    follower.on("request", lambda request: request.is_navigation_request() and asked.append(request.url))
    pages_take_long(live_app)
    phone.get_by_role("button", name="End").first.tap(no_wait_after=True)
    expect(follower.locator("[data-share]")).to_be_visible(timeout=LONG)
    assert asked == [table]


def test_a_tapped_link_is_not_called_off_by_what_happens_at_the_table(
    phone: Page, table: str, follower: Page, live_app: Flask
):
    score(phone, table, 1)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    phone.goto(f"{table}/end")
    pages_take_long(live_app)
    follower.get_by_role("link", name="Score sheet").tap(no_wait_after=True)
    phone.get_by_role("button", name="End").first.tap(no_wait_after=True)
    expect(follower.locator("h1")).to_have_text("Score sheet", timeout=LONG)


def test_a_draft_is_offered_still_after_the_board_was_swapped(phone: Page, table: str, follower: Page):
    score(phone, table, 1)
    phone.goto(f"{table}/rounds/2")
    phone.locator(".who-out label", has_text="Dilan").tap()
    phone.locator(".step:not([hidden]) [data-key='8']").tap()
    phone.goto(table)
    expect(phone.locator("[data-offer-draft]")).to_be_visible()
    follower.goto(table)
    more(follower).get_by_role("button", name="Misdeal").tap()
    expect(phone.locator("#news")).not_to_be_empty()
    expect(phone.locator("[data-offer-draft]")).to_be_visible()


def test_a_lost_connection_is_waited_out(phone: Page, table: str, follower: Page, expected_errors: list[str]):
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    follower.context.set_offline(True)
    score(phone, table, 1)
    follower.wait_for_timeout(3200)
    expect(follower.locator(".bar")).to_contain_text("Score round 1")
    follower.context.set_offline(False)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")


def test_a_server_that_is_found_again_is_looked_at_at_once(
    phone: Page, table: str, follower: Page, expected_errors: list[str]
):
    expected_errors.append("502")
    follower.route("**/*", refuse_what_asks_by_itself)
    expect(follower.locator("[data-strip-what]")).to_have_text("Offline")
    score(phone, table, 1)
    follower.unroute("**/*")
    with follower.expect_request(lambda request: "x-fragment" in request.headers, timeout=A_MOMENT):
        follower.evaluate("() => document.querySelector('[data-strip-try]').click()")
    expect(follower.locator(".bar")).to_contain_text("Score round 2")

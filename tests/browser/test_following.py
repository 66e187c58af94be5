"""A phone at the table updates itself, and never moves under a finger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

from tests.browser.actions import open_link
from tests.browser.serving import delayed
from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route
    from werkzeug.wrappers import Request

    from tests.browser.serving import Front
    from tests.table import Table

A_MOMENT = 8_000  # shorter than the retry interval of a board

pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", plays=["Cara out, Anna 4, Bo 5, Dilan 6"])


@pytest.fixture
def polls(front: Front) -> list[str]:
    """Increases with each poll of a board. A page being loaded is never cancelled."""
    front.in_script("/static/js/live/polling.js", "TIMEOUT = 10000;", "TIMEOUT = 3600000;")
    seen: list[str] = []
    front.before.append(lambda request: "X-Fragment" in request.headers and seen.append(request.path))
    return seen


@pytest.fixture
def follower(polls: list[str], phone: Page, table: Table) -> Page:
    """A phone on the page of `table`, which has polled once. Changes are made by others."""
    open_link(phone, table.link("scorer"))
    with phone.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1"):
        phone.goto(table.path)
    return phone


def score(table: Table) -> None:
    """Round 2: Cara is out, every other player has a king."""
    table.plays("Cara out, Anna K, Bo K, Dilan K")


def refuse_polling(route: Route) -> None:
    """Block requests of a polling page or of the connection banner."""
    if route.request.method == "HEAD" or "x-fragment" in route.request.headers:
        route.fulfill(status=502)
    else:
        route.continue_()


def is_page(request: Request) -> bool:
    """Whether this is a navigation, not a background request."""
    return request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate"


@contextmanager
def delay_pages(front: Front, polls: list[str]) -> Iterator[None]:
    """Pages requested in the block arrive after its end, when boards have polled several times."""
    with delayed(front, is_page) as is_requested:
        yield
        assert is_requested.wait(PATIENCE)
        seen = len(polls)
        wait_until(lambda: len(polls) > seen + 3)


def test_a_saved_round_appears_and_is_announced(table: Table, follower: Page):
    follower.evaluate("() => (window.stayed = true)")
    sheet = follower.get_by_role("link", name="Score sheet")
    sheet.focus()
    score(table)
    expect(follower.locator(".bar")).to_contain_text("Score round 3")
    expect(follower.locator("#news")).to_contain_text("Round 2: Cara out")
    expect(follower.locator("#news")).to_contain_text("Round 3 of 15")
    expect(sheet).to_be_focused()
    assert follower.evaluate("() => window.stayed")


def test_the_scroll_position_is_unchanged(table: Table, follower: Page):
    follower.set_viewport_size({"width": 390, "height": 600})
    page = follower.locator(".page")
    page.evaluate("(page) => page.scrollTo({ top: 40, behavior: 'instant' })")
    score(table)
    expect(follower.locator(".bar")).to_contain_text("Score round 3")
    expect(page).to_have_js_property("scrollTop", 40)


def test_a_poll_without_news_costs_a_304_only(follower: Page):
    with follower.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1") as poll:
        pass
    assert poll.value.status == 304


def test_nothing_is_replaced_under_a_finger(table: Table, follower: Page):
    box = follower.locator(".deal").bounding_box()
    follower.mouse.move(box["x"] + 20, box["y"] + 20)
    follower.mouse.down()
    score(table)
    with follower.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1"):
        pass
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    follower.mouse.up()
    expect(follower.locator(".bar")).to_contain_text("Score round 3")


def test_a_hidden_page_does_not_poll_and_a_shown_one_polls_at_once(follower: Page):
    requested: list[str] = []
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
    follower.on("request", lambda request: "/static/" in request.url or requested.append(request.url))
    follower.clock.fast_forward(60_000)
    assert not requested
    with follower.expect_request(lambda request: request.headers.get("x-fragment") == "1"):
        follower.evaluate(
            "() => { window.isAway = false; document.dispatchEvent(new Event('visibilitychange')); }"
        )
    assert len(requested) == 1


def test_the_end_of_a_session_appears(table: Table, follower: Page):
    table.stops()
    expect(follower.locator("[data-share]")).to_be_visible()
    expect(follower.locator("[data-copy]")).to_be_visible()


def test_a_slow_navigation_is_not_cancelled_by_the_next_poll(
    front: Front, polls: list[str], table: Table, follower: Page
):
    requested: list[str] = []
    follower.on("request", lambda request: request.is_navigation_request() and requested.append(request.url))
    with follower.expect_navigation(), delay_pages(front, polls):
        table.stops()
    expect(follower.locator("[data-share]")).to_be_visible()
    assert [urlsplit(address).path for address in requested] == [table.path]


def test_a_tapped_link_is_not_cancelled_by_an_update_of_the_table(
    front: Front, polls: list[str], table: Table, follower: Page
):
    with follower.expect_navigation(), delay_pages(front, polls):
        follower.get_by_role("link", name="Score sheet").tap(no_wait_after=True)
        table.stops()
    expect(follower.locator("h1")).to_have_text("Score sheet")


def test_a_draft_is_still_offered_after_an_update_of_the_board(table: Table, follower: Page):
    follower.goto(f"{table.path}/rounds/2")
    follower.locator(".who-out label", has_text="Dilan").tap()
    follower.locator(".step:not([hidden]) [data-key='8']").tap()
    follower.goto(table.path)
    expect(follower.locator("[data-offer-draft]")).to_be_visible()
    table.misdeals()
    expect(follower.locator("#news")).not_to_be_empty()
    expect(follower.locator("[data-offer-draft]")).to_be_visible()


def test_after_a_lost_connection_polling_continues(table: Table, follower: Page, expected_errors: list[str]):
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    follower.context.set_offline(True)
    with follower.expect_event("requestfailed"):
        score(table)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    follower.context.set_offline(False)
    expect(follower.locator(".bar")).to_contain_text("Score round 3")


def test_after_reconnecting_the_board_polls_at_once(table: Table, follower: Page, expected_errors: list[str]):
    expected_errors.append("502")
    follower.route("**/*", refuse_polling)
    expect(follower.locator("[data-strip-what]")).to_have_text("Offline")
    score(table)
    follower.unroute("**/*")
    with follower.expect_request(lambda request: "x-fragment" in request.headers, timeout=A_MOMENT):
        follower.evaluate("() => document.querySelector('[data-strip-try]').click()")
    expect(follower.locator(".bar")).to_contain_text("Score round 3")

"""A second phone on the table follows the first one, and never moves under a finger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

from tests.browser.evening import more
from tests.browser.serving import held_up
from tests.waiting import PATIENCE, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route
    from werkzeug.wrappers import Request

    from tests.browser.serving import Front

NAMES = ("Anna", "Bo", "Cara", "Dilan")
A_MOMENT = 8_000  # shorter than a board waits after it asked in vain


@pytest.fixture
def looks(front: Front) -> list[str]:
    """Grows each time a board looks. A page that is on its way is never given up."""
    front.in_script("/static/js/look-again.js", "PATIENCE = 10000;", "PATIENCE = 3600000;")
    seen: list[str] = []
    front.before.append(lambda request: "X-Fragment" in request.headers and seen.append(request.path))
    return seen


@pytest.fixture
def address(looks: list[str], phone: Page) -> str:
    """Of a table that plays Derange; `phone` is on its page."""
    phone.goto("/new/derange")
    for place, name in enumerate(NAMES):
        phone.locator("input[name=name]").nth(place).fill(name)
    phone.get_by_role("button", name="Deal round 1").tap()
    expect(phone.locator(".deal")).to_be_visible()
    return phone.url


@pytest.fixture
def follower(phone: Page, address: str, open_phone: Callable[..., Page]) -> Page:
    """Another phone with the same page open, which has looked once."""
    other = open_phone(storage_state=phone.context.storage_state())
    with other.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1"):
        other.goto(address)
    return other


def score(phone: Page, address: str, number: int) -> None:
    """Cara is out, everybody else has a king."""
    phone.goto(f"{address}/rounds/{number}")
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


def end(phone: Page, *, at_once: bool = False) -> None:
    """at_once: without a look at the page that follows."""
    phone.get_by_role("button", name="End").first.tap(no_wait_after=at_once)


def test_a_saved_round_is_seen_and_told_on_the_other_phone(phone: Page, address: str, follower: Page):
    follower.evaluate("() => (window.stayed = true)")
    sheet = follower.get_by_role("link", name="Score sheet")
    sheet.focus()
    score(phone, address, 1)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    expect(follower.locator("#news")).to_contain_text("Round 1: Cara out")
    expect(follower.locator("#news")).to_contain_text("Round 2 of 15")
    expect(sheet).to_be_focused()
    assert follower.evaluate("() => window.stayed")


def test_the_page_stays_where_it_was_scrolled_to(phone: Page, address: str, follower: Page):
    follower.set_viewport_size({"width": 390, "height": 600})
    page = follower.locator(".page")
    page.evaluate("(page) => page.scrollTo({ top: 40, behavior: 'instant' })")
    score(phone, address, 1)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    expect(page).to_have_js_property("scrollTop", 40)


def test_nothing_new_costs_nothing_but_a_304(follower: Page):
    with follower.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1") as asked:
        pass
    assert asked.value.status == 304


def test_nothing_is_swapped_under_a_finger(phone: Page, address: str, follower: Page):
    box = follower.locator(".deal").bounding_box()
    follower.mouse.move(box["x"] + 20, box["y"] + 20)
    follower.mouse.down()
    score(phone, address, 1)
    with follower.expect_response(lambda answer: answer.request.headers.get("x-fragment") == "1"):
        pass
    expect(follower.locator(".bar")).to_contain_text("Score round 1")
    follower.mouse.up()
    expect(follower.locator(".bar")).to_contain_text("Score round 2")


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
    follower.on("request", lambda request: asked.append(request.url))
    follower.clock.fast_forward(60_000)
    assert not asked
    with follower.expect_request(lambda request: request.headers.get("x-fragment") == "1"):
        follower.evaluate(
            "() => { window.isAway = false; document.dispatchEvent(new Event('visibilitychange')); }"
        )
    assert len(asked) == 1


def test_the_end_reaches_the_other_phone(phone: Page, address: str, follower: Page):
    score(phone, address, 1)
    phone.goto(f"{address}/end")
    end(phone)
    expect(follower.locator("[data-share]")).to_be_visible()
    expect(follower.locator("[data-copy]")).to_be_visible()


def test_a_page_that_is_long_in_coming_is_not_called_off_by_the_next_look(
    front: Front, looks: list[str], phone: Page, address: str, follower: Page
):
    score(phone, address, 1)
    phone.goto(f"{address}/end")
    asked: list[str] = []
    follower.on("request", lambda request: request.is_navigation_request() and asked.append(request.url))
    with follower.expect_navigation(), pages_take_long(front, looks), follower.expect_request(address):
        end(phone, at_once=True)
    expect(follower.locator("[data-share]")).to_be_visible()
    assert asked == [address]


def test_a_tapped_link_is_not_called_off_by_what_happens_at_the_table(
    front: Front, looks: list[str], phone: Page, address: str, follower: Page
):
    score(phone, address, 1)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")
    phone.goto(f"{address}/end")
    with follower.expect_navigation(), pages_take_long(front, looks):
        follower.get_by_role("link", name="Score sheet").tap(no_wait_after=True)
        end(phone, at_once=True)
    expect(follower.locator("h1")).to_have_text("Score sheet")


def test_a_draft_is_offered_still_after_the_board_was_swapped(phone: Page, address: str, follower: Page):
    score(phone, address, 1)
    phone.goto(f"{address}/rounds/2")
    phone.locator(".who-out label", has_text="Dilan").tap()
    phone.locator(".step:not([hidden]) [data-key='8']").tap()
    phone.goto(address)
    expect(phone.locator("[data-offer-draft]")).to_be_visible()
    follower.goto(address)
    more(follower).get_by_role("button", name="Misdeal").tap()
    expect(phone.locator("#news")).not_to_be_empty()
    expect(phone.locator("[data-offer-draft]")).to_be_visible()


def test_a_lost_connection_is_waited_out(
    phone: Page, address: str, follower: Page, expected_errors: list[str]
):
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    follower.context.set_offline(True)
    with follower.expect_event("requestfailed"):
        score(phone, address, 1)
    expect(follower.locator(".bar")).to_contain_text("Score round 1")
    follower.context.set_offline(False)
    expect(follower.locator(".bar")).to_contain_text("Score round 2")


def test_a_server_that_is_found_again_is_looked_at_at_once(
    phone: Page, address: str, follower: Page, expected_errors: list[str]
):
    expected_errors.append("502")
    follower.route("**/*", refuse_what_asks_by_itself)
    expect(follower.locator("[data-strip-what]")).to_have_text("Offline")
    score(phone, address, 1)
    follower.unroute("**/*")
    with follower.expect_request(lambda request: "x-fragment" in request.headers, timeout=A_MOMENT):
        follower.evaluate("() => document.querySelector('[data-strip-try]').click()")
    expect(follower.locator(".bar")).to_contain_text("Score round 2")

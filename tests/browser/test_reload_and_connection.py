"""Nothing is lost when the phone sleeps, the page reloads or the connection is lost; nothing is saved twice.

tests/browser/test_pad.py has the single steps; these are their combinations.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest
from werkzeug.wrappers import Request, Response

from tests.browser.actions import (
    count_hand,
    declare_out,
    enter_round,
    expect_totals,
    flash_text,
    open_hand,
    open_table,
    review,
    save,
)

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route
    from playwright.sync_api import Request as SentRequest

    from tests.browser.serving import Front
    from tests.table import Table

HANDS = {"Dilan": "8 5 5", "Anna": "2", "Bo": "7"}  # Cara is out
SAVED = "Round 1: Cara out, Anna 30, Bo 7, Dilan 60"
RESEND_AFTER = 15_000  # milliseconds, as in send-when-connected.js


pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


def test_a_phone_that_slept_during_a_round_continues_where_it_was(phone: Page, table: Table):
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    expect(phone.locator(".seats")).to_be_visible()
    declare_out(phone, "Cara")
    count_hand(phone, "8 5 5")
    phone.locator("[data-next]").tap()
    count_hand(phone, "=12+11")

    awake = phone.context.new_page()  # the system discarded the page
    phone.close()
    awake.goto(table.path)
    awake.get_by_role("link", name="Go on with the half-entered round 1").tap()
    expect(open_hand(awake).locator(".pad-name")).to_have_text("Anna")
    expect(open_hand(awake).locator(".sum")).to_have_text("23")
    awake.locator("[data-next]").tap()
    count_hand(awake, "7")
    awake.locator("[data-next]").tap()
    assert review(awake) == ["Anna 12+11 23", "Bo 7 7", "Cara out 0", "Dilan 8, 5 ×2 60"]
    save(awake)
    expect(awake.locator("[data-offer-draft]")).to_be_hidden()
    expect_totals(awake, Anna=23, Bo=7, Cara=0, Dilan=60)


def test_a_round_saved_offline_is_sent_once_after_reconnecting(
    phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    submit = posts_of(phone)
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    enter_round(phone, out="Cara", hands=HANDS)
    phone.context.set_offline(True)
    phone.locator("[data-save]").tap()
    notice = phone.locator("[data-notice]")
    expect(notice).to_have_text(
        "No connection. Your entries are kept on this phone and sent as soon as there is one."
    )
    phone.locator("[data-save]").tap()  # an impatient user
    assert submit == []
    phone.context.set_offline(False)
    expect(flash_text(phone)).to_have_text(SAVED)
    assert len(submit) == 1
    assert table.numbers() == [1]


def test_a_round_entered_offline_waits_until_the_page_is_opened_again(
    phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    enter_round(phone, out="Cara", hands=HANDS)
    phone.context.set_offline(True)
    phone.locator("[data-save]").tap()
    expect(phone.locator("[data-notice]")).to_be_visible()
    later = phone.context.new_page()
    phone.close()
    phone.context.set_offline(False)
    later.goto(table.path)
    later.get_by_role("link", name="Go on with the half-entered round 1").tap()
    expect(later.locator("#review")).to_be_visible()
    save(later)
    expect(flash_text(later)).to_have_text(SAVED)
    assert table.numbers() == [1]


def test_a_round_without_a_confirmed_response_is_sent_again(phone: Page, table: Table, front: Front):
    posts: list[Request] = []

    def lose_the_first(request: Request, response: Response) -> Response:
        if request.method != "POST":
            return response
        posts.append(request)
        return Response(status=HTTPStatus.NO_CONTENT) if len(posts) == 1 else response

    front.after.append(lose_the_first)
    phone.clock.install()
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    enter_round(phone, out="Cara", hands=HANDS)
    with phone.expect_response(lambda answer: answer.request.method == "POST"):
        phone.locator("[data-save]").tap()
    phone.clock.fast_forward(RESEND_AFTER)
    expect(phone).to_have_url(re.compile(f"{table.path}$"))
    assert len(posts) == 2
    assert table.kinds() == ["record"]
    expect_totals(phone, Anna=30, Bo=7, Cara=0, Dilan=60)


def test_a_lost_response_does_not_save_the_round_twice(phone: Page, table: Table, expected_errors: list[str]):
    expected_errors.append("ERR_CONNECTION_RESET")
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    enter_round(phone, out="Cara", hands=HANDS)
    pad = phone.url
    change = phone.locator("#round [name=change_id]").input_value()
    phone.route(pad, lose_the_answer)
    with phone.expect_event("requestfailed", lambda request: request.method == "POST"):
        phone.locator("[data-save]").tap()
    assert table.numbers() == [1]  # the server has it, the phone does not know

    phone.unroute(pad)
    phone.goto(pad)
    expect(phone.locator("h1")).to_have_text("Correct round 1")
    assert review(phone) == ["Anna 2 30", "Bo 7 7", "Cara out 0", "Dilan 8, 5 ×2 60"]
    expect(phone.locator("[data-save]")).to_be_disabled()  # no difference
    assert table.kinds() == ["record"]
    assert str(table.last_change()) == change
    phone.goto(table.path)
    expect_totals(phone, Anna=30, Bo=7, Cara=0, Dilan=60)


def test_a_tap_before_the_scripts_are_loaded_counts(phone: Page, table: Table):
    open_table(phone, table)
    held: list[Route] = []
    phone.route("**/js/pad/tally-pad.js*", lambda route: held.append(route))  # noqa: PLW0108 - list.append takes no attribute
    phone.goto(f"{table.path}/rounds/1", wait_until="commit")
    declare_out(phone, "Cara")
    expect(phone.get_by_role("radio", name="Cara")).to_be_checked()
    held[0].continue_()
    expect(open_hand(phone).locator(".pad-name")).to_have_text("Dilan")


def posts_of(phone: Page) -> list[str]:
    """The addresses of the POST requests of the phone, in order."""
    submit: list[str] = []

    def note(request: SentRequest) -> None:
        if request.method == "POST":
            submit.append(request.url)

    phone.on("request", note)
    return submit


def lose_the_answer(route: Route) -> None:
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort("connectionreset")
    else:
        route.continue_()


@pytest.mark.parametrize("page", ["", "/rounds/1", "/sheet"], ids=["table", "pad", "sheet"])
@pytest.mark.parametrize("is_without_network", [True, False], ids=["offline", "server-away"])
def test_a_page_restored_without_the_server_stays_until_it_answers(
    phone: Page,
    table: Table,
    front: Front,
    expected_errors: list[str],
    page: str,
    is_without_network: bool,
):
    expected_errors += ("ERR_INTERNET_DISCONNECTED", "503")
    open_table(phone, table, page=page)
    phone.wait_for_load_state()
    phone.evaluate("() => { window.isRestored = true; }")
    is_away = [True]

    def away(_request: Request, response: Response) -> Response:
        return Response(status=HTTPStatus.SERVICE_UNAVAILABLE) if is_away else response

    front.after.append(away)
    phone.context.set_offline(is_without_network)
    with phone.expect_event("requestfailed" if is_without_network else "response", is_question):
        phone.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert phone.evaluate("() => window.isRestored")
    with phone.expect_navigation():
        is_away.clear()
        phone.context.set_offline(False)
    assert phone.evaluate("() => window.isRestored") is None


def is_question(about: SentRequest) -> bool:
    """Whether a request, or the request of a response, asks if the server answers."""
    return getattr(about, "request", about).method == "HEAD"

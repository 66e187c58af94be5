"""The referee: two taps to a verdict, and back to the half-entered round."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_table

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route

    from tests.table import Table


pytestmark = pytest.mark.table("derange", "Anna Bo Cara", mode="short", eight_follows=False)


def tap_card(phone: Page, name: str) -> None:
    phone.locator(".board a").filter(has_text=name).tap()


def expect_verdict(phone: Page, answer: str) -> None:
    expect(phone.locator(f"[data-verdict='{answer}']")).to_be_visible()


def test_the_verdict_is_shown_and_announced(phone: Page):
    phone.goto("/rules/vandatta/referee?top=AH")
    tap_card(phone, "8 of clubs")
    expect_verdict(phone, "no")
    expect(phone.locator("[data-verdict]")).to_be_in_viewport()
    expect(phone.locator("[data-verdict-news]")).to_have_text("No. An 8 may not be played on an ace.")


def test_the_link_shows_the_same_verdict_to_others(phone: Page, second_phone: Page):
    phone.goto("/rules/vandatta_pagat/referee?top=9S")
    tap_card(phone, "4 of spades")
    phone.get_by_role("link", name="Add another card").tap()
    expect(phone.get_by_role("heading", name="Which card goes with it?")).to_be_visible()
    tap_card(phone, "4 of diamonds")
    expect(phone.locator(".to-play .face:not(.more)")).to_have_count(2)
    second_phone.goto(phone.url)
    expect_verdict(second_phone, "yes")
    expect(second_phone.locator(".steps li")).to_have_count(2)


def test_without_javascript_the_same_taps_lead_to_the_same_verdict(plain_phone: Page):
    plain_phone.goto("/rules/derange/referee")
    tap_card(plain_phone, "8 of hearts")
    tap_card(plain_phone, "9 of diamonds")
    expect_verdict(plain_phone, "ask")
    plain_phone.locator("label", has_text="diamonds").tap()
    plain_phone.get_by_role("button", name="Ask the referee").tap()
    expect_verdict(plain_phone, "yes")


def test_from_a_half_entered_round_to_a_verdict_and_back(phone: Page, table: Table):
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    phone.locator(".who-out label", has_text="Cara").tap()
    phone.locator("[data-step]:not([hidden]) [data-key='8']").tap()
    phone.get_by_role("link", name="Ask").tap()
    phone.get_by_role("link", name="All rules of Derange Order of Eight").tap()
    phone.get_by_role("link", name="May I play this?").first.tap()
    phone.wait_for_url(re.compile("/referee"))  # loaded: before its module runs a choice does nothing
    tap_card(phone, "3 of hearts")
    phone.locator("label", has_text="You played it and have to follow it").tap()
    tap_card(phone, "8 of spades")
    expect_verdict(phone, "no")  # at this table an 8 does not follow
    phone.get_by_role("link", name="Back to the table").tap()
    expect(phone.locator("[data-step]:not([hidden]) .tray .mini")).to_have_text("8")


def held(phone: Page, address: str) -> Callable[[], None]:
    """Delay the first request for this address until the returned function is called."""
    late: list[Route] = []
    phone.route(address, lambda route: late.append(route), times=1)  # noqa: PLW0108 - Playwright marks what it is given
    return lambda: late.pop().continue_()


def test_a_card_tapped_while_a_response_is_pending_counts_with_the_earlier_choices(phone: Page):
    phone.goto("/rules/derange/referee?mode=short&eight_follows=0&top=3H")
    let_through = held(phone, "**/referee?*")
    with phone.expect_request("**/referee?*"):
        phone.locator("label", has_text="You played it and have to follow it").tap()
    tap_card(phone, "8 of spades")
    let_through()
    expect_verdict(phone, "no")  # where no card must follow it is “yes”


def test_a_choice_before_the_script_is_loaded_counts(open_phone: Callable[..., Page]):
    phone = open_phone()
    let_through = held(phone, "**/ask-the-referee.js*")
    phone.goto("/rules/derange/referee?top=2H&play=8S", wait_until="commit")
    expect_verdict(phone, "yes")
    phone.locator("label", has_text="4 cards owed").tap()
    let_through()
    expect_verdict(phone, "no")

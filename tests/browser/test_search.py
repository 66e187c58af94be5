"""The search box: results while typing, and the same results without JavaScript."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route


def first(phone: Page) -> Locator:
    return phone.locator(".hits li").first


def mark_this_page(phone: Page) -> None:
    phone.evaluate("() => { window.stillTheSamePage = true; }")


def test_results_appear_while_typing_and_the_address_follows(phone: Page):
    phone.goto("/rules/search")
    mark_this_page(phone)
    phone.get_by_label("Ask the rules").press_sequentially("eigth on ace", delay=20)
    expect(first(phone)).to_contain_text("ace")
    expect(phone.locator(".reply .answer.no").first).to_be_visible()
    expect(phone.locator(".hits mark").first).to_be_visible()
    expect(phone).to_have_url(re.compile(r"/rules/search\?q=eigth\+on\+ace$"))
    expect(phone.locator("[role=search] [role=status]")).to_have_text("4 answers")
    assert phone.evaluate("() => window.stillTheSamePage")
    typed = phone.locator(".hits").inner_text()
    phone.reload()
    assert phone.locator(".hits").inner_text() == typed


def test_a_result_leads_to_its_place_and_back_leads_to_the_results(phone: Page):
    phone.goto("/rules/search")
    phone.get_by_label("Ask the rules").fill("who looks at my count in pursuit")
    expect(first(phone)).to_contain_text("checks")
    first(phone).get_by_role("link").tap()
    expect(phone.locator("h1")).to_have_text("Swedish Pursuit")
    expect(phone.locator(":target")).to_contain_text("checks your count")
    expect(phone.locator(":target")).to_be_in_viewport()
    phone.go_back()
    expect(first(phone)).to_contain_text("checks")


def test_a_page_of_rules_shows_results_in_place_and_itself_again_when_the_box_is_empty(phone: Page):
    phone.goto("/rules/derange?mode=short")
    mark_this_page(phone)
    box = phone.get_by_label("Ask the rules of Derange Order of Eight")
    box.fill("king two players")
    expect(first(phone)).to_contain_text("Derange")
    box.fill("")
    expect(phone.locator(".hits")).to_have_count(0)
    expect(phone).to_have_url(re.compile(r"/rules/derange\?mode=short$"))
    assert phone.evaluate("() => window.stillTheSamePage")


def test_only_the_newest_question_is_answered(phone: Page):
    phone.goto("/rules/search")
    waiting: list[Route] = []
    phone.route("**/rules/search?q=ace", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    box = phone.get_by_label("Ask the rules")
    with phone.expect_request("**/rules/search?q=ace"):
        box.fill("ace")
    box.fill("joker")
    expect(first(phone)).to_contain_text("joker", ignore_case=True)
    waiting.pop().continue_()
    phone.evaluate("() => fetch('/rules/search?q=king').then((answer) => answer.text())")  # arrives after it
    expect(first(phone)).to_contain_text("joker", ignore_case=True)


def test_a_question_that_is_too_long_is_reported_while_typing(phone: Page, expected_errors: list[str]):
    expected_errors.append("422")
    phone.goto("/rules/search")
    phone.get_by_label("Ask the rules").fill("may I " * 40)
    expect(phone.locator("#e-q")).to_contain_text("keep it to 200 characters")


def test_without_javascript_the_button_searches(plain_phone: Page):
    plain_phone.goto("/rules")
    plain_phone.get_by_label("Ask the rules").fill("forgot last card")
    plain_phone.get_by_role("button", name="Search").tap()
    expect(plain_phone.locator("h1")).to_have_text("Search the rules")
    expect(plain_phone.get_by_label("Ask the rules")).to_have_value("forgot last card")
    expect(first(plain_phone)).to_contain_text(re.compile("forget", re.IGNORECASE))

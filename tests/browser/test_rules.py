"""The rules: opened from a half-entered round and back, printed, without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from game.variants import KEYS
from tests.browser.actions import declare_out, open_table
from tests.table import Table

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")


pytestmark = pytest.mark.table(
    "derange", "Anna Bo Cara", plays=["Cara out, Anna 8 5 5, Bo K"], mode="short", eight_follows=False
)


def top_of(page: Page, selector: str) -> float:
    return page.locator(selector).bounding_box()["y"]


def test_from_a_half_entered_round_to_an_answer_and_back(phone: Page, table: Table):
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    expect(phone.locator(".seats")).to_be_visible()
    declare_out(phone, "Anna")
    hand = phone.locator("[data-step]:not([hidden])")
    for key in ("8", "K"):
        hand.locator(f"[data-key='{key}']").tap()
    expect(hand.locator(".sum")).to_have_text("70")

    phone.locator(".bar").get_by_role("link", name="Ask").tap()
    expect(phone.locator(".tonight")).to_contain_text("short game · no 8 after a 3 or 10")
    box = phone.get_by_label("Ask the rules of Derange Order of Eight")
    expect(box).to_be_focused()
    phone.wait_for_load_state()
    box.fill("how much is an eight")
    expect(phone.locator(".hits li").first).to_contain_text("Eights: 50 points each.")
    assert len(phone.context.pages) == 1

    phone.locator(".top").get_by_role("link", name="Back").tap()
    expect(phone.locator(".top h1")).to_have_text("Score round 2")
    hand = phone.locator("[data-step]:not([hidden])")
    expect(hand.locator(".sum")).to_have_text("70")
    expect(hand.locator(".mini")).to_have_text(["8", "K"])
    phone.locator("[data-next]").tap()
    expect(phone.locator(".pad-name:visible")).to_have_text("Cara")


def test_the_deal_card_leads_to_the_search_which_offers_the_last_questions(phone: Page, table: Table):
    open_table(phone, table)
    phone.locator(".deal").get_by_role("link", name="Ask the rules").tap()
    expect(phone.locator("h1")).to_have_text("Search the rules")
    phone.wait_for_load_state()  # before its module runs, typing does nothing
    phone.get_by_label("Ask the rules of Derange Order of Eight").fill("who deals next")
    expect(phone.locator(".hits li").first).to_be_visible()
    phone.locator(".top").get_by_role("link", name="Back").tap()
    expect(phone.locator(".deal")).to_be_visible()
    phone.locator(".deal").get_by_role("link", name="Ask the rules").tap()
    phone.get_by_role("link", name="who deals next").first.tap()
    expect(phone.locator(".hits li").first).to_contain_text("moves on")


def test_every_anchor_scrolls_below_the_banner(phone: Page):
    phone.goto("/rules/vandatta")
    for link in phone.locator(".page-links a").all():
        link.tap()
        heading = phone.locator(link.get_attribute("href") or "")
        expect(heading).to_be_in_viewport()
        strip = phone.locator(".page-links").bounding_box()
        assert strip["y"] + strip["height"] <= heading.bounding_box()["y"] + 0.5, heading.inner_text()


def test_the_sources_of_a_section_are_one_tap_away(phone: Page):
    phone.goto("/rules/derange")
    sources = phone.locator(".part", has=phone.locator("#call")).locator(".sources")
    expect(sources.get_by_role("list")).to_be_hidden()
    sources.locator("summary").tap()
    expect(sources.locator("#GD15")).to_be_visible()


def test_a_link_to_a_source_unfolds_it(phone: Page):
    phone.goto("/rules/derange#GD15")
    expect(phone.locator("#GD15")).to_be_visible()
    expect(phone.locator("#GD15")).to_be_in_viewport()
    assert phone.locator(".sources[open]").count() == 1


def test_stock_and_pile_lie_side_by_side(phone: Page):
    phone.goto("/rules/vandatta")
    stock, pile = (part.bounding_box() for part in phone.locator(".layout > div").all())
    assert stock["y"] == pile["y"]
    assert stock["x"] + stock["width"] <= pile["x"]


def test_the_table_page_links_the_rules_beside_the_main_button(phone: Page, table: Table):
    open_table(phone, table)
    _home, rules, score = phone.locator(".bar a").all()
    assert rules.bounding_box()["x"] < score.bounding_box()["x"]
    assert score.bounding_box()["width"] > 1.5 * rules.bounding_box()["width"]
    rules.tap()
    expect(phone.locator(".tonight")).to_contain_text("short game")
    phone.locator(".top .back-link").tap()
    expect(phone.locator(".standing")).to_have_count(3)


def test_without_javascript_the_rules_are_complete(plain_phone: Page, table: Table):
    open_table(plain_phone, table)
    plain_phone.locator(".bar").get_by_role("link", name="Rules").tap()
    plain_phone.locator(".page-links").get_by_role("link", name="Going out").tap()
    expect(plain_phone.locator("#out")).to_be_in_viewport()
    plain_phone.locator(".top .back-link").tap()
    expect(plain_phone.locator(".deal")).to_be_visible()


def test_without_javascript_the_pad_keeps_its_input_while_the_rules_are_asked(
    plain_phone: Page, table: Table
):
    open_table(plain_phone, table)
    plain_phone.locator(".bar a.main").tap()
    points = plain_phone.locator("input[name^='points-']").first
    points.fill("44")
    with plain_phone.context.expect_page() as opened:
        plain_phone.locator(".bar").get_by_role("link", name="Ask").tap()
    opened.value.get_by_label("Ask the rules of Derange Order of Eight").fill("who deals next")
    opened.value.get_by_role("button", name="Search").tap()
    expect(opened.value.locator(".hits li").first).to_be_visible()
    opened.value.close()
    expect(points).to_have_value("44")


@pytest.mark.parametrize("locale", ["en-GB", "sv-SE"])
def test_each_variant_is_printed_on_one_sheet(open_phone: Callable[..., Page], locale: str):
    page = open_phone(locale=locale, is_mobile=False, has_touch=False)
    for key in KEYS:
        page.goto(f"/rules/{key}")
        sheet = page.pdf(prefer_css_page_size=True)
        assert len(PAGE_OF_PDF.findall(sheet)) == 1, key


def test_buttons_are_not_printed(phone: Page, table: Table):
    open_table(phone, table)
    phone.locator(".bar").get_by_role("link", name="Rules").tap()
    phone.emulate_media(media="print")
    for pressed in (".page-links", ".bar", ".back-link", ".search", ".heading-link", ".sources", ".facts"):
        for part in phone.locator(pressed).all():
            expect(part).to_be_hidden()
    for read in ("h1", "#breath", "#source", ".prices", ".layout", "#example", ".worked-example", ".tonight"):
        expect(phone.locator(read).first).to_be_visible()


def test_a_wide_screen_shows_the_sections_beside_the_text(phone: Page):
    phone.set_viewport_size({"width": 1280, "height": 900})
    phone.goto("/rules/derange")
    strip, text = phone.locator(".page-links").bounding_box(), phone.locator(".rules-text").bounding_box()
    assert strip["x"] + strip["width"] <= text["x"]
    assert text["width"] <= 720, "longer lines are hard to read"

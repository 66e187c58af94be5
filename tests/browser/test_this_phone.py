"""This phone is light or dark as it was told, whatever the phone itself is; paper stays light."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.evening import let_in
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def told(page: Page, words: str) -> None:
    page.goto("/phone")
    page.get_by_role("button", name=words, exact=True).click()
    expect(page.get_by_role("button", name=words, exact=True)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("scripted", [True, False])
def test_a_light_phone_can_be_dark_and_a_dark_one_light(open_phone, scripted):
    phones = {s: open_phone(color_scheme=s, java_script_enabled=scripted) for s in ("light", "dark")}
    papers = {}
    for scheme, phone in phones.items():
        phone.goto("/phone")
        papers[scheme] = paper(phone)
    for scheme, phone in phones.items():
        other = "dark" if scheme == "light" else "light"
        told(phone, other.title())
        assert paper(phone) == papers[other]
        phone.goto("/rules")
        assert paper(phone) == papers[other]
        phone.emulate_media(media="print")
        assert paper(phone) == papers["light"]
        phone.emulate_media(media="screen")
        told(phone, "As the phone")
        assert paper(phone) == papers[scheme]


def test_a_page_gone_back_to_has_the_new_look(app, phone):
    """The browser's memory shows it as it was left; what the tab saw last says that this is old."""
    table = start(app, "derange", "Anna Bo Cara")
    let_in(phone, table.link("owner"))
    phone.goto(table.group_path)
    told(phone.context.new_page(), "Dark")
    came_back = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    left: list[str] = []
    phone.on("request", lambda request: request.is_navigation_request() and left.append(request.url))
    phone.evaluate(came_back)
    phone.evaluate(
        "() => fetch('/phone').then((answer) => answer.text())"
    )  # comes after a reload would have gone
    assert left == []
    with phone.expect_navigation():
        phone.evaluate(f"sessionStorage.setItem('turn8:look', 'dark '); {came_back}")
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")

"""This phone is light or dark as set on its page, whatever the system setting; printed pages are light."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_link
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def paper(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def set_appearance(page: Page, words: str) -> None:
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
        set_appearance(phone, other.title())
        assert paper(phone) == papers[other]
        phone.goto("/rules")
        assert paper(phone) == papers[other]
        phone.emulate_media(media="print")
        assert paper(phone) == papers["light"]
        phone.emulate_media(media="screen")
        set_appearance(phone, "As the phone")
        assert paper(phone) == papers[scheme]


def test_a_page_restored_by_the_back_button_has_the_new_appearance(app, phone):
    """The browser restores it as it was left; the state last seen by the tab shows that it is outdated."""
    table = start(app, "derange", "Anna Bo Cara")
    open_link(phone, table.link("owner"))
    phone.goto(table.group_path)
    set_appearance(phone.context.new_page(), "Dark")
    came_back = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    left: list[str] = []
    phone.on("request", lambda request: request.is_navigation_request() and left.append(request.url))
    phone.evaluate(came_back)
    phone.evaluate(
        "() => fetch('/phone').then((answer) => answer.text())"
    )  # arrives after a reload would have
    assert left == []
    with phone.expect_navigation():
        phone.evaluate(f"sessionStorage.setItem('turn8:look', 'dark '); {came_back}")
    expect(phone.locator("html")).to_have_attribute("data-theme", "dark")

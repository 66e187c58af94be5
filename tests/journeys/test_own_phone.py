"""Bo joins by the code on Anna's phone, both count their own hands, and Anna saves the round.

Derange, the short game: an 8 is 50, a 5 is 5, a K 20, a 9 is 9.

    round | Anna     Bo        Cara
      1   | K 9  29  8 5   55  out
      2   | out      4      4  7    7   Cara has no phone: Anna counts for her
   totals |      29        59       7
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.actions import expect_totals, open_link

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table


@pytest.mark.table("derange", "Anna Bo Cara", mode="short", neighbour_checks=True)
def test_players_count_their_own_hands(phone: Page, second_phone: Page, table: Table):
    scorer, guest = phone, second_phone
    open_link(scorer, table.link("owner"))
    scorer.goto(table.path)
    guest.goto(code_for_another_phone(scorer))
    choose_player(guest, "Bo")
    choose_player(scorer, "Anna", at=f"{table.path}/identity")

    say_who_is_out(scorer, "Cara")
    send_hand(guest, "Bo, your hand", "8 5")
    send_hand(scorer, "Anna, your hand", "K 9")
    for each in (guest, scorer):
        expect(each.locator("#hands")).to_contain_text("2 of 2 hands in")
    guest.get_by_role("button", name="It is right").first.tap()
    expect(guest.get_by_role("button", name="It is right")).to_have_count(0)
    save_round(scorer, 1)
    for each in (guest, scorer):
        expect_totals(each, Anna=29, Bo=55, Cara=0)

    say_who_is_out(scorer, "Anna")
    send_hand(guest, "Bo, your hand", "4")
    waiting = scorer.locator(".incoming-hands li", has_text="Cara")
    waiting.get_by_role("link", name="Count here").tap()
    send_hand(scorer, "Count for Cara", "7")
    save_round(scorer, 2)
    for each in (guest, scorer):
        expect_totals(each, Anna=29, Bo=59, Cara=7)
    assert table.kinds() == ["record", "record"]


def code_for_another_phone(phone: Page) -> str:
    phone.locator(".top").get_by_role("button", name="Another phone joins").tap()
    expect(phone.locator(".qr svg")).to_be_visible()
    return "/join/" + phone.locator("textarea").input_value().split("/join/")[1].strip()


def choose_player(phone: Page, name: str, at: str = "") -> None:
    if at:
        phone.goto(at)
    phone.locator(".people-grid").get_by_role("button", name=name).tap()
    phone.get_by_role("link", name="To the table").tap()
    expect(phone.locator(".standing", has_text=name).locator(".you")).to_have_text("you")


def say_who_is_out(phone: Page, name: str) -> None:
    phone.get_by_role("link", name="Own cards").or_(phone.locator(".bar a.main")).first.tap()
    phone.locator(".who-out label", has_text=name).tap()
    phone.get_by_role("button", name="Say who is out").tap()


def send_hand(phone: Page, heading: str, cards: str) -> None:
    """A phone on the table's page opens the pad by itself."""
    expect(phone.locator("h1")).to_have_text(heading)
    expect(phone.locator("[data-own-hand][data-live]")).to_be_attached()
    for card in cards.split():
        phone.locator(f"[data-step]:not([hidden]) [data-key='{card}']").tap()
    phone.locator("[data-send]").tap()
    expect(phone.locator("#hands")).to_be_visible()


def save_round(phone: Page, number: int) -> None:
    phone.get_by_role("button", name=f"Save round {number}").tap()
    expect(phone.locator(".deal")).to_be_visible()

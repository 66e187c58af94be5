"""Actions of a user at the table.

    start_game(phone, "derange", "Anna Bo Cara Dilan", first="Bo", mode="short")
    expect_deal(phone, "Round 1 of 7", cards=4, dealer="Bo", leader="Cara")
    score_round(phone, out="Cara", hands={"Dilan": "8 5 5", "Anna": "K 9", "Bo": "=12+11+7"})
    expect_totals(phone, Anna=29, Bo=30, Cara=0, Dilan=60)

Hands are in clockwise order from the left of the player who is out, as on the pad: cards by rank, or "=30"
for
typed points.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.table import Table

NOBODY = "Nobody went out"


def exactly(text: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{re.escape(text)}\s*$")


# From the start page to the first deal


def start_game(phone: Page, variant: str, names: str, *, first: str | None = None, **options: str) -> None:
    """From the start page to the table page; the first dealer is drawn unless one is given."""
    phone.goto("/")
    phone.locator(f"a[href='/new/{variant}'], a[href^='/new/{variant}?']").tap()
    name_seats(phone, names)
    choose_options(phone, **options)
    if first:
        phone.get_by_role("radio", name=f"{first} deals first").tap()
    phone.get_by_role("button", name="Start the game").tap()
    expect(phone.locator(".deal")).to_be_visible()


def name_seats(phone: Page, names: str) -> None:
    """Type the names clockwise, with the Enter key from one seat to the next."""
    phone.locator("input[name=name]").first.wait_for()
    phone.wait_for_load_state()  # before its module runs, Enter would deal
    phone.locator("input[name=name]").first.tap()
    first, *others = names.split()
    phone.keyboard.type(first)
    for name in others:
        phone.keyboard.press("Enter")
        phone.keyboard.type(name)


def choose_options(phone: Page, **options: str) -> None:
    if options:
        phone.locator("details.options > summary").tap()
    for key, value in options.items():
        choice = phone.locator(f"label:has([name=option-{key}][value='{value}'])")
        if choice.count():
            choice.tap()
        elif phone.locator(f"[name=option-{key}][data-other]").count():
            phone.locator("label:has([data-other])").tap()
            phone.locator("#own-length").fill(value)
        else:
            phone.locator(f"[name=option-{key}]").fill(value)


def open_table(phone: Page, table: Table, role: str = "scorer", page: str = "") -> None:
    """Open a link of the table's group, then the table's page or a page below it."""
    open_link(phone, table.link(role))
    phone.goto(table.path + page)


def open_link(phone: Page, link: str) -> None:
    """Give the phone the access of the link without changing the page that it shows."""
    answer = phone.request.get(link, max_redirects=0)
    assert answer.status == HTTPStatus.SEE_OTHER, answer.text()


# The table page


def expect_deal(phone: Page, progress: str, *, cards: int, dealer: str, leader: str) -> None:
    """The deal shown on the table page."""
    expect(phone.locator(".top p")).to_contain_text(progress)
    expect(phone.locator(".deal > b")).to_have_text(str(cards))
    expect(phone.locator(".deal")).to_contain_text(f"{dealer} deals")
    expect(phone.locator(".deal")).to_contain_text(f"{leader} starts")
    if phone.locator(".standing").count():
        expect(row_of(phone, dealer).locator(".tag")).to_have_text("deals")


def expect_totals(phone: Page, **totals: int) -> None:
    """The standings in any order; waits for them."""
    for name, total in totals.items():
        expect(row_of(phone, name).locator(".total")).to_have_text(re.compile(rf"^\s*{total}\b"))


def expect_podium(phone: Page, *places: tuple[int, str, int]) -> None:
    """Rank, name and total of the players on the podium, the winners first."""
    expect(phone.locator(".podium .podium-player")).to_have_count(len(places))
    for one, (rank, name, total) in zip(phone.locator(".podium .podium-player").all(), places, strict=True):
        expect(one.locator("xpath=ancestor::li")).to_have_class(re.compile(rf"\bplace-{min(rank, 4)}\b"))
        expect(one.locator(".name")).to_have_text(name)
        expect(one.locator("b")).to_have_text(str(total))


def row_of(phone: Page, name: str) -> Locator:
    return phone.locator(".standing").filter(has=phone.locator(".name", has_text=exactly(name)))


def flash_text(phone: Page) -> Locator:
    """The message about the last action."""
    return phone.locator(".flashes p").last


def undo(phone: Page) -> None:
    """By the message on the page, or by the menu of a finished session.

    After the scripts of the page: they delete the draft of the saved round, which the pad would restore.
    """
    phone.wait_for_load_state()
    offered = phone.locator(".toast") if phone.locator(".toast").count() else open_menu(phone)
    offered.get_by_role("button", name="Take back").tap()


def open_menu(phone: Page) -> Locator:
    """Unfold the menu of rare actions."""
    phone.locator("[popovertarget=more]").tap()
    return phone.locator("#more")


# The pad


def score_round(
    phone: Page,
    *,
    out: str | None,
    hands: Mapping[str, str],
    chain: tuple[int, str] | None = None,
) -> None:
    """From the table page to the table page. chain: the number of last 2s and the player who draws."""
    phone.locator(".bar a.main").tap()
    enter_round(phone, out=out, hands=hands, chain=chain)
    save(phone)


def enter_round(
    phone: Page,
    *,
    out: str | None,
    hands: Mapping[str, str],
    chain: tuple[int, str] | None = None,
) -> None:
    """Up to the review."""
    expect(phone.locator(".seats")).to_be_visible()
    if chain:
        phone.locator(".chain > summary").tap()
        phone.locator("#chain_cards").fill(str(chain[0]))
        phone.locator(".drawers label", has_text=chain[1]).tap()
    declare_out(phone, out)
    for name, held in hands.items():
        expect(open_hand(phone).locator(".pad-name")).to_have_text(name)
        count_hand(phone, held)
        phone.locator("[data-next]").tap()
    expect(phone.locator("#review")).to_be_visible()


def declare_out(phone: Page, name: str | None) -> None:
    phone.locator(".who-out label").filter(has=phone.get_by_text(name or NOBODY, exact=True)).tap()


def open_hand(phone: Page) -> Locator:
    return phone.locator("[data-step]:not([hidden])")


def count_hand(phone: Page, held: str) -> None:
    """Tap the cards of the open hand, or the chips with numbers where its variant has them."""
    hand = open_hand(phone)
    if held.startswith("="):
        hand.page.locator("[data-type]").tap()
        hand.locator("[data-typed] input").fill(held[1:])
        return
    keys = keys_for(hand, held.split())
    if hand.locator(".count-chip").count():
        for key, count in Counter(keys).items():
            hand.locator(f".count-chip[data-of='{key}'][data-count='{count}']").tap()
    else:
        for key in keys:
            hand.locator(f"[data-key='{key}']").tap()
    expect(hand.locator(".mini")).to_have_count(len(keys))


def tap_card(phone: Page, rank: str) -> None:
    """Add one card to the open hand."""
    hand = open_hand(phone)
    hand.locator(f"[data-key='{keys_for(hand, [rank])[0]}']").tap()


def keys_for(hand: Locator, ranks: Sequence[str]) -> list[str]:
    """The keys of the pad for these cards: a ten is tapped as "3-10", or as "other"."""
    if ranks:
        hand.locator("[data-key]").first.wait_for(state="attached")  # the step may just be opening
    keys = hand.locator("[data-key]").evaluate_all("keys => keys.map((key) => key.dataset.key)")
    return [next((key for key in keys if rank in key.split("-")), "other") for rank in ranks]


def review(phone: Page) -> list[str]:
    return [" ".join(line.split()) for line in phone.locator(".review-line").all_inner_texts()]


def save(phone: Page) -> None:
    phone.locator("[data-save]").tap()
    expect(flash_text(phone)).to_be_visible()
    expect(phone.locator("#board")).to_be_attached()

"""Several phones at one table: a shared link, updates, and no overwritten rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import (
    enter_round,
    expect_deal,
    expect_totals,
    flash_text,
    open_menu,
    open_table,
    row_of,
    save,
    score_round,
    start_game,
)

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

THEIRS = {"Bo": "8", "Cara": "K"}  # Anna is out
MINE = {"Bo": "8 4", "Cara": "K"}


pytestmark = pytest.mark.table("derange", "Anna Bo Cara", mode="short")


def test_a_second_phone_joins_by_a_link_and_both_see_each_others_rounds(phone: Page, second_phone: Page):
    start_game(phone, "derange", "Anna Bo Cara", first="Anna", mode="short")
    table = phone.url
    second_phone.goto(make_link(phone, "Scorer"))
    second_phone.get_by_role("link", name="Play on: Anna deals").tap()
    expect_deal(second_phone, "Round 1 of 7", cards=4, dealer="Anna", leader="Bo")

    phone.goto(table)
    score_round(phone, out="Anna", hands={"Bo": "8", "Cara": "K"})
    expect_deal(second_phone, "Round 2 of 7", cards=3, dealer="Bo", leader="Cara")
    expect_totals(second_phone, Anna=0, Bo=50, Cara=20)
    expect(second_phone.locator("#news")).to_contain_text("Round 1: Anna out, Bo 50, Cara 20")

    score_round(second_phone, out="Cara", hands={"Anna": "4", "Bo": "5"})
    expect_deal(phone, "Round 3 of 7", cards=2, dealer="Cara", leader="Anna")
    expect_totals(phone, Anna=4, Bo=55, Cara=20)


def test_two_versions_of_one_round_are_shown_side_by_side_and_one_is_chosen(
    phone: Page, second_phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors.append("409")
    both_enter_round_one(phone, second_phone, table)
    save(phone)
    second_phone.locator("[data-save]").tap()
    expect(second_phone.locator("h1")).to_have_text("Two phones, two versions")
    assert accounts(second_phone) == [
        ["Anna", "out", "out"],
        ["Bo", "50 8", "54 8, 4"],
        ["Cara", "20 K", "20 K"],
    ]
    assert table.totals() == {"Anna": 0, "Bo": 50, "Cara": 20}  # nothing is overwritten meanwhile

    second_phone.get_by_role("button", name="Use mine instead").tap()
    expect(flash_text(second_phone)).to_have_text("Round 1: Anna out, Bo 54, Cara 20")
    expect_totals(second_phone, Bo=54)
    expect_totals(phone, Bo=54)  # the first phone is notified
    expect(phone.locator(".toast")).to_contain_text("Round 1, corrected: Bo 50 (8) → 54 (8, 4)")
    assert table.kinds() == ["record", "correct"]


def test_a_round_queued_offline_conflicts_with_the_one_saved_meanwhile_which_may_be_kept(
    phone: Page, second_phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors += ["409", "ERR_INTERNET_DISCONNECTED"]
    both_enter_round_one(phone, second_phone, table)
    second_phone.context.set_offline(True)
    second_phone.locator("[data-save]").tap()
    expect(second_phone.locator("[data-notice]")).to_contain_text("No connection")
    save(phone)
    second_phone.context.set_offline(False)
    expect(second_phone.locator("h1")).to_have_text("Two phones, two versions")
    second_phone.get_by_role("link", name="Keep what is saved").tap()
    expect_totals(second_phone, Bo=50)
    expect(second_phone.locator("[data-offer-draft]")).to_be_hidden()
    assert table.totals() == {"Anna": 0, "Bo": 50, "Cara": 20}


def test_a_watcher_gets_updates_and_has_no_forms(
    phone: Page, second_phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors += ["403"]
    open_table(phone, table)
    open_table(second_phone, table, "watcher")
    expect_no_forms(second_phone)
    score_round(phone, out="Anna", hands=THEIRS)
    expect_totals(second_phone, Anna=0, Bo=50, Cara=20)
    expect(row_of(second_phone, "Anna")).to_contain_text("out")
    expect_no_forms(second_phone)

    second_phone.get_by_role("link", name="Score sheet").tap()
    expect(second_phone.locator(".round-sheet tbody tr")).to_have_count(1)
    expect_no_forms(second_phone)
    second_phone.get_by_role("link", name="Changes").tap()
    expect(second_phone.locator(".history")).to_contain_text("Round 1: Anna out")
    expect_no_forms(second_phone)
    second_phone.goto(table.group_path)
    expect(second_phone.get_by_text("This phone can only look")).to_be_visible()
    expect_no_forms(second_phone)

    second_phone.goto(f"{table.path}/rounds/2")  # the address from another phone
    expect(second_phone.locator("h1")).to_have_text("This phone may not do that")


def test_a_revoked_link_removes_all_access(phone: Page, second_phone: Page, expected_errors: list[str]):
    expected_errors += ["404"]
    start_game(phone, "derange", "Anna Bo Cara", first="Anna", mode="short")
    table = phone.url
    link = make_link(phone, "Watcher")
    second_phone.goto(link)
    second_phone.goto(table)
    expect(second_phone.locator(".deal")).to_be_visible()

    phone.get_by_role("link", name="Back").tap()
    phone.locator(".list li", has_text="Watcher").get_by_role("button", name="Revoke").tap()
    expect(flash_text(phone)).to_have_text("The link is revoked. Anyone who used it no longer has access.")
    expect(second_phone.locator("h1")).to_have_text("This phone’s link was revoked")  # without a tap
    second_phone.goto(link)
    expect(second_phone.locator("h1")).to_have_text("Nothing here")
    second_phone.goto("/")
    expect(second_phone.get_by_text("Groups this phone knows")).to_have_count(0)
    phone.goto(table)
    expect(phone.locator(".deal")).to_be_visible()


def both_enter_round_one(phone: Page, second_phone: Page, table: Table) -> None:
    for each, hands in ((phone, THEIRS), (second_phone, MINE)):
        open_table(each, table)
        each.locator(".bar a.main").tap()
        enter_round(each, out="Anna", hands=hands)


def make_link(phone: Page, role: str) -> str:
    """Make a link as the owner; the address in its code."""
    open_menu(phone).get_by_role("button", name="Another phone joins").tap()
    phone.get_by_role("link", name="Another kind of link").tap()
    phone.locator("label.choice", has_text=role).tap()
    phone.get_by_role("button", name="Make the link").tap()
    expect(phone.get_by_role("img", name="The link as a QR code")).to_be_visible()
    return phone.get_by_label("Or send the link").input_value()


def accounts(phone: Page) -> list[list[str]]:
    """The rows of the page that shows two versions side by side."""
    rows = phone.locator("table.two tbody tr").all()
    return [[" ".join(cell.split()) for cell in row.locator("th, td").all_inner_texts()] for row in rows]


def expect_no_forms(phone: Page) -> None:
    expect(phone.locator("main")).to_be_visible()
    writing = phone.locator("form[method=post]:not([action='/language']), [formaction]")
    expect(writing).to_have_count(0)
    expect(phone.locator(".bar .button, .toast")).to_have_count(0)

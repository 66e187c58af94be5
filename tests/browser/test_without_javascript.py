"""The same session on a phone without JavaScript: plain forms, plain fields, and all rules are enforced."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import (
    NOBODY,
    choose_options,
    expect_deal,
    expect_podium,
    expect_totals,
    flash_text,
    open_menu,
    open_table,
    undo,
)
from tests.sampling import whole_only

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.table import Table

#   round  cards  deals | Anna          Bo             Cara       Dilan
#     1      4    Bo    | K 9      29   2         30   out        8 5 5  60
#     2      3    Cara  | 4         4   out            Q J   20   7       7
#     3      2    Dilan | out on 2s     6 4 4 9 K 43   A     15   10 5   35   Bo draws 4 for two 2s
#     4      1    Anna  | 6         6   3         30   4      4   out
#     5      2    Bo    | 12+11+7  30   7          7   out        K A    35
#     6      3    Cara  | 9         9   5          5   8     50   4 4     8   nobody out
#     7      4    Dilan | out           9 7 6     22   4 5    9   Q      10
#                totals |          78            137         98         155
ROUNDS = (
    ("Cara", {"Anna": "K 9", "Bo": "2", "Dilan": "8 5 5"}),
    ("Bo", {"Anna": "4", "Cara": "Q J", "Dilan": "7"}),
    ("Anna", {"Bo": "6 4 4 9 K", "Cara": "A", "Dilan": "10 5"}),
    ("Dilan", {"Anna": "6", "Bo": "3", "Cara": "4"}),
    ("Cara", {"Anna": "=12+11+7", "Bo": "7", "Dilan": "K A"}),
    (None, {"Anna": "9", "Bo": "5", "Cara": "8", "Dilan": "4 4"}),
    ("Anna", {"Bo": "9 7 6", "Cara": "4 5", "Dilan": "Q"}),
)
DEALS = ((4, "Bo"), (3, "Cara"), (2, "Dilan"), (1, "Anna"), (2, "Bo"), (3, "Cara"), (4, "Dilan"))
NEXT = {"Anna": "Bo", "Bo": "Cara", "Cara": "Dilan", "Dilan": "Anna"}


pytestmark = pytest.mark.table("derange", "Anna Bo Cara", mode="short")


@whole_only
def test_a_short_derange_from_the_start_page_to_the_podium(plain_phone: Page):
    phone = plain_phone
    phone.goto("/")
    phone.locator("a[href^='/new/derange']").tap()
    for place, name in enumerate(("Bo", "Cara", "Dilan", "Anna")):
        phone.locator("input[name=name]").nth(place).fill(name)
    for place in (3, 2, 1):  # Anna moves up, a page at a time
        phone.locator("[data-move=up]").nth(place).tap()
        expect(phone.locator("input[name=name]").nth(place - 1)).to_have_value("Anna")
    choose_options(phone, mode="short")
    phone.get_by_role("radio", name="Bo deals first").tap()
    phone.get_by_role("button", name="Start the game").tap()
    expect(flash_text(phone)).to_have_text("Bo deals first. Have a good game!")

    for number, ((cards, dealer), (out, hands)) in enumerate(zip(DEALS, ROUNDS, strict=True), 1):
        expect_deal(phone, f"Round {number} of 7", cards=cards, dealer=dealer, leader=NEXT[dealer])
        phone.locator(".bar a.main").tap()
        fill_round(phone, out, hands)
        if number == 3:
            phone.locator(".chain > summary").tap()
            phone.locator("#chain_cards").fill("2")
            phone.locator(".drawers label", has_text="Bo").tap()
        phone.get_by_role("button", name=f"Save round {number}").tap()
        expect(flash_text(phone)).to_contain_text(f"Round {number}: {out or 'nobody'} out")

    expect(phone.locator(".stage h2")).to_have_text("Anna wins with 78")
    expect_podium(phone, (1, "Anna", 78), (2, "Cara", 98), (3, "Bo", 137), (4, "Dilan", 155))
    expect(phone.locator("svg.chart")).to_be_visible()
    expect(phone.get_by_role("link", name="Picture")).to_have_attribute("href", re.compile("/result.svg"))
    phone.get_by_role("button", name="Play again").tap()
    expect_deal(phone, "Round 1 of 7", cards=4, dealer="Anna", leader="Bo")


def test_errors_are_shown_and_all_input_stays(plain_phone: Page, table: Table, expected_errors: list[str]):
    expected_errors.append("422")
    phone = plain_phone
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    points_of(phone, "Anna").fill("12+eleven")
    count_of(phone, "Bo", "8").fill("2")
    phone.locator("summary", has_text="Dealer and cards dealt").tap()
    phone.get_by_label("Cards dealt").fill("5")
    phone.get_by_role("button", name="Save round 1").tap()

    expect(phone.get_by_role("alert")).to_contain_text("Who is out?")
    expect(hand_of(phone, "Anna").locator(".wrong")).to_contain_text("“12+eleven” is not a number or a sum")
    expect(hand_of(phone, "Cara").locator(".wrong")).to_contain_text("Not entered yet")
    expect(points_of(phone, "Anna")).to_have_value("12+eleven")
    expect(count_of(phone, "Bo", "8")).to_have_value("2")
    phone.locator("summary", has_text="Dealer and cards dealt").tap()
    expect(phone.get_by_label("Cards dealt")).to_have_value("5")

    points_of(phone, "Anna").fill("12+11")
    choose_out(phone, "Cara")
    phone.get_by_role("button", name="Save round 1").tap()
    expect(flash_text(phone)).to_have_text("Round 1: Cara out, Anna 23, Bo 100")


def test_a_missing_hand_is_named_at_the_top_with_a_link_to_it(
    plain_phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors.append("422")
    phone = plain_phone
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    choose_out(phone, "Anna")
    count_of(phone, "Bo", "8").fill("1")
    phone.get_by_role("button", name="Save round 1").tap()

    errors = phone.get_by_role("alert")
    expect(errors).to_be_in_viewport()
    expect(errors).to_be_focused()
    errors.get_by_role("link", name="Cara: Not entered yet").tap()
    expect(hand_of(phone, "Cara").locator(".wrong")).to_be_in_viewport()


def test_a_warning_is_shown_and_the_round_is_saved(
    plain_phone: Page, table: Table, expected_errors: list[str]
):
    expected_errors.append("422")
    phone = plain_phone
    open_table(phone, table)
    phone.locator(".bar a.main").tap()
    fill_round(phone, "Cara", {"Anna": "K"})
    count_of(phone, "Bo", "8").fill("9")  # two decks hold eight
    phone.get_by_role("button", name="Save round 1").tap()
    expect(phone.locator("[data-warnings]")).to_contain_text("9 eights are counted, but there are only 8.")
    expect(count_of(phone, "Anna", "K")).to_have_value("1")
    phone.get_by_role("button", name="Save anyway").tap()
    expect(flash_text(phone)).to_have_text("Round 1: Cara out, Anna 20, Bo 450")


def test_a_round_is_corrected_removed_and_undone(plain_phone: Page, table: Table):
    phone = plain_phone
    table.plays("Cara out, Anna 8, Bo K", "Anna out, Bo 4, Cara 5")
    open_table(phone, table)
    phone.get_by_role("link", name="Score sheet").tap()
    phone.get_by_role("link", name=re.compile("^Round 1, Anna: ")).tap()
    expect(count_of(phone, "Anna", "8")).to_have_value("1")
    count_of(phone, "Anna", "8").fill("")
    count_of(phone, "Anna", "9").fill("1")
    phone.get_by_role("button", name="Save round 1").tap()
    expect(flash_text(phone)).to_have_text("Round 1: Cara out, Anna 9, Bo 20")
    expect_totals(phone, Anna=9, Bo=24, Cara=5)

    undo(phone)
    expect(flash_text(phone)).to_have_text("Taken back: Round 1, corrected: Anna 50 (8) → 9 (9)")
    expect_totals(phone, Anna=50, Bo=24, Cara=5)

    phone.get_by_role("link", name="Score sheet").tap()
    phone.locator("summary", has_text="Add a missing deal, or remove one").tap()
    phone.get_by_role("link", name="Remove 1").tap()
    phone.get_by_role("button", name="Remove round 1").tap()
    expect(phone.locator(".round-sheet tbody tr")).to_have_count(1)
    phone.get_by_role("link", name="Changes").tap()
    phone.locator(".history > li").first.get_by_role("button", name="Take back").tap()
    expect(flash_text(phone)).to_have_text(
        "Taken back: Removed: Round 1: Cara out, Anna 50, Bo 20 (later dealers moved back)"
    )
    phone.goto(table.path)
    expect_totals(phone, Anna=50, Bo=24, Cara=5)


def test_two_versions_are_shown_side_by_side(
    plain_phone: Page, open_phone: Callable[..., Page], table: Table, expected_errors: list[str]
):
    expected_errors.append("409")
    other = open_phone(java_script_enabled=False)
    for each, hands in ((plain_phone, {"Bo": "8", "Cara": "K"}), (other, {"Bo": "8 4", "Cara": "=20"})):
        open_table(each, table)
        each.locator(".bar a.main").tap()
        fill_round(each, "Anna", hands)
    plain_phone.get_by_role("button", name="Save round 1").tap()
    expect(flash_text(plain_phone)).to_have_text("Round 1: Anna out, Bo 50, Cara 20")
    other.get_by_role("button", name="Save round 1").tap()
    expect(other.locator("h1")).to_have_text("Two phones, two versions")
    other.get_by_role("button", name="Use mine instead").tap()
    expect(flash_text(other)).to_have_text("Round 1: Anna out, Bo 54, Cara 20")
    plain_phone.reload()
    expect_totals(plain_phone, Anna=0, Bo=54, Cara=20)


def test_a_player_joins_one_leaves_and_another_deals(plain_phone: Page, table: Table):
    phone = plain_phone
    open_table(phone, table)
    table.plays("Cara out, Anna 8, Bo K")
    phone.reload()
    open_menu(phone).get_by_role("link", name="Seats").tap()
    phone.get_by_label("Name").fill("Dilan")
    phone.get_by_label("On the left of").select_option(label="Cara")
    phone.locator("form", has_text="Somebody sits down").locator("label", has_text="worst, 50").tap()
    phone.get_by_role("button", name="Sit down").tap()
    expect(flash_text(phone)).to_have_text("Dilan sits down and plays from the next deal on.")
    expect_totals(phone, Anna=50, Bo=20, Cara=0, Dilan=50)
    open_menu(phone).get_by_role("link", name="Choose the next dealer").tap()
    phone.get_by_role("button", name="Dilan").tap()
    expect_deal(phone, "Round 2 of 7", cards=3, dealer="Dilan", leader="Anna")
    open_menu(phone).get_by_role("link", name="Seats").tap()
    phone.get_by_role("button", name=re.compile(r"^leaves\b.*\bBo$")).tap()
    expect(phone.locator(".standing", has_text="Bo")).to_contain_text("has left")


def fill_round(phone: Page, out: str | None, hands: Mapping[str, str]) -> None:
    choose_out(phone, out)
    for name, held in hands.items():
        if held.startswith("="):
            points_of(phone, name).fill(held[1:])
            continue
        ranks = held.split()
        for key in phone.locator(".hand").first.locator("[data-class]").all():
            card_class = key.get_attribute("data-class") or ""
            count = sum(rank in card_class.split("-") for rank in ranks)
            if count:
                count_of(phone, name, card_class).fill(str(count))


def choose_out(phone: Page, name: str | None) -> None:
    phone.locator(".who-out label").filter(has=phone.get_by_text(name or NOBODY, exact=True)).tap()


def hand_of(phone: Page, name: str) -> Locator:
    return phone.locator(f".hand[data-name='{name}']")


def count_of(phone: Page, name: str, card_class: str) -> Locator:
    return hand_of(phone, name).locator(f"[data-class='{card_class}']")


def points_of(phone: Page, name: str) -> Locator:
    return hand_of(phone, name).locator("[data-typed] input")

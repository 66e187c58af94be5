"""A short Derange Order of Eight, from the start page to the podium and into the next session."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import (
    count_hand,
    declare_out,
    expect_deal,
    expect_podium,
    expect_totals,
    flash_text,
    open_hand,
    open_table,
    review,
    row_of,
    save,
    score_round,
    start_game,
)
from tests.sampling import whole_only

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

# Four cards down to one and up again (DO9, DO10), the deal clockwise from Bo (DO11).
#
#   round  cards  deals  leads | Anna          Bo            Cara      Dilan
#     1      4    Bo     Cara  | K 9      29   2        30   out       8 5 5  60
#     2      3    Cara   Dilan | 4         4   out           Q J  20   7       7
#     3      2    Dilan  Anna  | out on 2s     6 4 4 9 K 43  A    15   10 5   35   Bo draws 4 for two 2s
#     4      1    Anna   Bo    | 6         6   3        30   4     4   out
#     5      2    Bo     Cara  | 12+11+7  30   7         7   out       K A    35
#     6      3    Cara   Dilan | 9         9   5         5   8    50   4 4     8   nobody out
#     7      4    Dilan  Anna  | out           9 7 6    22   4 5   9   Q      10
#                      totals  |          78            137        98         155


ROUNDS = (
    "Cara out, Dilan 8 5 5, Anna K 9, Bo 2",
    "Bo out, Cara Q J, Dilan 7, Anna 4",
    "Anna out, Bo 6 4 4 9 K, Cara A, Dilan 10 5, chain 2 Bo",
    "Dilan out, Anna 6, Bo 3, Cara 4",
    "Cara out, Dilan K A, Anna =12+11+7, Bo 7",
    "nobody out, Anna 9, Bo 5, Cara 8, Dilan 4 4",
    "Anna out, Bo 9 7 6, Cara 4 5, Dilan Q",
)


@whole_only
def test_a_short_derange_from_the_start_page_to_the_podium_and_again(
    open_phone: Callable[..., Page], axe: Callable[[Page], None]
):
    phone = open_phone(reduced_motion="no-preference")
    start_game(phone, "derange", "Anna Bo Cara Dilan", first="Bo", mode="short")
    expect(flash_text(phone)).to_have_text("Bo deals first. Have a good game!")
    axe(phone)

    expect_deal(phone, "Round 1 of 7", cards=4, dealer="Bo", leader="Cara")
    expect(phone.locator(".bars rect")).to_have_count(7)
    score_round(phone, out="Cara", hands={"Dilan": "8 5 5", "Anna": "K 9", "Bo": "2"})
    expect(flash_text(phone)).to_have_text("Round 1: Cara out, Anna 29, Bo 30, Dilan 60")
    expect_totals(phone, Anna=29, Bo=30, Cara=0, Dilan=60)
    expect(row_of(phone, "Cara")).to_contain_text("out")
    expect(row_of(phone, "Dilan")).to_contain_text("+60")

    expect_deal(phone, "Round 2 of 7", cards=3, dealer="Cara", leader="Dilan")
    score_round(phone, out="Bo", hands={"Cara": "Q J", "Dilan": "7", "Anna": "4"})
    expect_totals(phone, Anna=33, Bo=30, Cara=20, Dilan=67)

    expect_deal(phone, "Round 3 of 7", cards=2, dealer="Dilan", leader="Anna")
    draw_a_chain_before_it_is_counted(phone)
    expect_totals(phone, Anna=33, Bo=73, Cara=35, Dilan=102)

    expect_deal(phone, "Round 4 of 7", cards=1, dealer="Anna", leader="Bo")
    score_round(phone, out="Dilan", hands={"Anna": "6", "Bo": "3", "Cara": "4"})
    expect_totals(phone, Anna=39, Bo=103, Cara=39, Dilan=102)
    assert ranks(phone) == {"Anna": 1, "Cara": 1, "Dilan": 3, "Bo": 4}

    expect_deal(phone, "Round 5 of 7", cards=2, dealer="Bo", leader="Cara")
    score_round(phone, out="Cara", hands={"Dilan": "K A", "Anna": "=12+11+7", "Bo": "7"})
    expect_totals(phone, Anna=69, Bo=110, Cara=39, Dilan=137)

    expect_deal(phone, "Round 6 of 7", cards=3, dealer="Cara", leader="Dilan")
    score_round(phone, out=None, hands={"Anna": "9", "Bo": "5", "Cara": "8", "Dilan": "4 4"})
    expect_totals(phone, Anna=78, Bo=115, Cara=89, Dilan=145)

    expect_deal(phone, "Round 7 of 7", cards=4, dealer="Dilan", leader="Anna")
    axe(phone)
    score_round(phone, out="Anna", hands={"Bo": "9 7 6", "Cara": "4 5", "Dilan": "Q"})

    expect(phone.locator(".stage h2")).to_have_text("Anna wins with 78")
    expect_podium(phone, (1, "Anna", 78), (2, "Cara", 98), (3, "Bo", 137), (4, "Dilan", 155))
    expect(phone.locator(".result-text")).to_have_text("Anna led from round 6 on.")
    phone.get_by_role("button", name="Play again").tap()
    expect_deal(phone, "Round 1 of 7", cards=4, dealer="Anna", leader="Bo")
    expect_totals(phone, Anna=0, Bo=0, Cara=0, Dilan=0)
    phone.goto("/")
    expect(phone.locator(".waiting h2")).to_have_text("Derange Order of Eight")
    expect(phone.locator(".waiting .sides small")).to_have_text(["Anna", "Bo", "Cara", "Dilan"])


@pytest.mark.table("derange", "Anna Bo Cara Dilan", first="Bo", mode="short", plays=ROUNDS)
def test_the_result_has_all_rounds_all_names_and_is_shared(
    open_phone: Callable[..., Page], table: Table, axe: Callable[[Page], None], tmp_path: Path
):
    phone = open_phone(reduced_motion="no-preference")
    open_table(phone, table)
    expect(phone.locator(".stage h2")).to_have_text("Anna wins with 78")
    phone.wait_for_function("() => document.getAnimations().every((each) => each.playState === 'finished')")
    axe(phone)
    expect_every_round_on_the_sheet(phone)
    expect_every_name_on_the_chart(phone)
    share_the_result(phone, tmp_path)


def draw_a_chain_before_it_is_counted(phone: Page) -> None:
    phone.locator(".bar a.main").tap()
    expect(phone.locator(".seats")).to_be_visible()
    expect(open_hand(phone).locator(".chain > summary")).to_contain_text("Ended on a 2?")
    phone.locator(".chain > summary").tap()
    phone.locator("#chain_cards").fill("2")
    phone.locator(".drawers label", has_text="Bo").tap()
    declare_out(phone, "Anna")
    expect(phone.locator(".hand:not([hidden]) [data-chain-hint]")).to_have_text(
        "Bo draws 4 for the chain before counting."
    )
    for name, held in (("Bo", "6 4 4 9 K"), ("Cara", "A"), ("Dilan", "10 5")):
        expect(open_hand(phone).locator(".pad-name")).to_have_text(name)
        count_hand(phone, held)
        phone.locator("[data-next]").tap()
    drawn = "Bo drew 4 for the chain before counting."
    assert review(phone) == ["Anna out 0", "Bo K, 9, 6, 4 ×2 43", "Cara A 15", "Dilan 3·10, 5 35", drawn]
    save(phone)


def ranks(phone: Page) -> dict[str, int]:
    """Names with their rank, from the first to the last."""
    rows = phone.locator(".standing").all()
    return {
        row.locator(".name").inner_text(): int(row.locator(".rank").inner_text().split()[-1]) for row in rows
    }


def expect_every_round_on_the_sheet(phone: Page) -> None:
    sheet = phone.locator(".round-sheet")
    expect(sheet.locator("tbody tr")).to_have_count(7)
    expect(sheet.locator("tbody th .unseen")).to_have_text(
        [
            ", 4 cards, Bo dealt",
            ", 3 cards, Cara dealt",
            ", 2 cards, Dilan dealt",
            ", 1 card, Anna dealt",
            ", 2 cards, Bo dealt",
            ", 3 cards, Cara dealt, nobody out",
            ", 4 cards, Dilan dealt",
        ]
    )
    running = sheet.locator("tbody td:nth-child(3) b")  # Bo's
    expect(running).to_have_text(["30", "30", "73", "103", "110", "115", "137"])
    expect(sheet.locator("tfoot b")).to_have_text(["78", "137", "98", "155"])


def expect_every_name_on_the_chart(phone: Page) -> None:
    chart = phone.get_by_role("img", name="Totals after each round: ")
    expect(chart).to_be_visible()
    expect(chart.locator("path.curve")).to_have_count(4)
    expect(chart.locator(".label", has_text="Anna")).to_have_text("Anna 78")


def share_the_result(phone: Page, tmp_path: Path) -> None:
    text = phone.get_by_label("The result as text")
    expect(text).to_have_value(
        re.compile(r"Derange Order of Eight, .*, 7 rounds\nAnna wins\. Anna led from round 6 on\.")
    )
    expect(text).to_have_value(re.compile(r"1\. Anna 78\n2\. Cara 98\n3\. Bo 137\n4\. Dilan 155$"))

    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    phone.get_by_role("button", name="Copy").tap()
    expect(phone.locator("[data-share-said]")).to_have_text("Copied.")
    assert phone.evaluate("() => navigator.clipboard.readText()") == text.input_value()

    with phone.expect_download() as download:
        phone.get_by_role("link", name="Picture").tap()
    assert download.value.suggested_filename == "turn-eight.png"
    download.value.save_as(tmp_path / "result.png")
    assert (tmp_path / "result.png").read_bytes().startswith(b"\x89PNG")

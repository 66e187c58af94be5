"""A whole Vändåtta of four players: the count chips, a blocked round, and two joint winners."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import (
    declare_out,
    expect_deal,
    expect_podium,
    expect_totals,
    flash_text,
    open_hand,
    review,
    row_of,
    score_round,
    start_game,
)

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ["Anna", "Bo", "Cara", "Dilan"]

# As many rounds as players, seven cards each; an 8 is 10, an ace 5, all else 1.
#
#   round | Anna            Bo          Cara           Dilan
#     1   | 8 K K       12  out         A          5   K 9 4    3
#     2   | K            1  8       10  2 3        2   A A     10   nobody out
#     3   | out             7        1  4 5 6 7    4   8 A K   16
#     4   | 2 3 4 5 6 7  6  Q J 10   3  K Q 9      3   out
#  totals |             19          14            14           29


def test_a_whole_vandatta_of_four_ends_with_two_winners(phone: Page):
    start_game(phone, "vandatta_pagat", " ".join(NAMES))
    drawn = flash_text(phone).inner_text().removesuffix(" deals first. Have a good game!")
    deal = NAMES.index(drawn)
    dealers = [NAMES[(deal + k) % 4] for k in range(5)]

    expect_deal(phone, "Round 1 of 4", cards=7, dealer=dealers[0], leader=dealers[1])
    expect(phone.locator(".hint")).to_contain_text(f"Everybody draws one, {dealers[0]} too.")
    score_round(phone, out="Bo", hands={"Cara": "A", "Dilan": "K 9 4", "Anna": "8 K K"})
    expect(flash_text(phone)).to_have_text("Round 1: Bo out, Anna 12, Cara 5, Dilan 3")
    expect_totals(phone, Anna=12, Bo=0, Cara=5, Dilan=3)

    expect_deal(phone, "Round 2 of 4", cards=7, dealer=dealers[1], leader=dealers[2])
    score_round(phone, out=None, hands={"Anna": "K", "Bo": "8", "Cara": "2 3", "Dilan": "A A"})
    expect(flash_text(phone)).to_have_text("Round 2: nobody out, Anna 1, Bo 10, Cara 2, Dilan 10")
    expect_totals(phone, Anna=13, Bo=10, Cara=7, Dilan=13)
    expect(row_of(phone, "Cara")).to_have_class(re.compile("lead"))

    expect_deal(phone, "Round 3 of 4", cards=7, dealer=dealers[2], leader=dealers[3])
    score_round(phone, out="Anna", hands={"Bo": "7", "Cara": "4 5 6 7", "Dilan": "8 A K"})
    expect_totals(phone, Anna=13, Bo=11, Cara=11, Dilan=29)

    expect_deal(phone, "Round 4 of 4", cards=7, dealer=dealers[3], leader=dealers[4])
    score_round(phone, out="Dilan", hands={"Anna": "2 3 4 5 6 7", "Bo": "Q J 10", "Cara": "K Q 9"})

    expect(phone.locator(".stage h2")).to_contain_text("Bo and Cara win together")
    expect_podium(phone, (1, "Bo", 14), (1, "Cara", 14), (3, "Anna", 19), (4, "Dilan", 29))
    expect(phone.locator(".result-text")).to_contain_text("Bo and Cara")
    expect(phone.get_by_label("The result as text")).to_have_value(
        re.compile(r"1\. Bo 14\n1\. Cara 14\n3\. Anna 19")
    )


def test_three_classes_are_counted_by_chips_from_zero_to_nine(phone: Page):
    start_game(phone, "vandatta_pagat", "Anna Bo", first="Anna")
    phone.locator(".bar a.main").tap()
    expect(phone.locator(".seats")).to_be_visible()
    declare_out(phone, "Anna")
    hand = open_hand(phone)
    expect(hand.locator(".pad-name")).to_have_text("Bo")
    chips = hand.get_by_role("group", name="eights").locator(".count-chip")
    expect(chips).to_have_text(["0 eights", "1 an eight", *(f"{count} eights" for count in range(2, 10))])
    expect(hand.locator(".count-chips")).to_have_count(3)

    hand.get_by_role("button", name="9 ordinary cards").tap()  # nine cards in one tap
    expect(hand.locator(".sum")).to_have_text("9")
    hand.get_by_role("button", name="2 eights").tap()
    expect(hand.locator(".sum")).to_have_text("29")
    hand.get_by_role("button", name="an eight").first.tap()  # the key beside the chips adds one
    expect(hand.locator(".sum")).to_have_text("39")
    hand.get_by_role("button", name="0 eights").tap()
    expect(hand.locator(".sum")).to_have_text("9")
    phone.locator("[data-next]").tap()
    assert review(phone) == ["Anna out 0", "Bo other ×9 9"]

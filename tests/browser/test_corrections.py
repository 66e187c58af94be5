"""Every mistake can be corrected, the history shows it, and the correction can be undone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import (
    count_hand,
    enter_round,
    expect_podium,
    expect_totals,
    flash_text,
    open_hand,
    open_table,
    review,
    save,
    undo,
)
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Locator, Page

    from tests.table import Table

#   round | Anna     Bo       Cara     Dilan
#     1   | K   20   9    9   out      5    5
#     2   | out      4    4   7    7   6    6
#     3   | 8   50   out      5    5   Q   10   ← Anna's 8 was a 9
#     4   | 4    4   9    9   6    6   out
#     5   | 7    7   A   15   out      K   20
#  totals |     81       37       18       41
FIVE = (
    "Cara out, Anna K, Bo 9, Dilan 5",
    "Anna out, Bo 4, Cara 7, Dilan 6",
    "Bo out, Anna 8, Cara 5, Dilan Q",
    "Dilan out, Anna 4, Bo 9, Cara 6",
    "Cara out, Anna 7, Bo A, Dilan K",
)


pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", plays=FIVE)


@pytest.fixture
def phone(kept_phone: Page) -> Page:
    return kept_phone


def test_a_card_of_round_three_is_corrected_and_the_totals_follow(phone: Page, table: Table):
    open_table(phone, table)
    call_the_phone(phone, "Bo’s phone")
    phone.goto(table.path)
    expect_totals(phone, Anna=81, Bo=37, Cara=18, Dilan=41)

    correct_an_eight_to_a_nine(phone)
    expect(flash_text(phone)).to_have_text("Round 3: Bo out, Anna 9, Cara 5, Dilan 10")
    expect_totals(phone, Anna=40, Bo=37, Cara=18, Dilan=41)

    open_history(phone)
    expect(entries(phone).first).to_contain_text("Round 3, corrected: Anna 50 (8) → 9 (9)")
    expect(entries(phone).first).to_contain_text("Bo’s phone")
    expect(entries(phone).first.locator("time")).to_be_visible()
    expect(entries(phone)).to_have_count(7)  # five rounds, the correction, the start

    entries(phone).first.get_by_role("button", name="Take back").tap()
    expect(flash_text(phone)).to_have_text("Taken back: Round 3, corrected: Anna 50 (8) → 9 (9)")
    expect(phone.locator("h1")).to_have_text("Changes")  # still in the history
    corrected = entries(phone).filter(has_text="Round 3, corrected").nth(1)
    expect(corrected).to_have_class("undone")
    expect(corrected).to_contain_text("taken back")
    phone.goto(table.path)
    expect_totals(phone, Anna=81, Bo=37, Cara=18, Dilan=41)

    open_history(phone)
    entries(phone).first.get_by_role("button", name="Do it again").tap()
    expect(flash_text(phone)).to_have_text("Put back: Round 3, corrected: Anna 50 (8) → 9 (9)")
    phone.goto(table.path)
    expect_totals(phone, Anna=40, Bo=37, Cara=18, Dilan=41)


def test_a_correction_is_previewed_and_not_saved_before(phone: Page, table: Table):
    open_table(phone, table)
    open_sheet(phone)
    expect(phone.locator("main")).to_contain_text("Something wrong? Tap that hand to correct it.")
    hand_of(phone, 3, "Anna").tap()
    phone.get_by_role("button", name="All hands").tap()
    expect(phone.locator("#review")).to_have_text("What was wrong?")
    expect(save_button(phone)).to_have_text("Nothing changed yet")
    expect(save_button(phone)).to_be_disabled()
    phone.locator(".review-line", has_text="Anna").tap()
    open_hand(phone).get_by_role("button", name="8: take one back").tap()
    count_hand(phone, "9")
    phone.get_by_role("button", name="All hands").tap()
    expect(phone.locator("#review")).to_have_text("Is it right now?")
    expect(phone.locator("[data-effect]")).to_have_text("Anna: 81 becomes 40, place 4 becomes 3.")
    expect(phone.locator(".review-line.changed")).to_have_count(1)
    expect(phone.locator(".review-line.changed s")).to_have_text("50")
    expect(save_button(phone)).to_be_enabled()
    phone.locator(".dock").get_by_role("link", name="Sheet").tap()
    expect(phone.locator("h1")).to_have_text("Score sheet")


def test_the_sheet_marks_what_was_corrected(phone: Page, table: Table):
    table.corrects(3, "Bo out, Anna 9, Cara 5, Dilan Q")
    open_table(phone, table)
    open_sheet(phone)
    expect(phone.locator("td.corrected")).to_have_count(1)
    expect(phone.locator("td.corrected")).to_contain_text("corrected")
    table.takes_back()
    phone.reload()
    expect(phone.locator("td.corrected")).to_have_count(0)


@pytest.mark.parametrize(
    "names", ["Anna Bo Cara Dilan Eva Frans", f"{'W' * 40} Bo Cara Dilan Eva Frans Gun Hans"]
)
def test_all_players_are_visible_on_the_sheet_on_a_phone(phone: Page, app: Flask, names: str):
    first, second, *others = names.split()
    played = ", ".join([f"{first} out", f"{second} 8 8", *(f"{name} 8 K" for name in others)])
    table = start(app, "derange", names).plays(*[played] * 6)
    open_table(phone, table)
    phone.goto(f"{table.path}/rounds")
    expect(phone.locator(".round-sheet tbody tr")).to_have_count(6)
    for cell in phone.locator(".round-sheet tfoot td").all():
        box = cell.bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= 390


def test_the_player_who_was_out_can_be_corrected(phone: Page, table: Table):
    open_table(phone, table)
    phone.goto(f"{table.path}/rounds/5")
    expect(phone.locator("#review")).to_be_visible()
    phone.locator(".review-line", has_text="Cara").tap()
    phone.locator(".who-out label", has_text="Dilan").tap()
    expect(open_hand(phone).locator(".pad-name")).to_have_text("Cara")  # the only hand that is missing
    count_hand(phone, "4 4")
    phone.locator("[data-next]").tap()
    assert review(phone) == ["Anna 7 7", "Bo A 15", "Cara 4 ×2 0 8", "Dilan out 0"]
    save(phone)
    expect_totals(phone, Anna=81, Bo=37, Cara=26, Dilan=21)
    open_history(phone)
    expect(entries(phone).first).to_contain_text("out: Cara → Dilan")


def test_the_table_page_names_the_change_that_it_undoes(phone: Page, table: Table):
    open_table(phone, table)
    toast = phone.locator(".toast")
    expect(toast).to_contain_text("Round 5: Cara out, Anna 7, Bo 15, Dilan 20")
    undo(phone)
    expect(flash_text(phone)).to_have_text("Taken back: Round 5: Cara out, Anna 7, Bo 15, Dilan 20")
    expect(phone.locator(".top p")).to_contain_text("Round 5 of 15")
    expect_totals(phone, Anna=74, Bo=22, Cara=18, Dilan=21)

    expect(toast).to_contain_text("Taken back: Round 5")  # a second tap takes nothing more back
    toast.get_by_role("button", name="Put it back").tap()
    expect(flash_text(phone)).to_have_text("Put back: Round 5: Cara out, Anna 7, Bo 15, Dilan 20")
    expect_totals(phone, Anna=81, Bo=37, Cara=18, Dilan=41)
    expect(toast).to_contain_text("Round 5: Cara out, Anna 7, Bo 15, Dilan 20")
    undo(phone)
    expect(flash_text(phone)).to_contain_text("Taken back: Round 5")

    phone.goto(table.path)
    expect(phone.locator(".top p")).to_contain_text("Round 5 of 15")
    expect_totals(phone, Anna=74, Bo=22, Cara=18, Dilan=21)


def test_an_extra_round_can_be_removed_and_a_missing_one_inserted(phone: Page, table: Table):
    open_table(phone, table)
    open_sheet(phone)
    phone.get_by_text("Add a missing deal, or remove one").tap()
    phone.get_by_role("link", name="Remove 2").tap()
    expect(phone.locator("main")).to_contain_text("Round 2: Anna out, Bo 4, Cara 7, Dilan 6")
    phone.get_by_role("button", name="Remove round 2").tap()
    expect(flash_text(phone)).to_have_text("Removed: Round 2: Anna out, Bo 4, Cara 7, Dilan 6")
    expect(phone.locator(".round-sheet tbody tr")).to_have_count(4)
    expect(phone.locator(".round-sheet tfoot td b")).to_have_text(["81", "33", "11", "35"])

    phone.get_by_text("Add a missing deal, or remove one").tap()
    phone.get_by_role("link", name="Put one in before 2").tap()
    expect(phone.locator("h1")).to_have_text("Put in round 2")
    enter_round(phone, out="Bo", hands={"Cara": "4", "Dilan": "4 4", "Anna": "6"})
    save(phone)
    expect(phone.locator(".top p")).to_contain_text("Round 6 of 15")
    expect_totals(phone, Anna=87, Bo=33, Cara=15, Dilan=43)
    assert table.numbers() == [1, 2, 3, 4, 5]

    undo(phone)
    expect(flash_text(phone)).to_contain_text("Taken back: Put in: Round 2")
    expect_totals(phone, Anna=81, Bo=33, Cara=11, Dilan=35)
    open_history(phone)
    entries(phone).filter(has_text="Removed: Round 2").get_by_role("button", name="Take back").tap()
    expect(flash_text(phone)).to_contain_text("Taken back: Removed: Round 2")
    phone.goto(table.path)
    expect_totals(phone, Anna=81, Bo=37, Cara=18, Dilan=41)


def test_correcting_a_finished_session_can_change_the_winner(phone: Page, app: Flask):
    table = start(app, "vandatta", "Anna Bo Cara", rounds=3).plays(
        "Anna out, Bo 8, Cara K", "Bo out, Anna K, Cara A A", "Cara out, Anna K, Bo K"
    )
    open_table(phone, table)
    expect(phone.locator(".stage h2")).to_have_text("Anna wins with 2")
    expect_podium(phone, (1, "Anna", 2), (2, "Bo", 11), (2, "Cara", 11))

    hand_of(phone, 2, "Anna").tap()
    open_hand(phone).locator(".count-chip[data-of='8'][data-count='1']").tap()
    phone.locator("[data-next]").tap()
    save(phone)
    expect(phone.locator(".stage h2")).to_have_text("Bo and Cara win together with 11")
    expect_podium(phone, (1, "Bo", 11), (1, "Cara", 11), (3, "Anna", 12))
    assert table.finals() == {"Anna": (12, 3, False), "Bo": (11, 1, True), "Cara": (11, 1, True)}

    hand_of(phone, 3, "Bo").tap()
    open_hand(phone).locator(".count-chip[data-of='other'][data-count='3']").tap()
    phone.locator("[data-next]").tap()
    save(phone)
    expect(phone.locator(".stage h2")).to_contain_text("Cara wins")
    undo(phone)
    expect(phone.locator(".stage h2")).to_have_text("Bo and Cara win together with 11")


def test_a_finished_session_is_reopened_by_undoing_its_last_round(phone: Page, app: Flask):
    table = start(app, "vandatta", "Anna Bo", rounds=2).plays("Anna out, Bo 8", "Bo out, Anna K")
    open_table(phone, table)
    expect(phone.locator(".stage h2")).to_contain_text("Anna wins")
    undo(phone)
    expect(phone.locator(".top p")).to_contain_text("Round 2 of 2")
    expect_totals(phone, Anna=0, Bo=10)


def correct_an_eight_to_a_nine(phone: Page) -> None:
    """Anna's hand of round 3, from the table page: four taps."""
    open_sheet(phone)
    hand_of(phone, 3, "Anna").tap()
    expect(save_button(phone)).to_be_disabled()
    open_hand(phone).get_by_role("button", name="8: take one back").tap()  # in the tray
    expect(open_hand(phone).locator(".mini")).to_have_count(0)
    count_hand(phone, "9")
    expect(save_button(phone)).to_have_text("Save 9")
    save(phone)


def hand_of(phone: Page, number: int, name: str) -> Locator:
    """A cell of the score sheet."""
    return phone.get_by_role("link", name=re.compile(f"^Round {number}, {name}: "))


def save_button(phone: Page) -> Locator:
    return phone.locator("[data-save]")


def call_the_phone(phone: Page, name: str) -> None:
    phone.goto("/phone")
    phone.get_by_label("Whose phone is this?").fill(name)
    phone.get_by_role("button", name="Save the name").tap()
    expect(flash_text(phone)).to_have_text(f"This phone is called {name} now.")


def open_sheet(phone: Page) -> None:
    phone.get_by_role("link", name="Score sheet").tap()
    expect(phone.locator("h1")).to_have_text("Score sheet")


def open_history(phone: Page) -> None:
    open_sheet(phone)
    phone.get_by_role("link", name="Changes").tap()
    expect(phone.locator("h1")).to_have_text(re.compile("Changes"))


def entries(phone: Page) -> Locator:
    """The history, newest first."""
    return phone.locator(".history > li")

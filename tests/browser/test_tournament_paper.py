"""A tournament on paper: slips printed and entered, and its result on one sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_link
from tests.browser.test_paper import PAPERS, printed
from tests.club import opened
from tests.golden.test_tournaments import twelve

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.club import Club

TABLES = "Anna Bo Cara Dilan", "Eva Finn Gun Hugo", "Ida Jon Kim Lena Olga"


@pytest.fixture
def club(app: Flask) -> Club:
    return opened(app, " ".join(TABLES)).draws(1, *TABLES)


def slips(phone: Page, club: Club) -> Page:
    open_link(phone, club.link("umpire", tournament_id=club.id))
    phone.goto(f"{club.path}/slips")
    return phone


def type_in(phone: Page, table: int, *, others: str = "7") -> None:
    """The first player is out in each of the five games."""
    for number in range(1, 6):
        for place in range(4):
            phone.locator(f"#t{table}-c-{number}-{place}").fill(others if place else "x")


def test_three_slips_are_printed_on_two_pages(phone, club):
    open_link(phone, club.link("owner"))
    assert printed(phone, f"{club.path}/slips/print") == (2, PAPERS["a4"])


def test_the_seats_of_eight_tables_are_printed_on_one_page_after_that_of_the_names(app, phone):
    club = opened(app, " ".join(f"Maria-{number}" for number in range(1, 33))).draws(1)
    open_link(phone, club.link("owner"))
    assert len(club.tables()) == 8
    assert printed(phone, f"{club.path}/seating") == (2, PAPERS["a4"])


def test_the_result_of_twelve_players_is_printed_on_one_page(app, phone):
    club = twelve(app)
    open_link(phone, club.link("watcher"))
    assert printed(phone, f"{club.path}/print") == (1, PAPERS["a4"])


def test_a_draft_survives_a_reload_and_is_deleted_once_it_is_saved(phone, club):
    slips(phone, club)
    phone.locator("#t2-c-1-0").fill("58")
    phone.reload()
    expect(phone.locator("#t2-c-1-0")).to_have_value("58")
    expect(phone.locator("[data-notice]")).to_contain_text("is here again")
    type_in(phone, 2)
    phone.get_by_role("button", name="Save the slips").tap()
    expect(phone.locator(".flashes")).to_contain_text("Saved: Table 2.")
    phone.wait_for_load_state()  # only then is the draft deleted
    assert phone.evaluate("() => Object.values(localStorage).filter((v) => v.includes('t2-c-')).length") == 0


def test_a_submitted_page_restores_its_cells_and_not_the_order_of_its_tables(phone, club, expected_errors):
    expected_errors.append("422")
    slips(phone, club)
    type_in(phone, 1)
    phone.locator("#t2-c-1-0").fill("R")
    phone.get_by_role("button", name="Save the slips").tap()
    expect(phone.locator(".flashes")).to_contain_text("Saved: Table 1.")
    stored = phone.evaluate(
        "() => Object.values(localStorage).map((v) => JSON.parse(v).fields).filter(Boolean)"
    )
    assert any(fields.get("t2-c-1-0") == "R" for fields in stored)
    assert not any(name in fields for fields in stored for name in ("t2-since", "t2-columns", "t2-accepted"))


def test_enter_moves_through_one_slip_and_on_to_the_next(phone, club):
    slips(phone, club)
    phone.locator("#t1-total-3").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("#t2-c-1-0")).to_be_focused()


def test_slips_can_be_entered_without_javascript(plain_phone, club, expected_errors):
    expected_errors.append("422")
    slips(plain_phone, club)
    type_in(plain_phone, 1)
    plain_phone.locator("#t1-total-1").fill("34")
    plain_phone.get_by_role("button", name="Save the slips").tap()
    expect(plain_phone.locator(".problem.warning")).to_contain_text(
        "Bo: the slip says 34, the deals make 35."
    )
    plain_phone.locator("#t1-total-1").fill("35")
    plain_phone.get_by_role("button", name="Save").tap()
    expect(plain_phone.locator(".flashes")).to_contain_text("Saved: Table 1.")

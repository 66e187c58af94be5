"""Paper score sheets: printed at the intended page size, and entered by keyboard, paste or a plain form."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_link
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.table import Table

EIGHT = "Anna Bo Cara Dilan Alexandra-Konstantina Bartholomäus-Maximilian Gun Donaudampfschifffahrt"
PAPERS = {"a4": (595, 842), "letter": (612, 792)}  # in points
GRID = "sheets/grid?variant=derange&mode=short&name=Anna&name=Bo&name=Cara&first=0&start=2024-03-08T20:00"


pytestmark = pytest.mark.table("derange", "Anna Bo Cara", plays=["Anna out, Bo 8, Cara 5 5"], mode="short")


def printed(phone: Page, address: str) -> tuple[int, tuple[int, int]]:
    """The number of printed pages and their size."""
    phone.goto(address)
    pdf = phone.pdf(prefer_css_page_size=True)
    sizes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
    assert len(set(sizes)) == 1
    width, height = sizes[0]
    return len(re.findall(rb"/Type\s*/Page\b", pdf)), (round(float(width)), round(float(height)))


def test_fifteen_rounds_of_eight_players_are_printed_on_one_page(app, phone):
    table = start(app, "derange", EIGHT)
    others = [name for name in table.seats() if name != "Anna"]
    hands = ", ".join(f"{name} 8 2 10 K Q 9 7" for name in others)
    table.plays(*[f"Anna out, {hands}"] * 15)
    open_link(phone, table.link("watcher"))
    for size, fill in product(PAPERS, ("blank", "filled")):
        assert printed(phone, f"{table.path}/print?size={size}&fill={fill}") == (1, PAPERS[size])


def test_ten_players_are_printed_on_one_landscape_page(app, phone):
    table = start(app, "swedish_pursuit", "Anna Bo Cara Dilan Eva Frans Gun Hugo Ida Jon", rounds=2)
    open_link(phone, table.link("watcher"))
    for size in PAPERS:
        assert printed(phone, f"{table.path}/print?size={size}") == (1, PAPERS[size][::-1])


def test_forty_rounds_take_three_pages(app, phone):
    table = start(app, "vandatta", "Anna Bo", rounds=40)
    open_link(phone, table.link("watcher"))
    assert printed(phone, f"{table.path}/print") == (3, PAPERS["a4"])


def test_only_the_sheet_is_printed_and_a_button_prints_it(table, phone):
    open_link(phone, table.link("watcher"))
    phone.goto(f"{table.path}/print")
    expect(phone.get_by_role("button", name="Print")).to_be_visible()
    phone.emulate_media(media="print")
    for unwanted in (".top", ".foot", "nav.actions"):
        expect(phone.locator(unwanted)).to_be_hidden()
    expect(phone.locator(".leaf")).to_be_visible()


class TestTheGrid:
    @pytest.fixture
    def sheet(self, table: Table, phone: Page) -> Page:
        open_link(phone, table.link("scorer"))
        phone.goto(f"{table.group_path}/{GRID}")
        phone.wait_for_load_state()
        return phone

    def cell(self, sheet: Page, number: int, place: int) -> Locator:
        return sheet.locator(f"#c-{number}-{place}")

    def more_lines(self, sheet: Page) -> None:
        """Add lines until the page has them and stores input in them."""
        with sheet.expect_navigation():
            sheet.get_by_role("button", name="More lines").tap()

    def test_enter_and_the_arrows_move_between_cells_and_numbers_get_a_numeric_keyboard(self, sheet):
        self.cell(sheet, 1, 0).tap()
        for text in ("58", "x", "8 K", "5"):
            sheet.keyboard.type(text)
            sheet.keyboard.press("Enter")
        expect(self.cell(sheet, 1, 2)).to_have_value("8 K")
        expect(self.cell(sheet, 2, 0)).to_have_value("5")
        expect(self.cell(sheet, 2, 1)).to_be_focused()
        sheet.keyboard.press("ArrowUp")
        expect(self.cell(sheet, 1, 1)).to_be_focused()
        sheet.keyboard.press("ArrowRight")
        expect(self.cell(sheet, 1, 2)).to_be_focused()
        sheet.keyboard.press("ArrowDown")
        expect(self.cell(sheet, 2, 2)).to_be_focused()
        sheet.keyboard.press("Shift+Enter")
        expect(self.cell(sheet, 2, 1)).to_be_focused()
        expect(self.cell(sheet, 2, 1)).to_have_attribute("inputmode", "tel")
        sheet.locator("label").filter(has_text="8 is a card").tap()
        expect(self.cell(sheet, 2, 1)).to_have_attribute("inputmode", "text")

    def paste(self, cell: Locator, text: str) -> None:
        cell.evaluate(
            """(cell, text) => {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text/plain", text);
                cell.dispatchEvent(
                    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
                );
            }""",
            text,
        )

    def test_a_paste_fills_cells_from_the_current_one_to_the_last_column(self, sheet):
        self.paste(self.cell(sheet, 2, 1), "15\t12+8\r\n-\t50\n")
        expect(self.cell(sheet, 2, 1)).to_have_value("15")
        expect(self.cell(sheet, 2, 2)).to_have_value("12+8")
        expect(self.cell(sheet, 3, 1)).to_have_value("-")
        expect(self.cell(sheet, 3, 2)).to_have_value("50")
        expect(self.cell(sheet, 1, 0)).to_have_value("")
        self.paste(self.cell(sheet, 6, 1), "1\t2\n3\t4\n")
        expect(self.cell(sheet, 7, 2)).to_have_value("4")

    def test_a_paste_that_does_not_fit_is_put_into_the_field_for_blocks(self, sheet):
        block, cells = sheet.locator("#block"), sheet.locator("[data-cell]")
        too_many_lines = (7, 0, "1\t2\n3\t4")
        too_many_columns = (1, 2, "1\t2")
        names_above = (1, 0, "Anna\tBo\tCara\n58\tx\t8 K")
        for number, place, text in (too_many_lines, too_many_columns, names_above):
            self.paste(self.cell(sheet, number, place), text)
            expect(block).to_be_visible()
            expect(block).to_be_focused()
            expect(block).to_have_value(text)
            assert cells.evaluate_all("cells => cells.every((cell) => cell.value === '')")
            sheet.reload()
            expect(block).to_be_visible()
            expect(block).to_have_value(text)
            block.fill("")

    def test_a_sheet_restored_by_the_browser_starts_again(self, sheet):
        before = sheet.locator("#sheet [name=change_id]").input_value()
        with sheet.expect_navigation():
            sheet.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        assert sheet.locator("#sheet [name=change_id]").input_value() != before

    def test_a_draft_survives_a_reload_and_is_deleted_once_it_is_cleared_or_saved(self, sheet):
        self.cell(sheet, 1, 0).fill("58")
        self.cell(sheet, 1, 0).fill("")
        sheet.reload()
        expect(sheet.locator("[data-notice]")).to_be_hidden()
        self.cell(sheet, 1, 0).fill("58")
        sheet.locator("[name=dealer-1]").select_option("1")
        sheet.locator("label").filter(has_text="8 is a card").tap()
        sheet.reload()
        expect(self.cell(sheet, 1, 0)).to_have_value("58")
        expect(sheet.locator("[name=dealer-1]")).to_have_value("1")
        expect(sheet.locator("[name=numbers][value=cards]")).to_be_checked()
        expect(sheet.locator("[data-notice]")).to_contain_text("is here again")
        address = sheet.url
        self.cell(sheet, 1, 0).fill("x")
        self.cell(sheet, 1, 1).fill("8")
        self.cell(sheet, 1, 2).fill("5")
        sheet.locator("label").filter(has_text="It is still being played").tap()
        sheet.get_by_role("button", name="Save the sheet").last.tap()
        expect(sheet.locator(".flashes")).to_contain_text("The sheet is saved.")
        sheet.wait_for_load_state()  # only then is the draft deleted
        sheet.goto(address)
        expect(self.cell(sheet, 1, 0)).to_have_value("")
        self.paste(self.cell(sheet, 6, 1), "1\t2\n3\t4\n")
        expect(self.cell(sheet, 7, 2)).to_have_value("4")

    def test_input_before_the_page_can_store_it_is_stored_as_soon_as_possible(self, sheet):
        late = []
        sheet.route("**/grid/draft.js*", lambda route: late.append(route))  # noqa: PLW0108 - Playwright wants a function of its own
        with sheet.expect_request("**/grid/draft.js*"):
            sheet.reload(wait_until="commit")
        self.cell(sheet, 1, 0).fill("58")
        late.pop().continue_()
        sheet.wait_for_load_state()
        sheet.unroute("**/grid/draft.js*")
        sheet.reload()
        expect(self.cell(sheet, 1, 0)).to_have_value("58")

    def test_added_lines_are_restored_with_their_input(self, table, sheet):
        without_end = GRID.replace("derange&mode=short", "vatikan")
        sheet.goto(f"{table.group_path}/{without_end}")
        self.more_lines(sheet)
        self.cell(sheet, 18, 1).fill("x")
        sheet.goto(f"{table.group_path}/{without_end}")
        expect(self.cell(sheet, 18, 1)).to_have_value("x")
        self.cell(sheet, 2, 0).fill("4")
        sheet.goto(f"{table.group_path}/{without_end}")
        expect(self.cell(sheet, 18, 1)).to_have_value("x")
        expect(self.cell(sheet, 2, 0)).to_have_value("4")
        expect(self.cell(sheet, 21, 0)).to_have_count(0)
        sheet.goto(f"{table.group_path}/{without_end}&lines=18")
        self.more_lines(sheet)
        self.cell(sheet, 23, 1).fill("x")
        sheet.goto(f"{table.group_path}/{without_end}&lines=18")
        expect(self.cell(sheet, 23, 1)).to_have_value("x")

    def test_a_draft_with_more_lines_than_the_server_allows_is_no_endless_loop(self, table, sheet):
        without_end = f"{table.group_path}/{GRID.replace('derange&mode=short', 'vatikan')}"
        sheet.goto(without_end)
        self.cell(sheet, 1, 0).fill("4")
        sheet.evaluate(
            """() => {
                const key = Object.keys(localStorage).find((key) => key.startsWith("turn8:draft:"));
                const draft = JSON.parse(localStorage.getItem(key));
                draft.fields["c-4321-0"] = "x";
                localStorage.setItem(key, JSON.stringify(draft));
            }"""
        )
        sheet.goto(without_end)
        expect(sheet.locator("[data-notice]")).to_contain_text("is here again")
        expect(self.cell(sheet, 1, 0)).to_have_value("4")

    def test_the_names_stay_visible_while_scrolling(self, sheet):
        region = sheet.locator(".scroll")
        region.evaluate("region => { region.style.maxBlockSize = '12rem'; region.scrollTop = 9999; }")
        top = region.bounding_box()["y"]
        assert abs(sheet.locator(".grid thead th").nth(1).bounding_box()["y"] - top) < 2
        assert sheet.locator(".grid tbody th").first.bounding_box()["x"] == region.bounding_box()["x"]


def test_a_draft_with_other_columns_is_not_restored(table, phone):
    open_link(phone, table.link("scorer"))
    phone.goto(f"{table.path}/sheet")
    phone.locator("#c-2-1").fill("7")
    table.swaps("Bo", "Cara")
    phone.reload()
    expect(phone.locator(".grid thead th").nth(2)).to_have_text("Cara")
    expect(phone.locator("#c-2-1")).to_have_value("")
    phone.locator("#c-2-1").fill("8")
    stored = phone.evaluate("() => Object.values(localStorage).map((text) => JSON.parse(text).fields)")
    assert {"c-2-1": "8"} in stored


def test_a_submitted_page_stores_no_columns_on_the_phone(table, phone, expected_errors):
    expected_errors.append("409")
    open_link(phone, table.link("scorer"))
    phone.goto(f"{table.path}/sheet")
    phone.locator("#c-2-1").fill("7")
    table.swaps("Bo", "Cara")
    phone.get_by_role("button", name="Save the sheet").last.tap()
    expect(phone.locator(".problem").first).to_contain_text("The seats have changed")
    expect(phone.locator("#c-2-2")).to_have_value("7")
    phone.wait_for_load_state()
    stored = phone.evaluate("() => Object.values(localStorage).map((text) => JSON.parse(text).fields ?? {})")
    assert any(fields.get("c-2-2") == "7" for fields in stored)
    assert not any("columns" in fields for fields in stored)


def test_a_sheet_is_entered_without_javascript(table, plain_phone, expected_errors):
    expected_errors.append("422")
    open_link(plain_phone, table.link("scorer"))
    plain_phone.goto(f"{table.group_path}/{GRID}")
    plain_phone.locator("summary").filter(has_text="Paste a whole block").tap()
    plain_phone.locator("#block").fill("Anna\tBo\tCara\nx\t5\t8\n5\tx\t20")
    plain_phone.get_by_role("button", name="Fill in the sheet").tap()
    expect(plain_phone.locator("#c-2-2")).to_have_value("20")
    plain_phone.get_by_role("button", name="Save the sheet").last.tap()
    expect(plain_phone.locator(".problem.warning")).to_contain_text("2 of 7 rounds are there")
    plain_phone.get_by_role("button", name="Save anyway").tap()
    expect(plain_phone.locator(".flashes")).to_contain_text("The sheet is saved.")

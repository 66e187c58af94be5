"""A table of points is uploaded, answered, previewed, imported and taken back; exports follow."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.actions import flash_text, open_link

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

TABLE = "Round;Anna;Bo;Max;Minuten\n1;0;4;7;12\n2;5;0;12;9\nBonus;1;1;1;\n"


@pytest.mark.table("derange", "Anna Bo Cara", plays=["Cara out, Anna 8 5 5, Bo K"], mode="short")
def test_a_table_is_imported_and_taken_back(
    phone: Page, table: Table, tmp_path: Path, expected_errors: list[str]
):
    expected_errors.append("422")
    open_link(phone, table.link("owner"))
    phone.goto(f"{table.group_path}/imports")
    file = {"name": "night.csv", "mimeType": "text/csv", "buffer": TABLE.encode()}
    phone.get_by_label("The file").set_input_files([file])
    phone.get_by_role("button", name="See what is in it").tap()
    expect(phone.locator("h1")).to_have_text("What would be imported")

    import_button = phone.get_by_role("button", name="Import it")
    import_button.tap()
    expect(phone.get_by_text("Answer the questions about the table first.")).to_be_visible()
    for answers in phone.locator("select[aria-invalid]").all():
        answers.select_option(value="player" if "role" in answers.get_attribute("name") else "round")
    phone.get_by_role("button", name="Look again with these choices").tap()
    expect(phone.locator(".counts")).to_contain_text("game to import")
    expect(phone.locator("main")).to_contain_text("Bo 5, Anna 6, Max 20")
    import_button.tap()
    expect(flash_text(phone)).to_have_text("Imported.")
    report = phone.url

    phone.locator("section[aria-labelledby=sessions]").get_by_role("link").tap()
    expect(phone.locator(".stage h2")).to_have_text("Bo wins with 5")
    assert exported_names(phone, table, tmp_path) == ["Anna", "Bo", "Cara", "Max"]
    phone.goto(report)
    phone.get_by_role("button", name="Take it back").tap()
    expect(flash_text(phone)).to_have_text("Taken back: 1 game is gone.")
    assert exported_names(phone, table, tmp_path) == ["Anna", "Bo", "Cara"]


def exported_names(phone: Page, table: Table, folder: Path) -> list[str]:
    """The players in the file with all nights."""
    phone.goto(f"{table.group_path}/export")
    with phone.expect_download() as download:
        phone.get_by_role("link", name="JSON").tap()
    download.value.save_as(folder / "all.json")
    document = json.loads((folder / "all.json").read_text("utf-8"))
    return [player["name"] for player in document["players"]]

"""Two groups of one name are merged and separated again on a phone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_link
from tests.files.document.files import exported
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

FRIDAY = datetime(2026, 3, 6, 18, tzinfo=UTC)
NAME = "Sunday table"


def test_two_groups_are_merged_and_separated_on_a_phone(app: Flask, phone: Page, expected_errors: list[str]):
    expected_errors.append("410")
    target = start(app, "derange", "Anna Bo", group_name=NAME, at=FRIDAY).plays("Anna out, Bo 8").stops()
    later = FRIDAY.replace(day=13)
    source = start(app, "derange", "Anna Dilan", group_name=NAME, at=later).plays("Dilan out, Anna K")
    source.stops()
    before = [exported(app, table.group_id) for table in (target, source)]
    for table in (source, target):
        open_link(phone, table.link("owner"))

    phone.goto("/groups")
    phone.get_by_role("link", name="Put them together?").tap()
    expect(phone.get_by_role("radio", checked=True)).to_have_count(1)
    phone.get_by_role("button", name="Look first").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("What comes in")
    expect(phone.get_by_label("Dilan")).to_have_value("new")
    phone.get_by_role("button", name="Put together").tap()
    expect(phone.get_by_role("status").first).to_contain_text("The two groups are one now.")
    phone.get_by_role("link", name="All nights").tap()
    expect(phone.get_by_role("link", name="Anna, Dilan")).to_be_visible()

    phone.goto(source.path)  # the bookmark of another user
    phone.get_by_role("link", name=f"On to “{NAME}”").tap()
    expect(phone.get_by_role("main")).to_contain_text("Dilan")
    assert target.group_path in phone.url

    phone.goto(source.group_path)
    phone.get_by_role("link", name="take it back").tap()
    phone.get_by_role("button", name="Take all of it back").tap()
    expect(phone.get_by_role("status").first).to_contain_text("is a group of its own again")
    assert [exported(app, table.group_id) for table in (target, source)] == before
    phone.goto("/groups")
    expect(phone.get_by_role("link", name=NAME, exact=True)).to_have_count(2)

"""Two groups of one name, put together with a thumb and taken apart again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from tests.browser.evening import let_in
from tests.exchange.document.files import exported
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

FRIDAY = datetime(2026, 3, 6, 18, tzinfo=UTC)
NAME = "Sunday table"


def test_two_groups_are_put_together_and_taken_apart_with_a_thumb(
    app: Flask, phone: Page, expected_errors: list[str]
):
    expected_errors.append("410")
    kept = start(app, "derange", "Anna Bo", group_name=NAME, at=FRIDAY).plays("Anna out, Bo 8").stops()
    later = FRIDAY.replace(day=13)
    gone = start(app, "derange", "Anna Dilan", group_name=NAME, at=later).plays("Dilan out, Anna K")
    gone.stops()
    before = [exported(app, table.group_id) for table in (kept, gone)]
    for table in (gone, kept):
        let_in(phone, table.link("owner"))

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

    phone.goto(gone.path)  # what somebody has bookmarked
    phone.get_by_role("link", name=f"On to “{NAME}”").tap()
    expect(phone.get_by_role("main")).to_contain_text("Dilan")
    assert kept.group_path in phone.url

    phone.goto(gone.group_path)
    phone.get_by_role("link", name="take it back").tap()
    phone.get_by_role("button", name="Take all of it back").tap()
    expect(phone.get_by_role("status").first).to_contain_text("is a group of its own again")
    assert [exported(app, table.group_id) for table in (kept, gone)] == before
    phone.goto("/groups")
    expect(phone.get_by_role("link", name=NAME, exact=True)).to_have_count(2)

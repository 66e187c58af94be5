"""A game is scored without a network from the first round to the last, and sent when there is one again.

 round | Anna     Bo       Cara
   1   | 6    1   out      4 8 11
   2   | A    5   out      4    1
totals |      6        0       12
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.actions import expect_totals, row_of
from tests.browser.offline.offline_phone import (
    LONG,
    OFFLINE,
    expect_banner,
    go_offline,
    go_online,
    score_offline,
    sit_down,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table


@pytest.mark.table("vandatta", "Anna Bo Cara", rounds=2)
def test_a_game_is_scored_without_a_network(
    open_phone: Callable[..., Page], table: Table, expected_errors: list[str]
):
    expected_errors += OFFLINE
    phone = open_phone(service_workers="allow")
    sit_down(phone, table)
    go_offline(phone)
    score_offline(phone, 1, out="Bo", hands={"Cara": "4 8", "Anna": "6"})
    expect_banner(phone, "Offline. 1 score waits on this phone")
    expect_totals(phone, Anna=1, Bo=0, Cara=11)
    expect(row_of(phone, "Cara").locator("small")).to_have_text("+11 · waits")

    phone.reload()
    expect_banner(phone, "Offline. 1 score waits on this phone")
    expect_totals(phone, Anna=1, Bo=0, Cara=11)
    score_offline(phone, 2, out="Bo", hands={"Cara": "4", "Anna": "A"})
    expect_totals(phone, Anna=6, Bo=0, Cara=12)
    expect(phone.locator(".dealer")).to_have_text("All rounds are played")
    expect(phone.locator(".bar a.main")).to_be_hidden()
    phone.goto(f"{table.path}/rounds")
    expect(phone.locator(".round-sheet tbody tr")).to_have_text([re.compile("waits"), re.compile("waits")])
    expect(phone.locator(".round-sheet tfoot b")).to_have_text(["6", "0", "12"])
    assert table.numbers() == []

    phone.goto(table.path)
    go_online(phone)
    expect(phone.locator("body.finished")).to_be_attached(timeout=LONG)
    expect(phone.locator(".stage h2")).to_have_text("Bo wins with 0")
    expect(phone.locator("[data-strip]")).to_be_hidden()
    assert table.kinds() == ["record", "record"]
    assert table.totals() == {"Anna": 6, "Bo": 0, "Cara": 12}

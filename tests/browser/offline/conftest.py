"""A table, and phones that may keep its pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.browser.offline.without_network import OFFLINE, sit_down
from tests.table import start

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.table import Table

Take = Callable[..., "Page"]


@pytest.fixture
def take(open_phone: Take, expected_errors: list[str]) -> Take:
    """A phone that may keep pages; it may meet whatever being without a network brings about."""
    expected_errors += (*OFFLINE, "404")
    return partial(open_phone, service_workers="allow")


@pytest.fixture
def table(live_app: Flask) -> Table:
    return start(live_app, "derange", "Anna Bo Cara Dilan", mode="short")


@pytest.fixture
def phone(take: Take, table: Table) -> Page:
    """One that keeps the score, with everything kept."""
    phone = take()
    sit_down(phone, table)
    return phone

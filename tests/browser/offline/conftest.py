"""A table, and phones that may keep its pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.browser.offline.without_network import OFFLINE, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

Take = Callable[..., "Page"]


@pytest.fixture
def take(open_phone: Take, expected_errors: list[str]) -> Take:
    """A phone that may keep pages; it may meet whatever being without a network brings about."""
    expected_errors += (*OFFLINE, "404")
    return partial(open_phone, service_workers="allow")


@pytest.fixture
def phone(take: Take, table: Table) -> Page:
    """One that keeps the score, with everything kept."""
    phone = take()
    sit_down(phone, table)
    return phone

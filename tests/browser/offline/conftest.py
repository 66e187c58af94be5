"""Phones with a service worker at a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.browser.offline.offline_phone import OFFLINE, sit_down

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

OpenPhone = Callable[..., "Page"]


@pytest.fixture
def open_caching_phone(open_phone: OpenPhone, expected_errors: list[str]) -> OpenPhone:
    """Opens a phone that may cache pages; errors of a missing network are expected."""
    expected_errors += (*OFFLINE, "404")
    return partial(open_phone, service_workers="allow")


@pytest.fixture
def phone(open_caching_phone: OpenPhone, table: Table) -> Page:
    """A scorer's phone with all pages cached."""
    phone = open_caching_phone()
    sit_down(phone, table)
    return phone

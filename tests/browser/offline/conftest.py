"""Phones with a service worker at a table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.browser.offline.offline_phone import AHEAD, OFFLINE, sit_down
from views.offline import precache

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.table import Table

OpenPhone = Callable[..., "Page"]
MISSING = (*OFFLINE, "404")  # texts of errors


@pytest.fixture(autouse=True)
def few_pads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pad that is cached costs as much as opening it. No test plays so many rounds."""
    monkeypatch.setattr(precache, "MAX_DEALS_AHEAD", AHEAD)


@pytest.fixture
def open_caching_phone(open_kept_phone: OpenPhone, expected_errors: list[str]) -> OpenPhone:
    """Opens a phone with the worker and the static files of an earlier test, and nothing else; one for each
    locale. Errors of a missing network are expected.
    """
    expected_errors += MISSING
    return partial(open_kept_phone, service_workers="allow")


@pytest.fixture
def open_new_caching_phone(open_phone: OpenPhone, expected_errors: list[str]) -> OpenPhone:
    """Opens a phone on which the worker is not installed yet, or which a test leaves with another worker."""
    expected_errors += MISSING
    return partial(open_phone, service_workers="allow")


@pytest.fixture
def phone(open_caching_phone: OpenPhone, table: Table) -> Page:
    """A scorer's phone with all pages cached."""
    phone = open_caching_phone()
    sit_down(phone, table)
    return phone


@pytest.fixture
def new_phone(open_new_caching_phone: OpenPhone, table: Table) -> Page:
    """The same, installed in this test."""
    phone = open_new_caching_phone()
    sit_down(phone, table)
    return phone

"""Phones of the journeys: one journey for each use of the app, in Chromium and on SQLite."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

HERE = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.import_plugin("tests.browser.fixtures")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None]:
    """Skip all journeys at one place: without a Chromium the report has one line for the folder."""
    try:
        yield
    except pytest.skip.Exception as skipped:
        pytest.skip(skipped.msg)


@pytest.fixture
def phone(open_phone: Callable[..., Page]) -> Page:
    return open_phone()


@pytest.fixture
def second_phone(open_phone: Callable[..., Page]) -> Page:
    """Another player's phone; it shares nothing with the first."""
    return open_phone()

"""The size of letters that somebody has set in their browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

USUAL, TWICE = 16, 32  # CSS pixels


@contextmanager
def letters_twice_as_large(page: Page) -> Iterator[None]:
    """What is done inside sees every length in `rem` and `em`, also those of media queries, doubled."""
    set_letters(page, TWICE)
    try:
        yield
    finally:
        set_letters(page, USUAL)


def set_letters(page: Page, size: int) -> None:
    """size: CSS pixels of usual text."""
    settings = page.context.new_cdp_session(page)
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})

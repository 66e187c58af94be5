"""The font size set in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

USUAL, TWICE = 16, 32  # CSS pixels


@contextmanager
def double_font_size(page: Page) -> Iterator[None]:
    """Within the block every length in `rem` and `em` is doubled, also in media queries."""
    set_font_size(page, TWICE)
    try:
        yield
    finally:
        set_font_size(page, USUAL)


def set_font_size(page: Page, size: int) -> None:
    """size: CSS pixels of normal text."""
    settings = page.context.new_cdp_session(page)
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})

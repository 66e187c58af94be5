"""A pocket full of phones, and what their browsers complain about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

PATIENCE_MS = 60_000  # milliseconds for whatever a test waits for: a busy machine is no fault of a page
A_LOOK = 500  # of what a page says, once a test has failed
LAST_WAYS = 12
WAYS = 2  # that a page may lead on while another was asked for
LED_ELSEWHERE = ("interrupted by another navigation", "net::ERR_ABORTED")
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
    "timezone_id": "Europe/Stockholm",
    "service_workers": "block",  # offline/ lets them
    "reduced_motion": "reduce",  # a page on its way in takes no taps; test_derange_evening.py has it all move
}
QUIETLY = (
    "net::ERR_ABORTED",  # the page was left while it asked
    "csp",  # where JavaScript is off a module is not preloaded; a page that may not speaks up on the console
)


class Pocket:
    """Every phone has a profile of its own; they all open pages of `home`."""

    def __init__(self, chromium: Browser, home: str) -> None:
        self.chromium, self.home = chromium, home
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []
        self.begun = monotonic()
        self.ways: list[str] = []
        self.is_closing = False

    def take_out(self, **options: Any) -> Page:
        """Another phone; options of a browser context change it (color_scheme="dark")."""
        context = self.chromium.new_context(base_url=self.home, **{**PHONE, **options})
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("console", self._hear)
        context.on("weberror", lambda thrown: self.problems.append(f"thrown: {thrown.error}"))
        context.on("request", self._watch)
        context.on("requestfailed", self._mourn)
        return _goes_where_it_is_told(context.new_page())

    def no_complaints(self, *, but: Iterable[str] = ()) -> None:
        """Fails the test when a browser complained of anything `but` these pieces of text; forgets it all."""
        problems, self.problems = self.problems, []
        unexpected = [text for text in problems if not any(known in text for known in but)]
        if unexpected:
            pytest.fail("The browser complained:\n" + "\n".join(unexpected), pytrace=False)

    def where_they_are(self) -> Iterator[str]:
        """For the report of a failed test: what each phone shows, and the last ways that they all went."""
        for page in (page for context in self.contexts for page in context.pages):
            yield f"{page.url} after {self._seconds()}:\n{_said_on(page)}\n"
        yield from self.ways[-LAST_WAYS:]
        yield from self.problems

    def close(self) -> None:
        self.is_closing = True
        for context in self.contexts:
            context.close()

    def _seconds(self) -> str:
        return f"{monotonic() - self.begun:.1f} s"

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _watch(self, request: Request) -> None:
        if request.is_navigation_request():
            self.ways.append(f"after {self._seconds()}: {request.method} {request.url}")
        address = urlsplit(request.url)
        if address.scheme in ("http", "https") and address.netloc != urlsplit(self.home).netloc:
            self.problems.append(f"a request left the site: {request.url}")

    def _mourn(self, request: Request) -> None:
        if not self.is_closing and request.failure not in QUIETLY:  # what is under way then fails
            self.problems.append(f"a request failed: {request.failure} ({request.url})")


def _goes_where_it_is_told(page: Page) -> Page:
    """Also while the page is just leading on by itself, which would call off the way that was asked for."""
    asked = page.goto

    def goto(address: str, **options: Any) -> Response | None:
        for _way in range(WAYS):
            try:
                return asked(address, **options)
            except Exception as error:
                if not any(known in str(error) for known in LED_ELSEWHERE):
                    raise
                page.wait_for_load_state()
        return asked(address, **options)

    page.goto = goto  # type: ignore[method-assign]
    return page


def _said_on(page: Page) -> str:
    try:
        return page.locator("body").inner_text(timeout=A_LOOK)[:A_LOOK]
    except Exception as error:  # a page that cannot be asked must not hide why its test failed
        return f"(cannot be asked: {error})"

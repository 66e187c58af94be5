"""Phones, and the errors of their browsers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response

PATIENCE_MS = 12_000  # milliseconds for any wait of a test: a busy machine is not an error of the page
A_LOOK = 500  # of reading the text of a page after a failed test
LAST_NAVIGATIONS = 12
REDIRECTIONS = 2  # number of redirections by a page during another navigation
REDIRECTED = ("interrupted by another navigation", "net::ERR_ABORTED")
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-GB",
    "timezone_id": "Europe/Stockholm",
    "service_workers": "block",  # allowed in offline/
    "reduced_motion": "reduce",  # transitions block taps; test_derange_session.py has all of them
}
IGNORED = (
    "net::ERR_ABORTED",  # the page was left during the request
    "csp",  # where JavaScript is off a module is not preloaded; a page without permission logs to the console
)
POCKET = pytest.StashKey["Phones"]()  # the phones of a test, for its report


class Phones:
    """Every phone has its own profile; they all open pages of `home`."""

    def __init__(self, chromium: Browser, home: str) -> None:
        self.chromium, self.home = chromium, home
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []
        self.begun = monotonic()
        self.navigations: list[str] = []
        self.is_closing = False
        self.has_failed = False

    def open(self, **options: Any) -> Page:
        """Another phone; options of a browser context change it (color_scheme="dark")."""
        context = self.chromium.new_context(base_url=self.home, **{**PHONE, **options})
        self.contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.on("console", self._log_error)
        context.on("weberror", lambda thrown: self.problems.append(f"thrown: {thrown.error}"))
        context.on("request", self._log_request)
        context.on("requestfailed", self._log_failure)
        return _with_retrying_goto(context.new_page())

    def assert_no_errors(self, *, but: Iterable[str] = ()) -> None:
        """Fail the test if a browser logged an error without any of the texts in `but`; then forget all
        errors.
        """
        problems, self.problems = self.problems, []
        unexpected = [text for text in problems if not any(known in text for known in but)]
        if unexpected:
            pytest.fail("The browser complained:\n" + "\n".join(unexpected), pytrace=False)

    def report(self) -> Iterator[str]:
        """For the report of a failed test: the page on each phone, and the last navigations of all."""
        for page in (page for context in self.contexts for page in context.pages):
            yield f"{page.url} after {self._seconds()}:\n{_text_of(page)}\n"
        yield from self.navigations[-LAST_NAVIGATIONS:]
        yield from self.problems

    def close(self) -> None:
        self.is_closing = True
        for context in self.contexts:
            context.close()

    def _seconds(self) -> str:
        return f"{monotonic() - self.begun:.1f} s"

    def _log_error(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _log_request(self, request: Request) -> None:
        if request.is_navigation_request():
            self.navigations.append(f"after {self._seconds()}: {request.method} {request.url}")
        address = urlsplit(request.url)
        if address.scheme in ("http", "https") and address.netloc != urlsplit(self.home).netloc:
            self.problems.append(f"a request left the site: {request.url}")

    def _log_failure(self, request: Request) -> None:
        if not self.is_closing and request.failure not in IGNORED:  # requests still running then fail
            self.problems.append(f"a request failed: {request.failure} ({request.url})")


def _with_retrying_goto(page: Page) -> Page:
    """Repeat a navigation that is cancelled by one which the page starts itself."""
    navigate = page.goto

    def goto(address: str, **options: Any) -> Response | None:
        for _way in range(REDIRECTIONS):
            try:
                return navigate(address, **options)
            except Exception as error:
                if not any(known in str(error) for known in REDIRECTED):
                    raise
                page.wait_for_load_state()
        return navigate(address, **options)

    page.goto = goto  # type: ignore[method-assign]
    return page


def _text_of(page: Page) -> str:
    try:
        return page.locator("body").inner_text(timeout=A_LOOK)[:A_LOOK]
    except Exception as error:  # a page that does not respond must not hide the reason of the failure
        return f"(does not respond: {error})"

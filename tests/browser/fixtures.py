"""Phones in Chromium, for browser tests and journeys: one browser and one server for each worker.

Each phone has a new profile. A test fails when a page writes an error to the console (a refused style or
script does), throws, requests another host, or has a failed request. `expected_errors` takes pieces of the
error texts that a test causes on purpose.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.kept_phones import KeptPhones
from tests.browser.phones import PATIENCE_MS, POCKET, Phones
from tests.browser.serving import Front, Server

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Browser, Page, Playwright

# The first is the same browser without a window: a page takes less than half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Rules of the audit that it skips by default.
ASKED_TOO = ("target-size", "label-content-name-mismatch")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report the pages of all phones of a failed test."""
    report = yield
    phones = item.stash.get(POCKET, None)
    if report.when == "call" and report.failed and phones:
        report.sections.append(("Phones", "\n".join(phones.report())))
        phones.has_failed = True
    return report


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    try:
        from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - the other tests run without it

        expect.set_options(timeout=PATIENCE_MS)
        started = sync_playwright().start()
    except ModuleNotFoundError:
        pytest.skip("Playwright is not installed (make test installs it)")
    except Exception as error:  # a problem that prevents its driver from starting
        pytest.skip(f"Playwright does not start ({error}); on Debian it needs the package libatomic1")
    yield started
    started.stop()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The only browser of this worker."""
    path = chromium_on_path() or _chromium_of(playwright)
    if path is None:
        pytest.skip(
            "no Chromium found: install the package chromium-headless-shell, or name one with CHROMIUM=/path"
        )
    browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS], headless=True)
    yield browser
    browser.close()


def chromium_on_path() -> str | None:
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return shutil.which(chosen) or pytest.fail(f"CHROMIUM={chosen} is no program")
    return next(filter(None, map(shutil.which, NAMES)), None)


def _chromium_of(playwright: Playwright) -> str | None:
    path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


@pytest.fixture(scope="session")
def shared_server() -> Iterator[Server]:
    """The only server of this worker."""
    server = Server()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def front(app: Flask) -> Front:
    """A WSGI wrapper of `app`: a test may lose, delay or change requests and responses."""
    return Front(app)


@pytest.fixture
def live_server(front: Front, shared_server: Server) -> Iterator[str]:
    """Serve `app` during the test; the address, without a trailing slash."""
    with shared_server.serves(front):
        yield shared_server.address


@pytest.fixture
def expected_errors() -> list[str]:
    """Pieces of error texts that this test causes: `expected_errors.append("409")`."""
    return []


@pytest.fixture
def open_phone(
    chromium: Browser, live_server: str, expected_errors: list[str], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Opens another phone; options of a browser context change it (color_scheme="dark")."""
    phones = request.node.stash[POCKET] = Phones(chromium, live_server)
    yield phones.open
    phones.close()
    phones.assert_no_errors(but=expected_errors)


@pytest.fixture(scope="module")
def kept_phones(chromium: Browser, shared_server: Server) -> Iterator[KeptPhones]:
    phones = KeptPhones(chromium, shared_server.address)
    yield phones
    phones.close()


@pytest.fixture
def open_kept_phone(
    kept_phones: KeptPhones,
    live_server: str,  # ends after the phones are at rest
    expected_errors: list[str],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Page]]:
    """Opens the phone with these options that earlier tests of the file have used, without their data."""
    request.node.stash[POCKET] = kept_phones
    yield kept_phones.open
    kept_phones.rest()
    kept_phones.assert_no_errors(but=expected_errors)


@pytest.fixture
def kept_phone(open_kept_phone: Callable[..., Page]) -> Page:
    return open_kept_phone()


@pytest.fixture(scope="session")
def axe() -> Callable[..., None]:
    """Asserts that the accessibility audit finds no violations: `axe(phone)`; `only` some of its rules."""
    script = pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT

    def assert_no_violations(page: Page, *, only: Sequence[str] = ()) -> None:
        # Without scripts the audit would never end.
        assert page.evaluate("matchMedia('(scripting: enabled)').matches"), "axe needs JavaScript"
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(script)
        # Nothing is preloaded: that is for pages with sound and a rule that is not checked.
        options = {"resultTypes": ["violations"], "preload": False}
        options |= (
            {"runOnly": list(only)} if only else {"rules": {rule: {"enabled": True} for rule in ASKED_TOO}}
        )
        found = page.evaluate("(options) => axe.run(options).then((results) => results.violations)", options)
        if found:
            pytest.fail(f"axe on {page.url}:\n" + "\n".join(map(_finding, found)), pytrace=False)

    return assert_no_violations


def _finding(violation: dict[str, Any]) -> str:
    lines = [f"{violation['id']} ({violation['impact']}): {violation['help']}"]
    for node in violation["nodes"]:
        summary = node["failureSummary"].replace("\n", "\n      ")
        lines.append(f"  {' '.join(map(str, node['target']))}\n      {summary}")
    return "\n".join(lines)

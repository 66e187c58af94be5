"""Real phones: one Chromium for the whole run, a fresh profile for each phone, a server for each test.

A test fails when a page writes an error to the console (a refused style or script does), throws, asks
another host for anything, or asks in vain. `expected_errors` takes pieces of the texts that a test brings
about itself.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.pocket import PATIENCE_MS, Pocket
from tests.browser.serving import Front, serving

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Browser, Page, Playwright

HERE = Path(__file__).parent
# The first is the same browser without its windows: a page costs it less than half the time.
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
# Rules of the audit that it leaves out unless asked.
ASKED_TOO = ("target-size", "label-content-name-mismatch")
POCKET = pytest.StashKey[Pocket]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails says where its phones were."""
    report = yield
    pocket = item.stash.get(POCKET, None)
    if report.when == "call" and report.failed and pocket:
        report.sections.append(("Phones", "\n".join(pocket.where_they_are())))
    return report


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    try:
        from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - the other tests run without it

        expect.set_options(timeout=PATIENCE_MS)
        started = sync_playwright().start()
    except ModuleNotFoundError:
        pytest.skip("Playwright is not installed (make test installs it)")
    except Exception as error:  # whatever keeps its driver from starting
        pytest.skip(f"Playwright does not start ({error}); on Debian it needs the package libatomic1")
    yield started
    started.stop()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The one browser of this run."""
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


@pytest.fixture
def front(app: Flask) -> Front:
    """What phones reach `app` through: a test may lose, delay or change what passes."""
    return Front(app)


@pytest.fixture
def live_server(front: Front) -> Iterator[str]:
    """Serves `app` on a free port of this machine; the address, without a slash at its end."""
    with serving(front) as address:
        yield address


@pytest.fixture
def expected_errors() -> list[str]:
    """Pieces of error texts that this test brings about: `expected_errors.append("409")`."""
    return []


@pytest.fixture
def open_phone(
    chromium: Browser, live_server: str, expected_errors: list[str], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Takes another phone out of the pocket; options of a browser context change it (color_scheme="dark")."""
    pocket = request.node.stash[POCKET] = Pocket(chromium, live_server)
    yield pocket.take_out
    pocket.close()
    pocket.no_complaints(but=expected_errors)


@pytest.fixture
def phone(open_phone: Callable[..., Page]) -> Page:
    """A phone at the table."""
    return open_phone()


@pytest.fixture
def second_phone(open_phone: Callable[..., Page]) -> Page:
    """Another player's phone; it shares nothing with the first."""
    return open_phone()


@pytest.fixture
def plain_phone(open_phone: Callable[..., Page]) -> Page:
    """A phone without JavaScript."""
    return open_phone(java_script_enabled=False)


@pytest.fixture(scope="session")
def axe() -> Callable[..., None]:
    """Asserts that the accessibility audit finds nothing: `axe(phone)`; `only` some of its rules."""
    script = pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT

    def assert_nothing_found(page: Page, *, only: Sequence[str] = ()) -> None:
        # Without scripts the audit would wait for ever.
        assert page.evaluate("matchMedia('(scripting: enabled)').matches"), "axe needs JavaScript"
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(script)
        # Nothing is fetched once more: that serves pages with sound and a rule that is not asked about.
        options = {"resultTypes": ["violations"], "preload": False}
        options |= (
            {"runOnly": list(only)} if only else {"rules": {rule: {"enabled": True} for rule in ASKED_TOO}}
        )
        found = page.evaluate("(options) => axe.run(options).then((results) => results.violations)", options)
        if found:
            pytest.fail(f"axe on {page.url}:\n" + "\n".join(map(_finding, found)), pytrace=False)

    return assert_nothing_found


def _finding(violation: dict[str, Any]) -> str:
    lines = [f"{violation['id']} ({violation['impact']}): {violation['help']}"]
    for node in violation["nodes"]:
        summary = node["failureSummary"].replace("\n", "\n      ")
        lines.append(f"  {' '.join(map(str, node['target']))}\n      {summary}")
    return "\n".join(lines)

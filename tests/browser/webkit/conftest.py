"""Phones with WebKit: one display for the whole run, a browser and a profile for each phone.

A test fails when the console of a page shows an error that is not in `expected_errors`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from werkzeug.wrappers import Response

from tests.browser.serving import Front, Server
from tests.browser.webkit.display import display
from tests.browser.webkit.phone import WebKitPhone

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from flask import Flask

PYTHON = "/usr/bin/python3"  # Debian's own: GTK is installed with its packages
HAS_WEBKIT = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
PACKAGES = "webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi, xvfb"


@pytest.fixture(scope="session")
def webkit_driver() -> str:
    driver = shutil.which("WebKitWebDriver")
    if driver is None or not _has_webkit() or shutil.which("Xvfb") is None:
        pytest.skip(f"no WebKit found: on Debian it needs the packages {PACKAGES}")
    return driver


def _has_webkit() -> bool:
    if not Path(PYTHON).exists():
        return False
    asked = subprocess.run([PYTHON, "-c", HAS_WEBKIT], check=False, capture_output=True)
    return asked.returncode == 0


@pytest.fixture(scope="session")
def webkit_env(webkit_driver: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The whole environment of a browser: nothing of the user who runs the tests, and no bus."""
    home = str(tmp_path_factory.mktemp("home"))
    os.chmod(home, 0o700)
    with display("Xvfb") as name:
        yield {
            "PATH": os.environ["PATH"],
            "DISPLAY": name,
            "HOME": home,
            "XDG_RUNTIME_DIR": home,
            "LANG": "C.UTF-8",
            "TZ": "Europe/Stockholm",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "NO_AT_BRIDGE": "1",
        }


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    """Serves `app`; `server.stop()` and `server.start()`, while phones are on its pages."""
    server = Server(MouseAsTouch(Front(app)))
    server.start()
    yield server
    server.stop()


class MouseAsTouch:
    """The same app, with styles that treat a mouse as touch: Xvfb has no touch screen."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not environ["PATH_INFO"].endswith(".css"):
            return self.app(environ, start_response)
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        style = Response.from_app(self.app, environ)
        style.set_data(style.get_data().replace(b"(pointer: coarse)", b"(pointer: fine)"))
        return style(environ, start_response)


@pytest.fixture
def open_webkit(
    webkit_driver: str,
    webkit_env: dict[str, str],
    server: Server,
    tmp_path: Path,
    expected_errors: list[str],
) -> Iterator[Callable[[], WebKitPhone]]:
    """Opens another phone."""
    phones: list[WebKitPhone] = []

    def open_phone() -> WebKitPhone:
        folder = tmp_path / f"phone-{len(phones)}"
        folder.mkdir()
        phones.append(
            WebKitPhone(server.address, folder, driver=webkit_driver, python=PYTHON, env=webkit_env)
        )
        return phones[-1]

    yield open_phone
    for phone in phones:
        phone.close()
    heard = [line for phone in phones for line in phone.console_errors()]
    unexpected = [line for line in heard if not any(known in line for known in expected_errors)]
    if unexpected:
        pytest.fail("WebKit complained:\n" + "\n".join(unexpected), pytrace=False)


@pytest.fixture
def webkit(open_webkit: Callable[[], WebKitPhone]) -> WebKitPhone:
    return open_webkit()

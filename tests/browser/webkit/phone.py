"""A phone with WebKit, driven by the W3C's WebDriver protocol.

    phone.goto("/rules")
    phone.tap(".bar a.main")
    phone.tap(".who-out label", "Cara")
    phone.fill("#chain_cards", "2")
    assert phone.text("h1") == "Round 1"
    phone.until("return navigator.serviceWorker.controller !== null")
    phone.restart()

What is tapped, filled and read is the first visible element of a CSS selector, of those in which something
says exactly this text where one is given; every call waits for it.
"""

from __future__ import annotations

import base64
import json
import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tests.serving.served import free_port
from tests.waiting import PATIENCE, wait_until

WINDOW = Path(__file__).with_name("window.py")
COMPLAINT = re.compile(r"CONSOLE (?:[A-Z]+ )*ERROR")
NOT_MEANT = re.compile(
    "directive 'manifest-src'"  # as on an iPhone; without GTK's home screen there is no manifest
    # Requests still pending when a page was left. For a missing module the line begins with an address.
    "|^CONSOLE JS ERROR Unhandled Promise Rejection: TypeError: Importing a module script failed"
    r"|service-worker\.js load failed|due to access control checks"
)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # key of a reference to an element, from the specification
PASSING = (
    "no such element",
    "stale element reference",
    "element click intercepted",
    "element not interactable",
    "script timeout",  # a page being left never answers a script that waits for a promise
)
VISIBLE = """
    const [selector, text] = arguments;
    const words = (element) => (element.innerText ?? "").replace(/\\s+/g, " ").trim();
    const whole = (element) => [element, ...element.querySelectorAll("*")];
    const says = (element) => whole(element).some((part) => words(part) === text);
    const page = document.documentElement;
    const whereItIs = () => `${location.href} is ${document.readyState}: ${page.innerText.slice(0, 300)}`;
    const found = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
"""
# What prevents a tap: a page that is not loaded, whose modules have not run, or an element that moves or is
# covered.
READY_FOR_TAP = """
    const [element] = arguments;
    const box = () => element.getBoundingClientRect();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const inTheMiddle = ({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2);
    window.tapHasArrived = false;
    return (async () => {
        if (document.readyState !== "complete") return "the page is not loaded";
        element.scrollIntoView({ block: "nearest", behavior: "instant" });
        const before = box();
        await frame();
        await frame();
        const after = box();
        if (before.x !== after.x || before.y !== after.y) return "it moves";
        const top = inTheMiddle(after);
        if (!element.contains(top)) return `it is covered by ${top?.outerHTML.slice(0, 100)}`;
        const arrive = () => { window.tapHasArrived = true; };
        element.addEventListener("click", arrive, { capture: true, once: true });
        return "";
    })();
"""
TAP_HAS_ARRIVED = "return window.tapHasArrived ?? true"  # undefined: the tap has led to another page


class Refused(Exception):
    """The driver's error code and message."""


class WebKitPhone:
    """Opens pages of `home`; its profile is stored in `folder`, and survives `restart()`."""

    def __init__(self, home: str, folder: Path, *, driver: str, python: str, env: Mapping[str, str]) -> None:
        self.home, self.python, self.profile = home, python, folder / "profile"
        self.console = folder / "console.log"
        self.console.touch()
        port = free_port()
        self.driver = subprocess.Popen([driver, f"--port={port}"], env=env)
        self.root = self.session = f"http://127.0.0.1:{port}"
        try:
            _retry(lambda: self._ask("GET", f"{self.root}/status"))
            self._begin()
        except BaseException:
            self._stop_driver()
            raise

    def restart(self) -> None:
        """Kill the browser, as an empty battery would, and start it again with the same profile."""
        self._ask("DELETE", self.session)
        self._begin()

    def close(self) -> None:
        try:
            self._ask("DELETE", self.session)
        finally:
            self._stop_driver()

    def console_errors(self) -> list[str]:
        """The errors on the console of every page so far."""
        lines = self.console.read_text("utf-8").splitlines()
        return [line for line in lines if COMPLAINT.search(line) and not NOT_MEANT.search(line)]

    # Navigation

    def goto(self, path: str) -> None:
        self._do("url", url=path if "://" in path else self.home + path)

    def reload(self) -> None:
        self._do("refresh")

    @property
    def path(self) -> str:
        return str(self.run("return location.pathname"))

    def screenshot(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self._ask("GET", f"{self.session}/screenshot")))

    # Contents of the page

    def tap(self, selector: str, text: str | None = None) -> None:
        """Tap an element that is ready for it; again if it got no click because the page moved."""

        def tap_it(element: str) -> None:
            reason = self.run(READY_FOR_TAP, {ELEMENT: element})
            if reason:
                _refuse(f"not ready for a tap: {selector} {text or ''}, {reason}")
            self._do(f"element/{element}/click")
            if not self.run(TAP_HAS_ARRIVED):
                _refuse(f"a tap did not arrive: {selector} {text or ''}")

        self._with(selector, text, tap_it)

    def fill(self, selector: str, value: str) -> None:
        def type_it(element: str) -> None:
            self._do(f"element/{element}/clear")
            self._do(f"element/{element}/value", text=value)

        self._with(selector, None, type_it)

    def text(self, selector: str) -> str:
        """The text on one line."""
        self.wait_for(selector)
        return self.texts(selector)[0]

    def texts(self, selector: str) -> list[str]:
        """The texts of all visible elements; this does not wait."""
        return list(self.run(f"{VISIBLE} return found.map(words)", selector))

    def wait_for(self, selector: str, text: str | None = None) -> None:
        self._with(selector, text, lambda _element: None)

    def run(self, script: str, *arguments: Any) -> Any:
        """The return value of a function body; a promise is awaited."""
        return self._do("execute/sync", script=script, args=arguments)

    def until(self, script: str, *arguments: Any) -> Any:
        """Wait until the script returns a true value, and return it."""
        return _retry(lambda: self.run(script, *arguments) or _refuse(f"never true: {script}"))

    # The protocol

    def _with(self, selector: str, text: str | None, act: Callable[[str], None]) -> None:
        which = "return found.find((element) => text === null || says(element)) ?? whereItIs()"

        def find_and_act() -> None:
            found = self.run(f"{VISIBLE} {which}", selector, text)
            if isinstance(found, str):
                _refuse(f"not there: {selector} {text or ''}, but {found}")
            act(next(iter(found.values())))

        _retry(find_and_act)

    def _begin(self) -> None:
        options = {"binary": self.python, "args": [str(WINDOW), str(self.profile), str(self.console)]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        begun = self._ask("POST", f"{self.root}/session", {"capabilities": wanted})
        self.session = f"{self.root}/session/{begun['sessionId']}"

    def _stop_driver(self) -> None:
        self.driver.terminate()
        self.driver.wait()

    def _do(self, command: str, **values: Any) -> Any:
        return self._ask("POST", f"{self.session}/{command}", values)

    def _ask(self, method: str, address: str, values: Mapping[str, Any] | None = None) -> Any:
        body = None if values is None else json.dumps(values).encode()
        try:
            with urlopen(Request(address, body, method=method), timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            with error:
                flash_text = json.load(error)["value"]
            raise Refused(flash_text["error"], flash_text["message"]) from None


def _refuse(message: str) -> Any:
    raise Refused("no such element", message)


def _retry(attempt: Callable[[], Any]) -> Any:
    """Repeat until the page and the driver are ready."""
    found: list[Any] = []
    refusals: list[Exception] = []

    def succeeds() -> bool:
        try:
            found.append(attempt())
        except (Refused, URLError) as error:
            if isinstance(error, Refused) and error.args[0] not in PASSING:
                raise
            refusals.append(error)
        return bool(found)

    wait_until(succeeds, lambda: f"WebKit never came that far: {refusals[-1]}")
    return found[0]

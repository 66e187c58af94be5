"""Phones that several tests use one after the other: each gets them without any data, but with static files.

A new profile costs a process, and each script is fetched and compiled again. Installing the service worker
takes as long as a short test.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from tests.browser.phones import PHONE, Phones

if TYPE_CHECKING:
    from playwright.sync_api import Page

# What cannot be taken back: a phone on which a test calls one of these is replaced after the test.
PAGE_CALLS = ("add_init_script", "emulate_media", "expose_function", "on", "once", "route")
CONTEXT_CALLS = ("add_init_script", "grant_permissions", "new_cdp_session", "on", "route")
CLOCK_CALLS = ("install", "pause_at", "set_fixed_time", "set_system_time")
DATA = "cookies,local_storage,indexeddb"
# The worker caches the page that explains that there is no network when it is installed, and never again.
DELETE = """
async () => {
  sessionStorage.clear();
  if (!(await caches.has("pages"))) return;
  const pages = await caches.open("pages");
  for (const page of await pages.keys()) {
    if (new URL(page.url).pathname !== "/offline") await pages.delete(page, { ignoreVary: true });
  }
}
"""


class KeptPhones(Phones):
    """One phone for each set of options."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.pages: dict[tuple[tuple[str, Any], ...], Page] = {}
        self.spent: set[Page] = set()

    def open(self, **options: Any) -> Page:
        """The phone with these options; a test opens it once."""
        key = tuple(sorted(options.items()))
        if key not in self.pages:
            page = self.pages[key] = super().open(**options)
            for target, names in (
                (page, PAGE_CALLS),
                (page.context, CONTEXT_CALLS),
                (page.context.clock, CLOCK_CALLS),
            ):
                for name in names:
                    self._replace_after(page, target, name)
        return self.pages[key]

    def rest(self) -> None:
        """Delete everything except for static files and the worker. After a failed test all are replaced."""
        self.is_closing = True
        problems = self.problems.copy()  # without those of requests that are cut off here
        for key, page in list(self.pages.items()):
            if self.has_failed or page in self.spent:
                page.context.close()
                self.contexts.remove(page.context)
                del self.pages[key]
            else:
                self._clean(page)
        self.spent.clear()
        self.is_closing = self.has_failed = False
        self.problems, self.begun, self.navigations = problems, monotonic(), []

    def _replace_after(self, page: Page, target: Any, name: str) -> None:
        call: Callable[..., Any] = getattr(target, name)

        def noted(*args: Any, **options: Any) -> Any:
            self.spent.add(page)
            return call(*args, **options)

        setattr(target, name, noted)

    def _clean(self, page: Page) -> None:
        """No script and no worker runs while the data is deleted."""
        context = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        context.set_offline(False)
        if page.viewport_size != PHONE["viewport"]:
            page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
        devtools = type(context).new_cdp_session(context, page)
        devtools.send("Network.enable")
        devtools.send("Network.setBypassServiceWorker", {"bypass": True})
        blank = f"{self.home}/"
        type(page).route(page, blank, lambda route: route.fulfill(content_type="text/html", body=""))
        page.goto(blank)
        page.unroute_all()
        devtools.send("ServiceWorker.enable")
        devtools.send("ServiceWorker.stopAllWorkers")
        page.evaluate(DELETE)
        devtools.send("Storage.clearDataForOrigin", {"origin": self.home, "storageTypes": DATA})
        devtools.detach()

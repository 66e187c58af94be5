"""Pages of files that are brought to a group, for the gallery."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser.reaching import WRONG, Shown, opened, sent
from tests.exchange.drafts import sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.gallery import House


def files(page: Page, house: House) -> None:
    page.goto(f"{house.crowd.group_path}/imports")
    opened(page)


def brought(name: str) -> Callable[[Page, House], Any]:
    """A file of the samples, looked at by the group with the long names."""

    def bring(page: Page, house: House) -> None:
        files(page, house)
        kept = [{"name": f"{'long-name-' * 8}{name}", "mimeType": "text/plain", "buffer": sample(name)}]
        page.locator("[name=file]").set_input_files(kept)
        sent(page, "form[enctype]")
        opened(page)

    return bring


def taken_in(page: Page, house: House) -> None:
    """The report, which a second look shows as well; the page that takes it back leaves all as it was."""
    brought("totaler.csv")(page, house)
    if page.locator("footer button").count():
        sent(page, "#apply")


BROUGHT_PAGES = (
    Shown("files", files),
    Shown("a file, refused", brought("torn.csv"), errors=WRONG),
    Shown("a file with much that cannot be imported", brought("export.json")),
    Shown("a file of another game", brought("plays.xml")),
    Shown("a file, taken in", taken_in),
)

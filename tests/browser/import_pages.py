"""Pages of file imports, for the gallery."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser.states import WRONG, State, open_details, submit
from tests.files.drafts import sample

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.gallery import Site


def files(page: Page, site: Site) -> None:
    page.goto(f"{site.crowd.group_path}/imports")
    open_details(page)


def uploaded(name: str) -> Callable[[Page, Site], Any]:
    """A sample file, uploaded by the group with the long names."""

    def upload(page: Page, site: Site) -> None:
        files(page, site)
        payload = [{"name": f"{'long-name-' * 8}{name}", "mimeType": "text/plain", "buffer": sample(name)}]
        page.locator("[name=file]").set_input_files(payload)
        submit(page, "form[enctype]")
        open_details(page)

    return upload


def applied(page: Page, site: Site) -> None:
    """The report, also shown on a second visit; the page that reverts the import changes nothing."""
    uploaded("totaler.csv")(page, site)
    if page.locator("footer button").count():
        submit(page, "#apply")


IMPORT_PAGES = (
    State("files", files),
    State("a file, refused", uploaded("torn.csv"), errors=WRONG),
    State("a file with much that cannot be imported", uploaded("export.json")),
    State("a file of another game", uploaded("night.json")),
    State("a file, taken in", applied),
)

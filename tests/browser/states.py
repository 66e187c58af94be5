"""Page states of the gallery, and how to reach them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.gallery import Site

WRONG = ("422",)


@dataclass(frozen=True)
class State:
    """A page in one state. who: "owner", "watcher" or "stranger"; errors: expected errors on the console."""

    name: str
    reach: Callable[[Page, Site], Any]
    who: str = "owner"
    errors: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


def submit(page: Page, form: str, **values: str) -> None:
    """Fill fields by name and submit a form as without JavaScript, and wait for the next page."""
    with page.expect_navigation():
        page.evaluate(
            """([selector, values]) => {
                const form = document.querySelector(selector);
                const fields = Object.entries(values).filter(([name]) => name !== "action");
                if (values.action) form.setAttribute("action", values.action);
                for (const [name, value] of fields) {
                    const field = form.elements.namedItem(name);
                    if (field && !form.querySelector(`button[name=${name}]`)) field.value = value;
                    else {
                        const made = document.createElement("input");
                        form.append(Object.assign(made, { type: "hidden", name, value }));
                    }
                }
                HTMLFormElement.prototype.submit.call(form);
            }""",
            [form, values],
        )


def open_details(page: Page) -> None:
    """Unfold all details elements."""
    page.evaluate("() => document.querySelectorAll('details').forEach((part) => { part.open = true; })")

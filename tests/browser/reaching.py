"""One page in one state, and the ways to get there that every part of the gallery uses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.gallery import House

WRONG = ("422",)


@dataclass(frozen=True)
class Shown:
    """One page in one state. who: "owner", "watcher" or "stranger"; errors: what the console says of it."""

    name: str
    reach: Callable[[Page, House], Any]
    who: str = "owner"
    errors: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


def sent(page: Page, form: str, **values: str) -> None:
    """Fills fields by name and sends a form as if there were no JavaScript; wherever that leads."""
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


def opened(page: Page) -> None:
    """Unfolds everything that is folded away."""
    page.evaluate("() => document.querySelectorAll('details').forEach((part) => { part.open = true; })")

"""Actions of a user at the table on a phone with WebKit: a small version of tests/browser/actions.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.browser.webkit.phone import WebKitPhone
    from tests.table import Table

HAND = "[data-step]:not([hidden])"


def open_table(phone: WebKitPhone, table: Table, role: str = "scorer") -> None:
    phone.goto(table.link(role))
    phone.goto(table.path)


def enter_round(phone: WebKitPhone, *, out: str, hands: Mapping[str, str]) -> None:
    """From the table page to the review; hands by ranks, clockwise from the left of the player who is out."""
    phone.tap(".bar a.main")
    declare_out(phone, out)
    for name, held in hands.items():
        count_hand(phone, name, held)
        phone.tap("[data-next]")
    phone.wait_for("#review")


def declare_out(phone: WebKitPhone, name: str) -> None:
    phone.wait_for(".seats")  # before its module runs, the pad shows all of its steps
    phone.tap(".who-out label", name)


def count_hand(phone: WebKitPhone, name: str, held: str) -> None:
    phone.wait_for(f"{HAND} .pad-name", name)
    tap_cards(phone, held)


def tap_cards(phone: WebKitPhone, held: str) -> None:
    for rank in held.split():
        phone.tap(f".pad [data-key='{rank}']")


def totals(phone: WebKitPhone) -> dict[str, int]:
    names, points = phone.texts(".standing .name"), phone.texts(".standing .total")
    return {name: int(total.split()[0]) for name, total in zip(names, points, strict=True)}

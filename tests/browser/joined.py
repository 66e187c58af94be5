"""Two groups that should have been one, before, between and after; more of the gallery."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from exchange.importing.applying import apply_file
from exchange.importing.group_merge import GroupSnapshot
from models import Group, db
from tests.browser.evening import let_in
from tests.browser.reaching import WRONG, Shown, opened, sent
from tests.table import MINUTE, Clock, Table, at_work, start

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.browser.gallery import House

SUNDAY = "Sunday table"
GONE = ("410",)


class Joined:
    """`kept` and `twin` have one name and one evening in common. `gone` has become part of `kept`, `away` of
    a group that no phone of the gallery knows.
    """

    def __init__(self, app: Flask, clock: Clock) -> None:
        at = clock.now()
        evening = partial(start, app, "derange", mode="short")
        self.kept = evening("Anna Bo Cara", group_name=SUNDAY, clock=Clock(at))
        self.kept.plays("Anna out, Bo 8, Cara K", "Bo out, Anna 4, Cara 8 8").stops()
        self.twin = evening("Bo Anna Dilan", group_name=SUNDAY, clock=Clock(at + 60 * MINUTE))
        self.twin.plays("Dilan out, Bo 8, Anna K").stops()
        self.gone = evening("Anna Eva Frans", group_name="Saturday table", clock=Clock(at)).stops()
        self.away = evening("Anna Gun", group_name="Monday table", clock=Clock(at)).stops()
        elsewhere = evening("Anna Gun", group_name="Monday table", clock=Clock(at)).stops()
        self.report = _put_together(app, self.gone, self.kept)
        _put_together(app, self.away, elsewhere)

    @property
    def doors(self) -> tuple[Table, ...]:
        """Of those that open: a link of the others leads to the page that says where they went."""
        return self.kept, self.twin


def _put_together(app: Flask, gone: Table, kept: Table) -> str:
    """Where that is told."""
    with at_work(app):
        group, author = db.session.get_one(Group, kept.group_id), kept.author()
        file = GroupSnapshot.read(gone.group_id, author.at).store(group, author)
        apply_file(group, file, kept.author())
        db.session.commit()
        return f"{kept.group_path}/imports/{file.id}"


def joined(where: Callable[[Joined], str]) -> Callable[[Page, House], Any]:
    return lambda page, house: page.goto(where(house.past.joined))


def linked(which: Callable[[Joined], Table], role: str = "owner") -> Callable[[Page, House], Any]:
    """A game of a group whose link the phone opens first."""

    def reach(page: Page, house: House) -> None:
        let_in(page, which(house.past.joined).link(role))
        page.goto(which(house.past.joined).path)

    return reach


def looked_at(page: Page, house: House) -> None:
    pair = house.past.joined
    page.goto(f"{pair.twin.group_path}/merge?into={pair.kept.group_id}")
    sent(page, "#merge")
    opened(page)


def none_chosen(page: Page, house: House) -> None:
    """By a group that has no namesake."""
    page.goto(f"{house.past.first.group_path}/merge")
    sent(page, "#merge")


JOINED_PAGES = (
    Shown("groups", lambda page, _house: page.goto("/groups")),
    Shown("settings, of two groups", joined(lambda pair: f"{pair.twin.group_path}/settings")),
    Shown("put together, which", joined(lambda pair: f"{pair.twin.group_path}/merge")),
    Shown("put together, none", none_chosen, errors=WRONG),
    Shown("put together, not finished", lambda page, house: page.goto(f"{house.friday.group_path}/merge")),
    Shown("put together, preview", looked_at),
    Shown("put together", joined(lambda pair: pair.report)),
    Shown("joined, a game", linked(lambda pair: pair.gone), errors=GONE),
    Shown("joined, watched", linked(lambda pair: pair.gone, "watcher"), "watcher", GONE),
    Shown("joined, without a link", linked(lambda pair: pair.away), errors=GONE),
    Shown("delete a group that others joined", joined(lambda pair: f"{pair.kept.group_path}/deletion")),
)

"""Pages of merged groups, for the gallery."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from files.importing.applying import apply_file
from files.importing.group_merge import GroupSnapshot
from models import Group, db
from tests.browser.actions import open_link
from tests.browser.states import WRONG, State, open_details, submit
from tests.table import MINUTE, Clock, Table, at_work, start

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.browser.gallery import Site

SUNDAY = "Sunday table"
STATUS_410 = ("410",)


class Merged:
    """`target` and `twin` have the same name and one night in common. `source` is merged into `target`,
    `away` into
    a group unknown to the phones of the gallery.
    """

    def __init__(self, app: Flask, clock: Clock) -> None:
        at = clock.now()
        session = partial(start, app, "derange", mode="short")
        self.target = session("Anna Bo Cara", group_name=SUNDAY, clock=Clock(at))
        self.target.plays("Anna out, Bo 8, Cara K", "Bo out, Anna 4, Cara 8 8").stops()
        self.twin = session("Bo Anna Dilan", group_name=SUNDAY, clock=Clock(at + 60 * MINUTE))
        self.twin.plays("Dilan out, Bo 8, Anna K").stops()
        self.source = session("Anna Eva Frans", group_name="Saturday table", clock=Clock(at)).stops()
        self.away = session("Anna Gun", group_name="Monday table", clock=Clock(at)).stops()
        elsewhere = session("Anna Gun", group_name="Monday table", clock=Clock(at)).stops()
        self.report = _merge(app, self.source, self.target)
        _merge(app, self.away, elsewhere)

    @property
    def doors(self) -> tuple[Table, ...]:
        """Tables of the groups that can be opened: links of the others show where they were merged."""
        return self.target, self.twin


def _merge(app: Flask, source: Table, target: Table) -> str:
    """Merge two groups; the address of the report."""
    with at_work(app):
        group, stamp = db.session.get_one(Group, target.group_id), target.change_stamp()
        file = GroupSnapshot.read(source.group_id, stamp.at).store(group, stamp)
        apply_file(group, file, target.change_stamp())
        db.session.commit()
        return f"{target.group_path}/imports/{file.id}"


def merged(where: Callable[[Merged], str]) -> Callable[[Page, Site], Any]:
    return lambda page, site: page.goto(where(site.statistics.merged))


def linked(which: Callable[[Merged], Table], role: str = "owner") -> Callable[[Page, Site], Any]:
    """A session of a group whose link the phone opens first."""

    def reach(page: Page, site: Site) -> None:
        open_link(page, which(site.statistics.merged).link(role))
        page.goto(which(site.statistics.merged).path)

    return reach


def previewed(page: Page, site: Site) -> None:
    pair = site.statistics.merged
    page.goto(f"{pair.twin.group_path}/merge?into={pair.target.group_id}")
    submit(page, "#merge")
    open_details(page)


def none_chosen(page: Page, site: Site) -> None:
    """In a group without another of the same name."""
    page.goto(f"{site.statistics.first.group_path}/merge")
    submit(page, "#merge")


MERGE_PAGES = (
    State("groups", lambda page, _site: page.goto("/groups")),
    State("settings, of two groups", merged(lambda pair: f"{pair.twin.group_path}/settings")),
    State("put together, which", merged(lambda pair: f"{pair.twin.group_path}/merge")),
    State("put together, none", none_chosen, errors=WRONG),
    State("put together, not finished", lambda page, site: page.goto(f"{site.friday.group_path}/merge")),
    State("put together, preview", previewed),
    State("put together", merged(lambda pair: pair.report)),
    State("joined, a game", linked(lambda pair: pair.source), errors=STATUS_410),
    State("joined, watched", linked(lambda pair: pair.source, "watcher"), "watcher", STATUS_410),
    State("joined, without a link", linked(lambda pair: pair.away), errors=STATUS_410),
    State("delete a group that others joined", merged(lambda pair: f"{pair.target.group_path}/deletion")),
)

"""Pages of tournaments, for the gallery."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from models.database import new_id
from models.tournament.entering import request_entry
from tests.browser.states import WRONG, State, submit
from tests.club import Club, opened

if TYPE_CHECKING:
    import uuid

    from flask import Flask
    from playwright.sync_api import Page

    from tests.browser.gallery import Site

LONGEST = "Donaudampfschifffahrtskapitänswitwe"
PEOPLE = f"Anna Bo Cara Dilan Eva Frans Gun {LONGEST}"


class Tournaments:
    """`begun` waits for its draw, `played` has a table in play, at `level` the umpire must choose, and `over`
    has
    two winners.
    """

    def __init__(self, app: Flask, group_id: uuid.UUID) -> None:
        self.begun = opened(app, PEOPLE, group_id=group_id, cut=4)
        self.played = opened(app, PEOPLE, group_id=group_id, cut=4).draws()
        with self.played.open() as tournament:
            request_entry(tournament, "Olga", new_id())
        self.level = self._after_two_rounds(app, group_id)
        self.over = self._after_two_rounds(app, group_id).chooses("Dilan Eva").draws()
        finalists = [name for table in self.over.tables() for name in table.seats()]
        self.over.scores(**{name: 20 + 10 * (name > "Bo") for name in finalists})

    def _after_two_rounds(self, app: Flask, group_id: uuid.UUID) -> Club:
        club, totals = opened(app, PEOPLE, group_id=group_id, cut=4), dict.fromkeys(PEOPLE.split(), 60)
        club.draws().scores(**totals).draws()
        return club.scores(**{**totals, "Anna": 10, "Bo": 20, LONGEST: 160})


def at(where: Callable[[Tournaments], str]) -> Callable[[Page, Site], Any]:
    return lambda page, site: page.goto(where(site.tournaments))


def code_on_screen(page: Page, site: Site) -> None:
    page.goto(f"{site.tournaments.begun.path}/board")
    if not page.locator(".wall-code").count():
        page.locator("form[action$='/board/code'] button").click()
    page.locator(".wall-code").wait_for()


def requested(page: Page, site: Site) -> None:
    page.goto(f"{site.tournaments.begun.path}/entrants/request")
    submit(page, "main form", name=f"Petra {new_id().hex[-4:]}")


def wrong_names(page: Page, site: Site) -> None:
    page.goto(f"{site.tournaments.begun.group_path}/tournaments/new")
    submit(page, "#new-tournament", name="", names="x" * 41)


def wrong_slips(page: Page, site: Site) -> None:
    """One cell is invalid, and at the other table a total is not the sum of its deals."""
    page.goto(f"{site.tournaments.played.path}/slips")
    first = {f"t1-c-1-{place}": text for place, text in enumerate(("x", "R", "5", "9"))}
    other = {f"t2-c-1-{place}": text for place, text in enumerate(("x", "8", "5", "9"))}
    submit(page, "#slips", **first, **other, **{"t2-total-1": "12"})


TOURNAMENT_PAGES = [
    State("evenings", at(lambda here: f"{here.begun.group_path}/tournaments")),
    State("evenings, a new one", at(lambda here: f"{here.begun.group_path}/tournaments/new")),
    State("evenings, a new one, wrong", wrong_names, errors=WRONG),
    State("evening begun", at(lambda here: here.begun.path)),
    State("evening drawn", at(lambda here: f"{here.begun.path}/draw?seed=5")),
    State("evening drawn again", at(lambda here: f"{here.level.path}/draw?seed=5")),
    State("evening played", at(lambda here: here.played.path)),
    State("evening, watched", at(lambda here: here.played.path), "watcher"),
    State("evening on the wall", at(lambda here: f"{here.played.path}/board")),
    State("evening on the wall, with a code", code_on_screen),
    State("evening on the wall, over", at(lambda here: f"{here.over.path}/board"), "watcher"),
    State("evening, who takes part", at(lambda here: f"{here.played.path}/entrants")),
    State("evening, asking", at(lambda here: f"{here.played.path}/entrants/request")),
    State("evening, asked", requested),
    State("evening, who sits where", at(lambda here: f"{here.played.path}/seating")),
    State("evening, slips to print", at(lambda here: f"{here.played.path}/slips/print")),
    State("evening, slips to type", at(lambda here: f"{here.played.path}/slips")),
    State("evening, slips, wrong", wrong_slips, errors=WRONG),
    State("evening, the cut", at(lambda here: f"{here.level.path}/decisions/cut")),
    State("evening, level", at(lambda here: here.level.path)),
    State("evening, over", at(lambda here: here.over.path)),
    State("evening, the order", at(lambda here: f"{here.over.path}/decisions/order")),
    State("evening on paper", at(lambda here: f"{here.over.path}/print"), "watcher"),
    State("evening, its files", at(lambda here: f"{here.over.path}/export"), "watcher"),
    State("evening, what was done", at(lambda here: f"{here.over.path}/history")),
]

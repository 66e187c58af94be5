"""Club evenings before, while and after they are played; more of the gallery."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from models.database import new_id
from models.tournament.entering import ask_in
from tests.browser.reaching import WRONG, Shown, sent
from tests.club import Club, opened

if TYPE_CHECKING:
    import uuid

    from flask import Flask
    from playwright.sync_api import Page

    from tests.browser.gallery import House

LONGEST = "Donaudampfschifffahrtskapitänswitwe"
PEOPLE = f"Anna Bo Cara Dilan Eva Frans Gun {LONGEST}"


class Evenings:
    """`begun` waits for its draw, `played` has a table that plays, at `level` the umpire must choose, and
    `over` was won by two.
    """

    def __init__(self, app: Flask, group_id: uuid.UUID) -> None:
        self.begun = opened(app, PEOPLE, group_id=group_id, cut=4)
        self.played = opened(app, PEOPLE, group_id=group_id, cut=4).draws()
        with self.played.open() as tournament:
            ask_in(tournament, "Olga", new_id())
        self.level = self._after_two_rounds(app, group_id)
        self.over = self._after_two_rounds(app, group_id).chooses("Dilan Eva").draws()
        finalists = [name for table in self.over.tables() for name in table.seats()]
        self.over.scores(**{name: 20 + 10 * (name > "Bo") for name in finalists})

    def _after_two_rounds(self, app: Flask, group_id: uuid.UUID) -> Club:
        club, totals = opened(app, PEOPLE, group_id=group_id, cut=4), dict.fromkeys(PEOPLE.split(), 60)
        club.draws().scores(**totals).draws()
        return club.scores(**{**totals, "Anna": 10, "Bo": 20, LONGEST: 160})


def at(where: Callable[[Evenings], str]) -> Callable[[Page, House], Any]:
    return lambda page, house: page.goto(where(house.evenings))


def code_on_the_wall(page: Page, house: House) -> None:
    page.goto(f"{house.evenings.begun.path}/board")
    if not page.locator(".wall-code").count():
        page.locator("form[action$='/board/code'] button").click()
    page.locator(".wall-code").wait_for()


def asked(page: Page, house: House) -> None:
    page.goto(f"{house.evenings.begun.path}/entrants/request")
    sent(page, "main form", name=f"Petra {new_id().hex[-4:]}")


def wrong_names(page: Page, house: House) -> None:
    page.goto(f"{house.evenings.begun.group_path}/tournaments/new")
    sent(page, "#new-tournament", name="", names="x" * 41)


def wrong_slips(page: Page, house: House) -> None:
    """One cell cannot be read, and at the other table a total is not what its deals make."""
    page.goto(f"{house.evenings.played.path}/slips")
    first = {f"t1-c-1-{place}": text for place, text in enumerate(("x", "R", "5", "9"))}
    other = {f"t2-c-1-{place}": text for place, text in enumerate(("x", "8", "5", "9"))}
    sent(page, "#slips", **first, **other, **{"t2-total-1": "12"})


EVENING_PAGES = [
    Shown("evenings", at(lambda here: f"{here.begun.group_path}/tournaments")),
    Shown("evenings, a new one", at(lambda here: f"{here.begun.group_path}/tournaments/new")),
    Shown("evenings, a new one, wrong", wrong_names, errors=WRONG),
    Shown("evening begun", at(lambda here: here.begun.path)),
    Shown("evening drawn", at(lambda here: f"{here.begun.path}/draw?seed=5")),
    Shown("evening drawn again", at(lambda here: f"{here.level.path}/draw?seed=5")),
    Shown("evening played", at(lambda here: here.played.path)),
    Shown("evening, watched", at(lambda here: here.played.path), "watcher"),
    Shown("evening on the wall", at(lambda here: f"{here.played.path}/board")),
    Shown("evening on the wall, with a code", code_on_the_wall),
    Shown("evening on the wall, over", at(lambda here: f"{here.over.path}/board"), "watcher"),
    Shown("evening, who takes part", at(lambda here: f"{here.played.path}/entrants")),
    Shown("evening, asking", at(lambda here: f"{here.played.path}/entrants/request")),
    Shown("evening, asked", asked),
    Shown("evening, who sits where", at(lambda here: f"{here.played.path}/seating")),
    Shown("evening, slips to print", at(lambda here: f"{here.played.path}/slips/print")),
    Shown("evening, slips to type", at(lambda here: f"{here.played.path}/slips")),
    Shown("evening, slips, wrong", wrong_slips, errors=WRONG),
    Shown("evening, the cut", at(lambda here: f"{here.level.path}/decisions/cut")),
    Shown("evening, level", at(lambda here: here.level.path)),
    Shown("evening, over", at(lambda here: here.over.path)),
    Shown("evening, the order", at(lambda here: f"{here.over.path}/decisions/order")),
    Shown("evening on paper", at(lambda here: f"{here.over.path}/print"), "watcher"),
    Shown("evening, its files", at(lambda here: f"{here.over.path}/export"), "watcher"),
    Shown("evening, what was done", at(lambda here: f"{here.over.path}/history")),
]

"""The pages that look back, each in every state that looks different; more of the gallery."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from models import Season, db
from models.database import new_id
from models.job import State
from tests.browser.joined import Joined
from tests.browser.reaching import WRONG, Shown, opened, sent
from tests.golden.evenings import golden_group
from tests.jobs import FILE, put
from tests.table import Table, at_work, start

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.browser.gallery import House

SAMPLES = Path(__file__).parents[1] / "exchange" / "samples"
LONG_FILE = {"name": f"{'ten-years-of-fridays-' * 4}all nights.json"}
UNREADABLE = {
    "reason": "unreadable",
    "place": "$.sessions[204].rounds[3].hands[1].cards",
    "message": "expected an object",
    "values": {},
}
CLUB = [
    *(
        "Anna",
        "Bo",
        "Cara",
        "Dilan",
        "Eva-Lena",
        "Frans",
        "Greta",
        "Hampus",
        "Ingrid",
        "Johan",
        "Karin",
        "Lars",
    ),
    *(
        "Maja",
        "Nils",
        "Olivia",
        "Petter",
        "Qasim",
        "Runa",
        "Sven",
        "Tove",
        "Ulf",
        "Vera",
        "Wilma",
        "Yasmin",
        "Åke",
    ),
]
ENOUGH = 10  # sessions, before anybody is ranked


class Past:
    """Three nights worked out by hand, enough sessions to be ranked; and a group with long names."""

    def __init__(self, app: Flask, crowd: Table, names: str) -> None:
        self.nights = golden_group(app)
        first = self.nights[0].tables[0]
        self.group = first.group_path
        sit = partial(start, app, group_id=first.group_id, clock=self.nights[2].tables[-1].clock)
        rounds = ("Anna out, Bo 8, Cara A, Dilan K", "Bo out, Anna 8 8, Cara A, Dilan K")
        for _ in range(ENOUGH):
            sit("vandatta_pagat", "Anna Bo Cara Dilan", rounds=2).plays(*rounds)
        self.running = sit("derange", "Anna Bo Cara Dilan").plays("Anna out, Bo 8, Cara 4, Dilan 5")
        self.endless = sit("vatikan", "Anna Bo Cara").plays("Anna out, Bo ?, Cara ?")
        self.planned = sit("swedish_pursuit", "Anna Bo Cara", rounds=2)
        self.session = self.nights[0].tables[0]
        self.anna, self.bo = self.session.player_id("Anna"), self.session.player_id("Bo")
        with at_work(app):
            season = Season(
                id=new_id(), group_id=first.group_id, name="Autumn", first_day=None, last_day=None
            )
            db.session.add(season)
            db.session.commit()
            self.season = season.id
        at = self.session.clock.now()
        self.jobs = {
            "waits": put(self.session, State.WAITING),
            "half": put(self.session, State.RUNNING, kind="xlsx", alive_at=at, done=1400, whole=3001),
            "ready": put(
                self.session, State.DONE, kind="json", ended_at=at, result={**FILE, "bytes": 59_115_632}
            ),
            "read": put(
                self.session,
                State.DONE,
                kind="read",
                ended_at=at,
                result={"import": str(new_id())},
                arguments=LONG_FILE,
            ),
            "in": put(
                self.session,
                State.RUNNING,
                kind="apply",
                alive_at=at,
                done=150,
                whole=3001,
                arguments=LONG_FILE,
            ),
            "refused": put(
                self.session, State.FAILED, kind="read", ended_at=at, result=UNREADABLE, arguments=LONG_FILE
            ),
            "broke": put(self.session, State.FAILED, ended_at=at, result={"reason": "out_of_memory"}),
            "stopped": put(self.session, State.STOPPED, ended_at=at),
        }
        for _ in range(ENOUGH):
            table = start(app, "vandatta", names, group_id=crowd.group_id, clock=crowd.clock, rounds=1)
            *others, last = table.seats()
            table.plays(", ".join([f"{last} out", *(f"{name} 8 Q" for name in others)]))
        self.first = start(app, "derange", "Anna Bo Cara Dilan", group_name="First evening", mode="short")
        self.first.plays(
            *["Cara out, Anna 8 5, Bo K, Dilan 8 8 2"] * 6, "Anna out, Bo 9, Cara 8 2 4, Dilan 5"
        )
        self.club = start(app, "vandatta", "Anna Bo", group_name="Club", rounds=1)
        draw = Random(8)
        for _ in range(64):
            best, *others = sorted(
                draw.sample(CLUB, 5), key=lambda name: draw.random() + CLUB.index(name) / 20
            )
            one_more = partial(start, app, group_id=self.club.group_id, clock=self.club.clock, rounds=1)
            one_more("vandatta", f"{best} {' '.join(others)}").plays(
                ", ".join([f"{best} out", *(f"{name} {'8 ' * n}K" for n, name in enumerate(others))])
            )
        self.joined = Joined(app, self.session.clock)
        self.crowd, self.crowd_session = crowd.group_path, table
        self.crowd_night = f"{crowd.group_path}/nights/{table.night_id()}"
        self.first_of_crowd, self.second_of_crowd = (table.player_id(name) for name in table.seats()[:2])

    @property
    def doors(self) -> tuple[Table, ...]:
        """A table of each group, whose link lets a phone in."""
        return self.session, self.first, self.club, *self.joined.doors


def past(where: Callable[[Past], str], *, unfold: bool = False) -> Callable[[Page, House], Any]:
    def reach(page: Page, house: House) -> None:
        page.goto(where(house.past))
        if unfold:
            opened(page)

    return reach


def brought(page: Page, house: House, file: str) -> None:
    page.goto(f"{house.past.group}/imports")
    page.locator("[name=file]").set_input_files(SAMPLES / file)
    sent(page, "form[enctype]")
    opened(page)


PAST_PAGES = (
    Shown("nights", past(lambda p: f"{p.group}/nights", unfold=True)),
    Shown("nights, some", past(
        lambda p: f"{p.group}/nights?who={p.anna}&variant=derange&year=2026", unfold=True
    )),
    Shown("nights, none", past(lambda p: f"{p.group}/nights?year=1999")),
    *(Shown(f"night {n}", past(lambda p, n=n: p.nights[n].path, unfold=True)) for n in range(3)),
    Shown("night, watched", past(lambda p: p.nights[0].path), "watcher"),
    Shown("night of eight", past(lambda p: p.crowd_night)),
    Shown("place and note", past(lambda p: f"{p.nights[0].path}/note")),
    Shown("place too long", lambda page, house: (
        page.goto(f"{house.past.nights[0].path}/note"), sent(page, "form[action$='/note']", place="x" * 90)
    ), errors=WRONG),
    Shown("home of a long past", past(lambda p: p.group)),
    Shown("statistics", past(lambda p: f"{p.group}/statistics", unfold=True)),
    Shown("statistics of a first evening", past(lambda p: f"{p.first.group_path}/statistics")),
    Shown("a player of a first evening", past(
        lambda p: f"{p.first.group_path}/statistics/players/{p.first.player_id('Cara')}"
    )),
    Shown("statistics of a club", past(lambda p: f"{p.club.group_path}/statistics")),
    Shown("rivals of a club", past(lambda p: f"{p.club.group_path}/statistics/rivals")),
    Shown("statistics of nothing", past(lambda p: f"{p.group}/statistics?year=1999")),
    Shown("statistics of eight", past(lambda p: f"{p.crowd}/statistics", unfold=True)),
    Shown("statistics of a player", past(lambda p: f"{p.group}/statistics/players/{p.anna}", unfold=True)),
    Shown("statistics of a long name", past(
        lambda p: f"{p.crowd}/statistics/players/{p.first_of_crowd}", unfold=True
    )),
    Shown("records", past(lambda p: f"{p.group}/statistics/records", unfold=True)),
    Shown("records of eight", past(lambda p: f"{p.crowd}/statistics/records")),
    Shown("the year", past(lambda p: f"{p.group}/statistics/years", unfold=True)),
    Shown("the year of eight", past(lambda p: f"{p.crowd}/statistics/years")),
    Shown("two periods", past(lambda p: f"{p.group}/statistics/periods?before=2026&after=2026", unfold=True)),
    Shown("figures of a place", past(
        lambda p: f"{p.group}/statistics?weekday=5&who={p.anna}&sat=without", unfold=True
    )),
    Shown("honours", past(lambda p: f"{p.group}/statistics/honours", unfold=True)),
    Shown("ratings", past(lambda p: f"{p.group}/statistics/ratings", unfold=True)),
    Shown("rating of one", past(lambda p: f"{p.group}/statistics/ratings?player={p.anna}", unfold=True)),
    Shown("ratings of eight", past(lambda p: f"{p.crowd}/statistics/ratings", unfold=True)),
    Shown("rivals", past(lambda p: f"{p.group}/statistics/rivals", unfold=True)),
    Shown("rivals of eight", past(lambda p: f"{p.crowd}/statistics/rivals", unfold=True)),
    Shown("rivalry", past(lambda p: f"{p.group}/statistics/rivals/{p.anna}/{p.bo}", unfold=True)),
    Shown("rivalry of long names", past(
        lambda p: f"{p.crowd}/statistics/rivals/{p.first_of_crowd}/{p.second_of_crowd}", unfold=True
    )),
    Shown("seasons", past(lambda p: f"{p.group}/seasons", unfold=True)),
    Shown("a season", past(lambda p: f"{p.group}/seasons/{p.season}")),
    Shown("a season, wrong", lambda page, house: (
        page.goto(f"{house.past.group}/seasons"), sent(page, "form[action$='/seasons']", name="")
    ), errors=WRONG),
    Shown("chances", past(lambda p: f"{p.running.path}/chances", unfold=True)),
    Shown("chances, looking back", past(lambda p: f"{p.nights[0].tables[1].path}/chances", unfold=True)),
    Shown("chances, nobody knows", past(lambda p: f"{p.endless.path}/chances")),
    Shown("what if", past(lambda p: f"{p.nights[0].tables[1].path}/rescoring", unfold=True)),
    Shown("what if of eight", past(lambda p: f"{p.crowd_session.path}/rescoring", unfold=True)),
    Shown("out", past(lambda p: f"{p.group}/export")),
    Shown("out, watched", past(lambda p: f"{p.group}/export"), "watcher"),
    Shown("a file waits", past(lambda p: f"{p.group}/jobs/{p.jobs['waits']}")),
    Shown("a file, half made", past(lambda p: f"{p.group}/jobs/{p.jobs['half']}")),
    Shown("a file is ready", past(lambda p: f"{p.group}/jobs/{p.jobs['ready']}")),
    Shown("a long file is read", past(lambda p: f"{p.group}/jobs/{p.jobs['read']}")),
    Shown("a long file on its way in", past(lambda p: f"{p.group}/jobs/{p.jobs['in']}")),
    Shown("a long file, refused", past(lambda p: f"{p.group}/jobs/{p.jobs['refused']}")),
    Shown("a file broke", past(lambda p: f"{p.group}/jobs/{p.jobs['broke']}")),
    Shown("a file was stopped", past(lambda p: f"{p.group}/jobs/{p.jobs['stopped']}")),
    Shown("a new feed", lambda page, house: (
        page.goto(f"{house.past.group}/export"), sent(page, "form[action$='/links']")
    )),
    Shown("a night out", past(lambda p: f"{p.nights[0].path}/export")),
    Shown("a session out", past(lambda p: f"{p.session.path}/export")),
    Shown("to BG Stats", past(lambda p: f"{p.session.path}/export/bg-stats", unfold=True)),
    Shown("arrivals", past(lambda p: f"{p.group}/imports", unfold=True)),
    Shown("no file", lambda page, house: (
        page.goto(f"{house.past.group}/imports"), sent(page, "form[enctype]")
    ), errors=WRONG),
    Shown("a torn file", lambda page, house: brought(page, house, "torn.csv"), errors=WRONG),
    Shown("what totals would bring", lambda page, house: brought(page, house, "totals.csv")),
    Shown("what an export would bring", lambda page, house: brought(page, house, "export.json")),
    Shown("what logged plays would bring", lambda page, house: brought(page, house, "plays.xml")),
    Shown("a sheet to fill", past(lambda p: f"{p.planned.path}/print?fill=blank")),
    Shown("a filled sheet", past(lambda p: f"{p.nights[0].tables[1].path}/print?fill=filled&size=letter")),
    Shown("a sheet of eight", past(lambda p: f"{p.crowd_session.path}/print?fill=filled")),
    Shown("which sheet", past(lambda p: f"{p.group}/sheets/new")),
    Shown("whose sheet", past(lambda p: f"{p.group}/sheets/new/derange", unfold=True)),
    Shown("the rest of a sheet", past(lambda p: f"{p.running.path}/sheet", unfold=True)),
    Shown("the rest of a sheet, wrong", lambda page, house: (
        page.goto(f"{house.past.running.path}/sheet"),
        page.locator("table input:not([type=hidden])").nth(1).fill("eight"),
        sent(page, "form:has(table)"),
    ), errors=WRONG),
)  # fmt: skip

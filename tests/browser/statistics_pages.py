"""Pages of statistics and nights, for the gallery."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from models import Season, db
from models.database import new_id
from models.job import JobState
from tests.browser.merge_pages import Merged
from tests.browser.states import WRONG, State, open_details, submit
from tests.golden.nights import golden_group
from tests.jobs import FILE, put
from tests.table import Table, at_work, start

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.browser.gallery import Site

SAMPLES = Path(__file__).parents[1] / "files" / "samples"
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
ENOUGH = 10  # sessions before players are ranked


class History:
    """Three nights worked out by hand, enough sessions for ratings, and a group with long names."""

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
            "waits": put(self.session, JobState.WAITING),
            "half": put(self.session, JobState.RUNNING, kind="xlsx", alive_at=at, done=1400, whole=3001),
            "ready": put(
                self.session, JobState.DONE, kind="json", ended_at=at, result={**FILE, "bytes": 59_115_632}
            ),
            "read": put(
                self.session,
                JobState.DONE,
                kind="read",
                ended_at=at,
                result={"import": str(new_id())},
                arguments=LONG_FILE,
            ),
            "in": put(
                self.session,
                JobState.RUNNING,
                kind="apply",
                alive_at=at,
                done=150,
                whole=3001,
                arguments=LONG_FILE,
            ),
            "refused": put(
                self.session,
                JobState.FAILED,
                kind="read",
                ended_at=at,
                result=UNREADABLE,
                arguments=LONG_FILE,
            ),
            "broke": put(self.session, JobState.FAILED, ended_at=at, result={"reason": "out_of_memory"}),
            "stopped": put(self.session, JobState.STOPPED, ended_at=at),
        }
        for _ in range(ENOUGH):
            table = start(app, "vandatta", names, group_id=crowd.group_id, clock=crowd.clock, rounds=1)
            *others, last = table.seats()
            table.plays(", ".join([f"{last} out", *(f"{name} 8 A" for name in others)]))
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
        self.merged = Merged(app, self.session.clock)
        self.crowd, self.crowd_session = crowd.group_path, table
        self.crowd_night = f"{crowd.group_path}/nights/{table.night_id()}"
        self.first_of_crowd, self.second_of_crowd = (table.player_id(name) for name in table.seats()[:2])

    @property
    def doors(self) -> tuple[Table, ...]:
        """A table of each group, whose link gives access."""
        return self.session, self.first, self.club, *self.merged.doors


def show(where: Callable[[History], str], *, unfold: bool = False) -> Callable[[Page, Site], Any]:
    def reach(page: Page, site: Site) -> None:
        page.goto(where(site.statistics))
        if unfold:
            open_details(page)

    return reach


def upload(page: Page, site: Site, file: str) -> None:
    page.goto(f"{site.statistics.group}/imports")
    page.locator("[name=file]").set_input_files(SAMPLES / file)
    submit(page, "form[enctype]")
    open_details(page)


STATISTICS_PAGES = (
    State("nights", show(lambda p: f"{p.group}/nights", unfold=True)),
    State("nights, some", show(
        lambda p: f"{p.group}/nights?who={p.anna}&variant=derange&year=2026", unfold=True
    )),
    State("nights, none", show(lambda p: f"{p.group}/nights?year=1999")),
    *(State(f"night {n}", show(lambda p, n=n: p.nights[n].path, unfold=True)) for n in range(3)),
    State("night, watched", show(lambda p: p.nights[0].path), "watcher"),
    State("night of eight", show(lambda p: p.crowd_night)),
    State("place and note", show(lambda p: f"{p.nights[0].path}/note")),
    State("place too long", lambda page, site: (
        page.goto(f"{site.statistics.nights[0].path}/note"),
        submit(page, "form[action$='/note']", place="x" * 90),
    ), errors=WRONG),
    State("home of a long past", show(lambda p: p.group)),
    State("statistics", show(lambda p: f"{p.group}/statistics", unfold=True)),
    State("statistics of a first evening", show(lambda p: f"{p.first.group_path}/statistics")),
    State("a player of a first evening", show(
        lambda p: f"{p.first.group_path}/statistics/players/{p.first.player_id('Cara')}"
    )),
    State("statistics of a club", show(lambda p: f"{p.club.group_path}/statistics")),
    State("rivals of a club", show(lambda p: f"{p.club.group_path}/statistics/rivals")),
    State("statistics of nothing", show(lambda p: f"{p.group}/statistics?year=1999")),
    State("statistics of eight", show(lambda p: f"{p.crowd}/statistics", unfold=True)),
    State("statistics of a player", show(lambda p: f"{p.group}/statistics/players/{p.anna}", unfold=True)),
    State("statistics of a long name", show(
        lambda p: f"{p.crowd}/statistics/players/{p.first_of_crowd}", unfold=True
    )),
    State("records", show(lambda p: f"{p.group}/statistics/records", unfold=True)),
    State("records of eight", show(lambda p: f"{p.crowd}/statistics/records")),
    State("the year", show(lambda p: f"{p.group}/statistics/years", unfold=True)),
    State("the year of eight", show(lambda p: f"{p.crowd}/statistics/years")),
    State("two periods", show(lambda p: f"{p.group}/statistics/periods?before=2026&after=2026", unfold=True)),
    State("figures of a place", show(
        lambda p: f"{p.group}/statistics?weekday=5&who={p.anna}&sat=without", unfold=True
    )),
    State("honours", show(lambda p: f"{p.group}/statistics/honours", unfold=True)),
    State("ratings", show(lambda p: f"{p.group}/statistics/ratings", unfold=True)),
    State("rating of one", show(lambda p: f"{p.group}/statistics/ratings?player={p.anna}", unfold=True)),
    State("ratings of eight", show(lambda p: f"{p.crowd}/statistics/ratings", unfold=True)),
    State("rivals", show(lambda p: f"{p.group}/statistics/rivals", unfold=True)),
    State("rivals of eight", show(lambda p: f"{p.crowd}/statistics/rivals", unfold=True)),
    State("rivalry", show(lambda p: f"{p.group}/statistics/rivals/{p.anna}/{p.bo}", unfold=True)),
    State("rivalry of long names", show(
        lambda p: f"{p.crowd}/statistics/rivals/{p.first_of_crowd}/{p.second_of_crowd}", unfold=True
    )),
    State("seasons", show(lambda p: f"{p.group}/seasons", unfold=True)),
    State("a season", show(lambda p: f"{p.group}/seasons/{p.season}")),
    State("a season, wrong", lambda page, site: (
        page.goto(f"{site.statistics.group}/seasons"), submit(page, "form[action$='/seasons']", name="")
    ), errors=WRONG),
    State("chances", show(lambda p: f"{p.running.path}/chances", unfold=True)),
    State("chances, looking back", show(lambda p: f"{p.nights[0].tables[1].path}/chances", unfold=True)),
    State("chances, nobody knows", show(lambda p: f"{p.endless.path}/chances")),
    State("what if", show(lambda p: f"{p.nights[0].tables[1].path}/rescoring", unfold=True)),
    State("what if of eight", show(lambda p: f"{p.crowd_session.path}/rescoring", unfold=True)),
    State("out", show(lambda p: f"{p.group}/export")),
    State("out, watched", show(lambda p: f"{p.group}/export"), "watcher"),
    State("a file waits", show(lambda p: f"{p.group}/jobs/{p.jobs['waits']}")),
    State("a file, half made", show(lambda p: f"{p.group}/jobs/{p.jobs['half']}")),
    State("a file is ready", show(lambda p: f"{p.group}/jobs/{p.jobs['ready']}")),
    State("a long file is read", show(lambda p: f"{p.group}/jobs/{p.jobs['read']}")),
    State("a long file on its way in", show(lambda p: f"{p.group}/jobs/{p.jobs['in']}")),
    State("a long file, refused", show(lambda p: f"{p.group}/jobs/{p.jobs['refused']}")),
    State("a file broke", show(lambda p: f"{p.group}/jobs/{p.jobs['broke']}")),
    State("a file was stopped", show(lambda p: f"{p.group}/jobs/{p.jobs['stopped']}")),
    State("a new feed", lambda page, site: (
        page.goto(f"{site.statistics.group}/export"), submit(page, "form[action$='/links']")
    )),
    State("a night out", show(lambda p: f"{p.nights[0].path}/export")),
    State("a session out", show(lambda p: f"{p.session.path}/export")),
    State("to BG Stats", show(lambda p: f"{p.session.path}/export/bg-stats", unfold=True)),
    State("arrivals", show(lambda p: f"{p.group}/imports", unfold=True)),
    State("no file", lambda page, site: (
        page.goto(f"{site.statistics.group}/imports"), submit(page, "form[enctype]")
    ), errors=WRONG),
    State("a torn file", lambda page, site: upload(page, site, "torn.csv"), errors=WRONG),
    State("what totals would bring", lambda page, site: upload(page, site, "totals.csv")),
    State("what an export would bring", lambda page, site: upload(page, site, "export.json")),
    State("what logged plays would bring", lambda page, site: upload(page, site, "night.json")),
    State("a sheet to fill", show(lambda p: f"{p.planned.path}/print?fill=blank")),
    State("a filled sheet", show(lambda p: f"{p.nights[0].tables[1].path}/print?fill=filled&size=letter")),
    State("a sheet of eight", show(lambda p: f"{p.crowd_session.path}/print?fill=filled")),
    State("which sheet", show(lambda p: f"{p.group}/sheets/new")),
    State("whose sheet", show(lambda p: f"{p.group}/sheets/new/derange", unfold=True)),
    State("the rest of a sheet", show(lambda p: f"{p.running.path}/sheet", unfold=True)),
    State("the rest of a sheet, wrong", lambda page, site: (
        page.goto(f"{site.statistics.running.path}/sheet"),
        page.locator("table input:not([type=hidden])").nth(1).fill("eight"),
        submit(page, "form:has(table)"),
    ), errors=WRONG),
)  # fmt: skip

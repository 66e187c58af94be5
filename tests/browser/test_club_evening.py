"""A whole club evening on many phones: the umpire's, one at each table by its code, and a screen on the wall.

Twelve people play two deals at each of three tables, the best eight play off at two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.evening import enter_round, score_round
from tests.browser.offline.without_network import (
    LONG,
    OFFLINE,
    begin_to_keep,
    come_back,
    expect_all_sent,
    go_offline,
    save_alone,
    wait_until_kept,
)
from tests.club import Club, opened
from tests.sampling import chaos
from views.tournaments.seating import table_addresses

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Locator, Page

    from tests.table import Table

Take = Callable[..., "Page"]
Deal = tuple[str | None, dict[str, str]]  # who is out, and what the others hold, clockwise

# What each holds whenever it is not out: an 8 costs 10, an ace 5, every other card 1.
HELD = {
    "Anna": "2",
    "Bo": "3 4",
    "Cara": "A",
    "Dilan": "5 6 7",
    "Eva": "8",
    "Frans": "A 9",
    "Gun": "8 2",
    "Hugo": "2 3 4 5",
    "Ida": "A A",
    "Jon": "8 8",
    "Kim": "8 A",
    "Lo": "8 8 A",
}
COST = {"8": 10, "A": 5}
TABLET = {"viewport": {"width": 1024, "height": 768}}
TV = {"viewport": {"width": 1280, "height": 720}, "has_touch": False, "is_mobile": False}
DEALS = 2
STAGES = ("Round 1", "Play-off")
SEED = 5
EVENING = {"variant": "vandatta", "options": {"rounds": DEALS}, "rounds": 1, "cut": 8}


@chaos
def test_every_table_has_a_phone_of_its_own_and_the_wall_adds_them_up(
    app: Flask, live_server: str, open_phone: Take, expected_errors: list[str]
):
    expected_errors.append("403")
    room = Clubroom(app, live_server, open_phone)
    room.lets_everybody_in()
    for stage in STAGES:
        room.draws(stage)
        (first, table), *others = [(room.takes_a_phone_by_the_code_of(own), own) for own in room.tables()]
        room.cannot_score_elsewhere(first, others[0][1])
        room.keeps_score(first, table)
        room.is_on_the_wall()
        for keeper, own in others:
            room.keeps_score(keeper, own)
        room.is_on_the_wall()
    room.ends_as(as_typed(app))


@chaos
def test_a_table_on_paper_and_one_without_a_network_come_to_the_same(
    app: Flask, live_server: str, open_phone: Take, expected_errors: list[str]
):
    expected_errors += ("422", *OFFLINE)
    room = Clubroom(app, live_server, open_phone)
    room.lets_everybody_in()
    for stage in STAGES:
        room.draws(stage)
        paper, alone, *others = room.tables()
        room.scores_without_network(alone)
        room.types_in(paper)
        for table in others:
            room.keeps_score(room.takes_a_phone_by_the_code_of(table), table)
        room.is_on_the_wall()
    room.ends_as(as_typed(app))


def test_who_scans_the_wall_is_let_in_and_told_without_touching_the_phone(
    app: Flask, live_server: str, open_phone: Take
):
    room = Clubroom(app, live_server, open_phone)
    room.lets_everybody_in()
    room.umpire.goto(f"{room.club.path}/board")
    room.umpire.get_by_role("button", name="Code to join").tap()
    newcomer = open_phone()
    newcomer.goto(room.umpire.locator(".wall-code small").inner_text())
    newcomer.get_by_label("Your name").fill("Mia")
    newcomer.get_by_role("button", name="Tell the umpire").tap()
    expect(newcomer.locator("#waiting")).to_contain_text("Mia waits for the umpire.")
    room.umpire.get_by_role("link", name="Close").tap()
    room.umpire.get_by_role("button", name="Let in").tap()
    expect(newcomer.locator(".flashes")).to_have_text("You are in. You play as Mia.")
    expect(room.wall.locator("#now")).to_have_text("13 people sit down next")
    room.draws("Round 1")
    table = next(table for table in room.tables() if "Mia" in table.seats())
    newcomer.get_by_role("link", name="Mia sits at table").tap()
    expect(newcomer.locator(".deal")).to_be_visible()
    assert newcomer.url.endswith(table.path)


def test_a_club_evening_begins_on_a_phone_that_knows_nobody(live_server: str, open_phone: Take):
    phone = open_phone()
    phone.goto(live_server)
    phone.get_by_role("link", name="A club evening").tap()
    phone.get_by_label("Who plays?").fill("\n".join(HELD))
    phone.get_by_label("What is this group called?").fill("The club")
    phone.get_by_role("button", name="Set it up").tap()
    expect(phone.locator("#now")).to_have_text("12 people sit down next")
    phone.get_by_role("link", name="Draw the tables").tap()
    phone.get_by_role("button", name="Sit down").tap()
    expect(phone.locator("#now")).to_contain_text("Finished tables: 0 of")
    phone.goto(live_server)
    expect(phone.locator("h1")).to_have_text("The club")
    expect(phone.locator(".waiting")).to_have_count(0)


def test_the_wall_goes_from_the_draw_to_the_podium(app: Flask, open_phone: Take):
    """With the line of the cut, the play-off as its headline, and nothing lost past the screen's edge."""
    club = opened(app, "Anna Bo Cara Dilan Eva Frans", **{**EVENING, "cut": 3})
    wall = open_phone(**TV)
    wall.goto(club.link("watcher"))
    wall.goto(f"{club.path}/board")
    expect(wall.locator("#now")).to_have_text("6 people sit down next")
    club.draws()
    expect(wall.locator("#now b")).to_have_text("Round 1 of 1")
    expect(wall.locator(".wall-places .disc")).to_have_count(6)
    expect(wall.locator(".last-qualified")).to_have_count(0)
    club.scores(Anna=10, Bo=20, Cara=30, Dilan=40, Eva=50, Frans=60)
    expect(wall.locator(".last-qualified .name")).to_have_text("Cara")
    expect(wall.locator(".last-qualified")).to_have_attribute("data-cut", "3 go on")
    club.draws()
    expect(wall.locator("#now b")).to_have_text("Play-off")
    expect(wall.locator(".wall-places.final li")).to_have_count(3)
    expect(wall.locator("#now")).to_contain_text(re.compile("(Anna|Bo|Cara) deals"))
    expect(wall.locator(".wall-others")).to_contain_text("Dilan")
    club.scores(Anna=30, Bo=10, Cara=20)
    expect(wall.locator(".podium .place-1")).to_contain_text("Bo")
    expect(wall.locator(".podium .place-2")).to_contain_text("Cara")
    expect(wall.locator(".podium .place-3")).to_contain_text("Anna")
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_close_and_the_code_are_apart_on_the_wall(app: Flask, live_server: str, open_phone: Take):
    club = opened(app, "Anna Bo Cara")
    wall = open_phone(**TV)
    wall.goto(club.link("umpire", tournament_id=club.id))
    wall.goto(f"{club.path}/board")
    close = wall.get_by_role("link", name="Close").bounding_box()
    code = wall.get_by_role("button", name="Code to join").bounding_box()
    assert close is not None
    assert code is not None
    assert close["x"] + close["width"] + 12 <= code["x"]


class Clubroom:
    """The umpire's tablet, the wall, and whatever phones are taken out at the tables."""

    def __init__(self, app: Flask, home: str, open_phone: Take) -> None:
        self.app, self.home, self.open_phone = app, home, open_phone
        self.club: Club = opened(app, **EVENING)
        self.umpire, self.wall = open_phone(**TABLET), open_phone(**TV)
        self.umpire.goto(self.club.link("umpire", tournament_id=self.club.id))
        self.wall.goto(self.club.link("watcher"))
        self.wall.goto(f"{self.club.path}/board")

    def lets_everybody_in(self) -> None:
        """From a list that somebody has written elsewhere."""
        self.umpire.get_by_role("link", name="Let people in").tap()
        self.umpire.get_by_label("Who plays?").fill("\n".join(HELD))
        self.umpire.get_by_role("button", name="Let them in").tap()
        expect(self.umpire.get_by_role("heading", name="12 people")).to_be_visible()
        expect(self.wall.locator("#now")).to_have_text("12 people sit down next")

    def draws(self, stage: str) -> None:
        self.umpire.goto(f"{self.club.path}/draw?seed={SEED}")
        expect(self.umpire.locator("h1")).to_have_text(f"The draw of {stage}")
        self.umpire.get_by_role("button", name="Sit down").tap()
        expect(self.umpire.locator(".flashes")).to_have_text(f"Drawn: {stage}.")
        expect(self.wall.locator("#now")).to_contain_text(stage)
        shown = ".wall-places.final" if stage == "Play-off" else ".wall-tables"
        expect(self.wall.locator(f"{shown} li")).not_to_have_count(0)

    def tables(self) -> list[Table]:
        return self.club.tables()

    def takes_a_phone_by_the_code_of(self, table: Table, **options: str) -> Page:
        phone = self.open_phone(**options)
        with self.app.test_request_context(base_url=self.home), self.club.seen() as (tournament, _evening):
            address = table_addresses(tournament)[table.session_id]
        phone.goto(address)
        expect(phone.get_by_role("link", name="Score round 1")).to_be_visible()
        assert phone.url.endswith(table.path)
        return phone

    def keeps_score(self, keeper: Page, table: Table) -> None:
        for out, held in deals_of(table):
            score_round(keeper, out=out, hands=held)

    def cannot_score_elsewhere(self, keeper: Page, other: Table) -> None:
        own = keeper.url
        keeper.goto(other.path)
        expect(keeper.locator(".deal")).to_be_visible()
        expect(keeper.get_by_role("link", name="Score round 1")).to_have_count(0)
        answer = keeper.goto(f"{other.path}/rounds/1")
        assert answer is not None
        assert answer.status == 403
        keeper.goto(own)

    def types_in(self, table: Table) -> None:
        """What its people have written on paper, at the umpire's."""
        self.umpire.goto(f"{table.path}/sheet")
        for number, (out, held) in enumerate(deals_of(table), 1):
            for place, name in enumerate(table.seats()):
                text = "x" if name == out else str(cost(held[name]))
                self.umpire.locator(f"#c-{number}-{place}").fill(text)
        self.umpire.get_by_role("button", name="Save the sheet").last.tap()
        expect(self.umpire.locator("[data-warnings]")).to_contain_text("Nobody is marked as out in round 2.")
        self.umpire.get_by_role("button", name="Save anyway").tap()
        expect(self.umpire.locator(".flashes")).to_contain_text("The sheet is saved.")

    def scores_without_network(self, table: Table) -> None:
        """It is gone before the first deal is counted, and comes back after the last."""
        phone = self.takes_a_phone_by_the_code_of(table, service_workers="allow")
        begin_to_keep(phone)
        phone.reload()
        wait_until_kept(phone, *[f"{table.path}/rounds/{number}" for number in range(1, DEALS + 1)])
        go_offline(phone)
        for number, (out, held) in enumerate(deals_of(table), 1):
            phone.locator(".bar a.main").tap()
            enter_round(phone, out=out, hands=held)
            save_alone(phone, number)
        assert table.numbers() == []
        come_back(phone)
        expect_all_sent(phone)

    def is_on_the_wall(self) -> None:
        """Everybody's total, without anybody touching it."""
        for name, total, _rank in self.club.final():
            expect(self.on_the_wall(name).locator("b")).to_have_text(str(total), timeout=LONG)

    def on_the_wall(self, name: str) -> Locator:
        own = self.wall.locator(".name", has_text=re.compile(rf"^\s*{name}\b"))
        return self.wall.locator(".wall-places li, .stage .podium-player").filter(has=own)

    def ends_as(self, typed: Club) -> None:
        """On the wall, at the umpire's, and in every total."""
        (winner,) = typed.winners()
        expect(self.wall.locator(".stage h2")).to_contain_text(winner)
        self.umpire.goto(self.club.path)
        expect(self.umpire.get_by_role("heading", name=f"{winner} wins")).to_be_visible()
        assert self.club.places() == typed.places()
        assert self.club.final() == typed.final()


def as_typed(app: Flask) -> Club:
    """The same evening by the same draws, without any phone."""
    club = opened(app, " ".join(HELD), **EVENING)
    for _stage in STAGES:
        for table in club.draws(SEED).tables():
            for out, held in deals_of(table):
                cards = [f"{name} {each}" for name, each in held.items()]
                table.plays(", ".join([f"{out or 'nobody'} out", *cards]))
    return club


def deals_of(table: Table) -> list[Deal]:
    """The first of the table goes out in the first deal, nobody in the second."""
    first, *others = table.seats()
    return [
        (first, {name: HELD[name] for name in others}),
        (None, {name: HELD[name] for name in (first, *others)}),
    ]


def cost(held: str) -> int:
    return sum(COST.get(card, 1) for card in held.split())

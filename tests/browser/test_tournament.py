"""A whole tournament on many phones: the umpire's, one at each table by its code, and a screen for all.

Twelve people play two deals at each of three tables, the best eight play off at two.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import enter_round, score_round
from tests.browser.offline.offline_phone import (
    LONG,
    OFFLINE,
    expect_all_sent,
    go_offline,
    go_online,
    save_offline,
    start_caching,
    wait_until_cached,
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

OpenPhone = Callable[..., "Page"]
Deal = tuple[str | None, dict[str, str]]  # the player who is out, and the hands of the others, clockwise

# The hand of each player when not out: an 8 costs 10, an ace 5, every other card 1.
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
OPTIONS = {"variant": "vandatta", "options": {"rounds": DEALS}, "rounds": 1, "cut": 8}


@chaos
def test_every_table_has_its_own_phone_and_the_screen_adds_up_all_tables(
    app: Flask, live_server: str, open_phone: OpenPhone, expected_errors: list[str]
):
    expected_errors.append("403")
    room = Venue(app, live_server, open_phone)
    room.enter_everyone()
    for stage in STAGES:
        room.draw(stage)
        (first, table), *others = [(room.open_phone_by_code(own), own) for own in room.tables()]
        room.assert_cannot_score(first, others[0][1])
        room.score_table(first, table)
        room.expect_totals_on_screen()
        for keeper, own in others:
            room.score_table(keeper, own)
        room.expect_totals_on_screen()
    room.expect_final_result(typed_tournament(app))


@chaos
def test_a_table_on_paper_and_an_offline_table_give_the_same_result(
    app: Flask, live_server: str, open_phone: OpenPhone, expected_errors: list[str]
):
    expected_errors += ("422", *OFFLINE)
    room = Venue(app, live_server, open_phone)
    room.enter_everyone()
    for stage in STAGES:
        room.draw(stage)
        paper, alone, *others = room.tables()
        room.score_offline(alone)
        room.enter_paper_sheet(paper)
        for table in others:
            room.score_table(room.open_phone_by_code(table), table)
        room.expect_totals_on_screen()
    room.expect_final_result(typed_tournament(app))


def test_the_screen_shows_everything_from_the_draw_to_the_podium(app: Flask, open_phone: OpenPhone):
    """With the cut line, the play-off as headline, and nothing beyond the edge of the screen."""
    club = opened(app, "Anna Bo Cara Dilan Eva Frans", **{**OPTIONS, "cut": 3})
    screen = open_phone(**TV)
    screen.goto(club.link("watcher"))
    screen.goto(f"{club.path}/board")
    expect(screen.locator("#now")).to_have_text("6 people sit down next")
    club.draws()
    expect(screen.locator("#now b")).to_have_text("Round 1 of 1")
    expect(screen.locator(".wall-places .disc")).to_have_count(6)
    expect(screen.locator(".last-qualified")).to_have_count(0)
    club.scores(Anna=10, Bo=20, Cara=30, Dilan=40, Eva=50, Frans=60)
    expect(screen.locator(".last-qualified .name")).to_have_text("Cara")
    expect(screen.locator(".last-qualified .cut")).to_have_text("3 go on")
    club.draws()
    expect(screen.locator("#now b")).to_have_text("Play-off")
    expect(screen.locator(".wall-places.final li")).to_have_count(3)
    expect(screen.locator("#now")).to_contain_text(re.compile("(Anna|Bo|Cara) deals"))
    expect(screen.locator(".wall-others")).to_contain_text("Dilan")
    club.scores(Anna=30, Bo=10, Cara=20)
    expect(screen.locator(".podium .place-1")).to_contain_text("Bo")
    expect(screen.locator(".podium .place-2")).to_contain_text("Cara")
    expect(screen.locator(".podium .place-3")).to_contain_text("Anna")
    assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")


LONG_NAMES = (
    "Anna",
    "Bo",
    "Cara",
    "Dilan",
    "Eva-Lena-Margareta",
    "Frans-Ferdinand",
    "Gerd",
    "Hannah-Sofia-Elisabet",
    "Ida",
    "Jan",
    "Kimberley-Alexandra",
    "Lars-Göran-Emanuel",
)
FONT_SIZE = "parseFloat(getComputedStyle(document.querySelector('.cut')).fontSize)"
HEIGHT_BELOW_STAGE = (
    "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.stage'))"
)
WALLS = ({"width": 1920, "height": 1080}, {"width": 1280, "height": 800})
# The texts of `those` that share pixels with one another, or with an element of `others`.
COVERED = """([those, others]) => {
  const lines = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].filter((box) => box.width);
  };
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const names = [...document.querySelectorAll(those)];
  const covers = others ? [...document.querySelectorAll(others)] : [];
  return names.filter((name, place) => lines(name).some((line) =>
    covers.some((cover) => meet(line, cover.getBoundingClientRect()))
    || names.slice(0, place).some((earlier) => lines(earlier).some((other) => meet(line, other)))
  )).map((name) => name.textContent);
}"""


@pytest.mark.parametrize(("language", "people", "cut"), [("sv", 12, 4), ("en", 12, 8), ("sv", 62, 16)])
def test_on_the_screen_neither_the_cut_nor_the_code_covers_a_name(
    app: Flask, open_phone: OpenPhone, language: str, people: int, cut: int
):
    names = [f"{LONG_NAMES[place % 12]}{place // 12 or ''}" for place in range(people)]
    club = opened(app, " ".join(names), cut=cut, rounds=1).draws()
    club.scores(**{name: 10 + place for place, name in enumerate(names)})
    screen = open_phone(**{**TV, "locale": language})
    screen.goto(club.link("umpire", tournament_id=club.id))
    screen.goto(f"{club.path}/board")
    screen.locator("form[action$='board/code'] button").click()
    expect(screen.locator(".wall-code")).to_be_visible()
    for wall in WALLS:
        screen.set_viewport_size(wall)
        assert screen.evaluate(COVERED, [".wall-places .name", ".cut, .wall-code"]) == []
        label, row = (screen.locator(each).bounding_box() for each in (".cut", ".last-qualified .name"))
        assert label
        assert row
        assert row["y"] + row["height"] <= label["y"] + 1  # below its row, in the same column
        assert label["x"] <= row["x"] <= label["x"] + label["width"]
        assert label["height"] < 2 * screen.evaluate(FONT_SIZE)
    club.draws()
    screen.goto(f"{club.path}/board")
    expect(screen.locator(".final li")).to_have_count(cut)
    for wall in WALLS:
        screen.set_viewport_size(wall)
        for texts in (".final .name", "#now", ".wall-others"):
            assert screen.evaluate(COVERED, [texts, ".wall-code"]) == []
    club.scores(**{name: 10 + place for place, name in enumerate(names)})
    screen.goto(f"{club.path}/board")
    expect(screen.locator("main.ended")).to_be_visible()
    for wall in WALLS:
        screen.set_viewport_size(wall)
        for texts in (".stage h2", ".stage .name", ".wall-others"):
            assert screen.evaluate(COVERED, [texts, ".wall-code > *"]) == []
        assert screen.evaluate(HEIGHT_BELOW_STAGE) <= 1


NAMES = [f"Person{number:02}" for number in range(1, 60)] + ["Alexandra-Margareta", "Ö", "Wilhelmina"]


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800)], ids=str)
def test_each_of_sixty_two_people_can_find_a_table_on_the_wall(
    app: Flask, open_phone: OpenPhone, size: tuple[int, int]
):
    width, height = size
    club = opened(app, " ".join(NAMES), variant="vandatta", options={"rounds": 1}).draws()
    screen = open_phone(viewport={"width": width, "height": height}, has_touch=False, is_mobile=False)
    screen.goto(club.link("watcher"))
    screen.goto(f"{club.path}/board")
    lines = screen.locator(".table-of-each li")
    expect(lines).to_have_count(len(NAMES))
    boxes = [line.bounding_box() for line in lines.all()]
    assert all(
        box and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height for box in boxes
    )
    letters = lines.first.evaluate("line => parseFloat(getComputedStyle(line).fontSize)")
    assert letters >= height / 40  # a line of the wall is read from as far as a page of 40 lines


def test_each_of_sixty_two_people_can_find_a_table_on_a_phone(app: Flask, open_phone: OpenPhone):
    club = opened(app, " ".join(NAMES), variant="vandatta", options={"rounds": 1}).draws()
    phone = open_phone()
    phone.goto(club.link("watcher"))
    phone.goto(club.path)
    expect(phone.locator(".table-of-each li").last).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_close_button_and_code_do_not_overlap_on_the_screen(
    app: Flask, live_server: str, open_phone: OpenPhone
):
    club = opened(app, "Anna Bo Cara")
    screen = open_phone(**TV)
    screen.goto(club.link("umpire", tournament_id=club.id))
    screen.goto(f"{club.path}/board")
    close = screen.get_by_role("link", name="Close").bounding_box()
    code = screen.get_by_role("button", name="Code to join").bounding_box()
    assert close is not None
    assert code is not None
    assert close["x"] + close["width"] + 12 <= code["x"]


class Venue:
    """The umpire's tablet, the screen, and the phones at the tables."""

    def __init__(self, app: Flask, home: str, open_phone: OpenPhone) -> None:
        self.app, self.home, self.open_phone = app, home, open_phone
        self.club: Club = opened(app, **OPTIONS)
        self.umpire, self.screen = open_phone(**TABLET), open_phone(**TV)
        self.umpire.goto(self.club.link("umpire", tournament_id=self.club.id))
        self.screen.goto(self.club.link("watcher"))
        self.screen.goto(f"{self.club.path}/board")

    def enter_everyone(self) -> None:
        """From a pasted list."""
        self.umpire.get_by_role("link", name="Let people in").tap()
        self.umpire.get_by_label("Who plays?").fill("\n".join(HELD))
        self.umpire.get_by_role("button", name="Let them in").tap()
        expect(self.umpire.get_by_role("heading", name="12 people")).to_be_visible()
        expect(self.screen.locator("#now")).to_have_text("12 people sit down next")

    def draw(self, stage: str) -> None:
        self.umpire.goto(f"{self.club.path}/draw?seed={SEED}")
        expect(self.umpire.locator("h1")).to_have_text(f"The draw of {stage}")
        self.umpire.get_by_role("button", name="Sit down").tap()
        expect(self.umpire.locator(".flashes")).to_have_text(f"Drawn: {stage}.")
        expect(self.screen.locator("#now")).to_contain_text(stage)
        shown = ".wall-places.final" if stage == "Play-off" else ".wall-tables"
        expect(self.screen.locator(f"{shown} li")).not_to_have_count(0)

    def tables(self) -> list[Table]:
        return self.club.tables()

    def open_phone_by_code(self, table: Table, **options: str) -> Page:
        phone = self.open_phone(**options)
        with self.app.test_request_context(base_url=self.home), self.club.seen() as (tournament, _evening):
            address = table_addresses(tournament)[table.session_id]
        phone.goto(address)
        expect(phone.get_by_role("link", name="Score round 1")).to_be_visible()
        assert phone.url.endswith(table.path)
        return phone

    def score_table(self, keeper: Page, table: Table) -> None:
        for out, held in deals_of(table):
            score_round(keeper, out=out, hands=held)

    def assert_cannot_score(self, keeper: Page, other: Table) -> None:
        own = keeper.url
        keeper.goto(other.path)
        expect(keeper.locator(".deal")).to_be_visible()
        expect(keeper.get_by_role("link", name="Score round 1")).to_have_count(0)
        answer = keeper.goto(f"{other.path}/rounds/1")
        assert answer is not None
        assert answer.status == 403
        keeper.goto(own)

    def enter_paper_sheet(self, table: Table) -> None:
        """The umpire enters the paper sheet of the table."""
        self.umpire.goto(f"{table.path}/sheet")
        for number, (out, held) in enumerate(deals_of(table), 1):
            for place, name in enumerate(table.seats()):
                text = "x" if name == out else str(cost(held[name]))
                self.umpire.locator(f"#c-{number}-{place}").fill(text)
        self.umpire.get_by_role("button", name="Save the sheet").last.tap()
        expect(self.umpire.locator("[data-warnings]")).to_contain_text("Nobody is marked as out in round 2.")
        self.umpire.get_by_role("button", name="Save anyway").tap()
        expect(self.umpire.locator(".flashes")).to_contain_text("The sheet is saved.")

    def score_offline(self, table: Table) -> None:
        """Offline before the first deal is counted, online after the last."""
        phone = self.open_phone_by_code(table, service_workers="allow")
        start_caching(phone)
        phone.reload()
        wait_until_cached(phone, *[f"{table.path}/rounds/{number}" for number in range(1, DEALS + 1)])
        go_offline(phone)
        for number, (out, held) in enumerate(deals_of(table), 1):
            phone.locator(".bar a.main").tap()
            enter_round(phone, out=out, hands=held)
            save_offline(phone, number)
        assert table.numbers() == []
        go_online(phone)
        expect_all_sent(phone)

    def expect_totals_on_screen(self) -> None:
        """The totals of all players, without a reload."""
        for name, total, _rank in self.club.final():
            expect(self.on_screen(name).locator("b")).to_have_text(str(total), timeout=LONG)

    def on_screen(self, name: str) -> Locator:
        own = self.screen.locator(".name", has_text=re.compile(rf"^\s*{name}\b"))
        return self.screen.locator(".wall-places li, .stage .podium-player").filter(has=own)

    def expect_final_result(self, typed: Club) -> None:
        """On the screen, on the umpire's tablet, and in every total."""
        (winner,) = typed.winners()
        expect(self.screen.locator(".stage h2")).to_contain_text(winner)
        self.umpire.goto(self.club.path)
        expect(self.umpire.get_by_role("heading", name=f"{winner} wins")).to_be_visible()
        assert self.club.places() == typed.places()
        assert self.club.final() == typed.final()


def typed_tournament(app: Flask) -> Club:
    """The same tournament with the same draws, without phones."""
    club = opened(app, " ".join(HELD), **OPTIONS)
    for _stage in STAGES:
        for table in club.draws(SEED).tables():
            for out, held in deals_of(table):
                cards = [f"{name} {each}" for name, each in held.items()]
                table.plays(", ".join([f"{out or 'nobody'} out", *cards]))
    return club


def deals_of(table: Table) -> list[Deal]:
    """The first player goes out in the first deal, and no player in the second."""
    first, *others = table.seats()
    return [
        (first, {name: HELD[name] for name in others}),
        (None, {name: HELD[name] for name in (first, *others)}),
    ]


def cost(held: str) -> int:
    return sum(COST.get(card, 1) for card in held.split())

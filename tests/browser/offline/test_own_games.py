"""Rounds of a group's own games, scored without a network and sent later."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from tests import sampling
from tests.browser.actions import declare_out, expect_totals, open_hand, open_table, row_of, tap_card
from tests.custom import preset, typed
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

from tests.browser.offline.offline_phone import (
    LONG,
    eventually,
    expect_all_sent,
    go_offline,
    go_online,
    is_cached,
    save_offline,
    score_offline,
    sit_down,
    take_back,
)

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from game.variants.custom.definition import GameDefinition
    from tests.table import Table

    OpenPhone = Callable[..., Page]

TYPED = definition_of(
    {
        "name": "Ours",
        "letters": "O",
        "scoring": "typed",
        "winner": "highest",
        "negative": True,
        "rounds": 3,
        "hand_sizes": [5],
        "multipliers": [{"factor": 2, "of": "hand", "reason": "Called it"}],
    }
)
HIGHEST, LOWEST, LAST_ONE = (
    typed(winner="highest", first_to=100),
    typed(first_to=100, word="game"),
    typed(eliminate_at=100),
)
COLLECTS = definition_of(presets()["crazy_eights"].definition("en").stored() | {"rounds": 3})


def open_pad(app: Flask, phone: Page, game: GameDefinition) -> Table:
    """The pad of round 1, without a network."""
    table = start(app, game, "Anna Bo")
    sit_down(phone, table)
    go_offline(phone)
    phone.locator(".bar a.main").tap()
    expect(phone.locator("form[data-number='1'][data-live]")).to_be_attached()
    return table


def score_typed(phone: Page, number: int, *points: int) -> None:
    """From the table page to the table page, without a network."""
    main_link = phone.locator(".bar a.main")  # that of a cached page names its round until its script has run
    expect(main_link).to_have_attribute("href", re.compile(rf"/rounds/{number}(?![0-9])"))
    main_link.tap()
    expect(phone.locator(f"form[data-number='{number}'][data-live]")).to_be_attached()
    for each in points:
        phone.keyboard.type(str(each))
        phone.keyboard.press("Enter")
    phone.locator("[data-save]").tap()
    expect(phone.locator(".toast p")).to_contain_text(str(number))


def test_points_below_zero_and_a_doubled_hand(app: Flask, open_caching_phone: OpenPhone):
    phone = open_caching_phone()
    table = open_pad(app, phone, TYPED)
    phone.keyboard.type("12-32")
    open_hand(phone).locator(".digits .times").tap()
    expect(open_hand(phone).locator(".sum")).to_have_text("−40")
    phone.keyboard.press("Enter")
    phone.keyboard.type("7")
    phone.keyboard.press("Enter")
    save_offline(phone, 1)
    go_online(phone)
    expect_all_sent(phone)
    assert table.totals() == {"Anna": -40, "Bo": 7}


def test_a_winner_collects(app: Flask, open_caching_phone: OpenPhone):
    phone = open_caching_phone()
    table = open_pad(app, phone, COLLECTS)
    declare_out(phone, "Bo")
    tap_card(phone, "8")
    phone.locator("[data-next]").tap()
    expect(phone.locator(".collects")).to_contain_text("50 in all, 50 to go")
    save_offline(phone, 1)
    expect_totals(phone, Anna=0, Bo=50)
    go_online(phone)
    expect_all_sent(phone)
    assert table.totals() == {"Anna": 0, "Bo": 50}


def test_the_score_sheet_keeps_penalties_in_a_row_of_their_own(app: Flask, open_caching_phone: OpenPhone):
    phone = open_caching_phone()
    table = start(app, COLLECTS, "Anna Bo").plays("Anna out, Bo 5").adjusts("Bo", 7, "said nothing")
    sit_down(phone, table)
    go_offline(phone)
    phone.locator(".bar a.main").tap()
    expect(phone.locator("form[data-number='2'][data-live]")).to_be_attached()
    declare_out(phone, "Bo")
    tap_card(phone, "9")
    phone.locator("[data-next]").tap()
    save_offline(phone, 2)
    phone.goto(f"{table.path}/rounds")
    sheet = phone.locator(".round-sheet")
    expect(sheet.locator("[data-round='2'] b")).to_have_text(["5", "16"])
    expect(sheet.locator("[data-round='1'] b")).to_have_text(["5", "0"])
    expect(sheet.locator("tfoot b")).to_have_text(["5", "16"])


# What a table's page shows of the game, without the words for what waits.
SHOWN = """() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const text = (element) => element.textContent.replace(/ · waits/g, "").replace(/\\s+/g, " ").trim();
  const texts = (selector, within) => all(selector, within).map(text).filter(Boolean);
  const drawn = (element) => element.outerHTML.replace(/\\.0(?=\\D)|\\s+(?=<)|(?<=>)\\s+/g, "");
  return {
    deal: texts(".top p, .deal b, .deal p:not([hidden]), section .hint:not([hidden])"),
    pictures: all(".deal .road, .spark").map(drawn),
    bars: all(".bars rect").map((bar) => bar.getAttribute("class")),
    rows: all(".standing").map((row) => [
      row.className,
      ...texts(".rank, .names, .under small, .under .tag, .total", row),
      all("small .icon", row).length,
    ]),
    next: texts(".bar .main:not([hidden])"),
  };
}"""
LOW = typed(first_to=60, reminders=[{"moment": "deal", "text": "Cut."}])


class TestTheTablesPage:
    """It shows what the server shows once the rounds are sent."""

    @pytest.fixture
    def expect_as_online(self, open_kept_phone: OpenPhone) -> Callable[[Page, Table], None]:
        """Compares the page of a phone with that of a phone online at another table."""
        other = open_kept_phone()

        def expect_same(phone: Page, table: Table) -> None:
            open_table(other, table)
            assert phone.evaluate(SHOWN) == other.evaluate(SHOWN)

        return expect_same

    def test_everybody_is_on_the_way_to_the_target(
        self, app: Flask, open_caching_phone: OpenPhone, expect_as_online: Callable[..., None]
    ):
        names = "Ann-Charlotte Bo Cara Dilan Eva Frans"
        game = typed(winner="highest", first_to=100, negative=True)
        phone = open_caching_phone()
        sit_down(phone, start(app, game, names))
        go_offline(phone)
        played: list[str] = []
        for number, points in enumerate(([0, 0, 1, 2, 0, 0], [-30, 5, 5, 0, 2, 52], [4, 5, 6, 4, 5, 4]), 1):
            score_typed(phone, number, *points)
            scored = zip(names.split(), points, strict=True)
            played.append(", ".join(f"{name} ={each}" for name, each in scored))
            expect_as_online(phone, start(app, game, names).plays(*played))
        expect(phone.locator(".deal .tag")).to_have_text("Last round?")
        expect(row_of(phone, "Frans").locator("small")).to_have_text("+4, 44 to go · waits")
        phone.get_by_role("button", name="Take back").tap()
        expect(phone.locator(".toast p")).to_have_text("Round 3 is taken back")
        expect_as_online(phone, start(app, game, names).plays(*played[:2]))

    def test_a_corrected_round_moves_everybody(
        self, app: Flask, open_caching_phone: OpenPhone, expect_as_online: Callable[..., None]
    ):
        phone = open_caching_phone()
        sit_down(phone, start(app, LOW, "Anna Bo"))
        go_offline(phone)
        score_typed(phone, 1, 50, 7)
        expect(row_of(phone, "Anna").locator("small")).to_have_text("+50, 10 left · waits")
        phone.get_by_role("button", name="Correct").tap()
        phone.locator("[data-review] [data-open-step]", has_text="Anna").tap()
        phone.keyboard.press("Backspace")
        phone.locator("[data-next]").tap()
        save_offline(phone, 1)
        expect_as_online(phone, start(app, LOW, "Anna Bo").plays("Anna =5, Bo =7"))

    def test_a_round_on_the_server_is_undone(
        self, app: Flask, open_caching_phone: OpenPhone, expect_as_online: Callable[..., None]
    ):
        rounds = ["Anna =5, Bo =7", "Anna =1, Bo =0", "Anna =9, Bo =30", "Anna =20, Bo =2"]
        phone = open_caching_phone()
        table = start(app, LOW, "Anna Bo").plays(*rounds)
        sit_down(phone, table)
        eventually(lambda: is_cached(phone, f"{table.path}/rounds/4?anew"))
        go_offline(phone)
        take_back(phone).tap()
        expect(phone.locator(".toast p")).to_have_text("Round 4 is taken back")
        expect_as_online(phone, start(app, LOW, "Anna Bo").plays(*rounds[:3]))
        score_typed(phone, 4, 2, 3)
        expect_as_online(phone, start(app, LOW, "Anna Bo").plays(*rounds[:3], "Anna =2, Bo =3"))

    def test_an_eliminated_player_leaves_the_way(
        self, app: Flask, open_caching_phone: OpenPhone, expect_as_online: Callable[..., None]
    ):
        phone = open_caching_phone()
        sit_down(phone, start(app, LAST_ONE, "Anna Bo Cara"))
        go_offline(phone)
        score_typed(phone, 1, 10, 120, 30)
        expect(row_of(phone, "Bo").locator("small")).to_have_text("out of the game in round 1 · waits")
        expect_as_online(phone, start(app, LAST_ONE, "Anna Bo Cara").plays("Anna =10, Bo =120, Cara =30"))

    def test_the_pad_asks_for_no_eliminated_player(self, app: Flask, open_caching_phone: OpenPhone):
        phone = open_caching_phone()
        table = start(app, LAST_ONE, "Anna Bo Cara")
        sit_down(phone, table)
        go_offline(phone)
        score_typed(phone, 1, 10, 120, 30)
        score_typed(phone, 2, 8, 9)
        phone.get_by_role("button", name="Correct").tap()
        expect(phone.locator("[data-review] li")).to_have_text(
            [re.compile(r"Anna\s+8"), re.compile(r"Cara\s+9")]
        )
        phone.go_back()
        score_typed(phone, 3, 1, 70)
        expect(phone.locator(".deal .dealer")).to_have_text("Anna last one in, with 19")
        go_online(phone)
        expect(phone.locator(".stage h2")).to_have_text("Anna last one in, with 19", timeout=LONG)
        assert table.totals() == {"Anna": 19, "Bo": 120, "Cara": 109}

    def test_an_eliminated_player_cannot_go_out(self, app: Flask, open_caching_phone: OpenPhone):
        phone = open_caching_phone()
        sit_down(phone, start(app, preset("last_one"), "Anna Bo Cara"))
        go_offline(phone)
        score_offline(phone, 1, out="Anna", hands={"Bo": "8 8", "Cara": "K"})
        phone.locator(".bar a.main").tap()
        expect(phone.locator("form[data-number='2'] .who-out .name")).to_have_text(["Anna", "Cara"])

    def test_players_come_and_go(
        self, app: Flask, open_caching_phone: OpenPhone, expect_as_online: Callable[..., None]
    ):
        def seated() -> Table:
            table = start(app, LOW, "Anna Bo Cara").plays("Anna =5, Bo =7, Cara =9").leaves("Bo").misdeals()
            return table.sits_down("Dilan", start="worst").takes_over("Eva", of="Cara")

        phone = open_caching_phone()
        sit_down(phone, seated())
        go_offline(phone)
        score_typed(phone, 2, 1, 2, 3)
        expect_as_online(phone, seated().plays("Anna =1, Eva =2, Dilan =3"))

    def test_a_team_wins_rounds(
        self, app: Flask, open_caching_phone: OpenPhone, expect_as_online: Callable[..., None]
    ):
        def seated() -> Table:
            return start(app, "vatikan", "Anna Bo Cara Dilan", teams=True, sides="1 2 1 2", first_to=3)

        phone = open_caching_phone()
        sit_down(phone, seated())
        go_offline(phone)
        phone.locator(".bar a.main").tap()
        declare_out(phone, "Bo")
        save_offline(phone, 1)
        expect_as_online(phone, seated().plays("Bo out, Anna ?, Cara ?, Dilan ?"))

    def test_places_are_added_up(
        self, app: Flask, open_caching_phone: OpenPhone, expect_as_online: Callable[..., None]
    ):
        places = typed(scoring="places", rounds=3)
        phone = open_caching_phone()
        sit_down(phone, start(app, places, "Anna Bo"))
        go_offline(phone)
        phone.locator(".bar a.main").tap()
        for name in ("Bo", "Anna"):
            phone.locator("[data-finished] button", has_text=name).tap()
        phone.locator("[data-next]").tap()
        save_offline(phone, 1)
        expect(row_of(phone, "Anna").locator("small")).to_have_text("place 2 · waits")
        expect_as_online(phone, start(app, places, "Anna Bo").plays("Anna =2, Bo =1"))

    def test_drawing_it_again_changes_nothing(self, app: Flask, open_caching_phone: OpenPhone):
        phone = open_caching_phone()
        sit_down(phone, start(app, typed(rounds=5), "Anna Bo"))
        go_offline(phone)
        score_typed(phone, 1, 5, 7)
        shown = phone.evaluate(SHOWN)
        phone.evaluate("import('/static/js/offline/board.js').then(({ draw }) => draw())")
        assert phone.evaluate(SHOWN) == shown


# Game, points, locale, and the result in words.
ENDS = [
    (HIGHEST, (20, 104, 3), "en-GB", "Bo first to 100, with 104"),
    (HIGHEST, (0, 0, 100), "sv-SE", "Cara först till 100"),
    (HIGHEST, (100, 3, 100), "en-GB", "Anna and Cara win together with 100"),
    (LOWEST, (0, 2000, 3), "sv-SE", "Anna vinner med 0"),
    (LAST_ONE, (100, 7, 100), "en-GB", "Bo last one in, with 7"),
]


class TestTheEnd:
    @pytest.mark.parametrize(
        ("game", "points", "locale", "result"),
        sampling.one_of_each_kind(ENDS, lambda end: end[2], sampling.chance_for("ends on a phone")),
    )
    def test_the_phone_names_the_winner_as_the_result_does(
        self,
        app: Flask,
        open_caching_phone: OpenPhone,
        game: GameDefinition,
        points: tuple[int, ...],
        locale: str,
        result: str,
    ):
        phone = open_caching_phone(locale=locale)
        table = start(app, game, "Anna Bo Cara")
        sit_down(phone, table)
        go_offline(phone)
        score_typed(phone, 1, *points)
        expect(phone.locator(".deal .dealer")).to_have_text(result)
        expect(phone.locator(".bar a.main")).to_be_hidden()
        go_online(phone)
        expect(phone.locator(".stage h2")).to_have_text(result, timeout=LONG)

    def test_the_last_planned_round_ends_it_as_any_other_game(
        self, app: Flask, open_caching_phone: OpenPhone
    ):
        phone = open_caching_phone()
        table = start(app, typed(rounds=1, winner="highest", first_to=100), "Anna Bo")
        sit_down(phone, table)
        go_offline(phone)
        score_typed(phone, 1, 5, 7)
        expect(phone.locator(".deal .dealer")).to_have_text("All rounds are played")

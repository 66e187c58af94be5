"""Rounds of a group's own games, scored without a network and sent later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from tests.browser.actions import declare_out, expect_totals, open_hand, tap_card
from tests.custom import typed
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

from tests.browser.offline.offline_phone import (
    LONG,
    expect_all_sent,
    go_offline,
    go_online,
    save_offline,
    sit_down,
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
    phone.locator(".bar a.main").tap()
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


class TestTheEnd:
    @pytest.mark.parametrize(
        ("game", "points", "locale", "result"),
        [
            (HIGHEST, (20, 104, 3), "en-GB", "Bo first to 100, with 104"),
            (HIGHEST, (0, 0, 100), "sv-SE", "Cara först till 100"),
            (HIGHEST, (100, 3, 100), "en-GB", "Anna and Cara win together with 100"),
            (LOWEST, (0, 2000, 3), "sv-SE", "Anna vinner med 0"),
            (LAST_ONE, (100, 7, 100), "en-GB", "Bo last one in, with 7"),
        ],
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
        sit_down(phone, table, pads=2)
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

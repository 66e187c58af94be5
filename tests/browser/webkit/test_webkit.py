"""The app in WebKit, the only engine on an iPhone, which differs from Chromium."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.webkit.actions import (
    HAND,
    count_hand,
    declare_out,
    enter_round,
    open_table,
    tap_cards,
    totals,
)
from tests.counting import OwnHands
from tests.sampling import chaos
from tests.table import start

if TYPE_CHECKING:
    from flask import Flask

    from tests.browser.webkit.phone import WebKitPhone
    from tests.table import Table

HANDS = {"Dilan": "8 5 5", "Anna": "2", "Bo": "7"}  # Cara is out
SAVED = "Round 1: Cara out, Anna 30, Bo 7, Dilan 60"
TOTALS = {"Cara": 0, "Bo": 7, "Anna": 30, "Dilan": 60}
# Elements that can be scrolled sideways, and by how many pixels.
SIDEWAYS = """
    const root = document.scrollingElement;
    const scrolls = (part) => part === root || getComputedStyle(part).overflowX === "auto";
    const over = (part) => part.scrollWidth - part.clientWidth;
    return [root, ...document.querySelectorAll(".page")]
        .filter((part) => scrolls(part) && over(part) > 0)
        .map((part) => `${location.pathname}: ${part.tagName} by ${over(part)}`);
"""
# Fieldsets that are longer than their contents.
HOLLOW = """
    const size = (part, name) => parseFloat(getComputedStyle(part)[name]);
    const bottom = (part) => part.getBoundingClientRect().bottom;
    const below = (part) => bottom(part) + size(part, "marginBottom");
    const filled = (part) => Math.max(...[...part.children].map(below)) + size(part, "paddingBottom");
    const room = (part) => bottom(part) - filled(part);
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    return [...document.querySelectorAll("fieldset")]
        .filter((part) => part.checkVisibility() && room(part) > 2)
        .map((part) => `${location.pathname}: ${part.innerText} by ${room(part)}`);
"""


pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


def test_from_the_start_page_to_the_totals_of_a_round(webkit: WebKitPhone, table: Table):
    webkit.goto("/")
    assert webkit.text("h1") == "Turn Eight keeps the score"
    webkit.goto(table.link("scorer"))
    webkit.tap(".waiting a.main")
    enter_round(webkit, out="Cara", hands=HANDS)
    webkit.tap("[data-save]")
    webkit.wait_for(".flashes p", SAVED)
    assert totals(webkit) == TOTALS == table.totals()


def test_a_half_entered_round_survives_a_reload_and_a_killed_browser(webkit: WebKitPhone, table: Table):
    open_table(webkit, table)
    webkit.tap(".bar a.main")
    declare_out(webkit, "Cara")
    count_hand(webkit, "Dilan", "8 5 5")
    webkit.tap("[data-next]")
    count_hand(webkit, "Anna", "2")
    webkit.reload()
    webkit.wait_for(f"{HAND} .pad-name", "Anna")
    assert webkit.text(f"{HAND} .sum") == "30"

    webkit.restart()
    webkit.goto(table.path)
    webkit.tap("a", "Go on with the half-entered round 1")
    webkit.wait_for(f"{HAND} .pad-name", "Anna")
    assert webkit.text(f"{HAND} .sum") == "30"
    webkit.tap("[data-next]")
    count_hand(webkit, "Bo", "7")
    webkit.tap("[data-next]")
    webkit.tap("[data-save]")
    webkit.wait_for(".flashes p", SAVED)
    assert totals(webkit) == TOTALS
    assert webkit.texts("[data-offer-draft]") == []


@chaos
def test_no_page_has_errors_or_scrolls_sideways_or_has_empty_space(webkit: WebKitPhone, table: Table):
    table.plays("Cara out, Anna K 9, Bo 2, Dilan 8 5 5", "Bo out, Anna 4, Cara Q J, Dilan 7")
    webkit.goto("/")
    wrong = webkit.run(SIDEWAYS)
    webkit.goto(table.link("owner"))
    group, person = table.group_path, table.player_id("Bo")
    for path in (
        group,
        table.path,
        f"{table.path}/sheet",
        f"{table.path}/chances",
        f"{table.path}/board",
        f"{table.path}/print",
        f"{group}/nights",
        f"{group}/nights/{table.night_id()}",
        f"{group}/players",
        f"{group}/players/{person}",
        f"{group}/statistics",
        f"{group}/settings",
        "/new",
        "/new/derange",
        "/rules",
        "/rules/derange",
        "/rules/derange/referee",
        "/phone",
    ):
        webkit.goto(path)
        assert webkit.path == path
        wrong += webkit.run(SIDEWAYS) + webkit.run(HOLLOW)
    assert wrong == []


def test_no_step_of_the_pad_scrolls_sideways(webkit: WebKitPhone, table: Table):
    open_table(webkit, table)
    webkit.tap(".bar a.main")
    wide = webkit.run(SIDEWAYS)
    declare_out(webkit, "Cara")
    for name, held in HANDS.items():
        count_hand(webkit, name, held)
        wide += webkit.run(SIDEWAYS)
        webkit.tap("[data-next]")
    webkit.wait_for("#review")
    assert wide + webkit.run(SIDEWAYS) == []


def test_a_phone_counts_its_own_hand(webkit: WebKitPhone, app: Flask):
    table = start(app, "derange", "Anna Bo Cara Dilan", mode="short", neighbour_checks=True)
    webkit.goto(f"{table.link('player')}?game={table.session_id}")
    webkit.tap(".people-grid button", "Bo")
    webkit.tap("a", "To the table")
    webkit.wait_for(".deal")
    OwnHands(table).out("Cara")
    webkit.wait_for("h1", "Bo, your hand")
    tap_cards(webkit, "8 5")
    assert webkit.text(".sum") == "55"
    assert webkit.run(SIDEWAYS) == []
    webkit.tap("[data-send]")
    assert webkit.text(".own").endswith("Bo 55 points")

"""A night printed and as a picture, and the list of nights."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests import sampling
from tests.browser.actions import open_link
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.table import Table

FIVE = "Anna Bo Cara Dilan Eva"
LONG = "Wilhelmina-Konstantina Donaudampfschifffahrt Anna Bo Cara-Lovisa Dilan Eva Gun"
GAMES = (
    ("derange", {"decks": 4, "mode": "full"}, "8 3 K 9"),
    ("vandatta_pagat", {"decks": 3, "rounds": 8}, "8 A 3"),
    ("swedish_pursuit", {"rounds": 1}, "8 K 4"),
)


def night_of(app: Flask, names: str, sessions: int) -> Table:
    """So many whole sessions in one night, one of each variant in turn."""
    first, (*losers, last) = None, names.split()
    for nth in range(sessions):
        variant, options, held = GAMES[nth % len(GAMES)]
        sit = start if first is None else partial(start, group_id=first.group_id, clock=first.clock)
        table = sit(app, variant, names, **options)
        hands = [f"{name} {held}" for name in losers]
        table.plays(", ".join([f"{last} out", *hands[:-1], f"{hands[-1]} Q"]))  # one is the most expensive
        words = ", ".join([f"{last} out", *hands])
        while not table.is_finished():
            table.plays(words)
        first = first or table
    assert first is not None
    return first


def recap(table: Table) -> str:
    return f"{table.group_path}/nights/{table.night_id()}"


# Heights of chart figures on the printed sheet, and names that are broken across lines or truncated.
ON_PAPER = """
() => {
    const seen = (each) => each.checkVisibility();
    const high = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d;
    const names = [...document.querySelectorAll(".places .name, .tally .name")].filter(seen);
    const lines = (name) => {
        const range = document.createRange();
        range.selectNodeContents(name);
        return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size;
    };
    return {
        figures: [...document.querySelectorAll("svg.chart text")].filter(seen).map(high),
        broken: names.filter((name) => lines(name) > 1 || name.scrollWidth > name.clientWidth + 1)
            .map((name) => name.textContent),
    };
}
"""
SHEET = {"width": 726, "height": 1054}  # A4 without its margins, in CSS pixels
SEVEN_POINTS = 7 * 96 / 72


# Names, number of sessions, number of charts.
NIGHTS = [(FIVE, 1, 1), (FIVE, 3, 3), (LONG, 3, 3), (LONG, 6, 0), (FIVE, 9, 0)]


@pytest.mark.parametrize(
    ("names", "sessions", "charts"),
    sampling.one_of_each_kind(NIGHTS, lambda night: bool(night[2]), sampling.chance_for("printed nights")),
)
def test_a_night_is_one_page_with_readable_charts_and_unbroken_names(
    app: Flask, phone: Page, names: str, sessions: int, charts: int
):
    table = night_of(app, names, sessions)
    open_link(phone, table.link("watcher"))
    phone.goto(recap(table))
    pdf = phone.pdf(prefer_css_page_size=True)
    width, height = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)[0]
    assert (round(float(width)), round(float(height))) == (595, 842)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1

    phone.emulate_media(media="print")
    phone.set_viewport_size(SHEET)
    printed = phone.evaluate(ON_PAPER)
    assert printed["broken"] == []
    assert bool(printed["figures"]) is bool(charts)
    assert min(printed["figures"], default=SEVEN_POINTS) >= SEVEN_POINTS


def test_the_milestones_of_a_year_are_unfolded_in_print(app: Flask, phone: Page):
    table = start(app, "vandatta", "Anna Bo", rounds=1).plays("Anna out, Bo 8")
    for _game in range(9):
        table = start(app, "vandatta", "Anna Bo", group_id=table.group_id, clock=table.clock, rounds=1)
        table.plays("Anna out, Bo 8")
    open_link(phone, table.link("watcher"))
    phone.goto(f"{table.group_path}/statistics/years")
    milestone = phone.locator("details").get_by_text("10 games").first
    expect(milestone).to_be_hidden()
    phone.emulate_media(media="print")
    expect(milestone).to_be_visible()

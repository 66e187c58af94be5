"""Text twice as large: fixed parts of the screen stay complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_link
from tests.browser.font_size import double_font_size
from tests.table import start

pytest.importorskip("playwright")

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask
    from playwright.sync_api import Page

CUT_OFF = """
() => [...document.querySelectorAll(".bar a, .bar button")]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
        const isHit = element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        const words = element.querySelector("span:not(.unseen)") ?? element;
        const isPicture = getComputedStyle(words).position === "absolute";
        const isCut = !isPicture && words.scrollHeight > words.clientHeight + 1;
        const isOutside = left < 0 || right > innerWidth || bottom > innerHeight;
        return !isHit || isCut || isOutside || Math.min(width, height) < 43.5;
    })
    .map((element) => element.textContent.trim())
"""


@pytest.mark.parametrize("language", ["en-GB", "sv-SE"])
def test_the_dock_stays_complete(app: Flask, open_phone: Callable[..., Page], language: str):
    waiting = start(app, "derange", "Anna Bo Cara Dilan").plays("Cara out, Anna K 9, Bo 2, Dilan 8 5 5")
    over = start(app, "vandatta_pagat", "Anna Bo", group_id=waiting.group_id)
    over.plays(*["Bo out, Anna K"] * 2)
    phone = open_phone(locale=language)
    open_link(phone, waiting.link("scorer"))
    with double_font_size(phone):
        for path in (waiting.group_path, waiting.path, over.path, "/rules/derange"):
            phone.goto(path)
            for width, height in ((390, 844), (320, 568)):
                phone.set_viewport_size({"width": width, "height": height})
                assert phone.evaluate(CUT_OFF) == [], (path, width)


SPILT = """
(cards) => cards.filter((card) => card.scrollWidth > card.clientWidth + 1).map((card) => card.innerText)
"""


@pytest.mark.parametrize("path", ["/rules/derange/referee", "/rules/vatikan/referee"])
def test_a_card_key_contains_its_own_figure(open_phone: Callable[..., Page], path: str):
    phone = open_phone(viewport={"width": 320, "height": 568})
    with double_font_size(phone):
        phone.goto(path)
        cards = phone.locator(".board .face")
        assert cards.count() > 0
        assert cards.evaluate_all(SPILT) == []

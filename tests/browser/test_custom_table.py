"""The table of a custom game on a phone: the way to the target, bonus points, the score sheet."""

from __future__ import annotations

import pytest

from tests.custom import preset
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

NAMES = "Ann-Charlotte Bartholomeus Cara Dilan Eva-Lena Fredrika Karl-Gustav Maximilian"
OTHERS = [name for name in NAMES.split() if name != "Cara"]
ROUND = "Cara out, " + ", ".join(f"{name} {card}" for name, card in zip(OTHERS, "QK34567", strict=True))


@pytest.fixture
def eight(app):
    """Eight players, most of them on one spot of the road."""
    return start(app, preset("crazy_eights_low"), NAMES).plays(ROUND, ROUND)


def fits(page):
    """Whether nothing is wider than the screen."""
    return page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_eight_on_the_road(eight, open_phone, axe, scheme):
    phone = open_phone(color_scheme=scheme)
    phone.goto(eight.link("scorer"))
    phone.goto(eight.path)
    road = phone.locator(".road")
    assert road.bounding_box()["height"] < 200
    assert fits(phone)
    axe(phone)
    phone.goto(f"{eight.path}/rounds")
    assert fits(phone)
    axe(phone)
    phone.goto(f"{eight.path}/adjustment")
    assert fits(phone)
    axe(phone)


def test_a_penalty_without_javascript(eight, plain_phone):
    phone = plain_phone
    phone.goto(eight.link("scorer"))
    phone.goto(eight.path)
    phone.get_by_role("button", name="More").click()
    phone.get_by_role("link", name="Bonus or penalty").click()
    phone.get_by_label("Bartholomeus").check(force=True)
    phone.get_by_label("Points").fill("10")
    phone.get_by_label("Why?").fill("forgot to say last card")
    phone.get_by_role("button", name="Save").last.click()
    words = "Bartholomeus: 10 penalty points, “forgot to say last card”"
    expect(phone.locator(".toast p")).to_have_text(words)
    phone.get_by_role("button", name="Take back").first.click()
    expect(phone.locator(".flashes")).to_contain_text(f"Taken back: {words}")
    assert eight.kinds()[-2:] == ["adjust", "undo"]


def test_the_sheet_of_a_game_with_points_below_zero(app, phone):
    table = start(app, preset("chicago"), "Anna Bo Cara Dilan Eva-Lena Karl-Gustav")
    table.plays("Anna =12+11+7, Bo =-15, Cara =3-10, Dilan =0, Eva-Lena =5, Karl-Gustav =-100")
    table.adjusts("Bo", -10, "played out of turn although everybody had said that it was not")
    phone.goto(table.link("scorer"))
    phone.goto(f"{table.path}/rounds")
    assert fits(phone)
    expect(phone.locator(".added b")).to_have_text("−25")
    phone.goto(table.path)
    assert fits(phone)


@pytest.mark.parametrize("letters", ["MM", "WW", "1"])
def test_the_letters_of_a_game_stay_within_its_card(app, phone, letters):
    table = start(app, preset("mau_mau", letters=letters), "Anna Bo")
    with table.seen() as session:
        key = session.variant
    phone.goto(table.link("owner"))
    for page, card in ((f"/new/{key}", ".chosen-game"), ("/new", ".variants")):
        phone.goto(f"{page}?group={table.group_id}")
        emblem = phone.locator(f"{card} .emblem.own").first
        outer, inner = emblem.bounding_box(), emblem.locator("b").bounding_box()
        assert inner["width"] < outer["width"] - 8
        assert inner["height"] < outer["height"] / 2

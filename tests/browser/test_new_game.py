"""Taking seats: names, order and the first dealer are arranged under the finger, without a round trip."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

NAMES = ["Anna", "Bo", "Cara", "Dilan"]


@pytest.fixture
def table(phone: Page) -> Table:
    """Four names typed for Derange, which seats up to eight."""
    return seats(phone, "derange", NAMES)


def seats(phone: Page, variant: str, names: list[str]) -> Table:
    phone.goto(f"/new/{variant}")
    table = Table(phone)
    expect(phone.locator("[data-grip]").first).to_be_visible()  # the module has run
    for place, name in enumerate(names):
        table.field(place).fill(name)
    return table


class Table:
    """The seat list in the words of the table."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone

    @property
    def names(self) -> list[str]:
        return [field.input_value() for field in self.phone.locator("input[name=name]").all()]

    @property
    def dealers(self) -> list[str]:
        return self.phone.locator("[data-dealer]:visible").all_inner_texts()

    @property
    def dealer(self) -> str:
        return self.phone.locator("[data-dealers] label:has(:checked)").inner_text()

    @property
    def news(self) -> Locator:
        return self.phone.locator("form > p.unseen[role=status]")

    def field(self, place: int) -> Locator:
        return self.phone.locator("input[name=name]").nth(place)

    def row(self, name: str) -> Locator:
        return self.phone.locator("[data-seat-row]").nth(self.names.index(name))

    def move(self, name: str, how: str) -> None:
        self.row(name).locator(f"[data-move={how}]").tap()

    def chip(self, name: str) -> Locator:
        return self.phone.locator("[data-remembered] button", has_text=name)

    def deals_first(self, name: str) -> None:
        self.phone.locator("[data-dealers] label", has_text=name).tap()

    def deal(self) -> None:
        self.phone.get_by_role("button", name="Deal the first").tap()
        expect(self.phone.locator(".deal")).to_be_visible()


def test_seats_move_and_the_dealer_goes_along(table: Table):
    table.deals_first("Bo")
    table.move("Bo", "up")
    assert table.names == ["Bo", "Anna", "Cara", "Dilan"]
    assert (table.dealer, table.dealers) == ("Bo", ["Bo", "Anna", "Cara", "Dilan"])
    expect(table.news).to_have_text("Bo 1")
    expect(table.row("Bo").locator("[data-move=up]")).to_be_disabled()
    expect(table.row("Bo").locator("[data-move=down]")).to_be_focused()
    table.deal()
    expect(table.phone.locator(".deal")).to_contain_text("Bo deals")
    expect(table.phone.locator(".deal")).to_contain_text("Anna leads")


def test_every_row_says_its_own_place_and_name(table: Table):
    table.move("Dilan", "up")
    table.phone.locator("[data-add]").tap()
    labels = table.phone.locator("[data-seat-row] label").all_inner_texts()
    assert labels == [f"Name of player {number}" for number in range(1, 6)]
    ids = [field.get_attribute("id") for field in table.phone.locator("input[name=name]").all()]
    assert ids == [f"name-{place}" for place in range(5)]
    expect(table.row("Dilan").get_by_role("button", name="Move Dilan up")).to_have_attribute("value", "up:2")
    expect(table.field(4)).to_be_focused()
    expect(table.field(4)).to_have_attribute("placeholder", "Player 5")


def test_empty_chairs_cannot_deal(phone: Page):
    table = seats(phone, "derange", ["Anna", "Bo"])
    assert table.dealers == ["Anna", "Bo"]
    table.deals_first("Bo")
    table.field(1).fill("")
    assert (table.dealer, table.dealers) == ("Draw at random", ["Anna"])


def test_a_seat_is_taken_off_and_one_more_is_added_up_to_the_most(table: Table):
    add = table.phone.locator("[data-add]")
    for _more in range(4):
        add.tap()
    expect(add).to_be_disabled()
    table.move("Bo", "drop")
    expect(add).to_be_enabled()
    assert table.names == ["Anna", "Cara", "Dilan", "", "", "", ""]
    expect(table.row("Cara").locator("[data-move=drop]")).to_be_focused()


def test_four_chairs_stay(table: Table):
    table.move("Anna", "drop")
    assert table.names == ["Bo", "Cara", "Dilan", ""]


def test_shuffling_keeps_everybody_and_tells_the_new_order(phone: Page):
    table = seats(phone, "derange", ["Anna", "", "Cara", "Dilan"])
    table.deals_first("Cara")
    phone.locator("[data-shuffle]").tap()
    assert sorted(table.names[:3]) == ["Anna", "Cara", "Dilan"]
    assert table.names[3] == ""
    assert table.dealer == "Cara"
    seating = ", ".join(f"{name} {place}" for place, name in enumerate(table.names[:3], start=1))
    expect(table.news).to_have_text(seating)


def test_a_row_is_dragged_by_its_grip(table: Table):
    table.deals_first("Anna")
    drag(table, "Anna", onto="Cara")
    assert table.names == ["Bo", "Cara", "Anna", "Dilan"]
    assert table.dealer == "Anna"
    expect(table.news).to_have_text("Anna 3")
    drag(table, "Dilan", onto="Bo")
    assert table.names == ["Dilan", "Bo", "Cara", "Anna"]


def test_enter_goes_to_the_next_chair_and_deals_nothing(table: Table):
    table.field(0).focus()
    table.phone.keyboard.press("Enter")
    expect(table.field(1)).to_be_focused()
    table.field(3).focus()
    table.phone.keyboard.press("Enter")
    expect(table.field(4)).to_be_focused()
    table.phone.keyboard.press("Enter")
    assert len(table.names) == 5


def test_remembered_players_are_one_tap_away(table: Table):
    table.deal()
    group = re.search(r"/groups/([0-9a-f-]+)", table.phone.url)[1]
    again = seats(table.phone, f"vandatta?group={group}", [])
    again.chip("Cara").tap()
    again.chip("Anna").tap()
    assert again.names[:3] == ["Cara", "Anna", ""]
    assert again.dealers == ["Cara", "Anna"]
    expect(again.chip("Cara")).to_be_hidden()
    again.move("Cara", "drop")
    expect(again.chip("Cara")).to_be_visible()
    again.field(1).fill("dilan")
    expect(again.chip("Dilan")).to_be_hidden()


def test_teams_follow_their_players(phone: Page):
    table = seats(phone, "vatikan", NAMES)
    phone.locator("details.options > summary").tap()
    phone.locator("[name=option-teams]").check()
    table.row("Bo").locator("select").select_option("1")
    table.move("Bo", "up")
    assert table.row("Bo").locator("select").input_value() == "1"
    expect(table.row("Bo").locator(".team .unseen")).to_have_text("Team of player 1")


def drag(table: Table, name: str, *, onto: str) -> None:
    """A finger on the grip of one row, lifted on another."""
    grip = table.row(name).locator("[data-grip]").bounding_box()
    goal = table.row(onto).bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    end = goal["y"] + goal["height"] / 2
    finger = table.phone.context.new_cdp_session(table.phone)
    touch = [{"x": x, "y": y}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touch})
    for step in range(1, 11):
        touch = [{"x": x, "y": y + (end - y) * step / 10 + (4 if end > y else -4)}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": touch})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

"""The form of a new game: names, order and the first dealer are edited without a round trip."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_link
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Locator, Page

NAMES = ["Anna", "Bo", "Cara", "Dilan"]


@pytest.fixture
def phone(kept_phone: Page) -> Page:
    return kept_phone


@pytest.fixture
def seat_list(phone: Page) -> Table:
    """Four names typed for Derange, which has up to eight seats."""
    return seats(phone, "derange", NAMES)


def seats(phone: Page, variant: str, names: list[str]) -> Table:
    phone.goto(f"/new/{variant}")
    seat_list = Table(phone)
    expect(phone.locator("[data-grip]").first).to_be_visible()  # the module has run
    for place, name in enumerate(names):
        seat_list.field(place).fill(name)
    return seat_list


class Table:
    """The seat list."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone

    @property
    def names(self) -> list[str]:
        return [field.input_value() for field in self.phone.locator("input[name=name]").all()]

    @property
    def dealers(self) -> list[str]:
        """Players who can be the first dealer."""
        marks = self.phone.locator(".dealer-choice:visible input").all()
        return [mark.get_attribute("aria-label").removesuffix(" deals first") for mark in marks]

    @property
    def dealer(self) -> str:
        return self.phone.locator("[data-seat-row]:has(.dealer-choice :checked) [name=name]").input_value()

    @property
    def news(self) -> Locator:
        return self.phone.locator("form > p.unseen[role=status]")

    def field(self, place: int) -> Locator:
        return self.phone.locator("input[name=name]").nth(place)

    def row(self, name: str) -> Locator:
        return self.phone.locator("[data-seat-row]").nth(self.names.index(name))

    def move(self, name: str, how: str) -> None:
        """A tap on the grip shows the arrows, for users who cannot drag."""
        button = self.row(name).locator(f"[data-move={how}]")
        if not button.is_visible():
            self.row(name).locator("[data-grip]").tap()
        button.tap()

    def draw(self, what: str) -> None:
        self.phone.get_by_role("button", name="Draw lots").tap()
        self.phone.get_by_role("button", name=what).tap()

    def chip(self, name: str) -> Locator:
        return self.phone.locator("[data-known] button", has_text=name)

    def deals_first(self, name: str) -> None:
        self.row(name).locator(".dealer-choice").tap()

    def deal(self) -> None:
        self.phone.get_by_role("button", name="Start the game").tap()
        expect(self.phone.locator(".deal")).to_be_visible()


def test_seats_move_together_with_the_dealer(seat_list: Table):
    seat_list.deals_first("Bo")
    seat_list.move("Bo", "up")
    assert seat_list.names == ["Bo", "Anna", "Cara", "Dilan"]
    assert (seat_list.dealer, seat_list.dealers) == ("Bo", ["Bo", "Anna", "Cara", "Dilan"])
    expect(seat_list.news).to_have_text("Bo 1")
    expect(seat_list.row("Bo").locator("[data-move=up]")).to_be_disabled()
    expect(seat_list.row("Bo").locator("[data-move=down]")).to_be_focused()
    seat_list.deal()
    expect(seat_list.phone.locator(".deal")).to_contain_text("Bo deals")
    expect(seat_list.phone.locator(".deal")).to_contain_text("Anna starts")


def test_every_row_has_its_own_place_and_name(seat_list: Table):
    seat_list.move("Dilan", "up")
    seat_list.row("Dilan").locator("[data-grip]").tap()
    seat_list.phone.locator("[data-add]").tap()
    labels = seat_list.phone.locator("[data-seat-row] .field label").all_inner_texts()
    assert labels == [f"Name of player {number}" for number in range(1, 6)]
    ids = [field.get_attribute("id") for field in seat_list.phone.locator("input[name=name]").all()]
    assert ids == [f"name-{place}" for place in range(5)]
    seat_list.row("Dilan").locator("[data-grip]").tap()
    expect(seat_list.row("Dilan").get_by_role("button", name="Move Dilan up")).to_have_attribute(
        "value", "up:2"
    )
    expect(seat_list.field(4)).to_be_focused()
    expect(seat_list.field(4)).to_have_attribute("placeholder", "Player 5")


def test_empty_seats_cannot_deal(phone: Page):
    seat_list = seats(phone, "derange", ["Anna", "Bo", "Cara"])
    assert seat_list.dealers == ["Anna", "Bo", "Cara"]
    seat_list.deals_first("Bo")
    seat_list.field(1).fill("")
    assert seat_list.dealers == ["Anna", "Cara"]
    seat_list.deal()
    expect(phone.locator(".deal")).to_contain_text(re.compile("(Anna|Cara) deals"))


def test_a_seat_is_removed_and_added_up_to_the_maximum(seat_list: Table):
    add = seat_list.phone.locator("[data-add]")
    for _more in range(4):
        add.tap()
    expect(add).to_be_disabled()
    seat_list.move("Bo", "drop")
    expect(add).to_be_enabled()
    assert seat_list.names == ["Anna", "Cara", "Dilan", "", "", "", ""]
    expect(seat_list.row("Cara").locator("[data-move=drop]")).to_be_focused()


def test_at_least_four_seats_stay(seat_list: Table):
    seat_list.move("Anna", "drop")
    assert seat_list.names == ["Bo", "Cara", "Dilan", ""]


def test_shuffling_keeps_all_players_and_announces_the_new_order(phone: Page):
    seat_list = seats(phone, "derange", ["Anna", "", "Cara", "Dilan"])
    seat_list.deals_first("Cara")
    seat_list.draw("Who sits where")
    assert sorted(seat_list.names[:3]) == ["Anna", "Cara", "Dilan"]
    assert seat_list.names[3] == ""
    assert seat_list.dealer == "Cara"
    seating = ", ".join(f"{name} {place}" for place, name in enumerate(seat_list.names[:3], start=1))
    expect(seat_list.news).to_have_text(seating)


def test_drawing_a_dealer_moves_no_player(phone: Page):
    seat_list = seats(phone, "derange", ["Anna", "", "Cara"])
    seat_list.draw("Who deals first")
    assert seat_list.dealer in ("Anna", "Cara")
    expect(seat_list.news).to_have_text(f"{seat_list.dealer} deals first")
    assert seat_list.names == ["Anna", "", "Cara", ""]


def test_an_avatar_follows_the_typed_name(seat_list: Table):
    disc = seat_list.row("Bo").locator(".disc")
    colour = disc.get_attribute("class")
    expect(disc).to_have_text("B")
    seat_list.field(1).fill("eva lena")
    expect(disc).to_have_text("EL")
    expect(disc).to_have_class(colour)


def test_a_row_is_dragged_by_its_grip(seat_list: Table):
    seat_list.deals_first("Anna")
    drag(seat_list, "Anna", onto="Cara")
    expect(seat_list.row("Anna").locator("[data-moves]")).to_be_hidden()  # a drag is no tap
    assert seat_list.names == ["Bo", "Cara", "Anna", "Dilan"]
    assert seat_list.dealer == "Anna"
    expect(seat_list.news).to_have_text("Anna 3")
    drag(seat_list, "Dilan", onto="Bo")
    assert seat_list.names == ["Dilan", "Bo", "Cara", "Anna"]


def test_enter_moves_to_the_next_seat_and_does_not_submit(seat_list: Table):
    seat_list.field(0).focus()
    seat_list.phone.keyboard.press("Enter")
    expect(seat_list.field(1)).to_be_focused()
    seat_list.field(3).focus()
    seat_list.phone.keyboard.press("Enter")
    expect(seat_list.field(4)).to_be_focused()
    seat_list.phone.keyboard.press("Enter")
    assert len(seat_list.names) == 5


def test_known_players_are_added_by_one_tap(seat_list: Table):
    seat_list.deal()
    group = re.search(r"/groups/([0-9a-f-]+)", seat_list.phone.url)[1]
    again = seats(seat_list.phone, f"vandatta?group={group}", [])
    again.chip("Cara").tap()
    again.chip("Anna").tap()
    assert again.names[:3] == ["Cara", "Anna", ""]
    assert again.dealers == ["Cara", "Anna"]
    expect(again.chip("Cara")).to_be_hidden()
    expect(again.row("Cara").locator(".disc")).to_have_class("disc colour-3")
    again.move("Cara", "drop")
    expect(again.chip("Cara")).to_be_visible()
    again.field(1).fill("dilan")
    expect(again.chip("Dilan")).to_be_hidden()


def test_teams_move_with_their_players(phone: Page):
    seat_list = seats(phone, "vatikan", NAMES)
    phone.locator("details.options > summary").tap()
    phone.locator("[name=option-teams]").check()
    seat_list.row("Bo").locator("select").select_option("1")
    seat_list.move("Bo", "up")
    assert seat_list.row("Bo").locator("select").input_value() == "1"
    expect(seat_list.row("Bo").locator(".team .unseen")).to_have_text("Team of player 1")


def test_the_summary_of_house_rules_follows_changed_options(phone: Page):
    seats(phone, "vandatta", [])
    line = phone.locator("[data-line]")
    usual = line.inner_text()
    phone.locator("details.options > summary").tap()
    phone.locator("[name=option-ace_on_ace]").uncheck()
    phone.locator("[name=option-decks]").fill("3")
    phone.locator("label:has([value=suit])").tap()
    expect(line).to_have_text(
        "decks: 3, a turned-up ace makes everybody draw, no ace on an ace, "
        "several cards follow by suit only, “last turn” is called"
    )
    phone.locator("[name=option-ace_on_ace]").check()
    phone.locator("[name=option-decks]").fill("")
    phone.locator("label:has([value=suit_or_rank])").tap()
    expect(line).to_have_text(usual)


def test_as_last_time_is_shown_while_options_are_unchanged(app: Flask, phone: Page):
    last = start(app, "derange", "Anna Bo Cara", mode="short", decks=3).stops()
    open_link(phone, last.link("owner"))
    phone.goto(f"/new/derange?group={last.group_id}&seats_of={last.session_id}")
    note = phone.get_by_text("as last time")
    expect(note).to_be_visible()
    phone.locator("details.options > summary").tap()
    phone.locator("[name=option-eight_follows]").uncheck()
    expect(note).to_be_hidden()


def test_another_game_is_chosen_and_all_players_keep_their_seats(seat_list: Table):
    seat_list.deals_first("Cara")
    seat_list.move("Dilan", "up")
    seat_list.phone.locator(".chosen-game > summary").tap()
    seat_list.phone.get_by_role("button", name="Vatikan").tap()
    seat_list.phone.wait_for_url("**/new/vatikan")
    assert seat_list.names == ["Anna", "Bo", "Dilan", "Cara"]
    assert seat_list.dealer == "Cara"
    assert seat_list.row("Cara").locator("select").input_value() == "2"


def drag(seat_list: Table, name: str, *, onto: str) -> None:
    """Drag the grip of one row onto another."""
    grip = seat_list.row(name).locator("[data-grip]").bounding_box()
    goal = seat_list.row(onto).bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    end = goal["y"] + goal["height"] / 2
    finger = seat_list.phone.context.new_cdp_session(seat_list.phone)
    touch = [{"x": x, "y": y}]
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": touch})
    for step in range(1, 11):
        touch = [{"x": x, "y": y + (end - y) * step / 10 + (4 if end > y else -4)}]
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": touch})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_going_back_after_dealing_asks_before_starting_another_session(
    app: Flask, phone: Page, expected_errors: list[str]
):
    expected_errors.append("422")
    last = start(app, "derange", "Anna Bo Cara").stops()
    open_link(phone, last.link("owner"))
    phone.goto(f"/new/derange?group={last.group_id}&seats_of={last.session_id}")
    deal = phone.get_by_role("button", name="Start the game")
    deal.tap()
    phone.wait_for_url("**/sessions/*")
    dealt = phone.url
    phone.go_back()
    deal.tap()
    expect(phone.locator(".problem.thin")).to_contain_text("Anna, Bo and Cara are playing")
    phone.get_by_role("link", name="Go on with it").tap()
    phone.wait_for_url(dealt)

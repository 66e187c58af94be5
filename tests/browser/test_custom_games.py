"""A table makes its own game with a thumb, and the rules appear while it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from models import CustomGame, db
from tests.browser.actions import open_link
from tests.table import at_work, start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Locator, Page

# Seconds of a practised thumb: to find and tap something, and to type a letter.
TAP, LETTER = 1.5, 0.35


class Thumb:
    """Counts what a person does, so that the time does not depend on the machine."""

    def __init__(self, phone: Page) -> None:
        self.phone, self.taps, self.letters = phone, 0, 0

    @property
    def seconds(self) -> float:
        return self.taps * TAP + self.letters * LETTER

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.tap()

    def chooses(self, answer: str) -> None:
        self.tap(self.phone.locator("label", has_text=answer).first)

    def types(self, text: str, field: Locator) -> None:
        self.tap(field)
        self.letters += len(text)
        field.press_sequentially(text)

    def opens_editor(self, name: str) -> None:
        self.tap(self.phone.locator(".deck").get_by_text("Another game…"))
        expect(self.phone.get_by_role("heading", level=1)).to_have_text("Another game")
        self.phone.wait_for_load_state()
        self.types(name, self.phone.get_by_label("Name of the game"))

    def deals(self) -> None:
        self.tap(self.phone.get_by_role("button", name="Save, then seats"))
        expect(self.phone.get_by_role("heading", level=1)).to_have_text("New game")
        self.phone.wait_for_load_state()
        self.tap(self.phone.get_by_role("button", name="Start the game"))
        expect(self.phone.get_by_role("link", name="Score round 1")).to_be_visible()


@pytest.fixture
def phone(kept_phone: Page) -> Page:
    return kept_phone


@pytest.fixture
def thumb(app: Flask, phone: Page) -> Thumb:
    """At the page of a group that has played."""
    table = start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K").stops()
    open_link(phone, table.link("scorer"))
    phone.goto(table.group_path)
    return Thumb(phone)


def only_game(app: Flask) -> object:
    with at_work(app):
        return definition_of(db.session.scalars(db.select(CustomGame)).one().definition)


def test_crazy_eights_to_100_takes_less_than_a_minute(app, thumb):
    thumb.opens_editor("Crazy Eights")
    for answer in ("Tap the cards left", "Winner collects", "At a total"):
        thumb.chooses(answer)
    sentence = "The winner of a round collects what the others hold; it ends when somebody reaches 100."
    expect(thumb.phone.get_by_text(sentence)).to_be_visible()
    thumb.deals()
    assert thumb.seconds < 60
    game = only_game(app)
    assert game.values == presets()["crazy_eights"].definition("en").values
    assert game.hand_by_players == ((2, 7), (3, 5))


def test_a_game_of_points_only_takes_less_than_ten_seconds(app, thumb):
    thumb.opens_editor("Golf")
    thumb.deals()
    assert thumb.seconds < 10
    assert (only_game(app).scoring, only_game(app).winner) == ("typed", "highest")


def test_the_emblem_has_the_letters_of_the_name(thumb):
    thumb.opens_editor("Åtta rätt")
    expect(thumb.phone.locator("[data-letters]")).to_have_text("ÅR")


def test_the_keys_of_the_pad_and_the_folds_follow_the_answers(thumb):
    phone = thumb.phone
    thumb.opens_editor("Mau")
    thumb.chooses("Tap the cards left")
    expect(phone.locator(".key-preview")).to_contain_text("K·Q·J·10")
    expect(phone.locator("[data-summary=deal]")).to_have_text("5 each, 7 with two")
    phone.get_by_text("Card values").first.tap()
    phone.get_by_label("Value of 8").fill("99")
    expect(phone.locator(".key-preview .costly")).to_have_text("899")


class TestValueRows:
    @pytest.fixture
    def rows(self, thumb: Thumb) -> Page:
        thumb.opens_editor("Mau")
        thumb.chooses("Tap the cards left")
        thumb.phone.get_by_text("Card values").first.tap()
        expect(thumb.phone.locator(".value-rows")).to_be_visible()
        expect(thumb.phone.locator(".key-preview")).to_be_visible()  # the page moves when it comes
        return thumb.phone

    def values(self, phone: Page) -> dict[str, str]:
        fields = phone.locator("[name^='value-']").all()
        return {field.get_attribute("name").removeprefix("value-"): field.input_value() for field in fields}

    def test_a_card_is_tapped_and_then_its_row(self, rows):
        rows.get_by_role("button", name="J", exact=True).tap()
        expect(rows.get_by_text("J is lifted.")).to_be_visible()
        rows.locator("li", has=rows.get_by_label("Value of 8")).get_by_role("button", name="Put J here").tap()
        expect(rows.get_by_label("Value of 8 J")).to_have_value("50")
        assert self.values(rows)["J"] == "50"

    def test_a_card_gets_a_value_of_its_own(self, rows):
        rows.get_by_role("button", name="K", exact=True).tap()
        rows.get_by_role("button", name="a value of its own").tap()
        rows.get_by_label("Value of K").fill("-5")
        assert (self.values(rows)["K"], self.values(rows)["Q"]) == ("-5", "10")
        expect(rows.locator(".key-preview")).to_contain_text("K−5")

    def test_a_card_is_dragged_to_a_row(self, rows):
        rows.locator(".value-rows").evaluate("list => list.scrollIntoView({ block: 'center' })")
        card = rows.get_by_role("button", name="Q", exact=True).bounding_box()
        row = rows.locator(".value-rows li", has=rows.get_by_label("Value of A")).bounding_box()
        rows.mouse.move(card["x"] + 10, card["y"] + 10)
        rows.mouse.down()
        rows.mouse.move(card["x"] + 20, card["y"] + 40, steps=3)
        rows.mouse.move(row["x"] + 90, row["y"] + 20, steps=3)
        rows.mouse.up()
        expect(rows.get_by_label("Value of A Q")).to_have_value("1")
        assert self.values(rows)["Q"] == "1"

    def test_a_number_is_worth_itself_again_and_a_court_card_is_not(self, rows):
        rows.get_by_role("button", name="8", exact=True).tap()
        own = rows.locator(".value-rows li", has_text="own number")
        own.get_by_role("button", name="Put 8 here").tap()
        expect(own.get_by_role("button", name="8", exact=True)).to_be_visible()
        assert self.values(rows)["8"] == "8"
        rows.get_by_role("button", name="K", exact=True).tap()
        expect(own.get_by_role("button", name="Put K here")).to_have_count(0)

    def test_a_smaller_deck_has_fewer_cards(self, rows):
        rows.get_by_text("Packs").tap()
        rows.locator("label", has_text="7 to ace").tap()
        expect(rows.get_by_role("button", name="6", exact=True)).to_have_count(0)
        expect(rows.get_by_role("button", name="7", exact=True)).to_be_visible()


def test_less_and_more_change_the_total(thumb):
    phone = thumb.phone
    thumb.opens_editor("Golf")
    thumb.chooses("At a total")
    phone.locator(".if-target").get_by_role("button", name="more").first.tap()
    expect(phone.locator("[name=total]")).to_have_value("150")
    expect(phone.get_by_text("reaches 150")).to_be_visible()


def test_answers_hide_what_they_do_not_need(thumb):
    phone = thumb.phone
    thumb.opens_editor("Golf")
    minus = phone.get_by_text("Points below zero")
    expect(minus).to_be_visible()
    thumb.chooses("Only who won")
    expect(minus).to_be_hidden()
    expect(phone.get_by_text("Every place counts")).to_be_visible()


def test_without_javascript_every_answer_is_sent(app, plain_phone):
    table = start(app, "derange", "Anna Bo Cara")
    phone = plain_phone
    open_link(phone, table.link("scorer"))
    phone.goto(f"/games/new?group={table.group_id}")
    phone.get_by_label("Name of the game").fill("Mau-Mau")
    phone.get_by_role("button", name="Mau-Mau").tap()
    expect(phone.get_by_text("decksplain")).to_be_visible()
    phone.locator("label", has_text="After some rounds").tap()
    phone.locator("[name=round_count]").fill("5")
    phone.get_by_role("button", name="Save, then seats").tap()
    expect(phone.get_by_role("heading", level=1)).to_have_text("New game")
    game = only_game(app)
    assert (game.name, game.deck_size, game.rounds, game.first_to) == ("Mau-Mau", 32, 5, None)
    assert game.multipliers[0].reason == "Out with a jack"

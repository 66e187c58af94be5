"""Rounds of a group's own games on the pad: typed points, a seat that collects, multipliers, places, wins."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from tests.browser.actions import declare_out, flash_text, open_hand, open_table, review, save, tap_card
from tests.counting import OwnHands
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Locator, Page

    from game.variants.custom.definition import GameDefinition
    from tests.table import Table

NAMES = "Anna Bo Cara"


def preset(key: str) -> GameDefinition:
    return presets()[key].definition("en")


def own_game(**decided: object) -> GameDefinition:
    return definition_of({"name": "Ours", "letters": "O", "hand_sizes": [5], **decided})


PLACES = own_game(scoring="places", rounds=3)
WINS = own_game(scoring="wins", rounds=3)
ZERO_SUM = own_game(scoring="typed", winner="highest", negative=True, zero_sum=True)
COLLECTS_TYPED = own_game(scoring="typed", winner="collects", first_to=100)
DOUBLED_HANDS = own_game(
    scoring="typed", multipliers=[{"factor": 2, "of": "hand", "reason": "Called it"}], rounds=5
)

Opened = Callable[..., tuple["Page", "Table"]]


@pytest.fixture
def phone(kept_phone: Page) -> Page:
    return kept_phone


@pytest.fixture
def opened(app: Flask, phone: Page) -> Opened:
    """The pad of the next round of a game, after the rounds that are played."""

    def open_pad(
        game: GameDefinition, *played: str, names: str = NAMES, page: str = ""
    ) -> tuple[Page, Table]:
        table = start(app, game, names).plays(*played)
        open_table(phone, table, page=page or f"/rounds/{len(played) + 1}")
        expect(phone.locator("[data-pad][data-live]")).to_be_attached()
        return phone, table

    return open_pad


def press(phone: Page, keys: str) -> None:
    """Tap keys of the typed pad: "12+5", "±" turns the term."""
    for key in keys:
        open_hand(phone).locator(".digits .key", has_text=re.compile(f"^{re.escape(key)}")).tap()


def go_on(phone: Page, label: str) -> None:
    button = phone.locator("[data-next]")
    expect(button).to_have_text(label)
    button.tap()


def chip(phone: Page, figure: str) -> Locator:
    """The chip of points that this game had before."""
    return open_hand(phone).locator(f".quick [data-figure='{figure}']")


def total(phone: Page) -> Locator:
    return open_hand(phone).locator(".sum")


def expect_saved(phone: Page, text: str) -> None:
    save(phone)
    expect(flash_text(phone)).to_have_text(text)


def open_correction(phone: Page, table: Table, number: int = 1, name: str = "") -> None:
    hand = f"?hand={table.seat_id(name)}" if name else ""
    phone.goto(f"{table.path}/rounds/{number}{hand}")
    expect(phone.locator("[data-pad][data-live]")).to_be_attached()


class TestTypedPoints:
    def test_a_round_of_chicago_with_a_sum_and_a_minus(self, opened: Opened):
        phone, table = opened(preset("chicago"))
        expect(open_hand(phone).locator(".pad-name")).to_have_text("Anna")
        press(phone, "12+11+7")
        expect(total(phone)).to_have_text("30")
        go_on(phone, "Next: Bo")
        press(phone, "15±")
        expect(total(phone)).to_have_text("−15")
        expect(total(phone)).to_have_class(re.compile("below"))
        go_on(phone, "Next: Cara")
        press(phone, "0")
        go_on(phone, "Review")
        assert review(phone) == ["Anna 12+11+7 30", "Bo −15", "Cara 0"]
        expect_saved(phone, "Hand 1: Anna 30, Bo −15, Cara 0")
        assert table.totals() == {"Anna": 30, "Bo": -15, "Cara": 0}

    def test_a_correction_shows_the_sum_as_it_was_typed(self, opened: Opened):
        phone, table = opened(preset("chicago"), "Anna =12-25, Bo =4, Cara =0")
        open_correction(phone, table, name="Anna")
        field = open_hand(phone).locator("[data-typed] input")
        expect(field).to_have_value("12-25")
        open_hand(phone).locator("[data-delete]").tap()
        expect(total(phone)).to_have_text("10")
        phone.locator("[data-save]").tap()
        expect(flash_text(phone)).to_have_text("Hand 1: Anna 10, Bo 4, Cara 0")

    def test_the_sign_key_turns_the_term_that_is_typed(self, opened: Opened):
        phone, _table = opened(preset("chicago"))
        field = open_hand(phone).locator("[data-typed] input")
        for keys, value in (
            ("5", "5"),
            ("±", "−5"),
            ("+", "−5+"),
            ("7", "−5+7"),
            ("±", "−5−7"),
            ("±", "−5+7"),
        ):
            press(phone, keys)
            expect(field).to_have_value(value)

    def test_a_game_without_negative_points_has_no_sign_key(self, opened: Opened):
        phone, _table = opened(preset("plump"))
        expect(open_hand(phone).locator("[data-turn]")).to_have_count(0)
        expect(phone.locator("[data-type]")).to_have_count(0)

    def test_a_keyboard_types_and_enter_moves_on(self, opened: Opened):
        phone, _table = opened(preset("plump"))
        for keys in ("10", "5+6", "0"):
            expect(open_hand(phone).locator("[data-typed] input")).to_be_focused()
            phone.keyboard.type(keys)
            phone.keyboard.press("Enter")
        expect(phone.locator("#review")).to_be_visible()
        assert review(phone) == ["Anna 10", "Bo 5+6 11", "Cara 0"]

    def test_the_figures_of_this_session_are_offered_most_used_first(self, opened: Opened):
        rounds = ("Anna =0, Bo =10, Cara =11", "Anna =10, Bo =0, Cara =10")
        phone, _table = opened(preset("plump"), *rounds)
        chips = open_hand(phone).locator(".quick button")
        expect(chips).to_have_text(["10", "0", "11"])
        chips.first.tap()
        expect(total(phone)).to_have_text("10")
        press(phone, "+")
        chips.last.tap()
        expect(total(phone)).to_have_text("21")

    def test_a_chip_never_replaces_digits_that_were_typed(self, opened: Opened):
        phone, _table = opened(preset("chicago"), "Anna =0, Bo =10, Cara =11")
        field, zero = open_hand(phone).locator("[data-typed] input"), chip(phone, "0")
        zero_key = open_hand(phone).locator("[data-digit='0']")
        place = zero_key.bounding_box()
        press(phone, "2")
        expect(zero).to_be_hidden()
        press(phone, "5")
        assert zero_key.bounding_box() == place
        press(phone, "0")
        expect(field).to_have_value("250")
        press(phone, "+")
        chip(phone, "10").tap()
        expect(field).to_have_value("250+10")
        chip(phone, "11").tap()  # nothing was typed since the chip
        expect(field).to_have_value("250+11")
        press(phone, "0")
        expect(zero).to_be_hidden()
        phone.keyboard.press("Control+A")
        phone.keyboard.type("7−")
        chip(phone, "10").tap()
        expect(field).to_have_value("7−10")

    def test_cards_can_still_be_typed_as_points(self, opened: Opened):
        phone, _table = opened(preset("last_one"))
        declare_out(phone, "Cara")
        phone.locator("[data-type]").tap()
        press(phone, "50+8")
        expect(total(phone)).to_have_text("58")
        phone.locator("[data-type]").tap()
        expect(total(phone)).to_have_text("–")


class TestCollecting:
    def test_the_winner_collects(self, opened: Opened):
        phone, table = opened(preset("crazy_eights"), "Cara out, Anna 9 9 9, Bo 4")
        declare_out(phone, "Cara")
        expect(open_hand(phone).locator(".goes-to")).to_have_text(re.compile("all goes to C? ?Cara"))
        for card in ("A", "4", "K"):
            tap_card(phone, card)
        expect(phone.locator(".seats .gets")).to_contain_text("+15")
        go_on(phone, "Next: Bo")
        for card in ("K", "2"):
            tap_card(phone, card)
        expect(phone.locator(".seats .gets")).to_contain_text("+27")
        go_on(phone, "Review")
        expect(phone.locator(".collects")).to_contain_text("Cara gets")
        expect(phone.locator(".collects")).to_contain_text("58 in all, 42 to go")
        expect(phone.locator(".collects strong")).to_have_text("+27")
        assert [line.split()[0] for line in review(phone)] == ["Anna", "Bo"]
        expect(phone.locator("[data-save]")).to_have_text("Save: Cara +27")
        expect_saved(phone, "Round 2: Cara +27 (Anna 15, Bo 12)")
        assert table.totals()["Cara"] == 58

    def test_a_blocked_round_gives_the_difference_to_the_lowest_hand(self, opened: Opened):
        phone, table = opened(preset("crazy_eights"))
        declare_out(phone, None)
        for card, label in (("9", "Next: Bo"), ("K", "Next: Cara"), ("2", "Review")):
            tap_card(phone, card)
            go_on(phone, label)
        expect(phone.locator(".collects")).to_contain_text("Cara gets")
        expect_saved(phone, "Round 1: nobody out, Cara +15 (Anna 9, Bo 10, Cara 2)")
        assert table.totals() == {"Anna": 0, "Bo": 0, "Cara": 15}

    def test_a_correction(self, opened: Opened):
        phone, table = opened(preset("crazy_eights"), "Cara out, Anna 9, Bo 4")
        open_correction(phone, table, name="Anna")
        tap_card(phone, "K")
        phone.locator("[data-save]").tap()
        expect(flash_text(phone)).to_have_text("Round 1: Cara +23 (Anna 19, Bo 4)")

    def test_the_panel_leads_to_the_winner(self, opened: Opened):
        phone, table = opened(preset("crazy_eights"), "Cara out, Anna 9, Bo 4")
        open_correction(phone, table)
        phone.locator(".collects").tap()
        expect(phone.locator(".who-out")).to_be_visible()

    def test_typed_points_are_collected(self, opened: Opened):
        phone, table = opened(COLLECTS_TYPED)
        expect(phone.locator("legend.big")).to_have_text("Who won?")
        declare_out(phone, "Bo")
        press(phone, "20")
        go_on(phone, "Next: Anna")
        press(phone, "7")
        go_on(phone, "Review")
        expect_saved(phone, "Round 1: Bo +27 (Anna 7, Cara 20)")
        assert table.totals() == {"Anna": 0, "Bo": 27, "Cara": 0}


class TestMultipliers:
    def test_a_doubled_round_of_mau_mau(self, opened: Opened):
        phone, table = opened(preset("mau_mau"))
        phone.locator("label", has_text="Out with a jack").tap()
        declare_out(phone, "Anna")
        tap_card(phone, "J")
        expect(total(phone)).to_have_text("40")
        expect(open_hand(phone).locator(".tray .times")).to_have_text("×2")
        go_on(phone, "Next: Cara")
        tap_card(phone, "7")
        go_on(phone, "Review")
        assert review(phone)[1:] == ["Bo J · ×2: Out with a jack 40", "Cara 7 · ×2: Out with a jack 14"]
        expect_saved(phone, "Round 1: Anna out, Bo 40, Cara 14 (×2: Out with a jack)")
        assert table.totals() == {"Anna": 0, "Bo": 40, "Cara": 14}

    def test_a_correction_takes_the_factor_away(self, opened: Opened):
        phone, table = opened(preset("mau_mau"), "×1, Anna out, Bo J, Cara 7")
        open_correction(phone, table)
        phone.locator(".review-line.out").tap()
        phone.locator("label", has_text="Out with a jack").tap()
        go_on(phone, "All hands")
        phone.locator("[data-save]").tap()
        expect(flash_text(phone)).to_have_text("Round 1: Anna out, Bo 20, Cara 7")

    def test_a_doubled_hand_and_its_draft(self, opened: Opened):
        phone, table = opened(DOUBLED_HANDS)
        press(phone, "12+8")
        open_hand(phone).locator(".digits .times").tap()
        expect(total(phone)).to_have_text("40")
        phone.reload()
        expect(total(phone)).to_have_text("40")
        go_on(phone, "Next: Bo")
        press(phone, "5")
        go_on(phone, "Next: Cara")
        press(phone, "6")
        go_on(phone, "Review")
        assert review(phone)[0] == "Anna 12+8 · ×2: Called it 40"
        expect_saved(phone, "Round 1: Anna 40 (20 ×2: Called it), Bo 5, Cara 6")
        open_correction(phone, table, name="Anna")
        expect(open_hand(phone).locator("[data-typed] input")).to_have_value("12+8")
        expect(open_hand(phone).locator(".digits .times")).to_have_attribute("aria-pressed", "true")


class TestPlaces:
    def test_players_are_tapped_in_the_order_they_finished(self, opened: Opened):
        phone, table = opened(PLACES)
        for name in ("Cara", "Anna", "Bo"):
            phone.locator("[data-finished] button", has_text=name).tap()
        go_on(phone, "Review")
        assert review(phone) == ["Anna 2", "Bo 3", "Cara 1"]
        expect_saved(phone, "Round 1: 1 Cara, 2 Anna, 3 Bo")
        assert table.totals() == {"Anna": 2, "Bo": 3, "Cara": 1}

    def test_a_tap_takes_a_place_back_and_a_place_may_be_shared(self, opened: Opened):
        phone, table = opened(PLACES)
        buttons = phone.locator("[data-finished] button")
        for name in ("Cara", "Anna", "Cara"):
            buttons.filter(has_text=name).tap()
        expect(buttons.filter(has_text="Anna").locator("b")).to_have_text("1")
        phone.get_by_role("button", name="Same place as Anna").tap()
        buttons.filter(has_text="Bo").tap()
        buttons.filter(has_text="Cara").tap()
        go_on(phone, "Review")
        expect_saved(phone, "Round 1: 1 Anna, 1 Bo, 3 Cara")
        open_correction(phone, table)
        phone.locator(".review-line", has_text="Cara").tap()
        expect(phone.locator("[data-finished]")).to_be_visible()


class TestWins:
    def test_only_the_winner_is_asked_for(self, opened: Opened):
        phone, table = opened(WINS)
        expect(phone.locator("legend.big")).to_have_text("Who won?")
        expect(phone.locator("[data-save]")).to_be_disabled()
        declare_out(phone, "Bo")
        expect_saved(phone, "Round 1: Bo won")
        assert table.totals() == {"Anna": 0, "Bo": 1, "Cara": 0}

    def test_a_correction_to_nobody(self, opened: Opened):
        phone, table = opened(WINS, "Bo out, Anna ?, Cara ?")
        open_correction(phone, table)
        phone.locator(".who-out label", has_text="Nobody won").tap()
        expect(phone.locator("[data-effect]")).to_have_text("Bo: 1 becomes 0.")
        expect_saved(phone, "Round 1: nobody won")


class TestZeroSum:
    def test_the_rest_is_offered(self, opened: Opened):
        phone, _table = opened(ZERO_SUM)
        press(phone, "20")
        go_on(phone, "Next: Bo")
        press(phone, "8±")
        go_on(phone, "Next: Cara")
        phone.get_by_role("button", name="the rest: −12").tap()
        expect(total(phone)).to_have_text("−12")
        go_on(phone, "Review")
        expect(phone.locator(".problem", has_text="add up")).to_be_hidden()
        expect_saved(phone, "Round 1: Anna 20, Bo −8, Cara −12")

    def test_the_rest_is_what_the_term_has_to_be_and_never_minus_zero(self, opened: Opened):
        phone, _table = opened(ZERO_SUM)
        for keys, label in (("20", "Next: Bo"), ("20±", "Next: Cara")):
            press(phone, keys)
            go_on(phone, label)
        rest = open_hand(phone).locator(".rest")
        expect(rest).to_have_text("the rest: 0")
        press(phone, "15")
        expect(rest).to_be_hidden()
        press(phone, "+")
        expect(rest).to_have_text("the rest: −15")
        rest.tap()
        expect(open_hand(phone).locator("[data-typed] input")).to_have_value("15−15")
        expect(total(phone)).to_have_text("0")

    def test_the_review_shows_that_points_are_missing(self, opened: Opened, expected_errors: list[str]):
        expected_errors.append("422")
        phone, table = opened(ZERO_SUM, "Anna =5, Bo =-5, Cara =0")
        open_correction(phone, table, name="Cara")
        press(phone, "3")
        phone.locator("[data-next]").tap()
        expect(phone.get_by_text("The points add up to 3, not to 0.")).to_be_visible()
        phone.locator("[data-save]").tap()
        expect(phone.locator("[data-save]")).to_have_text("Save anyway")
        phone.locator("[data-save]").tap()
        expect(flash_text(phone)).to_have_text("Round 1: Anna 5, Bo −5, Cara 3")


def test_eliminated_players_are_not_asked_for(opened: Opened):
    phone, _table = opened(preset("last_one"), "Anna out, Bo 8 8, Cara 5")
    expect(phone.locator(".who-out .name")).to_have_text(["Anna", "Cara"])
    declare_out(phone, "Anna")
    tap_card(phone, "8")
    go_on(phone, "Review")
    expect_saved(phone, "Round 2: Anna out, Cara 50")


def test_the_pads_are_accessible(opened: Opened, axe: Callable[..., None]):
    phone, _table = opened(preset("chicago"), "Anna =0, Bo =10, Cara =-5")
    press(phone, "12+5±")
    axe(phone)
    phone, _table = opened(DOUBLED_HANDS)
    open_hand(phone).locator(".digits .times").tap()
    axe(phone)
    phone, table = opened(preset("crazy_eights"), "Cara out, Anna 9, Bo 4")
    open_correction(phone, table)
    axe(phone)
    phone, _table = opened(PLACES)
    phone.locator("[data-finished] button").first.tap()
    axe(phone)


class TestOwnPhones:
    def test_a_player_types_the_own_points(self, app: Flask, phone: Page):
        table = start(app, preset("chicago"), NAMES)
        open_table(phone, table, role="player", page="/identity")
        phone.locator(".people-grid button", has_text="Bo").tap()
        expect(phone.get_by_role("link", name="To the table")).to_be_visible()
        phone.goto(f"{table.path}/rounds/1/hands")
        expect(phone.locator("h1")).to_have_text("Bo’s points")
        expect(phone.locator("[data-own-hand][data-live]")).to_be_attached()
        press(phone, "15±")
        phone.get_by_role("button", name="Send −15 to the table").tap()
        expect(phone.locator(".own")).to_be_visible()
        assert OwnHands(table).points() == {"Bo": -15}

    def test_the_scorer_sees_what_a_player_sends(self, app: Flask, phone: Page, second_phone: Page):
        table = start(app, preset("chicago"), NAMES)
        open_table(second_phone, table, role="player", page="/identity")
        second_phone.locator(".people-grid button", has_text="Bo").tap()
        expect(second_phone.get_by_role("link", name="To the table")).to_be_visible()
        open_table(phone, table, page="/rounds/1")
        expect(phone.locator("[data-pad][data-live]")).to_be_attached()
        OwnHands(table).sends("Bo", "=12-20")
        expect(phone.locator(".seats .seat", has_text="Bo")).to_contain_text("−8")

    def test_a_player_taps_the_own_place(self, app: Flask, phone: Page):
        table = start(app, PLACES, NAMES)
        open_table(phone, table, page=f"/rounds/1/hands/{table.seat_id('Cara')}")
        expect(phone.locator("[data-own-hand][data-live]")).to_be_attached()
        press(phone, "3")
        press(phone, "2")
        phone.get_by_role("button", name="Send place 2 to the table").tap()
        expect(phone.locator(".incoming-hands")).to_be_visible()
        assert OwnHands(table).points() == {"Cara": 2}

    def test_the_pad_opens_by_itself_after_the_first_hand(self, app: Flask, phone: Page):
        table = start(app, preset("chicago"), NAMES)
        open_table(phone, table, role="player", page="/identity")
        phone.locator(".people-grid button", has_text="Bo").tap()
        phone.get_by_role("link", name="To the table").tap()
        expect(phone.get_by_role("link", name="Enter your points")).to_be_visible()
        OwnHands(table).sends("Cara", "=12")
        expect(phone.locator("h1")).to_have_text("Bo’s points")


class TestWithoutJavaScript:
    @pytest.mark.parametrize(
        ("game", "fields", "saved"),
        [
            ("chicago", {"Anna": "12+11", "Bo": "-5", "Cara": "0"}, "Hand 1: Anna 23, Bo −5, Cara 0"),
            (PLACES, {"Anna": "1", "Bo": "3", "Cara": "2"}, "Round 1: 1 Anna, 2 Cara, 3 Bo"),
        ],
    )
    def test_points_and_places_are_typed(self, app: Flask, plain_phone: Page, game, fields, saved):
        table = start(app, preset(game) if isinstance(game, str) else game, NAMES)
        open_table(plain_phone, table, page="/rounds/1")
        for name, text in fields.items():
            plain_phone.locator(f"[name='points-{table.seat_id(name)}']").fill(text)
        expect_saved(plain_phone, saved)

    def test_a_doubled_round(self, app: Flask, plain_phone: Page):
        table = start(app, preset("mau_mau"), NAMES)
        open_table(plain_phone, table, page="/rounds/1")
        plain_phone.locator("label", has_text="Out with a jack").tap()
        declare_out(plain_phone, "Anna")
        for name, card in (("Bo", "J"), ("Cara", "7")):
            plain_phone.locator(f"[name='cards-{table.seat_id(name)}-{card}']").fill("1")
        expect_saved(plain_phone, "Round 1: Anna out, Bo 40, Cara 14 (×2: Out with a jack)")

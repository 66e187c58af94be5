"""The pad: tapping, undoing, typing, moving round the table, and drafts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.actions import open_table

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.table import Table

NAMES = ("Anna", "Bo", "Cara", "Dilan")


pytestmark = pytest.mark.table("derange", " ".join(NAMES))


@pytest.fixture
def phone(kept_phone: Page) -> Page:
    return kept_phone


@pytest.fixture
def pad(phone: Page, table: Table) -> Pad:
    """The pad of round 1."""
    open_table(phone, table, page="/rounds/1")
    expect(phone.locator(".seats")).to_be_visible()
    return Pad(phone)


class Pad:
    """The pad."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone

    @property
    def hand(self) -> Locator:
        return self.phone.locator(".step:not([hidden])")

    @property
    def sum(self) -> Locator:
        return self.hand.locator(".sum")

    @property
    def tray(self) -> Locator:
        return self.hand.locator(".mini")

    @property
    def notice(self) -> Locator:
        return self.phone.locator("[data-notice]")

    @property
    def spoken(self) -> Locator:
        return self.phone.locator("form > p.unseen[role=status]")

    def out(self, name: str) -> None:
        self.phone.locator(".who-out label", has_text=re.compile(f"{name}\\b")).tap()

    def tap(self, *keys: str) -> None:
        for key in keys:
            self.hand.locator(f"[data-key='{key}']").tap()

    def taps_at_once(self, *keys: str) -> None:
        """Faster than the delay of announcements, however busy the machine is."""
        buttons = [self.hand.locator(f"[data-key='{key}']").element_handle() for key in keys]
        self.phone.evaluate("(buttons) => buttons.forEach((button) => button.click())", buttons)

    def chip(self, key: str, count: int) -> None:
        row = self.hand.locator(".class-row").filter(has=self.phone.locator(f"[data-key='{key}']"))
        row.locator(f"[data-count='{count}']").tap()

    def type(self, text: str) -> None:
        self.phone.locator("[data-type]").tap()
        self.hand.locator("[data-typed] input").fill(text)

    def next(self, name: str) -> None:
        button = self.phone.locator("[data-next]")
        expect(button).to_have_text(f"Next: {name}" if name in NAMES else name)
        button.tap()

    def tab(self, name: str) -> Locator:
        return self.phone.locator(".seats .seat", has_text=name)

    def review(self) -> list[str]:
        return [" ".join(line.split()) for line in self.phone.locator(".review-line").all_inner_texts()]

    def save(self) -> None:
        self.phone.locator("[data-save]").tap()

    def whole_round(self) -> None:
        """Cara is out, Dilan 60, Anna 30, Bo 7."""
        self.out("Cara")
        self.tap("8", "5", "5")
        self.next("Anna")
        self.tap("2")
        self.next("Bo")
        self.tap("7")
        self.next("Review")

    @property
    def saved(self) -> Locator:
        return self.phone.locator(".flashes")


def test_a_round_goes_clockwise_from_the_left_of_the_player_who_is_out(pad: Pad):
    pad.whole_round()
    assert pad.review() == ["Anna 2 30", "Bo 7 7", "Cara out 0", "Dilan 8, 5 ×2 60"]
    pad.save()
    expect(pad.saved).to_have_text(re.compile("Round 1: Cara out, Anna 30, Bo 7, Dilan 60"))


def test_a_tap_adds_a_card_and_the_undo_key_and_the_tray_remove_it(pad: Pad):
    pad.out("Cara")
    pad.tap("5", "8")
    undo = pad.hand.locator("[data-undo]")
    undo.tap()
    expect(pad.tray).to_have_text(["5"])
    pad.tap("8", "5")
    expect(pad.tray).to_have_text(["8", "5", "5"])
    expect(pad.hand.locator("[data-key='5'] em")).to_have_text("2")
    pad.tray.nth(1).tap()
    expect(pad.tray).to_have_text(["8", "5"])
    expect(pad.sum).to_have_text("55")
    undo.tap()
    undo.tap()
    expect(pad.sum).to_have_text("–")
    expect(pad.tab("Dilan")).to_have_class(re.compile("todo"))


def test_a_sum_is_typed_and_only_one_input_is_sent(pad: Pad):
    pad.out("Cara")
    pad.tap("8")
    pad.type("12+11+7")
    expect(pad.sum).to_have_text("30")
    expect(pad.tab("Dilan").locator("b")).to_have_text("30")
    pad.phone.locator("[data-type]").tap()
    expect(pad.sum).to_have_text("50")
    pad.phone.locator("[data-type]").tap()
    expect(pad.sum).to_have_text("30")
    pad.next("Anna")
    pad.tap("2")
    pad.next("Bo")
    pad.tap("7")
    pad.next("Review")
    pad.save()
    expect(pad.saved).to_contain_text("Dilan 30")


@pytest.mark.table("vandatta", " ".join(NAMES))
def test_a_chip_sets_the_number_and_zero_is_an_answer_too(pad: Pad):
    pad.out("Cara")
    pad.chip("other", 3)
    pad.chip("8", 1)
    expect(pad.sum).to_have_text("13")
    pad.chip("other", 0)
    pad.chip("8", 0)
    expect(pad.sum).to_have_text("0")
    expect(pad.tab("Dilan")).not_to_have_class(re.compile("todo"))
    pad.hand.locator("[data-undo]").tap()
    expect(pad.sum).to_have_text("–")


def test_the_player_who_is_out_sends_nothing_but_keeps_counted_cards(pad: Pad):
    pad.whole_round()
    pad.tab("Cara").tap()
    pad.out("Dilan")
    expect(pad.hand.locator(".pad-name")).to_have_text("Cara")
    pad.next("Review")
    assert pad.review() == ["Anna 2 30", "Bo 7 7", "Cara not entered yet –", "Dilan out 0"]
    pad.tab("Dilan").tap()
    pad.out("Cara")
    expect(pad.phone.locator(".review-line", has_text="Dilan")).to_contain_text("60")
    pad.save()
    expect(pad.saved).to_contain_text("Cara out")


def test_a_blocked_round_has_a_hand_for_every_player(pad: Pad):
    pad.out("Nobody")
    for name, following in zip(NAMES, ("Bo", "Cara", "Dilan", "Review"), strict=True):
        expect(pad.hand.locator(".pad-name")).to_have_text(name)
        pad.tap("9")
        pad.next(following)
    assert pad.review()[0] == "nobody out"
    pad.save()
    expect(pad.saved).to_contain_text("Anna 9, Bo 9, Cara 9, Dilan 9")


def test_the_chain_is_entered_before_the_first_hand_and_shown_at_the_hand_that_draws(pad: Pad):
    pad.out("Cara")
    pad.hand.get_by_role("button", name="Ended on a 2?").tap()
    expect(pad.phone.locator("#chain_cards")).not_to_be_focused()  # no keyboard over the form
    expect(pad.phone.locator("#chain_cards")).to_have_value("1")
    expect(pad.phone.get_by_role("group", name="Who draws?").get_by_role("radio")).to_have_count(3)
    expect(pad.phone.get_by_role("radio", name="Dilan", checked=True)).to_be_visible()  # next in turn
    pad.phone.get_by_role("button", name="one more").tap()
    expect(pad.phone.locator("[data-chain-said]")).to_have_text(
        "Dilan draws 4 for the chain before counting."
    )
    pad.next("Dilan")
    expect(pad.hand.locator(".hint")).to_contain_text("Dilan draws 4")
    pad.next("Anna")
    expect(pad.hand.locator(".hint")).to_be_hidden()
    pad.next("Bo")
    pad.next("Review")
    assert pad.review()[-1] == "Dilan drew 4 for the chain before counting."


def test_a_chain_requires_the_player_who_draws(pad: Pad):
    pad.phone.locator(".chain > summary").tap()
    pad.out("Cara")
    expect(pad.hand.locator(".pad-name")).to_have_text("Dilan")
    pad.phone.locator("[data-back]").tap()
    pad.phone.locator(".drawers label", has_text="Bo").tap()
    pad.out("Bo")
    expect(pad.phone.locator("[data-notice]")).to_have_text("Who draws for the chain?")
    expect(pad.phone.locator(".chain")).to_be_visible()
    pad.phone.locator(".chain > summary").tap()  # no chain after all
    pad.next("Cara")
    expect(pad.hand.locator("[data-chain-hint]")).to_be_hidden()


def test_the_player_who_is_out_and_all_hands_are_required_before_sending(
    pad: Pad, expected_errors: list[str]
):
    expected_errors.append("422")
    pad.phone.locator("[data-next]").tap()
    expect(pad.notice).to_have_text("Choose who is out first.")
    expect(pad.hand.locator("legend.big")).to_be_visible()
    pad.out("Cara")
    pad.tap("8")
    for name in ("Anna", "Bo", "Review"):
        pad.next(name)
    assert pad.review()[:2] == ["Anna not entered yet –", "Bo not entered yet –"]
    pad.save()
    expect(pad.hand.locator(".pad-name")).to_have_text("Anna")
    expect(pad.hand.locator(".wrong")).to_be_visible()
    pad.tap("5")
    expect(pad.hand.locator(".wrong")).to_have_count(0)
    pad.next("Bo")
    pad.tap("9")
    pad.next("Review")
    pad.save()
    expect(pad.saved).to_contain_text("Anna 5, Bo 9, Dilan 50")


@pytest.mark.parametrize("is_reloaded", [False, True])
def test_a_hand_that_was_missing_leads_back_to_the_review(
    pad: Pad, expected_errors: list[str], is_reloaded: bool
):
    expected_errors.append("422")
    pad.out("Dilan")
    pad.next("Bo")
    for name in ("Cara", "Review"):
        pad.tap("9")
        pad.next(name)
    pad.save()
    expect(pad.hand.locator(".pad-name")).to_have_text("Anna")
    pad.tap("5")
    if is_reloaded:
        pad.phone.goto(pad.phone.url)
        expect(pad.hand.locator(".pad-name")).to_have_text("Anna")
    pad.next("Review")
    assert pad.review() == ["Anna 5 5", "Bo 9 9", "Cara 9 9", "Dilan out 0"]


def test_a_screen_reader_announces_the_hand_after_the_last_tap(pad: Pad):
    pad.phone.evaluate(
        """() => {
            window.heard = [];
            const region = document.querySelector("form > p.unseen[role=status]");
            new MutationObserver(() => heard.push(region.textContent)).observe(region, { childList: true });
        }"""
    )
    pad.out("Bo")
    pad.tab("Anna").tap()
    pad.taps_at_once("8", "5", "5")
    expect(pad.spoken).to_have_text("Anna, 60 points, an eight and two fives")
    assert pad.phone.evaluate("() => window.heard") == ["Anna, 60 points, an eight and two fives"]


def test_a_half_entered_round_is_restored_until_it_is_reset(pad: Pad):
    pad.out("Cara")
    pad.tap("8")
    pad.next("Anna")
    pad.type("12+11")
    change = pad.phone.locator("#round [name=change_id]").input_value()
    pad.phone.reload()
    expect(pad.notice).to_be_visible()
    expect(pad.hand.locator(".pad-name")).to_have_text("Anna")
    expect(pad.sum).to_have_text("23")
    expect(pad.tab("Dilan").locator("b")).to_have_text("50")
    assert pad.phone.locator("#round [name=change_id]").input_value() == change
    pad.phone.locator(".back-link").tap()
    pad.phone.locator("[data-offer-draft] a").tap()
    expect(pad.sum).to_have_text("23")
    pad.notice.get_by_role("button").tap()
    expect(pad.tab("Dilan")).to_have_class(re.compile("todo"))
    expect(pad.notice).to_be_hidden()
    pad.phone.locator(".back-link").tap()
    expect(pad.phone.locator(".deal")).to_be_visible()
    expect(pad.phone.locator("[data-offer-draft]")).to_be_hidden()


def test_looking_leaves_no_draft_and_an_old_one_is_deleted(pad: Pad):
    pad.tab("Bo").tap()
    expect(pad.hand.locator(".pad-name")).to_have_text("Bo")
    pad.tap("8")
    pad.hand.locator("[data-undo]").tap()
    no_draft_is_left(pad.phone)
    pad.tap("8")
    pad.phone.evaluate(
        """() => {
            const [key] = Object.keys(localStorage);
            const draft = JSON.parse(localStorage[key]);
            localStorage[key] = JSON.stringify({ ...draft, at: draft.at - 15 * 24 * 3600 * 1000 });
        }"""
    )
    pad.phone.reload()
    expect(pad.notice).to_be_hidden()
    expect(pad.phone.locator(".who-out")).to_be_visible()


def test_without_storage_the_pad_works_all_the_same(pad: Pad):
    pad.phone.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } });"
    )
    pad.phone.reload()
    pad.whole_round()
    pad.save()
    expect(pad.saved).to_contain_text("Cara out")


def test_typing_again_cancels_the_queued_round(pad: Pad, expected_errors: list[str]):
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    pad.phone.clock.install()
    pad.phone.reload()
    pad.whole_round()
    pad.phone.context.set_offline(True)
    pad.save()
    expect(pad.notice).to_contain_text("No connection")
    pad.tab("Bo").tap()
    pad.tap("7")
    methods: list[str] = []
    pad.phone.on("request", lambda request: methods.append(request.method))
    pad.phone.context.set_offline(False)
    pad.phone.clock.fast_forward(30_000)  # a queued round would check long before whether it can be sent
    assert "POST" not in methods
    expect(pad.hand.locator(".pad-name")).to_have_text("Bo")
    pad.next("Review")
    pad.save()
    expect(pad.saved).to_contain_text("Bo 14")


def test_a_double_tap_saves_one_round_and_deletes_the_draft_and_it_can_be_corrected(pad: Pad):
    posted: list[str] = []
    pad.phone.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    pad.whole_round()
    assert drafts(pad.phone)
    pad.phone.locator("[data-save]").evaluate("(button) => [button.click(), button.click()]")
    expect(pad.saved).to_contain_text("Cara out")
    assert len(posted) == 1
    no_draft_is_left(pad.phone)
    pad.phone.go_back()
    expect(pad.phone.locator("h1")).to_have_text("Correct round 1")
    expect(pad.notice).to_be_hidden()
    expect(pad.phone.locator("#review")).to_be_visible()
    assert pad.review() == ["Anna 2 30", "Bo 7 7", "Cara out 0", "Dilan 8, 5 ×2 60"]
    pad.phone.locator(".review-line", has_text="Anna").tap()
    pad.tap("4")
    pad.next("All hands")
    pad.save()
    expect(pad.saved).to_contain_text("Anna 34")


def test_a_warning_is_shown_once_and_the_round_saved_anyway(pad: Pad, expected_errors: list[str]):
    expected_errors.append("422")
    pad.out("Cara")
    pad.type("1")  # DO42..DO48: no hand makes 1
    for name in ("Anna", "Bo"):
        pad.next(name)
        pad.tap("9")
    pad.next("Review")
    pad.save()
    expect(pad.phone.locator("[data-warnings]")).to_be_visible()
    expect(pad.phone.locator("[data-save]")).to_have_text("Save anyway")
    pad.tab("Dilan").tap()
    expect(pad.phone.locator("[data-warnings]")).to_be_hidden()
    pad.next("Review")
    expect(pad.phone.locator("[data-warnings]")).to_be_visible()
    pad.save()
    expect(pad.saved).to_contain_text("Dilan 1")


def test_every_step_passes_the_audit_in_both_themes(pad: Pad, axe: Callable[..., None]):
    def audit() -> None:
        axe(pad.phone)
        pad.phone.emulate_media(color_scheme="dark")
        axe(pad.phone, only=["color-contrast"])
        pad.phone.emulate_media(color_scheme="light")

    audit()
    pad.out("Cara")
    audit()
    pad.tap("8", "8", "5", "5", "5", "5", "K")
    audit()
    pad.next("Anna")
    pad.type("12+11")
    audit()
    pad.next("Bo")
    pad.next("Review")
    audit()


def test_the_keys_stay_in_place_however_many_cards_there_are(pad: Pad):
    pad.out("Cara")
    key = pad.hand.locator("[data-key='5']")
    place = key.bounding_box()
    pad.tap("5", "8", "5", "5", "5", "8", "2", "K", "A", "9", "7", "6", "4")
    assert key.bounding_box() == place
    expect(pad.tray.first).to_have_text("8 ×2")
    pad.tray.first.tap()
    expect(pad.tray.first).to_have_text("8")


def test_every_step_begins_at_its_top(pad: Pad):
    pad.phone.set_viewport_size({"width": 390, "height": 500})
    page = pad.phone.locator(".page")
    pad.out("Cara")
    page.evaluate("(page) => page.scrollTo({ top: 200, behavior: 'instant' })")
    pad.phone.locator("[data-next]").tap()
    expect(pad.hand.locator(".pad-name")).to_have_text("Anna")
    expect(page).to_have_js_property("scrollTop", 0)


def test_enter_in_the_typed_points_moves_on_and_sends_nothing(pad: Pad):
    pad.out("Cara")
    pad.type("12+")
    pad.phone.keyboard.press("Enter")
    expect(pad.hand.locator(".pad-name")).to_have_text("Anna")
    expect(pad.tab("Dilan").locator("b")).to_have_text("12")


@pytest.mark.table("vatikan", " ".join(NAMES))
def test_vatikan_asks_for_the_winner_and_cards_are_optional(pad: Pad):
    pad.out("Bo")
    expect(pad.phone.locator("#review")).to_be_visible()
    pad.phone.locator(".review-line", has_text="Cara").tap()
    pad.tap("cards", "cards")
    expect(pad.sum).to_have_text("2")
    expect(pad.spoken).to_have_text("Cara, two cards")
    pad.next("Review")
    pad.save()
    expect(pad.saved).to_contain_text("Bo")


def test_the_other_phones_round_is_accepted_and_the_own_draft_deleted(
    pad: Pad, open_phone: Callable[..., Page], expected_errors: list[str]
):
    expected_errors.append("409")
    other = open_phone(storage_state=pad.phone.context.storage_state())
    other.goto(pad.phone.url)
    theirs = Pad(other)
    pad.whole_round()
    theirs.whole_round()
    theirs.tab("Bo").tap()
    theirs.tap("7")
    theirs.next("Review")
    pad.save()
    expect(pad.saved).to_contain_text("Bo 7")
    theirs.save()
    expect(other.locator("h1")).to_have_text("Two phones, two versions")
    assert drafts(other)
    other.wait_for_load_state()  # before its module runs, the link deletes nothing
    other.locator("[data-drop-draft]").tap()
    expect(other.locator(".deal")).to_be_visible()
    no_draft_is_left(other)


def drafts(phone: Page) -> list[str]:
    return phone.evaluate("() => Object.keys(localStorage)")


def no_draft_is_left(phone: Page) -> None:
    phone.wait_for_function("() => localStorage.length === 0")

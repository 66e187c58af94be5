"""Every player counts on their own phone: a scorer's tablet, two phones, and one without JavaScript."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import pytest

from models import Link, db
from tests.browser.actions import open_link
from tests.counting import OwnHands
from tests.sampling import chaos
from tests.table import at_work, start

pytest.importorskip("playwright")
from playwright.sync_api import Error, expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.table import Table

NAMES = "Anna Bo Cara Dilan"
KEEPER, PLAIN = "Anna", "Dilan"
# The player who is out, and the hands of the others; after the third round Cara's link is revoked.
ROUNDS = (
    ("Cara", {"Dilan": "8 5 5", "Anna": "K 9", "Bo": "2"}),
    ("Anna", {"Bo": "4", "Cara": "K K", "Dilan": "7"}),
    ("Dilan", {"Anna": "6", "Bo": "9", "Cara": "4 4"}),
    ("Bo", {"Cara": "8", "Dilan": "5", "Anna": "A"}),
    ("Anna", {"Bo": "Q", "Cara": "6", "Dilan": "2 4"}),
    ("Bo", {"Cara": "3", "Dilan": "9 9", "Anna": "7"}),
    ("Dilan", {"Anna": "K 4", "Bo": "5", "Cara": "A 9"}),
)

pytestmark = pytest.mark.table("derange", NAMES, mode="short", neighbour_checks=True)


class Phones(dict[str, "Page"]):
    """The phone of each player, opened at its first use and set to that player."""

    def __init__(self, table: Table, open_phone: Callable[..., Page]) -> None:
        super().__init__()
        self.table, self.open_phone = table, open_phone

    def __missing__(self, name: str) -> Page:
        tablet = {"viewport": {"width": 1024, "height": 768}}
        page = self.open_phone(**{KEEPER: tablet, PLAIN: {"java_script_enabled": False}}.get(name, {}))
        open_link(page, self.table.link("scorer" if name == KEEPER else "player"))
        page.goto(f"{self.table.path}/identity")
        page.locator(".people-grid button", has=page.get_by_text(name, exact=True)).click()
        page.get_by_role("link", name="To the table").click()
        expect(page.locator(".deal")).to_be_visible()
        self[name] = page
        return page


@pytest.fixture
def phones(table: Table, open_phone: Callable[..., Page]) -> Phones:
    return Phones(table, open_phone)


@chaos
def test_rounds_counted_by_phones_equal_typed_ones(
    app: Flask, table: Table, phones: Phones, expected_errors: list[str]
):
    """Cara's link is revoked halfway; then the scorer counts for her."""
    expected_errors.append("404")
    for name in NAMES.split():
        assert phones[name], "everybody's is on the table"
    for number, (out, held) in enumerate(ROUNDS, 1):
        counting = [name for name in held if name in phones]
        declare_out(phones[out] if out in phones else phones[KEEPER], table, number, out)
        for name in counting:
            send(phones[name], table, name, held[name])
        for name in held.keys() - phones.keys():
            count_for(phones[KEEPER], name, held[name])
        for phone in phones.values():
            check_neighbour(phone, table, number)
        save(phones[KEEPER], table, number)
        if number == len(ROUNDS) // 2:
            revoke(app, phones.pop("Cara"))
        if number < len(ROUNDS):
            expect_all_at_the_table(phones.values())
    typed = start(app, "derange", NAMES, mode="short", neighbour_checks=True)
    typed.plays(*[in_words(*each) for each in ROUNDS])
    assert table.totals() == typed.totals()
    assert table.is_finished()
    assert table.kinds() == typed.kinds()


def test_a_phone_on_the_table_page_opens_its_pad_within_seconds(table: Table, phones: Phones):
    counts, waits = phones["Bo"], phones["Cara"]
    OwnHands(table).out("Cara")
    expect(counts.locator("h1")).to_have_text("Bo, your hand")
    expect(waits.get_by_role("link", name="0 of 3 hands in")).to_be_visible()


def test_a_player_who_has_closed_the_pad_is_not_redirected_again(table: Table, phones: Phones):
    phone = phones["Bo"]
    OwnHands(table).out("Cara")
    expect(phone.locator("h1")).to_have_text("Bo, your hand")
    phone.get_by_role("link", name="Close").tap()
    expect(phone.get_by_role("link", name="Count your hand")).to_be_visible()
    OwnHands(table).sends("Dilan", "K")
    expect(phone.locator(".hint").first).to_contain_text("1 of 3 hands in")


def test_a_player_on_another_page_is_not_interrupted(table: Table, phones: Phones):
    keeper = phones[KEEPER]
    keeper.locator("[popovertarget=more]").click()
    OwnHands(table).out("Cara")
    for _look in range(2):
        with keeper.expect_response(lambda answer: "x-fragment" in answer.request.headers):
            pass
    expect(keeper.locator("#more")).to_be_visible()
    keeper.keyboard.press("Escape")
    expect(keeper.locator("h1")).to_have_text("Anna, your hand")


def test_a_half_counted_hand_survives_a_reload(table: Table, phones: Phones):
    OwnHands(table).out("Cara")
    phone = phones["Bo"]
    phone.goto(f"{table.path}/rounds/1/hands")
    tap(phone, "8", "5")
    phone.reload()
    expect(phone.locator(".sum")).to_have_text("55")
    expect(phone.locator("[data-notice]")).to_contain_text("What you had entered is here again.")


def test_incoming_hands_of_others_appear_while_counting(table: Table, phones: Phones):
    hands = OwnHands(table).out("Cara")
    phone = phones["Bo"]
    phone.goto(f"{table.path}/rounds/1/hands")
    expect(phone.locator("h1")).to_have_text("Bo, your hand")
    edge = [phone.locator(each).bounding_box()["x"] for each in (".seats .seat >> nth=0", ".tray >> nth=0")]
    assert edge[0] == edge[1]
    tap(phone, "8")
    hands.sends("Dilan", "K")
    expect(phone.locator(".seats .seat", has_text="Dilan")).to_contain_text("in")
    expect(phone.locator(".sum")).to_have_text("50")  # nothing moves under the finger


def test_hands_sent_by_phones_appear_in_the_scorers_pad(table: Table, phones: Phones):
    keeper, counts = phones[KEEPER], phones["Bo"]
    keeper.goto(f"{table.path}/rounds/1")
    keeper.locator(".who-out label", has_text="Cara").click()
    send(counts, table, "Bo", "8 5")
    expect(keeper.locator(".seats .seat", has_text="Bo")).to_contain_text("55")
    keeper.locator(".seats .seat", has_text="Dilan").click()
    tap(keeper, "K")
    OwnHands(table).sends("Dilan", "8 8")  # never replacing cards tapped here
    OwnHands(table).sends("Anna", "4")
    expect(keeper.locator(".seats .seat", has_text="Anna")).to_contain_text("4")
    expect(keeper.locator(".seats .seat", has_text="Dilan")).to_contain_text("20")


def test_a_rejected_hand_is_shown_to_both_players_and_the_scorer(table: Table, phones: Phones):
    seen_by = ("Bo", "Cara", KEEPER)
    OwnHands(table).out("Dilan").sends("Cara", "4").sends("Bo", "8").sends("Anna", "K")
    for name in seen_by:
        phones[name].goto(f"{table.path}/rounds/1/hands")
    phones["Cara"].get_by_role("button", name="Not right").tap()
    for name in seen_by:
        row = phones[name].locator(".incoming-hands li", has=phones[name].get_by_text("Bo", exact=True))
        expect(row).to_contain_text("Cara says: not right")
    phones[KEEPER].goto(f"{table.path}/rounds/1")
    expect(phones[KEEPER].locator(".seats .doubted")).to_have_count(1)


def in_words(out: str, held: dict[str, str]) -> str:
    return ", ".join([f"{out} out", *(f"{name} {cards}" for name, cards in held.items())])


def declare_out(page: Page, table: Table, number: int, name: str) -> None:
    open_table_page(page, table)
    page.locator(f"a[href$='/rounds/{number}/hands']").first.click()
    choice = page.locator(".who-out label", has_text=name)
    page.locator(".dock .main").wait_for()
    if choice.count():
        choice.click()
    page.locator(".dock .main").click()
    expect(page.locator("#hands")).to_contain_text(f"{name} is out")


def send(page: Page, table: Table, name: str, held: str) -> None:
    open_table_page(page, table)
    if not runs_scripts(page):
        page.get_by_role("link", name="Count your hand").click()
    expect(page.locator("h1")).to_have_text(f"{name}, your hand")
    enter(page, held)
    page.locator("[data-send]").click()
    expect(page.locator(".own")).to_be_visible()


def count_for(page: Page, name: str, held: str) -> None:
    page.locator(".incoming-hands li", has_text=name).get_by_role("link", name="Count here").click()
    expect(page.locator("h1")).to_have_text(f"Count for {name}")
    enter(page, held)
    page.locator("[data-send]").click()
    expect(page.locator("#hands")).to_be_visible()


def open_table_page(page: Page, table: Table) -> None:
    """Without a script the page is reloaded; the others get there, and to their hand, by themselves."""
    if not runs_scripts(page):
        page.goto(table.path)


def runs_scripts(page: Page) -> bool:
    try:
        return bool(page.evaluate("() => matchMedia('(scripting: enabled)').matches"))
    except Error:  # it is just being redirected
        return True


def enter(page: Page, held: str) -> None:
    if runs_scripts(page):
        tap(page, *held.split())
        return
    for key in set(held.split()):
        page.locator(f"[data-class='{class_of(key)}']").fill(str(held.split().count(key)))


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"[data-step]:not([hidden]) [data-key='{class_of(card)}']").click()


def class_of(rank: str) -> str:
    return {"3": "3-10", "10": "3-10", "Q": "Q-J", "J": "Q-J"}.get(rank, rank)


def check_neighbour(page: Page, table: Table, number: int) -> None:
    if not runs_scripts(page):
        page.goto(f"{table.path}/rounds/{number}/hands")
    expect(page.locator("#hands")).to_contain_text("3 of 3 hands in")
    right = page.get_by_role("button", name="It is right")
    while right.count():
        before = right.count()
        right.first.click()
        expect(right).to_have_count(before - 1)


def save(page: Page, table: Table, number: int) -> None:
    page.get_by_role("button", name=f"Save round {number}").click()
    page.wait_for_url(f"**{table.path}")


def expect_all_at_the_table(phones: Iterable[Page]) -> None:
    """By themselves, if a script runs."""
    for phone in filter(runs_scripts, phones):
        expect(phone.locator(".deal")).to_be_visible()


def revoke(app: Flask, phone: Page) -> None:
    """Each phone has its own player link; Cara's is the second that was made."""
    with at_work(app):
        of_players = db.select(Link).where(Link.role == "player").order_by(Link.created_at)
        link = db.session.scalars(of_players).all()[1]
        link.revoked_at = link.created_at
        db.session.commit()
    expect(phone.locator("h1")).to_have_text("This phone’s link was revoked")

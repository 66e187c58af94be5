"""Rounds scored offline: added up on the phone, sent in order, each saved once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from werkzeug.wrappers import Request, Response

from models import Link, db
from tests.browser.actions import (
    count_hand,
    declare_out,
    enter_round,
    expect_deal,
    expect_totals,
    open_hand,
    review,
    row_of,
    tap_card,
)
from tests.browser.offline.offline_phone import (
    LONG,
    eventually,
    expect_all_sent,
    expect_banner,
    go_offline,
    go_online,
    is_cached,
    outbox_of,
    save_offline,
    score_offline,
    sit_down,
    take_back,
    update_until,
)
from tests.browser.serving import delayed
from tests.table import start

pytest.importorskip("playwright")
from playwright.sync_api import expect

from views.offline import precache

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.browser.serving import Front
    from tests.table import Table

pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


NEXT_FRAME = "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))"
LOADED = "() => performance.getEntriesByType('resource').map(({ name }) => name)"
FIRST = {"out": "Cara", "hands": {"Dilan": "8 5 5", "Anna": "2", "Bo": "7"}}  # 60, 30, 7
SECOND = {"out": "Anna", "hands": {"Bo": "=12+11", "Cara": "K", "Dilan": "9"}}  # 23, 20, 9
THIRD = {"out": "Bo", "hands": {"Cara": "4", "Dilan": "5", "Anna": "6"}}
OpenPhone = Callable[..., "Page"]


@pytest.fixture(autouse=True)
def refusals(expected_errors: list[str]) -> None:
    """Sent rounds may be refused or lost."""
    expected_errors += ("409", "422", "502")


class TestScoring:
    def test_rounds_are_added_up_and_sent_in_order_and_saved_once(
        self, phone: Page, table: Table, front: Front, axe: Callable[..., None]
    ):
        go_offline(phone)
        phone.locator(".bar a.main").tap()
        phone.locator(".deal-facts > summary").tap()
        phone.get_by_label("Who dealt").select_option(label="Cara")
        enter_round(phone, **FIRST)
        save_offline(phone, 1)
        expect_banner(phone, "Offline. 1 score waits on this phone")
        expect_totals(phone, Anna=30, Bo=7, Cara=0, Dilan=60)
        expect_deal(phone, "Round 2 of 7", cards=3, dealer="Dilan", leader="Anna")
        expect(row_of(phone, "Cara").locator("small")).to_have_text("out · waits")
        expect(row_of(phone, "Dilan").locator("small")).to_have_text("+60 · waits")
        score_offline(phone, 2, **SECOND)
        expect_banner(phone, "Offline. 2 scores wait on this phone")
        expect_totals(phone, Anna=30, Bo=30, Cara=20, Dilan=69)
        expect_deal(phone, "Round 3 of 7", cards=2, dealer="Anna", leader="Bo")
        assert [rank(phone, name) for name in ("Cara", "Anna", "Bo", "Dilan")] == ["1", "2", "2", "4"]
        axe(phone)
        phone.goto(f"{table.path}/rounds")
        expect_banner(phone, "Offline. 2 scores wait on this phone")
        expect(phone.locator("[data-strip-then]")).not_to_contain_text("table’s page")
        waits = phone.locator(".round-sheet tbody tr")
        expect(waits).to_have_text([re.compile(r"^1\s+waits"), re.compile(r"^2\s+waits")])
        expect(waits.nth(1).locator("td")).to_have_text(["out 30", "+23 30", "+20 20", "+9 69"])
        expect(phone.locator(".round-sheet tfoot b")).to_have_text(["30", "30", "20", "69"])
        axe(phone)
        assert table.numbers() == []
        requested = lose_answers(front, 2)
        go_online(phone)
        expect_all_sent(phone)
        assert len(requested) == 4
        expect(phone.locator(".round-sheet tfoot b")).to_have_text(["30", "30", "20", "69"])
        expect(phone.locator(".round-sheet", has_text="waits")).to_have_count(0)
        assert table.kinds() == ["record", "record"]
        assert table.totals() == {"Anna": 30, "Bo": 30, "Cara": 20, "Dilan": 69}
        assert table.dealers() == ["Cara", "Dilan"]

    def test_the_last_round_is_corrected_and_undone_as_if_online(self, phone: Page, table: Table):
        go_offline(phone)
        score_offline(phone, 1, **FIRST)
        phone.get_by_role("button", name="Correct").tap()
        expect(phone.locator("#round[data-live]")).to_be_attached()
        save_offline(phone, 1)  # without a difference
        assert outbox_of(phone) == [["save", 1, 0]]
        score_offline(phone, 2, **SECOND)
        phone.get_by_role("button", name="Correct").tap()
        expect(phone.locator("#round[data-live]")).to_be_attached()
        assert review(phone) == ["Anna out 0", "Bo 12+11 23", "Cara K 20", "Dilan 9 9"]
        phone.locator("[data-review] [data-open-step]", has_text="Cara").tap()
        tap_card(phone, "4")
        phone.locator("[data-next]").tap()
        save_offline(phone, 2)
        expect_totals(phone, Anna=30, Bo=30, Cara=24, Dilan=69)
        expect_banner(phone, "Offline. 3 changes wait on this phone")
        score_offline(phone, 3, **THIRD)
        phone.get_by_role("button", name="Take back").tap()
        expect(phone.locator(".toast p")).to_have_text("Round 3 is taken back")
        expect_totals(phone, Anna=30, Bo=30, Cara=24, Dilan=69)
        phone.get_by_role("button", name="Put it back").tap()
        expect(phone.locator(".toast p")).to_have_text("Round 3 waits")
        phone.get_by_role("button", name="Take back").tap()
        expect(phone.locator(".toast p")).to_have_text("Round 3 is taken back")
        phone.locator(".bar a.main").tap()  # its hands are the draft of the pad
        expect(phone.locator("#round[data-live]")).to_be_attached()
        assert len(review(phone)) == 4
        assert "not entered yet" not in " ".join(review(phone))
        phone.goto(table.path)
        go_online(phone)
        expect_all_sent(phone)
        assert table.kinds() == ["record", "record", "correct", "record", "undo"]
        assert table.totals() == {"Anna": 30, "Bo": 30, "Cara": 24, "Dilan": 69}

    def test_a_round_on_the_server_can_be_undone_too_and_the_score_sheet_follows(
        self, phone: Page, table: Table
    ):
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        phone.reload()
        expect_totals(phone, Anna=0, Bo=4, Cara=5, Dilan=6)
        eventually(lambda: last_cached(phone, f"{table.path}/rounds") == 1)
        eventually(lambda: is_cached(phone, f"{table.path}/rounds/1?anew"))
        go_offline(phone)
        totals = phone.locator(".round-sheet tfoot b")
        take_back(phone).tap()
        expect(phone.locator(".toast p")).to_have_text("Round 1 is taken back")
        phone.get_by_role("button", name="Put it back").tap()
        expect(phone.locator(".toast p")).to_have_text("Round 1 is saved")
        expect_totals(phone, Anna=0, Bo=4, Cara=5, Dilan=6)
        phone.get_by_role("button", name="Take back").tap()
        expect(phone.locator(".toast p")).to_have_text("Round 1 is taken back")
        expect_totals(phone, Anna=0, Bo=0, Cara=0, Dilan=0)
        phone.goto(f"{table.path}/rounds")
        expect(totals).to_have_text(["0", "0", "0", "0"])
        expect(phone.locator(".round-sheet tbody tr")).to_have_count(0)
        phone.goto(table.path)
        score_offline(phone, 1, **FIRST)
        phone.get_by_role("button", name="Correct").tap()
        expect(phone.locator("#round[data-live]")).to_be_attached()
        assert review(phone) == ["Anna 2 30", "Bo 7 7", "Cara out 0", "Dilan 8, 5 ×2 60"]
        save_offline(phone, 1)
        go_online(phone)
        expect_all_sent(phone)
        assert table.kinds() == ["record", "undo", "record"]
        assert table.totals() == {"Anna": 30, "Bo": 7, "Cara": 0, "Dilan": 60}

    def test_the_score_sheet_names_leader_distances_and_progress_as_the_server_will(
        self, phone: Page, table: Table
    ):
        """The leader of the saved round is not that of all rounds."""
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        phone.reload()
        eventually(lambda: last_cached(phone, f"{table.path}/rounds") == 1)
        go_offline(phone)
        score_offline(phone, 2, **FIRST)
        score_offline(phone, 3, **SECOND)
        phone.goto(f"{table.path}/rounds")
        expect(phone.locator(".round-sheet tfoot b")).to_have_text(["30", "34", "25", "75"])
        offline = leaders_on(phone)
        assert offline["below"] == ["+5", "+9", "leads", "+50"]
        assert "Round 4 of" in offline["subtitle"]
        go_online(phone)
        expect_all_sent(phone)
        phone.goto(f"{table.path}/rounds")
        expect(phone.locator("[data-round] small", has_text="waits")).to_have_count(0)
        assert leaders_on(phone) == offline

    @pytest.mark.table("vandatta", "Anna Bo Cara Dilan", rounds=2)
    def test_the_score_sheet_names_the_winner_after_the_last_round(self, phone: Page, table: Table):
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        phone.reload()
        eventually(lambda: last_cached(phone, f"{table.path}/rounds") == 1)
        go_offline(phone)
        score_offline(phone, 2, **FIRST)
        phone.goto(f"{table.path}/rounds")
        expect(phone.locator(".round-sheet tfoot td.leads small").first).to_have_text("won")
        offline = leaders_on(phone)
        go_online(phone)
        expect_all_sent(phone)
        phone.goto(f"{table.path}/rounds")
        expect(phone.locator(".round-sheet tfoot td.leads small").first).to_have_text("won")
        assert {**leaders_on(phone), "subtitle": ""} == {**offline, "subtitle": ""}

    def test_an_open_page_is_cached_as_last_seen_and_two_taps_undo_one_round(self, phone: Page, table: Table):
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6", "Anna out, Bo 4, Cara 5, Dilan 6")
        expect_totals(phone, Anna=0, Bo=8, Cara=10, Dilan=12)
        eventually(lambda: last_cached(phone, table.path) == 2)
        go_offline(phone)
        expect(phone.locator(".toast p")).to_have_text("Round 2 is saved")
        take_back(phone).evaluate("(button) => [button.click(), button.click()]")
        expect_totals(phone, Anna=0, Bo=4, Cara=5, Dilan=6)
        score_offline(phone, 2, **THIRD)
        expect_totals(phone, Anna=6, Bo=4, Cara=9, Dilan=11)
        go_online(phone)
        expect_all_sent(phone)
        assert table.kinds() == ["record", "record", "undo", "record"]

    def test_the_keys_for_typed_points_are_loaded_from_the_cache_once_they_are_needed(self, phone: Page):
        go_offline(phone)
        phone.locator(".bar a.main").tap()
        declare_out(phone, "Cara")
        expect(open_hand(phone).locator("[data-key]").first).to_be_visible()
        assert not any("typed-keys" in address for address in phone.evaluate(LOADED))
        phone.locator("[data-type]").tap()
        for digit in "60":
            open_hand(phone).locator(f"[data-digit='{digit}']").tap()
        expect(open_hand(phone).locator(".sum")).to_have_text("60")
        assert any("typed-keys" in address for address in phone.evaluate(LOADED))

    def test_a_half_entered_pad_continues_after_an_update(
        self, new_phone: Page, table: Table, monkeypatch: pytest.MonkeyPatch
    ):
        phone = new_phone
        phone.locator(".bar a.main").tap()
        expect(phone.locator("#round[data-live]")).to_be_attached()
        declare_out(phone, "Cara")
        count_hand(phone, "8")
        phone.evaluate("document.documentElement.dataset.same = 'yes'")
        monkeypatch.setattr(precache, "_version_of", lambda _folder: "another")
        update_until(
            phone, lambda: sorted(phone.evaluate("() => caches.keys()")) == ["files-another", "pages"]
        )
        expect(phone.locator("html[data-same]")).to_be_attached()
        expect(open_hand(phone).locator(".sum")).to_have_text("50")
        go_offline(phone)
        phone.goto(table.path)
        expect_banner(phone, "Offline")
        phone.get_by_role("link", name="Go on with the half-entered round 1").tap()
        expect(open_hand(phone).locator(".sum")).to_have_text("50")

    def test_the_pad_asks_for_a_cut(self, open_caching_phone: OpenPhone, app: Flask):
        table = start(app, "swedish_pursuit", "Anna Bo Cara", rounds=2).plays(*["Anna out, Bo 4, Cara 5"] * 4)
        phone = open_caching_phone()
        sit_down(phone, table)
        go_offline(phone)
        hands = {"Cara": "7", "Anna": "7"}
        phone.locator(".bar a.main").tap()
        enter_round(phone, out="Bo", hands=hands)
        phone.locator("[data-save]").tap()
        expect(phone.locator(".dealer")).to_have_text("Cut for the deal")
        phone.locator(".bar a.main").tap()
        declare_out(phone, "Bo")
        expect(phone.locator("[data-notice]")).to_have_text("Who dealt? Choose the dealer first.")
        phone.get_by_label("Who dealt").select_option(label="Cara")
        phone.locator("[data-next]").tap()
        for held in hands.values():
            count_hand(phone, held)
            phone.locator("[data-next]").tap()
        phone.locator("[data-save]").tap()
        expect(phone.locator(".dealer")).to_have_text("Anna deals")
        go_online(phone)
        expect_all_sent(phone)
        assert table.dealers()[-1] == "Cara"
        cara = str(table.seat_id("Cara"))
        with table.seen() as session:
            assert str(session.sheet.first_dealers[1]) == cara


def leaders_on(phone: Page) -> dict[str, object]:
    """Of a score sheet: the subtitle, the notes below the totals, and the marked columns by row."""
    rows = phone.locator(".round-sheet :is(thead tr, [data-round], tfoot tr)")
    return {
        "subtitle": phone.locator(".top p").inner_text(),
        "below": phone.locator(".round-sheet tfoot td small").all_inner_texts(),
        "marked": rows.evaluate_all(
            "rows => rows.map(({ cells }) => [...cells].map((each) => each.classList.contains('leads')))"
        ),
    }


class TestSeveralPhones:
    def test_different_rounds_are_reviewed_one_after_the_other(
        self, phone: Page, table: Table, axe: Callable[..., None]
    ):
        go_offline(phone)
        for number, round_ in enumerate((FIRST, SECOND, THIRD), 1):
            score_offline(phone, number, **round_)
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6", "Bo out, Anna 4, Cara 5, Dilan 6")
        go_online(phone)
        expect_banner(phone, "Round 1 is not saved yet")
        assert len(outbox_of(phone)) == 3
        axe(phone)
        phone.get_by_role("button", name="Look").tap()
        expect(phone.locator("h1")).to_have_text("Two phones, two versions")
        phone.get_by_role("button", name="Use mine instead").tap()
        expect(phone.locator("#board")).to_be_attached()
        expect_banner(phone, "Round 2 is not saved yet")
        phone.get_by_role("button", name="Look").tap()
        phone.get_by_role("link", name="Keep what is saved").tap()
        expect(phone.locator("#board")).to_be_attached()
        expect_all_sent(phone)
        assert table.kinds() == ["record", "record", "correct", "record"]
        assert table.totals() == {"Anna": 30 + 4 + 6, "Bo": 7, "Cara": 5 + 4, "Dilan": 60 + 6 + 5}

    def test_a_round_corrected_here_gives_one_question(self, phone: Page, table: Table):
        go_offline(phone)
        score_offline(phone, 1, **FIRST)
        for name, mended in (("Dilan", True), ("Bo", True), ("Anna", False)):
            phone.get_by_role("button", name="Correct").tap()
            expect(phone.locator("#round[data-live]")).to_be_attached()
            review(phone)
            phone.locator("[data-review] [data-open-step]", has_text=name).tap()
            tap_card(phone, "4")
            phone.locator("[data-next]").tap()
            save_offline(phone, 1)
            if not mended:
                phone.get_by_role("button", name="Take back").tap()
        expect_totals(phone, Anna=30, Bo=11, Cara=0, Dilan=64)
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        go_online(phone)
        expect_banner(phone, "Round 1 is not saved yet")
        assert len(outbox_of(phone)) == 1
        phone.get_by_role("button", name="Look").tap()
        phone.get_by_role("button", name="Use mine instead").tap()
        expect_all_sent(phone)
        assert table.kinds() == ["record", "correct"]
        assert table.totals() == {"Anna": 30, "Bo": 11, "Cara": 0, "Dilan": 64}

    def test_a_refusal_is_shown_by_the_page_from_the_server_and_discarded_by_two_taps(
        self, phone: Page, front: Front, table: Table
    ):
        """On the page before it a tap on “Look” would have no effect once that page arrives."""
        go_offline(phone)
        score_offline(phone, 1, **FIRST)
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        phone.evaluate(
            """() => {
                const look = document.querySelector("[data-strip-look]");
                new MutationObserver(() => look.hidden || localStorage.setItem("too-soon", "1"))
                    .observe(look, { attributes: true });
            }"""
        )
        with delayed(
            front, lambda requested: requested.path == table.path and "X-Keep" not in requested.headers
        ) as is_asked:
            go_online(phone)
            assert is_asked.wait(LONG / 1000)
            phone.evaluate(NEXT_FRAME)
        expect_banner(phone, "Round 1 is not saved yet")
        expect(phone.locator("html:not([data-kept])")).to_be_attached()
        assert phone.evaluate("() => localStorage.getItem('too-soon')") is None
        phone.get_by_role("button", name="Throw away").tap()
        assert len(outbox_of(phone)) == 1
        phone.get_by_role("button", name="Really throw away").tap()
        expect(phone.locator("[data-strip]")).to_be_hidden()
        assert outbox_of(phone) == []
        assert table.kinds() == ["record"]

    def test_questions_are_shown_and_entries_of_a_revoked_link_wait_for_a_new_one(
        self, phone: Page, table: Table
    ):
        go_offline(phone)
        score_offline(phone, 1, out="Cara", hands={"Dilan": "=1", "Anna": "2", "Bo": "7"})
        go_online(phone)
        expect_banner(phone, "Round 1 is not saved yet")
        phone.get_by_role("button", name="Look").tap()
        expect(phone.locator("[data-warnings]")).to_be_visible()
        phone.locator("[data-save]").tap()
        expect_all_sent(phone)
        assert table.totals() == {"Anna": 30, "Bo": 7, "Cara": 0, "Dilan": 1}
        go_offline(phone)
        score_offline(phone, 2, **SECOND)
        new = table.link("scorer")
        revoke_all_but(table, new)
        go_online(phone)
        expect_banner(phone, "This phone can save nothing there any more")
        assert len(outbox_of(phone)) == 1
        phone.goto(new)
        phone.goto(table.path)
        expect_all_sent(phone)
        assert table.totals() == {"Anna": 30, "Bo": 30, "Cara": 20, "Dilan": 10}


def last_cached(phone: Page, path: str) -> int:
    """The number of rounds on a cached page, of the table or its score sheet."""
    script = """
    async (path) => {
      const page = await caches.match(path, { ignoreVary: true });
      const text = new DOMParser().parseFromString(await page.text(), "text/html");
      const { sheet, waitingSheet } = text.querySelector("[data-sheet], [data-waiting-sheet]").dataset;
      return JSON.parse(sheet ?? waitingSheet).rounds.length;
    }
    """
    return int(phone.evaluate(script, path))


def lose_answers(front: Front, count: int) -> list[str]:
    """Answer 503 this many times although the request was saved; lists the requests."""
    requested: list[str] = []

    def lose(request: Request, response: Response) -> Response:
        if "X-Outbox" not in request.headers:
            return response
        requested.append(request.path)
        return Response(status=502) if len(requested) <= count else response

    front.after.append(lose)
    return requested


def rank(phone: Page, name: str) -> str:
    return row_of(phone, name).locator(".rank").inner_text().split()[-1]


def revoke_all_but(table: Table, link: str) -> None:
    """Revoke every other link of the group."""
    secret = link.rpartition("/")[2]
    with table.open() as session:
        own = Link.opened_by(secret)
        for each in db.session.scalars(db.select(Link).where(Link.group_id == session.group_id)):
            if each is not own:
                each.revoked_at = table.clock.now()

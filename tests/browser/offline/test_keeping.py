"""Everything is kept though an answer got lost, a page came by another way, or the files were exchanged."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from flask import Response, request

from tests.browser.evening import expect_totals
from tests.browser.offline.without_network import (
    LONG,
    begin_to_keep,
    come_back,
    eventually,
    expect_all_sent,
    expect_strip,
    go_offline,
    kept_by,
    score_alone,
    sit_down,
    wait_until_kept,
)
from views.offline import keeping, offline

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

    from tests.browser.offline.conftest import Take
    from tests.table import Table

FILES = """
async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("files-"));
  const files = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  return Object.fromEntries(names.map((name, place) => [name, files[place]]));
}
"""
A_MOMENT = 1.5  # seconds, less than a phone waits before it asks again
ROUND = {"out": "Cara", "hands": {"Dilan": "8 5 5", "Anna": "2", "Bo": "7"}}


class TestAnswersThatGetLost:
    @pytest.mark.parametrize("what", ["/rounds/3", "/rules/derange", "/static/js/tally-pad.js", ""])
    def test_what_was_lost_is_asked_for_again(
        self, take: Take, live_app: Flask, table: Table, what: str, expected_errors: list[str]
    ):
        expected_errors.append("503")
        path = what if what.startswith(("/rules", "/static")) else table.path + what
        asked = lose_at_first(live_app, path)
        phone = take()
        sit_down(phone, table)
        pads = [f"{table.path}/rounds/{number}" for number in range(1, 8)]
        wait_until_kept(phone, table.path, *pads, "/rules/derange")
        assert len(asked) > 1
        go_offline(phone)
        score_alone(phone, 1, **ROUND)
        come_back(phone)
        expect_all_sent(phone)

    def test_files_that_a_proxy_does_not_hand_on_are_taken_from_the_phone(
        self, phone: Page, live_app: Flask, table: Table, expected_errors: list[str]
    ):
        expected_errors.append("502")
        lose_all(live_app, "/static/")
        phone.context.new_cdp_session(phone).send("Network.setCacheDisabled", {"cacheDisabled": True})
        phone.goto(f"{table.path}/rounds/1")
        expect(phone.locator("form[data-number='1'][data-live]")).to_be_attached()


class TestSlowConnections:
    def test_a_page_that_came_late_is_kept(self, phone: Page, live_app: Flask):
        answer_late(live_app, "/rules/vatikan")
        phone.goto("/rules/vatikan")
        expect(phone.locator("h1")).to_have_text("Vatikan")
        wait_until_kept(phone, "/rules/vatikan")

    def test_a_file_that_comes_late_comes(self, phone: Page, live_app: Flask):
        answer_late(live_app, "/static/js/seat-row.js")
        phone.goto("/new/derange")
        expect(phone.locator("[data-grip]").first).to_be_visible()


class TestPagesByAnotherWay:
    def test_a_page_that_was_under_way_when_the_worker_came_is_kept(self, phone: Page, live_app: Flask):
        late = phone.context.new_page()
        with held_up(live_app, "/static/js/without-network.js"):
            go_around_the_worker(late, "/rules/vatikan")
            expect(late.locator("h1")).to_have_text("Vatikan")
            phone.evaluate("navigator.serviceWorker.controller.postMessage({ keep: '/rules' })")
            begin_to_keep(late)
            assert "/rules/vatikan" not in kept_by(phone)
        wait_until_kept(phone, "/rules/vatikan")


class TestNewFiles:
    def test_an_update_keeps_what_is_kept_with_the_new_files(
        self, phone: Page, table: Table, monkeypatch: pytest.MonkeyPatch
    ):
        (before,) = phone.evaluate(FILES)
        for module in (keeping, offline):
            monkeypatch.setattr(module, "version_of_files", lambda: "another")
        phone.reload()
        eventually(lambda: list(phone.evaluate(FILES)) == ["files-another"])
        assert before != "files-another"
        wait_until_kept(phone, table.path, f"{table.path}/rounds/7")
        go_offline(phone)
        phone.reload()
        expect_strip(phone, "Offline")
        score_alone(phone, 1, **ROUND)
        expect_totals(phone, Anna=30, Bo=7, Cara=0, Dilan=60)

    def test_an_update_in_mid_round_leaves_the_pad_as_it_is(
        self, phone: Page, table: Table, monkeypatch: pytest.MonkeyPatch
    ):
        phone.goto(f"{table.path}/rounds/1")
        expect(phone.locator("form[data-live]")).to_be_attached()
        phone.evaluate("document.documentElement.dataset.same = 'yes'")
        for module in (keeping, offline):
            monkeypatch.setattr(module, "version_of_files", lambda: "another")
        phone.evaluate("navigator.serviceWorker.getRegistration().then((had) => had.update())")
        eventually(lambda: list(phone.evaluate(FILES)) == ["files-another"])
        expect(phone.locator("html[data-same]")).to_be_attached()


def lose_at_first(app: Flask, path: str) -> list[float]:
    """For a moment no answer from this path arrives at a phone that keeps pages; when it was asked for."""
    asked: list[float] = []

    def lose(response: Response) -> Response:
        if request.path != path or not ("X-Keep" in request.headers or path.startswith("/static/")):
            return response
        asked.append(time.monotonic())
        return response if asked[-1] - asked[0] > A_MOMENT else Response(status=503)

    app.after_request_funcs.setdefault(None, []).append(lose)
    return asked


def go_around_the_worker(page: Page, path: str) -> None:
    page.goto("/nights")
    page.evaluate("(path) => history.replaceState(null, '', path)", path)
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})


def answer_late(app: Flask, path: str) -> None:
    """Later than the phone waits before it shows what it keeps."""
    app.before_request_funcs.setdefault(None, []).insert(
        0, lambda: time.sleep(5) if request.path == path and "X-Keep" not in request.headers else None
    )


def lose_all(app: Flask, folder: str) -> None:
    def lose(response: Response) -> Response:
        return Response(status=502) if request.path.startswith(folder) else response

    app.after_request_funcs.setdefault(None, []).append(lose)


@contextmanager
def held_up(app: Flask, path: str) -> Iterator[None]:
    """Whoever asks for this path waits until the end."""
    over = threading.Event()

    def wait() -> None:
        if request.path == path:
            over.wait(LONG / 1000)

    app.before_request_funcs.setdefault(None, []).insert(0, wait)
    try:
        yield
    finally:
        over.set()

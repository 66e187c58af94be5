"""Everything is kept though an answer got lost, a page came by another way, or the files were exchanged."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

import pytest
from werkzeug.wrappers import Request, Response

from tests.browser.evening import expect_totals
from tests.browser.offline.without_network import (
    begin_to_keep,
    come_back,
    expect_all_sent,
    expect_strip,
    go_offline,
    kept_by,
    score_alone,
    sit_down,
    update_until,
    wait_until_all_is_kept,
    wait_until_kept,
)
from tests.browser.serving import held_up
from views.operations.assets import MOVED

pytest.importorskip("playwright")
from playwright.sync_api import expect

from views.offline import precache

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.offline.conftest import Take
    from tests.browser.serving import Front
    from tests.table import Table

pytestmark = pytest.mark.table("derange", "Anna Bo Cara Dilan", mode="short")


FILES = """
async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith("files-"));
  const files = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  return Object.fromEntries(names.map((name, place) => [name, files[place]]));
}
"""
MODULE = "/js/offline/without-network.js"
ROUND = {"out": "Cara", "hands": {"Dilan": "8 5 5", "Anna": "2", "Bo": "7"}}


class TestAnswersThatGetLost:
    def test_what_was_lost_is_asked_for_again(
        self, take: Take, front: Front, table: Table, expected_errors: list[str]
    ):
        expected_errors.append("503")
        modules = ["/static/js/pad/tally-pad.js", "/static/js/offline/board.js"]
        lost = [f"{table.path}/rounds/3", "/rules/derange", *modules, table.path]
        asked = lose_first_answers(front, lost)
        phone = take()
        sit_down(phone, table)
        pads = [f"{table.path}/rounds/{number}" for number in range(1, 8)]
        wait_until_kept(phone, table.path, *pads, "/rules/derange")
        assert {path for path in lost if asked[path] > 1} == set(lost)
        go_offline(phone)
        score_alone(phone, 1, **ROUND)
        come_back(phone)
        expect_all_sent(phone)

    def test_files_that_a_proxy_does_not_hand_on_are_taken_from_the_phone(
        self, phone: Page, front: Front, table: Table, expected_errors: list[str]
    ):
        expected_errors.append("502")
        lose_all(front, "/static/")
        phone.context.new_cdp_session(phone).send("Network.setCacheDisabled", {"cacheDisabled": True})
        phone.goto(f"{table.path}/rounds/1")
        expect(phone.locator("form[data-number='1'][data-live]")).to_be_attached()


class TestSlowConnections:
    @pytest.fixture
    def impatient_phone(self, front: Front, request: pytest.FixtureRequest) -> Page:
        """One whose worker waits for no answer before it looks for what it keeps: each comes late."""
        front.in_script("/static/js/offline/service-worker.js", "TIMEOUT = 4000;", "TIMEOUT = 0;")
        return cast("Page", request.getfixturevalue("phone"))

    def test_a_page_that_came_late_is_kept_and_a_file_comes(self, impatient_phone: Page):
        phone = impatient_phone
        phone.goto("/rules/vatikan")
        expect(phone.locator("h1")).to_have_text("Vatikan")
        wait_until_kept(phone, "/rules/vatikan")
        phone.goto("/new/derange")
        expect(phone.locator("[data-grip]").first).to_be_visible()


class TestPagesByAnotherWay:
    def test_a_page_that_was_under_way_when_the_worker_came_is_kept(self, phone: Page, front: Front):
        late = phone.context.new_page()
        with (
            late.expect_request_finished(lambda asked: asked.url.endswith(MODULE)),
            held_up(front, lambda asked: asked.path.endswith(MODULE)),
        ):
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
        wait_until_all_is_kept(phone)
        (before,) = phone.evaluate(FILES)
        monkeypatch.setattr(precache, "files_version", lambda: "another")
        phone.goto("/rules")  # a page that asks for nothing: the old worker ends when it has nothing to do
        update_until(phone, lambda: list(phone.evaluate(FILES)) == ["files-another"])
        assert before != "files-another"
        wait_until_kept(phone, table.path, f"{table.path}/rounds/7")
        go_offline(phone)
        phone.goto(table.path)
        expect_strip(phone, "Offline")
        score_alone(phone, 1, **ROUND)
        expect_totals(phone, Anna=30, Bo=7, Cara=0, Dilan=60)

    def test_pages_from_before_modules_moved_are_kept_whole(self, take: Take, front: Front, table: Table):
        front.after.append(with_former_addresses)
        phone = take()
        sit_down(phone, table)
        go_offline(phone)
        phone.goto(table.path)
        assert "/static/js/follow-table.js" in phone.content()
        score_alone(phone, 1, **ROUND)
        expect_totals(phone, Anna=30, Bo=7, Cara=0, Dilan=60)


def with_former_addresses(_request: Request, response: Response) -> Response:
    if response.mimetype == "text/html":
        html = response.get_data(as_text=True)
        for old, new in MOVED.items():
            html = html.replace(f"/static/{new}", f"/static/{old}")
        response.set_data(html)
    return response


def lose_first_answers(front: Front, paths: list[str]) -> Counter[str]:
    """Lose the first answer from each path to a phone that keeps pages; how often each was asked for."""
    asked: Counter[str] = Counter()

    def lose(request: Request, response: Response) -> Response:
        path = request.path
        if path not in paths or not ("X-Keep" in request.headers or path.startswith("/static/")):
            return response
        asked[path] += 1
        return Response(status=503) if asked[path] == 1 else response

    front.after.append(lose)
    return asked


def go_around_the_worker(page: Page, path: str) -> None:
    page.goto("/nights")
    page.evaluate("(path) => history.replaceState(null, '', path)", path)
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})


def lose_all(front: Front, folder: str) -> None:
    def lose(request: Request, response: Response) -> Response:
        return Response(status=502) if request.path.startswith(folder) else response

    front.after.append(lose)

"""Caching is complete in spite of lost responses, pages loaded without the worker, and updated files."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

import pytest
from werkzeug.wrappers import Request, Response

from tests.browser.actions import expect_totals
from tests.browser.offline.offline_phone import (
    AHEAD,
    cached_paths,
    expect_all_sent,
    expect_banner,
    go_offline,
    go_online,
    score_offline,
    sit_down,
    start_caching,
    update_until,
    wait_until_all_is_cached,
    wait_until_cached,
)
from tests.browser.serving import delayed
from views.operations.assets import MOVED

pytest.importorskip("playwright")
from playwright.sync_api import expect

from views.offline import precache

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.offline.conftest import OpenPhone
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


@pytest.fixture
def open_caching_phone(open_new_caching_phone: OpenPhone) -> OpenPhone:
    """Every test of this file installs the worker, or changes it."""
    return open_new_caching_phone


class TestLostResponses:
    def test_a_lost_response_is_requested_again(
        self, open_caching_phone: OpenPhone, front: Front, table: Table, expected_errors: list[str]
    ):
        expected_errors.append("503")
        modules = ["/static/js/pad/tally-pad.js", "/static/js/offline/board.js"]
        lost = [f"{table.path}/rounds/3", "/rules/derange", *modules, table.path]
        requested = lose_first_answers(front, lost)
        phone = open_caching_phone()
        sit_down(phone, table)
        pads = [f"{table.path}/rounds/{number}" for number in range(1, AHEAD + 1)]
        wait_until_cached(phone, table.path, *pads, "/rules/derange")
        assert {path for path in lost if requested[path] > 1} == set(lost)
        go_offline(phone)
        score_offline(phone, 1, **ROUND)
        go_online(phone)
        expect_all_sent(phone)

    def test_files_blocked_by_a_proxy_are_copied_from_the_browsers_cache(
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
        """A phone whose worker waits for no response before it reads its cache: every response is late."""
        front.in_script("/static/js/offline/service-worker.js", "TIMEOUT = 4000;", "TIMEOUT = 0;")
        return cast("Page", request.getfixturevalue("phone"))

    def test_a_late_page_is_cached_and_a_file_is_served(self, impatient_phone: Page):
        phone = impatient_phone
        phone.goto("/rules/vatikan")
        expect(phone.locator("h1")).to_have_text("Vatikan")
        wait_until_cached(phone, "/rules/vatikan")
        phone.goto("/new/derange")
        expect(phone.locator("[data-grip]").first).to_be_visible()


class TestPagesLoadedWithoutTheWorker:
    def test_a_page_requested_before_the_worker_was_active_is_cached(self, phone: Page, front: Front):
        late = phone.context.new_page()
        with (
            late.expect_request_finished(lambda requested: requested.url.endswith(MODULE)),
            delayed(front, lambda requested: requested.path.endswith(MODULE)),
        ):
            load_without_the_worker(late, "/rules/vatikan")
            expect(late.locator("h1")).to_have_text("Vatikan")
            phone.evaluate("navigator.serviceWorker.controller.postMessage({ keep: '/rules' })")
            start_caching(late)
            assert "/rules/vatikan" not in cached_paths(phone)
        wait_until_cached(phone, "/rules/vatikan")


class TestUpdates:
    def test_an_update_keeps_cached_pages_with_the_new_files(
        self, phone: Page, table: Table, monkeypatch: pytest.MonkeyPatch
    ):
        wait_until_all_is_cached(phone)
        (before,) = phone.evaluate(FILES)
        monkeypatch.setattr(precache, "files_version", lambda: "another")
        phone.goto("/rules")  # a page without requests: the old worker stops when it is idle
        update_until(phone, lambda: list(phone.evaluate(FILES)) == ["files-another"])
        assert before != "files-another"
        wait_until_cached(phone, table.path, f"{table.path}/rounds/{AHEAD}")
        go_offline(phone)
        phone.goto(table.path)
        expect_banner(phone, "Offline")
        score_offline(phone, 1, **ROUND)
        expect_totals(phone, Anna=30, Bo=7, Cara=0, Dilan=60)

    def test_pages_from_before_modules_moved_are_cached_completely(
        self, open_caching_phone: OpenPhone, front: Front, table: Table
    ):
        front.after.append(with_former_addresses)
        phone = open_caching_phone()
        sit_down(phone, table)
        go_offline(phone)
        phone.goto(table.path)
        assert "/static/js/follow-table.js" in phone.content()
        score_offline(phone, 1, **ROUND)
        expect_totals(phone, Anna=30, Bo=7, Cara=0, Dilan=60)


def with_former_addresses(_request: Request, response: Response) -> Response:
    if response.mimetype == "text/html":
        html = response.get_data(as_text=True)
        for old, new in MOVED.items():
            html = html.replace(f"/static/{new}", f"/static/{old}")
        response.set_data(html)
    return response


def lose_first_answers(front: Front, paths: list[str]) -> Counter[str]:
    """Lose the first response from each path to a phone that caches pages; counts the requests."""
    requested: Counter[str] = Counter()

    def lose(request: Request, response: Response) -> Response:
        path = request.path
        if path not in paths or not ("X-Keep" in request.headers or path.startswith("/static/")):
            return response
        requested[path] += 1
        return Response(status=503) if requested[path] == 1 else response

    front.after.append(lose)
    return requested


def load_without_the_worker(page: Page, path: str) -> None:
    page.goto("/nights")
    page.evaluate("(path) => history.replaceState(null, '', path)", path)
    page.context.new_cdp_session(page).send("Page.reload", {"ignoreCache": True})


def lose_all(front: Front, folder: str) -> None:
    def lose(request: Request, response: Response) -> Response:
        return Response(status=502) if request.path.startswith(folder) else response

    front.after.append(lose)

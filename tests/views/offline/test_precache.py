"""Pages that a phone stores for use without a network."""

import re

import pytest

from tests.phone import Phone
from tests.table import start
from views.offline import precache

pytestmark = [pytest.mark.table(plays=["Anna out, Bo 4, Cara 5"], mode="short"), pytest.mark.phone("scorer")]


def precache_of(phone, path):
    """Versions of the listed pages by their address."""
    listed = phone.get(path).select("[data-keep]")[0]["data-keep"].split(" ")
    return dict(zip(listed[::2], listed[1::2], strict=True))


def pads(pages):
    return {address: mark for address, mark in pages.items() if re.search(r"/rounds/\d+$", address)}


class TestList:
    def test_the_pads_of_all_next_rounds_and_of_the_last_one(self, phone, table):
        assert sorted(pads(precache_of(phone, table.path))) == [
            f"{table.path}/rounds/{n}" for n in range(1, 8)
        ]

    @pytest.mark.parametrize("game", [("vatikan", {"first_to": 500}), ("vandatta_pagat", {"rounds": 99})])
    def test_the_number_of_pads_is_limited_for_long_or_open_ended_games(self, app, game):
        variant, options = game
        table = start(app, variant, "Anna Bo Cara", **options)
        phone = Phone(app)
        phone.open_link(table.link("scorer"))
        pages = pads(precache_of(phone, table.path))
        assert len(pages) == 20
        assert phone.get(f"{table.path}/rounds/20").select("#round")
        phone.get(f"{table.path}/rounds/21", 404)

    @pytest.mark.parametrize("role", ["watcher", "player"])
    def test_phones_that_do_not_score_have_no_pads(self, app, table, role):
        phone = Phone(app)
        phone.open_link(table.link(role))
        assert pads(precache_of(phone, table.path)) == {}

    def test_a_saved_round_does_not_change_the_versions_of_later_pads(self, phone, table):
        before = pads(precache_of(phone, table.path))
        table.plays("Bo out, Anna 4, Cara 5")
        after = pads(precache_of(phone, table.path))
        same = {address for address, mark in after.items() if before[address] == mark}
        assert same == {f"{table.path}/rounds/{number}" for number in range(3, 8)}

    @pytest.mark.parametrize(
        "change",
        [
            lambda table: table.sits_down("Dilan"),
            lambda table: table.lets_deal("Anna"),
            lambda table: table.leaves("Bo"),
        ],
    )
    def test_another_seat_or_dealer_changes_the_versions(self, phone, table, change):
        before = pads(precache_of(phone, table.path))
        change(table)
        after = pads(precache_of(phone, table.path))
        assert not [address for address in after if before.get(address) == after[address]]

    def test_another_language_changes_the_versions(self, phone, table):
        before = precache_of(phone, table.path)
        phone.post("/language", {"csrf_token": phone.token(), "language": "sv"})
        after = precache_of(phone, table.path)
        assert not [address for address, mark in after.items() if before.get(address) == mark]

    def test_every_listed_page_may_be_stored(self, phone, table):
        for address in precache_of(phone, table.path):
            phone.get(address, X_Keep="1")
            assert phone.answer.headers["X-Keep"] == "1", address

    def test_the_page_of_a_group_lists_its_running_sessions(self, phone, table):
        assert list(precache_of(phone, table.group_path)) == [table.path]


class TestFuturePad:
    def test_it_contains_the_planned_dealer_and_hand_size(self, phone, table):
        assert phone.get(f"{table.path}/rounds/4").heading == "Score round 4"
        assert phone.value_of("hand_size") == "1"
        assert phone.value_of("dealer") == str(table.seat_id("Anna"))

    def test_after_a_cut_it_asks_for_the_dealer(self, app):
        table = start(app, "swedish_pursuit", "Anna Bo Cara", rounds=2).plays(*["Anna out, Bo 4, Cara 5"] * 5)
        phone = Phone(app)
        phone.open_link(table.link("scorer"))
        phone.get(f"{table.path}/rounds/6", X_Keep="1")
        assert phone.value_of("dealer") == ""
        phone.get(f"{table.path}/rounds/6")
        assert phone.path.endswith("/deal/cut")

    def test_the_last_round_also_has_an_empty_pad_for_use_after_an_offline_undo(self, phone, table):
        empty = f"{table.path}/rounds/1?anew"
        assert empty in precache_of(phone, table.path)
        page = phone.get(empty)
        assert page.heading == "Score round 1"
        assert page.select("#round")[0]["data-draft"].endswith("/1/new")
        assert not page.select("input[name=out][checked]")
        assert phone.get(empty.removesuffix("?anew")).heading == "Correct round 1"


class TestPrefetch:
    def test_a_response_sets_no_cookie_and_keeps_flash_messages(self, phone, table):
        data = {"csrf_token": phone.token()}
        phone.client.post(f"{table.path}/deal/misdeal", data=data, headers=phone.headers)
        phone.get(table.group_path, X_Keep="1")
        assert "Set-Cookie" not in phone.answer.headers
        assert phone.get(table.path).flashes == ["Misdeal. Bo deals again."]

    def test_a_prefetched_page_does_not_change_the_current_group(self, app, phone, table):
        other = start(app, "derange", "Anna Bo")
        phone.open_link(other.link("scorer"))
        phone.get(other.path)
        phone.get(table.path, X_Keep="1")
        phone.get("/")
        assert phone.path == other.group_path


def test_the_service_worker_changes_with_every_static_file(phone, monkeypatch):
    phone.get("/service-worker.js")
    assert phone.answer.mimetype == "text/javascript"
    first = phone.answer.get_data(as_text=True)
    monkeypatch.setattr(precache, "_version_of", lambda _folder: "another")
    phone.get("/service-worker.js")
    assert phone.answer.get_data(as_text=True) != first

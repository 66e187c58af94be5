"""What a phone keeps for the time without a network, and what it may not bring along."""

import re

import pytest

from tests.phone import Phone
from tests.table import start
from views.offline import precache

pytestmark = [pytest.mark.table(plays=["Anna out, Bo 4, Cara 5"], mode="short"), pytest.mark.phone("scorer")]


def kept_with(phone, path):
    """Address → mark."""
    listed = phone.get(path).select("[data-keep]")[0]["data-keep"].split(" ")
    return dict(zip(listed[::2], listed[1::2], strict=True))


def pads(kept):
    return {address: mark for address, mark in kept.items() if re.search(r"/rounds/\d+$", address)}


class TestWhatIsNamed:
    def test_the_pads_of_all_rounds_to_come_and_of_the_last_one(self, phone, table):
        assert sorted(pads(kept_with(phone, table.path))) == [f"{table.path}/rounds/{n}" for n in range(1, 8)]

    @pytest.mark.parametrize("game", [("vatikan", {"first_to": 500}), ("vandatta_pagat", {"rounds": 99})])
    def test_so_many_where_the_end_is_far_or_open(self, app, game):
        variant, options = game
        table = start(app, variant, "Anna Bo Cara", **options)
        phone = Phone(app)
        phone.open_link(table.link("scorer"))
        kept = pads(kept_with(phone, table.path))
        assert len(kept) == 20
        assert phone.get(f"{table.path}/rounds/20").select("#round")
        phone.get(f"{table.path}/rounds/21", 404)

    @pytest.mark.parametrize("role", ["watcher", "player"])
    def test_no_pad_for_whoever_keeps_no_score(self, app, table, role):
        phone = Phone(app)
        phone.open_link(table.link(role))
        assert pads(kept_with(phone, table.path)) == {}

    def test_a_saved_round_changes_the_mark_of_no_pad_that_is_to_come(self, phone, table):
        before = pads(kept_with(phone, table.path))
        table.plays("Bo out, Anna 4, Cara 5")
        after = pads(kept_with(phone, table.path))
        same = {address for address, mark in after.items() if before[address] == mark}
        assert same == {f"{table.path}/rounds/{number}" for number in range(3, 8)}

    @pytest.mark.parametrize(
        "happens",
        [
            lambda table: table.sits_down("Dilan"),
            lambda table: table.lets_deal("Anna"),
            lambda table: table.leaves("Bo"),
        ],
    )
    def test_another_seat_or_dealer_changes_the_marks(self, phone, table, happens):
        before = pads(kept_with(phone, table.path))
        happens(table)
        after = pads(kept_with(phone, table.path))
        assert not [address for address in after if before.get(address) == after[address]]

    def test_another_language_does(self, phone, table):
        before = kept_with(phone, table.path)
        phone.post("/language", {"csrf_token": phone.token(), "language": "sv"})
        after = kept_with(phone, table.path)
        assert not [address for address, mark in after.items() if before.get(address) == mark]

    def test_every_one_of_them_may_be_kept(self, phone, table):
        for address in kept_with(phone, table.path):
            phone.get(address, X_Keep="1")
            assert phone.answer.headers["X-Keep"] == "1", address

    def test_the_home_of_a_group_names_the_tables_at_which_somebody_plays(self, phone, table):
        assert list(kept_with(phone, table.group_path)) == [table.path]


class TestAPadForLater:
    def test_it_says_who_will_deal_how_many(self, phone, table):
        assert phone.get(f"{table.path}/rounds/4").heading == "Score round 4"
        assert phone.value_of("hand_size") == "1"
        assert phone.value_of("dealer") == str(table.seat_id("Anna"))

    def test_after_a_cut_it_asks_who_dealt(self, app):
        table = start(app, "swedish_pursuit", "Anna Bo Cara", rounds=2).plays(*["Anna out, Bo 4, Cara 5"] * 5)
        phone = Phone(app)
        phone.open_link(table.link("scorer"))
        phone.get(f"{table.path}/rounds/6", X_Keep="1")
        assert phone.value_of("dealer") == ""
        phone.get(f"{table.path}/rounds/6")
        assert phone.path.endswith("/deal/cut")

    def test_the_last_round_has_an_empty_one_too_for_when_it_is_taken_back_without_a_network(
        self, phone, table
    ):
        empty = f"{table.path}/rounds/1?anew"
        assert empty in kept_with(phone, table.path)
        page = phone.get(empty)
        assert page.heading == "Score round 1"
        assert page.select("#round")[0]["data-draft"].endswith("/1/new")
        assert not page.select("input[name=out][checked]")
        assert phone.get(empty.removesuffix("?anew")).heading == "Correct round 1"


class TestForLater:
    def test_an_answer_brings_no_cookie_and_swallows_no_message(self, phone, table):
        data = {"csrf_token": phone.token()}
        phone.client.post(f"{table.path}/deal/misdeal", data=data, headers=phone.headers)
        phone.get(table.group_path, X_Keep="1")
        assert "Set-Cookie" not in phone.answer.headers
        assert phone.get(table.path).flashes == ["Misdeal. Bo deals again."]

    def test_a_page_that_nobody_looks_at_is_not_where_the_phone_was_last(self, app, phone, table):
        other = start(app, "derange", "Anna Bo")
        phone.open_link(other.link("scorer"))
        phone.get(other.path)
        phone.get(table.path, X_Keep="1")
        phone.get("/")
        assert phone.path == other.group_path


def test_the_worker_changes_with_any_file_that_pages_load(phone, monkeypatch):
    phone.get("/service-worker.js")
    assert phone.answer.mimetype == "text/javascript"
    first = phone.answer.get_data(as_text=True)
    monkeypatch.setattr(precache, "_version_of", lambda _folder: "another")
    phone.get("/service-worker.js")
    assert phone.answer.get_data(as_text=True) != first

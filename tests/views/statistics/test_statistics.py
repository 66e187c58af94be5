"""Statistics on their pages: what is said of whom, from how many sessions, and for which of them."""

from datetime import UTC, datetime, timedelta

import pytest

from models import db
from models.group import Group
from models.people.forgetting import anonymise
from models.player import Player
from tests.golden.evenings import golden_group
from tests.phone import Phone
from tests.table import NOBODY, at_work, start

LONG_AGO = datetime.now(UTC) - timedelta(days=300)


@pytest.fixture
def evenings(app):
    return golden_group(app)


@pytest.fixture
def phone(evenings, phone_of):
    return phone_of(evenings[0].tables[0], "watcher")


@pytest.fixture
def group_path(evenings):
    return evenings[0].group_path


def person(evenings, name):
    return f"{evenings[0].group_path}/statistics/players/{evenings[0].tables[0].player_id(name)}"


def pairs(page):
    """What stands to the left of a line and what to its right."""
    lines = page.select(".pairs > li")
    spoken = [[" ".join(part.get_text(" ").split()) for part in li.find_all(recursive=False)] for li in lines]
    return dict(spoken)


class Season:
    """A group that plays two-player Vändåtta until somebody has played enough."""

    def __init__(self, app):
        self.app, self.table = app, None

    def plays(self, winner, times=1):
        for _ in range(times):
            group = {"group_id": self.table.group_id, "clock": self.table.clock} if self.table else {}
            self.table = start(self.app, "vandatta_pagat", "Anna Bo", rounds=1, at=LONG_AGO, **group)
            other = "Bo" if winner == "Anna" else "Anna"
            self.table.plays(f"{winner} out, {other} 8 8")
            self.table.clock.time += timedelta(days=1)
        return self.table


class TestTheGroup:
    def test_a_new_group_is_told_what_to_wait_for(self, game, phone_of):
        table = game("derange", "Anna Bo")
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert "No session has been finished yet" in page.words

    def test_a_session_in_progress_counts_nowhere(self, game, phone_of):
        table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert "No session has been finished yet" in page.words

    def test_how_much_was_played(self, phone, group_path):
        page = phone.get(f"{group_path}/statistics")
        assert page.texts(".tiles dd") == ["3", "8", "27", "107"]

    def test_a_share_and_a_place_take_ten_sessions(self, app, phone_of):
        season = Season(app)
        table = season.plays("Anna", 6)
        season.plays("Bo", 3)
        phone = phone_of(table, "watcher")
        page = phone.get(f"{table.group_path}/statistics")
        assert page.texts(".ranked .yet") == ["9 of 10 sessions so far"] * 2
        assert "%" not in page.select(".ranked")[0].get_text()
        season.plays("Bo", 1)
        page = phone.get(f"{table.group_path}/statistics")
        assert page.texts(".ranked .rank") == ["1", "2"]
        assert page.texts(".ranked .name") == ["Anna", "Bo"]
        assert page.texts(".ranked b") == ["won 60%", "won 40%"]
        assert page.texts(".ranked .tag") == ["×1.2", "×0.8"]
        assert page.texts(".ranked small:not(.place)")[0].startswith("6 of 10, chance 50%")

    def test_equals_share_a_place(self, app, phone_of):
        season = Season(app)
        table = season.plays("Anna", 5)
        season.plays("Bo", 5)
        page = phone_of(table, "watcher").get(f"{table.group_path}/statistics")
        assert page.texts(".ranked .rank") == ["1", "1"]
        assert "Anna and Bo" in page.texts(".pairs li")[0]


class TestTheFilter:
    def test_it_shows_what_can_be_chosen(self, phone, group_path):
        page = phone.get(f"{group_path}/statistics")
        assert page.texts("#by-variant option")[0] == "all"
        assert len(page.select("#by-variant option")) == 5
        assert page.texts("#by-players option") == ["any number", "3", "4", "5"]
        assert page.texts("#by-year option") == ["all", "2026"]
        assert not page.select("#by-season")

    def test_it_is_sent_told_kept_and_cleared(self, phone, group_path):
        phone.get(f"{group_path}/statistics")
        page = phone.submit("form[method=get]", {"variant": "vatikan", "players": "3"})
        assert page.texts(".tiles dd")[:2] == ["1", "1"]
        assert "Vatikan, 3 players" in page.texts(".filter summary")[0]
        assert phone.value_of("variant") == "vatikan"
        person = next(href for href in page.hrefs() if "/statistics/players/" in href)
        assert "variant=vatikan" in person
        assert "players=3" in person
        assert f"{group_path}/statistics" in page.hrefs()

    @pytest.mark.parametrize(
        "asked",
        [
            "variant=chess",
            "players=0",
            "players=-1",
            "players=four",
            "year=1",
            "year=99999999999999999999",
            f"season={NOBODY}",
            "season=%00",
            "variant=%F0%9F%98%80&players=3&players=4&x=" + "y" * 2000,
        ],
    )
    def test_what_is_no_choice_is_not_asked_for(self, phone, evenings, group_path, asked):
        for path in ("", "/records", "/honours"):
            phone.get(f"{group_path}/statistics{path}?{asked}")
        phone.get(f"{person(evenings, 'Anna')}?{asked}")

    def test_nothing_left_is_said(self, phone, evenings, group_path):
        asked = "variant=swedish_pursuit&players=3"
        assert "No finished session is among these." in phone.get(f"{group_path}/statistics?{asked}").words
        assert "No finished session" in phone.get(f"{group_path}/statistics/records?{asked}").words
        assert "Dilan has not played" in phone.get(f"{person(evenings, 'Dilan')}?variant=derange").words


class TestAPlayer:
    def test_wins_beside_chance_with_how_sure_that_is(self, phone, evenings):
        page = phone.get(person(evenings, "Anna"))
        assert page.heading == "Anna"
        assert page.texts(".tiles dd") == ["7", "57%", "×1.6", "2.0"]
        assert "Chance alone would give 35% at these tables, 2.4 wins" in page.words
        assert "between 25% and 84%" in page.words

    def test_streaks_and_how_often_out(self, phone, evenings):
        found = pairs(phone.get(person(evenings, "Anna")))
        assert found["Won in a row now"] == "0"
        assert found["Longest streak"].startswith("2 2 Oct 2026")
        assert found["Comebacks won after being last midway, alone or not"] == "0 of 4 wins"
        assert found["Caught with"] == "1.6 cards 17 hands counted card by card"

    def test_points_are_never_mixed(self, phone, evenings):
        page = phone.get(person(evenings, "Anna"))
        names = page.texts(".account h2")
        assert len(names) == 5
        assert [name for name in names if "where wins are counted" in name]
        assert [name for name in names if "card values as on 17 Oct 2026" in name]
        assert "Twos2 cards45%" in "".join(page.texts(".shares li"))

    def test_a_session_left_early_is_told_apart(self, phone, evenings):
        page = phone.get(person(evenings, "Dilan"))
        assert "1 session was left early and counts nowhere here." in page.words

    def test_a_forgotten_player_keeps_the_figures_without_the_name(self, app, evenings, phone, group_path):
        table = evenings[0].tables[0]
        anna, author = table.player_id("Anna"), table.author()
        with at_work(app):
            group, player = db.session.get_one(Group, table.group_id), db.session.get_one(Player, anna)
            anonymise(group, player, "Player 1", author)
            db.session.commit()
        page = phone.get(f"{group_path}/statistics/players/{anna}")
        assert page.heading == "Player 1"
        assert page.texts(".tiles dd")[0] == "7"
        for path in ("", "/records", f"/players/{anna}"):
            assert "Anna" not in phone.get(f"{group_path}/statistics{path}").words

    def test_form_is_drawn_from_the_eleventh_session_on(self, app, phone_of):
        season = Season(app)
        table = season.plays("Anna", 10)
        phone = phone_of(table, "watcher")
        path = f"{table.group_path}/statistics/players/{table.player_id('Anna')}"
        assert not phone.get(path).select("svg.chart")
        season.plays("Bo", 1)
        page = phone.get(path)
        assert "now 90%" in page.select("svg.chart")[0]["aria-label"]

    def test_another_groups_player_is_none_of_this_one(self, app, phone, group_path):
        stranger = start(app, "derange", "Zoe Yan")
        phone.get(f"{group_path}/statistics/players/{stranger.player_id('Zoe')}", 404)
        phone.get(f"{group_path}/statistics/players/{NOBODY}", 404)


class TestRecords:
    def test_each_has_its_holder_and_its_night(self, phone, evenings, group_path):
        page = phone.get(f"{group_path}/statistics/records")
        found = pairs(page)
        assert found["Longest night deals in finished sessions"] == "13 2 Oct 2026"
        assert found["Longest run of going out deals in a row, in one session"].startswith(
            "2 Cara 2 Oct 2026"
        )
        assert (
            found["Most eights caught with in one session of the Crazy Eights family"]
            == "2 Bo 2 Oct 2026 also Cara"
        )
        assert evenings[0].path in page.hrefs()

    def test_a_record_reached_twice_by_one_player_is_counted_and_nobody_else_named(self, game, phone_of):
        table = game("vandatta", "Anna Bo", rounds=3)
        for _time in range(2):
            table.plays(*["Anna out, Bo 8"] * 3)
            table = game("vandatta", "Anna Bo", rounds=3, group_id=table.group_id)
        found = pairs(phone_of(table, "watcher").get(f"{table.group_path}/statistics/records"))
        clearest = next(right for left, right in found.items() if left.startswith("Clearest win"))
        assert clearest.startswith("30 Anna")
        assert clearest.endswith("and 1 more time")

    def test_honours_tell_their_rule(self, phone, group_path):
        page = phone.get(f"{group_path}/statistics/honours")
        found = pairs(page)
        eights = next(right for left, right in found.items() if left.startswith("Hands off the eights"))
        assert eights == "×3 Anna most often, ×2, last 9 Oct 2026"
        assert next(right for left, right in found.items() if left.startswith("Hat trick")) == "nobody yet"

    def test_milestones(self, phone, group_path):
        assert "Frans first win" in pairs(phone.get(f"{group_path}/statistics/honours"))


def test_in_swedish(app, evenings, phone_of):
    phone = Phone(app, language="sv")
    phone.get(evenings[0].tables[0].link("watcher"))
    page = phone.get(f"{evenings[0].group_path}/statistics")
    assert page.heading == "Statistik"
    page = phone.get(person(evenings, "Anna"))
    assert "2,0" in page.texts(".tiles dd")

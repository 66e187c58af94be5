"""By the code on the wall somebody writes a name, the umpire lets them in, and the phone is told."""

from __future__ import annotations

import re

import pytest

from models import Link, db
from tests.club import opened
from tests.phone import Phone
from tests.table import at_work

FOUR = "Anna Bo Cara Dilan"


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2)


@pytest.fixture
def umpire(app, club):
    return opening(app, club.link("umpire", tournament_id=club.id))


@pytest.fixture
def eva(app, club):
    """A phone that has written the name Eva."""
    phone = opening(app, club.link("player", tournament_id=club.id))
    phone.submit("entrants/request", {"name": "Eva"})
    return phone


def opening(app, link: str) -> Phone:
    phone = Phone(app)
    phone.get(link)
    return phone


def text(phone) -> str:
    return " ".join(phone.page.text.split())


def answers(club, umpire, name, how="admission"):
    """What the umpire taps beside somebody who asks."""
    umpire.get(f"{club.path}/entrants")
    row = next(li for li in umpire.page.soup.select("[aria-labelledby=asking] li") if name in li.text)
    umpire.submit(next(f["action"] for f in row.select("form") if how in f["action"]))


def state_of(phone, club):
    return phone.get(club.path, X_Fragment="1").select("[data-state]")[0]["data-state"]


class TestTheWall:
    def wall(self, phone, club):
        return phone.get(f"{club.path}/board")

    def code(self, phone, club):
        """The address beside the code."""
        (said,) = self.wall(phone, club).texts(".wall-code small")
        return re.sub(r"^https?://[^/]+", "", said)

    def test_shows_a_code_once_its_umpire_wants_one(self, app, club, umpire):
        assert self.wall(umpire, club).select(".code") == []
        umpire.submit("board/code")
        address = self.code(umpire, club)
        assert len(umpire.page.select(".wall-code svg")) == 1
        newcomer = Phone(app)
        newcomer.get(address)
        assert newcomer.path == f"{club.path}/entrants/request"
        newcomer.get(f"{club.path}/draw", 403)

    def test_nobody_else_sees_it_or_may_make_one(self, app, club, umpire):
        self.wall(umpire, club)
        umpire.submit("board/code")
        for role in ("watcher", "player", "scorer"):
            phone = opening(app, club.link(role))
            page = self.wall(phone, club)
            assert page.select(".code, form") == []
            token = {"csrf_token": "x"}
            phone.post(f"{club.path}/board/code", token, status=400)

    def test_tapped_twice_it_is_one_link(self, app, club, umpire):
        self.wall(umpire, club)
        action, _method, sent = umpire.filled("board/code")
        for _tap in range(2):
            umpire.post(action, sent)
        with at_work(app):
            assert db.session.scalar(db.select(db.func.count(Link.id)).where(Link.role == "player")) == 1

    def test_without_it_whoever_has_joined_stays_in(self, app, club, umpire):
        self.wall(umpire, club)
        umpire.submit("board/code")
        newcomer = opening(app, self.code(umpire, club))
        umpire.submit("board/code/removal")
        assert umpire.page.select(".code") == []
        newcomer.get(club.path)

    def test_a_code_of_another_evening_or_of_a_table_is_not_shown(self, app, club):
        owner = opening(app, club.link("owner"))
        other = opened(app, FOUR, group_id=club.group_id)
        self.wall(owner, other)
        owner.submit("board/code")
        assert self.wall(owner, club).select(".code") == []

    def test_once_all_rounds_are_drawn_it_only_lets_people_follow(self, app, club, umpire):
        club.draws().scores(Anna=1, Bo=2, Cara=3, Dilan=4)
        self.wall(umpire, club)
        umpire.submit("board/code")
        assert "write your name" in text(umpire)
        club.draws()
        address = self.code(umpire, club)
        assert "follow on your phone" in text(umpire)
        newcomer = opening(app, address)
        assert newcomer.path == club.path
        assert "/entrants/request" not in str(newcomer.page.soup)


class TestThePhoneThatAsked:
    def test_waits_is_told_and_is_that_player_from_then_on(self, club, umpire, eva):
        assert "Eva waits for the umpire." in text(eva)
        before = state_of(eva, club)
        answers(club, umpire, "Eva")
        assert state_of(eva, club) != before  # so that the page is fetched anew
        eva.get(club.path)
        assert "You are in. You play as Eva." in text(eva)
        assert eva.page.texts("#waiting") == []
        eva.get(club.path)
        assert "You are in." not in text(eva)
        club.draws()
        (table,) = club.tables()
        eva.get(f"{table.path}/identity")
        assert eva.page.texts("[aria-pressed=true] .name") == ["Eva"]

    def test_sees_its_table_first_while_that_plays(self, app, club, umpire, eva):
        answers(club, umpire, "Eva")
        eva.get(club.path)
        club.draws()
        (table,) = club.tables()
        assert eva.get(club.path).texts(".felt a") == ["Eva sits at table 1"]
        club.withdraws("Eva", after=0, at=table)
        assert eva.get(club.path).texts(".felt a") == []
        assert table.path in eva.page.hrefs()
        assert opening(app, club.link("watcher")).get(club.path).texts(".felt a") == []
        club.scores(Anna=1, Bo=2, Cara=3, Dilan=4, Eva=5)
        assert eva.get(club.path).texts(".felt a") == []

    def test_a_look_that_it_takes_by_itself_tells_nothing_yet(self, club, umpire, eva):
        answers(club, umpire, "Eva")
        club.draws()
        (table,) = club.tables()
        eva.get(club.path, X_Fragment="1")
        assert eva.get(f"{table.path}/identity").select("[aria-pressed=true]") == []
        assert "You are in." in eva.get(club.path).text

    def test_is_told_that_it_was_turned_away_once(self, club, umpire, eva):
        answers(club, umpire, "Eva", "withdrawal")
        eva.get(club.path)
        assert "The umpire did not put you on the list." in text(eva)
        eva.get(club.path)
        assert "The umpire did not" not in text(eva)

    def test_no_other_phone_is_told(self, app, club, umpire, eva):
        other = opening(app, club.link("player", tournament_id=club.id))
        answers(club, umpire, "Eva")
        assert "You are in." not in other.get(club.path).text

    def test_two_people_of_one_phone_are_both_its_people(self, club, umpire, eva):
        eva.get(f"{club.path}/entrants/request?another=1")
        eva.submit("entrants/request", {"name": "Finn"})
        for name in ("Eva", "Finn"):
            answers(club, umpire, name)
            eva.get(club.path)
            assert f"You play as {name}." in text(eva)
        club.draws()
        sitting = [table for table in club.tables() if {"Eva", "Finn"} & set(table.seats())]
        eva.get(f"{sitting[0].path}/identity")
        assert set(eva.page.texts("[aria-pressed=true] .name")) == {"Eva", "Finn"} & set(sitting[0].seats())

    def test_scanned_again_it_is_not_asked_again(self, app, club, umpire, eva):
        link = club.link("player", tournament_id=club.id)
        eva.get(link)
        assert eva.path == club.path
        answers(club, umpire, "Eva")
        eva.get(club.path)
        eva.get(link)
        assert eva.path == club.path

    def test_whose_phone_it_is_known_to_be_need_not_type(self, app, umpire, eva, club):
        answers(club, umpire, "Eva")
        eva.get(club.path)
        next_week = opened(app, FOUR, group_id=club.group_id)
        eva.get(next_week.link("player", tournament_id=next_week.id))
        assert eva.page.select("[name=name]")[0]["value"] == "Eva"

    def test_who_is_let_in_late_begins_with_the_average_and_it_is_written_down(self, app, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        late = opening(app, club.link("player", tournament_id=club.id))
        late.submit("entrants/request", {"name": "Eva"})
        answers(club, umpire, "Eva")
        assert ("Eva", 25, 3) in club.places()
        assert "Comes late: Eva." in umpire.get(club.path).text

    def test_nobody_asks_once_all_rounds_are_drawn(self, app, club):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        late = opening(app, club.link("player", tournament_id=club.id))
        club.draws()
        late.submit("entrants/request", {"name": "Eva"})
        assert "nobody can join any more" in text(late)
        with club.seen() as (tournament, _evening):
            assert tournament.asking == []

"""Joining a tournament by the code on the wall: request, admission, and messages on the phone."""

from __future__ import annotations

import re

import pytest

from models import Link, db
from models.database import new_id
from models.tournament.entering import request_entry
from models.tournament.tournament import MAX_REQUESTS
from tests.club import opened
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work

pytestmark = full_only

FOUR = "Anna Bo Cara Dilan"


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2)


@pytest.fixture
def umpire(app, club):
    return phone_with(app, club.link("umpire", tournament_id=club.id))


@pytest.fixture
def eva(app, club):
    """A phone that has requested to take part as Eva."""
    phone = phone_with(app, club.link("player", tournament_id=club.id))
    phone.submit("entrants/request", {"name": "Eva"})
    return phone


def phone_with(app, link: str) -> Phone:
    phone = Phone(app)
    phone.get(link)
    return phone


def text(phone) -> str:
    return " ".join(phone.page.text.split())


def answer(club, umpire, name, how="admission"):
    """The umpire presses a button beside the request of that name."""
    umpire.get(f"{club.path}/entrants")
    row = next(li for li in umpire.page.soup.select("[aria-labelledby=asking] li") if name in li.text)
    umpire.submit(next(f["action"] for f in row.select("form") if how in f["action"]))


def state_of(phone, club):
    return phone.get(club.path, X_Fragment="1").select("[data-state]")[0]["data-state"]


class TestTheWall:
    def wall(self, phone, club):
        return phone.get(f"{club.path}/board")

    def code(self, phone, club):
        """The address shown with the code."""
        (address,) = self.wall(phone, club).texts(".wall-code small")
        return re.sub(r"^https?://[^/]+", "", address)

    def test_the_umpire_can_show_a_code(self, app, club, umpire):
        assert self.wall(umpire, club).select(".code") == []
        umpire.submit("board/code")
        address = self.code(umpire, club)
        assert len(umpire.page.select(".wall-code svg")) == 1
        newcomer = Phone(app)
        newcomer.get(address)
        assert newcomer.path == f"{club.path}/entrants/request"
        newcomer.get(f"{club.path}/draw", 403)

    def test_other_roles_do_not_see_the_code_and_cannot_create_one(self, app, club, umpire):
        self.wall(umpire, club)
        umpire.submit("board/code")
        for role in ("watcher", "player", "scorer"):
            phone = phone_with(app, club.link(role))
            page = self.wall(phone, club)
            assert page.select(".code, form") == []
            token = {"csrf_token": "x"}
            phone.post(f"{club.path}/board/code", token, status=400)

    def test_sending_the_form_twice_creates_one_link(self, app, club, umpire):
        self.wall(umpire, club)
        action, _method, sent = umpire.filled("board/code")
        for _ in range(2):
            umpire.post(action, sent)
        with at_work(app):
            assert db.session.scalar(db.select(db.func.count(Link.id)).where(Link.role == "player")) == 1

    def test_removing_the_code_keeps_players_who_joined(self, app, club, umpire):
        self.wall(umpire, club)
        umpire.submit("board/code")
        newcomer = phone_with(app, self.code(umpire, club))
        umpire.submit("board/code/removal")
        assert umpire.page.select(".code") == []
        newcomer.get(club.path)

    def test_codes_of_another_tournament_or_of_a_table_are_not_shown(self, app, club):
        owner = phone_with(app, club.link("owner"))
        other = opened(app, FOUR, group_id=club.group_id)
        self.wall(owner, other)
        owner.submit("board/code")
        assert self.wall(owner, club).select(".code") == []

    def test_after_the_last_draw_the_code_leads_to_the_tournament_page(self, app, club, umpire):
        club.draws().scores(Anna=1, Bo=2, Cara=3, Dilan=4)
        self.wall(umpire, club)
        umpire.submit("board/code")
        assert "write your name" in text(umpire)
        club.draws()
        address = self.code(umpire, club)
        assert "follow on your phone" in text(umpire)
        newcomer = phone_with(app, address)
        assert newcomer.path == club.path
        assert "/entrants/request" not in str(newcomer.page.soup)


class TestRequestingPhone:
    def test_it_gets_a_message_and_becomes_the_phone_of_the_player(self, club, umpire, eva):
        assert "Eva waits for the umpire." in text(eva)
        before = state_of(eva, club)
        answer(club, umpire, "Eva")
        assert state_of(eva, club) != before  # so the live update loads the whole page
        eva.get(club.path)
        assert "You are in. You play as Eva." in text(eva)
        assert eva.page.texts("#waiting") == []
        eva.get(club.path)
        assert "You are in." not in text(eva)
        club.draws()
        (table,) = club.tables()
        eva.get(f"{table.path}/identity")
        assert eva.page.texts("[aria-pressed=true] .name") == ["Eva"]

    def test_it_shows_its_own_table_during_a_round(self, app, club, umpire, eva):
        answer(club, umpire, "Eva")
        eva.get(club.path)
        club.draws()
        (table,) = club.tables()
        assert eva.get(club.path).texts(".felt a") == ["Eva sits at table 1"]
        club.withdraws("Eva", after=0, at=table)
        assert eva.get(club.path).texts(".felt a") == []
        assert table.path in eva.page.hrefs()
        assert phone_with(app, club.link("watcher")).get(club.path).texts(".felt a") == []
        club.scores(Anna=1, Bo=2, Cara=3, Dilan=4, Eva=5)
        assert eva.get(club.path).texts(".felt a") == []

    def test_a_live_update_does_not_consume_the_message(self, club, umpire, eva):
        answer(club, umpire, "Eva")
        club.draws()
        (table,) = club.tables()
        eva.get(club.path, X_Fragment="1")
        assert eva.get(f"{table.path}/identity").select("[aria-pressed=true]") == []
        assert "You are in." in eva.get(club.path).text

    def test_a_refusal_is_shown_once(self, club, umpire, eva):
        answer(club, umpire, "Eva", "withdrawal")
        eva.get(club.path)
        assert "The umpire did not put you on the list." in text(eva)
        eva.get(club.path)
        assert "The umpire did not" not in text(eva)

    def test_other_phones_get_no_message(self, app, club, umpire, eva):
        other = phone_with(app, club.link("player", tournament_id=club.id))
        answer(club, umpire, "Eva")
        assert "You are in." not in other.get(club.path).text

    def test_two_players_can_use_one_phone(self, club, umpire, eva):
        eva.get(f"{club.path}/entrants/request?another=1")
        eva.submit("entrants/request", {"name": "Finn"})
        for name in ("Eva", "Finn"):
            answer(club, umpire, name)
            eva.get(club.path)
            assert f"You play as {name}." in text(eva)
        club.draws()
        sitting = [table for table in club.tables() if {"Eva", "Finn"} & set(table.seats())]
        eva.get(f"{sitting[0].path}/identity")
        assert set(eva.page.texts("[aria-pressed=true] .name")) == {"Eva", "Finn"} & set(sitting[0].seats())

    def test_scanning_the_code_again_repeats_no_question(self, app, club, umpire, eva):
        link = club.link("player", tournament_id=club.id)
        eva.get(link)
        assert eva.path == club.path
        answer(club, umpire, "Eva")
        eva.get(club.path)
        eva.get(link)
        assert eva.path == club.path

    def test_a_known_player_is_suggested(self, app, umpire, eva, club):
        answer(club, umpire, "Eva")
        eva.get(club.path)
        next_week = opened(app, FOUR, group_id=club.group_id)
        eva.get(next_week.link("player", tournament_id=next_week.id))
        assert eva.page.select("[name=name]")[0]["value"] == "Eva"

    def test_a_late_player_starts_with_the_average_and_is_in_the_history(self, app, club, umpire):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        late = phone_with(app, club.link("player", tournament_id=club.id))
        late.submit("entrants/request", {"name": "Eva"})
        answer(club, umpire, "Eva")
        assert ("Eva", 25, 3) in club.places()
        assert "Comes late: Eva." in umpire.get(club.path).text

    def test_no_request_is_accepted_after_the_last_draw(self, app, club):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        late = phone_with(app, club.link("player", tournament_id=club.id))
        club.draws()
        late.submit("entrants/request", {"name": "Eva"})
        assert "nobody can join any more" in text(late)
        with club.seen() as (tournament, _state):
            assert tournament.asking == []


class TestManyRequests:
    """One phone writes made-up names, and an honest guest waits among them."""

    @pytest.fixture
    def joker(self, app, club):
        phone = phone_with(app, club.link("player", tournament_id=club.id))
        for number in range(5):
            phone.get(f"{club.path}/entrants/request?another=1")
            phone.submit("entrants/request", {"name": f"Joker {number}"})
        return phone

    def waiting(self, club):
        with club.seen() as (tournament, _evening):
            return [entrant.requested_name for entrant in tournament.asking]

    def test_the_sixth_name_of_a_phone_is_refused_and_stays_in_the_form(self, club, joker, eva):
        joker.get(f"{club.path}/entrants/request?another=1")
        joker.submit("entrants/request", {"name": "Joker 5"}, status=409)
        assert "The umpire has 5 names from this phone. Wait for an answer." in text(joker)
        assert joker.value_of("name") == "Joker 5"
        assert len(self.waiting(club)) == 6

    def test_the_umpire_turns_away_one_phone_at_once(self, club, umpire, joker, eva):
        umpire.get(f"{club.path}/entrants")
        assert "5 names from one phone" in text(umpire)
        umpire.submit("phone/rejection")
        assert "5 names turned away." in text(umpire)
        assert self.waiting(club) == ["Eva"]
        umpire.get(f"{club.path}/history")
        umpire.submit(next(action for action in umpire.actions() if action.endswith("/undo")))
        assert self.waiting(club) == [*(f"Joker {number}" for number in range(5)), "Eva"]

    def test_the_umpire_turns_away_all_at_once(self, club, umpire, joker, eva):
        umpire.get(club.path)
        umpire.submit("entrants/requests/rejection", button="No to all 6 names")
        assert self.waiting(club) == []
        umpire.get(f"{club.path}/history")
        assert "6 names turned away" in text(umpire)
        eva.get(club.path)
        assert "The umpire did not put you on the list." in text(eva)
        umpire.submit(next(action for action in umpire.actions() if action.endswith("/undo")))
        eva.get(club.path)
        assert "Eva waits for the umpire." in text(eva)
        answer(club, umpire, "Eva")
        eva.get(club.path)
        assert "You are in. You play as Eva." in text(eva)

    def test_only_the_umpire_does(self, club, joker, eva):
        token = {"csrf_token": eva.token()}
        eva.post(f"{club.path}/entrants/requests/rejection", token, 403, Sec_Fetch_Site="same-origin")
        assert len(self.waiting(club)) == 6

    def test_a_request_whose_phone_is_unknown_rejects_no_other(self, club, umpire, joker, eva):
        club.gets_request("Gun").gets_request("Hugo")
        with club.seen() as (tournament, _evening):
            (gun, _hugo) = [entrant.id for entrant in tournament.asking if not entrant.requested_by]
        token = {"csrf_token": umpire.token()}
        umpire.post(f"{club.path}/entrants/{gun}/phone/rejection", token, Sec_Fetch_Site="same-origin")
        assert len(self.waiting(club)) == 8
        umpire.post(
            f"{club.path}/entrants/{new_id()}/phone/rejection", token, 404, Sec_Fetch_Site="same-origin"
        )

    @pytest.mark.parametrize("page", ["", "/entrants"])
    def test_the_page_stays_short(self, club, umpire, page):
        with club.open() as tournament:
            for number in range(MAX_REQUESTS):
                request_entry(tournament, f"Joker {number}", new_id(), new_id())
        umpire.get(club.path + page)
        assert len(umpire.page.select("[aria-labelledby=asking] form")) == 2 * 20 + 1
        assert "180 more names wait." in text(umpire)
        assert "No to all 200 names" in text(umpire)

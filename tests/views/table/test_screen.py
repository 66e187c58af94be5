"""The board for a TV: content, live updates, and the code for joining."""

import re

import pytest

from models import Link, db
from tests.phone import Phone
from tests.queries import queries_of
from tests.table import at_work

ROUND = "Cara out, Anna 8, Bo K"


pytestmark = pytest.mark.table(plays=[ROUND], mode="short")


def board(table):
    return f"{table.path}/board"


def links(app):
    with at_work(app):
        found = db.session.execute(db.select(Link.id, Link.role).order_by(Link.created_at))
        return found.all()


class TestContent:
    def test_the_deal_the_standings_and_the_last_round_in_words(self, table, phone_of):
        page = phone_of(table, "watcher").get(board(table))
        assert page.texts(".next > b") == ["3"]
        assert page.texts(".next .dealer") == ["Bo deals"]
        assert page.texts(".next .leader") == ["Cara starts"]
        assert [row.split() for row in page.texts(".tv-standings .total")] == [["0"], ["20"], ["50"]]
        assert page.texts(".last p") == ["Round 1: Cara out, Anna 50, Bo 20"]

    def test_the_first_player_in_swedish(self, app, table):
        phone = Phone(app, language="sv")
        phone.open_link(table.link("watcher"))
        assert phone.get(board(table)).texts(".next .leader") == ["Cara börjar"]

    def test_it_has_no_menu_and_no_forms_of_the_game(self, table, phone_of):
        page = phone_of(table, "scorer").get(board(table))
        assert page.select(".dock, [popover], .dots, form") == []

    def test_the_final_board_has_podium_and_story(self, table, phone_of):
        table.stops()
        page = phone_of(table, "watcher").get(board(table))
        assert page.texts(".podium .name") == ["Cara", "Bo", "Anna"]
        assert page.texts(".result-text") == ["Cara won by 20 points."]

    @pytest.mark.parametrize("role", ["watcher", "scorer"])
    def test_the_table_links_to_it(self, table, phone_of, role):
        assert board(table) in phone_of(table, role).get(table.path).hrefs()

    def test_a_stranger_gets_404(self, table, phone):
        phone.get(board(table), 404)


class TestFollowing:
    def test_an_unchanged_board_gets_304_with_as_many_queries_as_the_table(self, app, table, phone_of):
        phone = phone_of(table, "watcher")
        phone.get(board(table), X_Fragment="1")
        tag = phone.answer.headers["ETag"]
        headers = {"X_Fragment": "1", "If_None_Match": tag}
        count = queries_of(app, lambda: phone.get(board(table), 304, **headers))
        assert count == queries_of(app, lambda: phone.get(table.path, 304, **headers))
        table.plays(ROUND)
        phone.get(board(table), X_Fragment="1", If_None_Match=tag)
        assert "100" in phone.answer.get_data(as_text=True)

    def test_cached_pages_of_table_and_board_are_distinct(self, table, phone_of):
        phone = phone_of(table, "watcher")
        phone.get(table.path)
        assert phone.get(board(table)).select(".tv-standings")
        assert phone.get(table.path).select(".standings")

    def test_query_count_does_not_grow(self, app, table, phone_of):
        phone = phone_of(table, "owner")
        few = queries_of(app, lambda: phone.get(board(table)))
        table.plays(*[ROUND] * 5)
        assert queries_of(app, lambda: phone.get(board(table))) == few


class TestTheCode:
    def address(self, monkeypatch, phone, table):
        """The address in the code on the board."""
        addresses = []
        monkeypatch.setattr("views.live.guests.qr_code", lambda address, **_how: addresses.append(address))
        phone.get(board(table))
        return re.sub(r"^https?://[^/]+", "", addresses[0])

    @pytest.mark.parametrize("role", ["owner", "scorer", "watcher"])
    def test_without_a_link_it_gives_no_access(self, table, phone_of, phone, monkeypatch, role):
        address = self.address(monkeypatch, phone_of(table, role), table)
        assert address == table.path
        phone.get(address, 404)

    def test_an_owner_can_let_players_join_and_count(self, app, table, phone_of, phone, monkeypatch):
        owner = phone_of(table, "owner")
        owner.get(board(table))
        owner.submit("/board/code")
        address = self.address(monkeypatch, owner, table)
        phone.get(address)
        assert phone.path == f"{table.path}/identity"
        phone.get(f"{table.path}/rounds/1", 403)
        assert links(app)[-1].role == "player"

    def test_sending_the_form_twice_creates_one_link(self, app, table, phone_of):
        owner = phone_of(table, "owner")
        owner.get(board(table))
        before = len(links(app))
        action, _method, data = owner.filled("/board/code")
        for _ in range(2):
            owner.post(action, data)
        assert len(links(app)) == before + 1

    def test_a_revoked_code_is_not_shown(self, app, table, phone_of, monkeypatch):
        owner = phone_of(table, "owner")
        owner.get(board(table))
        owner.submit("/board/code")
        owner.get(f"{table.group_path}/links")
        owner.submit(f"{links(app)[-1].id}/revocation")
        assert self.address(monkeypatch, owner, table) == table.path

    def test_it_is_not_shown_on_boards_of_another_group(self, table, game, phone_of, monkeypatch):
        other = game()
        owner = phone_of(table, "owner")
        owner.get(board(table))
        owner.submit("/board/code")
        owner.get(other.link("owner"))
        assert self.address(monkeypatch, owner, other) == other.path

    @pytest.mark.parametrize("role", ["scorer", "watcher"])
    def test_only_an_owner_can_create_one(self, table, phone_of, role):
        phone = phone_of(table, role)
        assert "/board/code" not in str(phone.get(board(table)).text)

    @pytest.mark.parametrize("named", ["x", "", "00000000-0000-0000-0000-000000000000"])
    def test_an_unknown_session_leads_to_the_current_one(self, table, phone, named):
        phone.get(f"{table.link('watcher')}?game={named}")
        assert phone.path == table.path

    def test_a_session_of_another_group_leads_to_the_current_one_of_the_link(self, table, game, phone):
        phone.get(f"{table.link('watcher')}?game={game().session_id}")
        assert phone.path == table.path

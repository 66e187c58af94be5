"""What a page deletes can be restored with one tap, and is nowhere until then."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from commands.worker import Worker
from models import Import, db
from models.database import new_id
from models.recycle_bin import RETENTION
from tests.club import opened
from tests.files.document.files import exported
from tests.files.importing.files import File
from tests.page import Page
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = full_only

FRAGMENT = {"X_Fragment": "1"}


@pytest.fixture
def table(app):
    return start(app, "derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K", "Bo out, Anna K, Cara Q")


@pytest.fixture
def phone(table, phone_of):
    return phone_of(table, "owner")


def deletes(phone, path):
    phone.get(f"{path}/end" if "/sessions/" in path else f"{path}/deletion")
    phone.submit("/deletion", {"name": "Friday table"} if phone.value_of("name") is not None else {})


class TestOfAGroup:
    def test_it_is_empty_at_first(self, table, phone):
        assert "The recycle bin is empty" in phone.get(f"{table.group_path}/bin").words

    def test_a_game_goes_there_and_comes_back(self, table, phone):
        deletes(phone, table.path)
        page = phone.get(f"{table.group_path}/settings")
        assert f"{table.group_path}/bin" in page.hrefs()
        words = phone.get(f"{table.group_path}/bin").words
        assert "Derange Order of Eight deleted: 2 deals" in words
        assert "Anna, Bo, Cara" in words
        phone.submit("/restoration")
        assert phone.path == table.path
        assert table.numbers() == [1, 2]
        assert "is empty" in phone.get(f"{table.group_path}/bin").words

    def test_a_night_goes_there_and_comes_back(self, table, game, phone):
        game("derange", "Anna Bo", group_id=table.group_id, clock=table.clock)
        path = f"{table.group_path}/nights/{table.night_id()}"
        assert "2 games with their score sheets" in phone.get(f"{path}/deletion").words
        phone.submit("/deletion")
        assert phone.path == f"{table.group_path}/nights"
        phone.get(path, 404)
        assert f"{table.group_path}/bin" in phone.get(table.path, 410).hrefs()
        phone.get(f"{table.group_path}/bin")
        phone.submit("/restoration")
        assert phone.path == path
        phone.get(table.path)

    def test_a_club_evening_goes_there_and_comes_back(self, app, phone_of):
        club = opened(app, "Anna Bo Cara Dilan").draws()
        (table,) = club.tables()
        phone = phone_of(table, "owner")
        keeper = phone_of(table, "watcher")
        keeper.open_link(club.link("table", session_id=table.session_id))
        assert "1 table with its score sheet" in phone.get(f"{club.path}/deletion").words
        phone.submit("/deletion")
        assert club.path not in phone.get(f"{club.group_path}/tournaments").hrefs()
        for path in (club.path, table.path):
            phone.get(path, 410)
        keeper.get(table.path, 410)
        phone.get(f"{club.group_path}/bin")
        phone.submit("/restoration")
        assert phone.path == club.path
        assert [action for action in keeper.get(table.path).hrefs() if "/rounds/" in action]

    def test_it_is_said_in_swedish(self, app, table):
        phone = Phone(app, language="sv")
        phone.open_link(table.link("owner"))
        deletes(phone, table.path)
        assert phone.get(f"{table.group_path}/bin").heading == "Papperskorg"

    def test_a_form_sent_twice_restores_once(self, table, phone):
        deletes(phone, table.path)
        phone.get(f"{table.group_path}/bin")
        action, _method, data = phone.filled("/restoration")
        for _time in range(2):
            phone.post(action, data)
        assert "not in the recycle bin" not in phone.page.words

    def test_two_phones_restore_once(self, table, phone):
        deletes(phone, table.path)
        phone.get(f"{table.group_path}/bin")
        other = phone.twin()
        other.get(f"{table.group_path}/bin")
        phone.submit("/restoration")
        other.submit("/restoration")
        assert "That is not in the recycle bin any more." in other.page.words

    def test_nobody_restores_for_another_group(self, table, game, phone, phone_of):
        deletes(phone, table.path)
        phone.get(f"{table.group_path}/bin")
        bin_id = next(action for action in phone.actions() if action.endswith("/restoration")).split("/")[-2]
        stranger = game("derange", "Eva Leo")
        other = phone_of(stranger, "owner")
        data = {"csrf_token": other.token(), "change_id": str(new_id())}
        other.post(f"{stranger.group_path}/bin/{bin_id}/restoration", data, 404)
        other.get(f"/groups/{bin_id}", 404)

    def test_after_seven_days_the_worker_empties_it(self, app, table, phone, later):
        deletes(phone, table.path)
        later(RETENTION + timedelta(minutes=1))
        Worker(app).tidy()
        assert "is empty" in phone.get(f"{table.group_path}/bin").words
        phone.get(table.path, 404)


class TestMeanwhile:
    def test_a_deleted_game_is_on_no_page(self, app, table, game, phone):
        other = game("derange", "Anna Bo", group_id=table.group_id).plays("Anna out, Bo 8").stops()
        table.stops()
        deletes(phone, table.path)
        for page in ("", "/nights", "/statistics", "/players", "/tournaments", "/export"):
            hrefs = phone.get(f"{table.group_path}{page}").hrefs()
            assert not [href for href in hrefs if str(table.session_id) in href]
        assert [record["id"] for record in exported(app, table.group_id)["sessions"]] == [
            str(other.session_id)
        ]
        phone.get("/groups")
        assert str(table.session_id) not in phone.page.text
        for file in ("results.atom", "nights.ics"):
            answer = phone.client.get(f"{table.group_path}/export/{file}")
            assert str(table.session_id) not in answer.text

    def test_a_phone_at_the_table_hears_why_and_sends_again_after_restoring(self, table, phone, phone_of):
        scorer = phone_of(table, "scorer")
        scorer.get(f"{table.path}/rounds/3")
        action, _method, data = scorer.filled(f"{table.path}/rounds/3")
        deletes(phone, table.path)
        scorer.get(table.path, 410, **FRAGMENT)
        scorer.post(action, data, 410, Sec_Fetch_Site="same-origin")
        assert "An owner can restore it there" in scorer.page.words
        sent = {str(field["name"]) for field in scorer.page.select(f"form[action='{action}'] input")}
        assert {name for name, _value in data.items()} <= sent
        again = scorer.filled(f"form[action='{action}']")
        phone.get(f"{table.group_path}/bin")
        phone.submit("/restoration")
        answer = scorer.client.post(action, data=again[2], headers={"Sec-Fetch-Site": "same-origin"})
        assert answer.status_code in (303, 422)

    def test_the_form_that_deleted_it_sent_again(self, table, phone):
        phone.get(f"{table.path}/end")
        action, _method, data = phone.filled("/deletion")
        for _time in range(2):
            phone.post(action, data)
        assert phone.path == table.group_path

    def test_a_file_does_not_bring_it_again(self, app, table, phone):
        document = exported(app, table.group_id)
        deletes(phone, table.path)
        file = File(app, table.group_id, json.dumps(document))
        page = phone.get(f"{table.group_path}/imports/{file.id}")
        assert "1 is in the recycle bin and can be restored there" in page.words
        with at_work(app):
            assert db.session.get(Import, file.id) is not None


class TestADeletedGroup:
    def test_its_page_says_so_and_an_owner_restores_it(self, table, phone, phone_of):
        scorer = phone_of(table, "scorer")
        feed = table.link("feed").rpartition("/")[2]
        deletes(phone, table.group_path)
        assert "in the recycle bin for seven days" in phone.page.words
        assert phone.client.get(f"/feeds/{feed}/nights.ics").status_code == 404
        assert "An owner can restore it" in scorer.get(table.path, 410).words
        assert f"{table.group_path}/bin" not in scorer.page.hrefs()
        scorer.get("/")
        assert scorer.page.heading == "Turn Eight keeps the score"
        assert phone.get("/").hrefs("main a[href='/groups/deleted']")
        phone.get(table.group_path, 410)
        phone.submit("/restoration")
        assert phone.path == table.group_path
        scorer.get(table.path)
        assert phone.client.get(f"/feeds/{feed}/nights.ics").status_code == 200

    def test_from_the_start_page_in_one_tap(self, table, phone):
        deletes(phone, table.group_path)
        phone.get("/groups/deleted")
        phone.submit("/restoration")
        assert phone.path == table.group_path
        assert not phone.get("/groups/deleted").select(".panel")

    def test_only_an_owner(self, table, phone, phone_of):
        scorer = phone_of(table, "scorer")
        deletes(phone, table.group_path)
        data = {"csrf_token": scorer.token(), "change_id": str(new_id())}
        scorer.post(f"{table.group_path}/restoration", data, 403)

    def test_what_a_table_sends_is_kept(self, table, phone, phone_of):
        scorer = phone_of(table, "scorer")
        scorer.get(f"{table.path}/rounds/3")
        action, _method, data = scorer.filled(f"{table.path}/rounds/3")
        deletes(phone, table.group_path)
        page: Page = scorer.post(action, data, 410, Sec_Fetch_Site="same-origin")
        assert page.select(f"form[action='{action}']")

    def test_the_bin_of_a_restored_group_is_still_there(self, table, phone):
        deletes(phone, table.path)
        deletes(phone, table.group_path)
        phone.get("/groups/deleted")
        phone.submit("/restoration")
        phone.get(f"{table.group_path}/bin")
        phone.submit("/restoration")
        assert table.numbers() == [1, 2]

    def test_after_seven_days_its_link_opens_nothing(self, app, table, phone, later):
        deletes(phone, table.group_path)
        later(RETENTION + timedelta(minutes=1))
        Worker(app).tidy()
        phone.get(table.group_path, 404)


@pytest.fixture
def later(monkeypatch):
    """Move the clock of the worker."""

    def move(by):
        class Later(datetime):
            @classmethod
            def now(cls, zone=None):
                return datetime.now(zone or UTC) + by

        monkeypatch.setattr("commands.worker.datetime", Later)

    return move

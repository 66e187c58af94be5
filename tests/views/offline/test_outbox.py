"""Requests from the outbox of a phone: executed once or refused, answered without a page."""

import uuid

import pytest

from game.scoring.shown import text_of
from tests.phone import Phone
from tests.table import start

pytestmark = [pytest.mark.table(mode="short"), pytest.mark.phone("scorer")]


def send(phone, path, **fields):
    """The status of the response; the default change id is random."""
    fields.setdefault("change_id", str(uuid.uuid4()))
    data = {"csrf_token": phone.token(), **fields}
    phone.answer = phone.client.post(path, data=data, headers={**phone.headers, "X-Outbox": "1"})
    return phone.answer.status_code


def played(table, out, **points):
    """The fields of a round: who is out, and the points of the others."""
    typed = {f"points-{table.seat_id(name)}": str(count) for name, count in points.items()}
    return {"out": str(table.seat_id(out)), **typed}


def score(phone, table, number, out, change="", seen="", **points):
    fields = played(table, out, **points) | ({"shown": text_of({"change": seen})} if seen else {})
    return send(phone, f"{table.path}/rounds/{number}", change_id=change or str(uuid.uuid4()), **fields)


def test_a_correction_that_waits_since_an_earlier_version(phone, table):
    """It says in another field which change of this phone it corrects."""
    change = str(uuid.uuid4())
    assert score(phone, table, 1, "Anna", change=change, Bo=12, Cara=30) == 204
    corrected = played(table, "Anna", Bo=13, Cara=30)
    assert send(phone, f"{table.path}/rounds/1", seen=change, **corrected) == 204
    assert table.totals() == {"Anna": 0, "Bo": 13, "Cara": 30}
    assert send(phone, f"{table.path}/rounds/1", seen="9f86d081884c7d65", **played(table, "Bo")) != 204
    assert table.totals() == {"Anna": 0, "Bo": 13, "Cara": 30}


def undo(phone, table, change, **fields):
    return send(phone, f"{table.path}/changes/{change}/undo", **fields)


class TestOnce:
    def test_success_has_no_body_and_no_flash_message(self, phone, table):
        assert score(phone, table, 1, "Anna", Bo=12, Cara=30) == 204
        assert phone.answer.data == b""
        assert phone.get(table.path).flashes == []
        assert table.totals() == {"Anna": 0, "Bo": 12, "Cara": 30}

    def test_sending_twice_has_one_effect(self, phone, table):
        change = str(uuid.uuid4())
        for _time in range(3):
            assert score(phone, table, 1, "Anna", change, Bo=12, Cara=30) == 204
        assert table.kinds() == ["record"]
        undo_id = str(uuid.uuid4())
        for _time in range(3):
            assert undo(phone, table, change, change_id=undo_id) == 204
        assert table.kinds() == ["record", "undo"]

    def test_a_form_repeated_with_another_id_has_one_effect(self, phone, table):
        first = str(uuid.uuid4())
        for change in (first, ""):
            assert score(phone, table, 1, "Anna", change, Bo=12, Cara=30) == 204
        for _time in range(2):
            assert score(phone, table, 1, "Anna", "", first, Bo=12, Cara=40) == 204
        assert table.kinds() == ["record", "correct"]

    def test_repeating_has_no_effect_after_later_changes(self, phone, table):
        table.plays("Bo out, Anna 4, Cara 5")
        change = str(uuid.uuid4())
        assert score(phone, table, 2, "Anna", change, Bo=12, Cara=30) == 204
        table.removes(1)
        assert score(phone, table, 2, "Anna", change, Bo=12, Cara=30) == 204
        assert table.numbers() == [1]
        table.takes_back(uuid.UUID(change))
        assert score(phone, table, 2, "Anna", change, Bo=12, Cara=30) == 204
        assert table.numbers() == []

    def test_the_cookie_is_unchanged(self, phone, table):
        score(phone, table, 1, "Anna", Bo=12, Cara=30)
        assert "Set-Cookie" not in phone.answer.headers


class TestRefused:
    def test_another_version_of_a_round(self, phone, table):
        table.plays("Bo out, Anna 4, Cara 5")
        assert score(phone, table, 1, "Anna", Bo=12, Cara=30) == 409
        assert b"Two phones, two versions" in phone.answer.data
        assert "Saved by: Anna’s phone, " in phone.answer.get_data(as_text=True)

    def test_input_that_needs_a_confirmation(self, phone, table):
        assert score(phone, table, 1, "Anna", Bo=1, Cara=30) == 422

    def test_a_round_too_far_ahead(self, phone, table):
        assert score(phone, table, 3, "Anna", Bo=12, Cara=30) == 409

    def test_undoing_a_change_that_later_ones_depend_on(self, phone, table):
        table.sits_down("Dilan")
        change = table.last_change()
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        assert undo(phone, table, change) == 409
        assert phone.get(table.path).flashes == []

    def test_a_phone_that_may_not_score(self, app, table):
        phone = Phone(app)
        phone.open_link(table.link("watcher"))
        assert score(phone, table, 1, "Anna", Bo=12, Cara=30) == 403

    def test_undoing_an_unknown_change(self, phone, table):
        assert undo(phone, table, uuid.uuid4()) == 409


class TestCorrecting:
    def test_a_round_saved_by_this_phone_is_identified_by_its_change(self, phone, table):
        first, second = str(uuid.uuid4()), str(uuid.uuid4())
        assert score(phone, table, 1, "Anna", first, Bo=12, Cara=30) == 204
        assert score(phone, table, 1, "Anna", second, first, Bo=12, Cara=40) == 204
        assert score(phone, table, 1, "Anna", "", second, Bo=12, Cara=50) == 204
        assert table.kinds() == ["record", "correct", "correct"]
        assert table.totals() == {"Anna": 0, "Bo": 12, "Cara": 50}

    def test_a_later_change_by_another_phone_is_a_conflict(self, phone, table):
        first = str(uuid.uuid4())
        score(phone, table, 1, "Anna", first, Bo=12, Cara=30)
        table.corrects(1, "Anna out, Bo 4, Cara 5")
        assert score(phone, table, 1, "Anna", "", first, Bo=12, Cara=40) == 409
        assert table.totals() == {"Anna": 0, "Bo": 4, "Cara": 5}

    def test_another_round_with_that_number_is_a_conflict(self, phone, table):
        first = str(uuid.uuid4())
        score(phone, table, 1, "Anna", first, Bo=12, Cara=30)
        table.inserts(1, "Bo out, Anna 4, Cara 5")
        assert score(phone, table, 1, "Anna", "", first, Bo=12, Cara=40) == 409
        assert table.totals() == {"Anna": 4, "Bo": 12, "Cara": 35}

    def test_a_change_of_another_session_is_a_conflict(self, app, phone, table):
        other = start(app, "derange", "Anna Bo Cara", group_id=table.group_id).plays("Anna out, Bo 4, Cara 5")
        table.plays("Anna out, Bo 4, Cara 5")
        assert score(phone, table, 1, "Anna", "", str(other.last_change()), Bo=12, Cara=40) == 409


def test_a_round_saved_before_its_cut_decides_the_winner_of_the_cut(app):
    table = start(app, "swedish_pursuit", "Anna Bo Cara", rounds=2).plays(*["Anna out, Bo 4, Cara 5"] * 5)
    phone = Phone(app)
    phone.open_link(table.link("scorer"))
    fields = {"dealer": str(table.seat_id("Cara"))}
    cards = {f"cards-{table.seat_id(name)}-7": "1" for name in ("Bo", "Cara")}
    assert send(phone, f"{table.path}/rounds/6", out=str(table.seat_id("Anna")), **fields, **cards) == 204
    assert table.next_dealer() == "Anna"
    cara = str(table.seat_id("Cara"))
    with table.seen() as session:
        assert str(session.sheet.first_dealers[1]) == cara
    table.takes_back()
    with table.seen() as session:
        assert session.upcoming_deal().needs_cut

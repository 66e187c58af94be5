"""What a phone sends from its outbox: carried out or not, each once, and no page."""

import uuid

import pytest

from tests.phone import Phone
from tests.table import start

pytestmark = [pytest.mark.table(mode="short"), pytest.mark.phone("scorer")]


def send(phone, path, **fields):
    """The status; what it says of the change it is carried out by is its id."""
    fields.setdefault("change_id", str(uuid.uuid4()))
    data = {"csrf_token": phone.token(), **fields}
    phone.answer = phone.client.post(path, data=data, headers={**phone.headers, "X-Outbox": "1"})
    return phone.answer.status_code


def played(table, out, **points):
    """The fields of a round: who is out, and the points of the others."""
    typed = {f"points-{table.seat_id(name)}": str(count) for name, count in points.items()}
    return {"out": str(table.seat_id(out)), **typed}


def score(phone, table, number, out, change="", seen="", **points):
    fields = played(table, out, **points) | ({"seen": seen} if seen else {})
    return send(phone, f"{table.path}/rounds/{number}", change_id=change or str(uuid.uuid4()), **fields)


def take_back(phone, table, change, **fields):
    return send(phone, f"{table.path}/changes/{change}/undo", **fields)


class TestOnce:
    def test_what_is_carried_out_has_no_page_and_leaves_no_message(self, phone, table):
        assert score(phone, table, 1, "Anna", Bo=12, Cara=30) == 204
        assert phone.answer.data == b""
        assert phone.get(table.path).flashes == []
        assert table.totals() == {"Anna": 0, "Bo": 12, "Cara": 30}

    def test_sent_again_it_is_the_same(self, phone, table):
        change = str(uuid.uuid4())
        for _time in range(3):
            assert score(phone, table, 1, "Anna", change, Bo=12, Cara=30) == 204
        assert table.kinds() == ["record"]
        undo = str(uuid.uuid4())
        for _time in range(3):
            assert take_back(phone, table, change, change_id=undo) == 204
        assert table.kinds() == ["record", "undo"]

    def test_a_form_that_was_taken_and_then_came_from_the_outbox_under_another_id_changes_nothing(
        self, phone, table
    ):
        first = str(uuid.uuid4())
        for change in (first, ""):
            assert score(phone, table, 1, "Anna", change, Bo=12, Cara=30) == 204
        for _time in range(2):
            assert score(phone, table, 1, "Anna", "", first, Bo=12, Cara=40) == 204
        assert table.kinds() == ["record", "correct"]

    def test_so_it_is_though_the_table_has_gone_another_way_since(self, phone, table):
        table.plays("Bo out, Anna 4, Cara 5")
        change = str(uuid.uuid4())
        assert score(phone, table, 2, "Anna", change, Bo=12, Cara=30) == 204
        table.removes(1)
        assert score(phone, table, 2, "Anna", change, Bo=12, Cara=30) == 204
        assert table.numbers() == [1]
        table.takes_back(uuid.UUID(change))
        assert score(phone, table, 2, "Anna", change, Bo=12, Cara=30) == 204
        assert table.numbers() == []

    def test_it_leaves_the_phones_memory_alone(self, phone, table):
        score(phone, table, 1, "Anna", Bo=12, Cara=30)
        assert "Set-Cookie" not in phone.answer.headers


class TestRefused:
    def test_another_account_of_a_round_is(self, phone, table):
        table.plays("Bo out, Anna 4, Cara 5")
        assert score(phone, table, 1, "Anna", Bo=12, Cara=30) == 409
        assert b"Two phones, two versions" in phone.answer.data
        assert "Saved by: Anna’s phone, " in phone.answer.get_data(as_text=True)

    def test_what_has_to_be_asked_is(self, phone, table):
        assert score(phone, table, 1, "Anna", Bo=1, Cara=30) == 422

    def test_a_round_too_far_ahead_is(self, phone, table):
        assert score(phone, table, 3, "Anna", Bo=12, Cara=30) == 409

    def test_taking_back_what_something_stands_on_is(self, phone, table):
        table.sits_down("Dilan")
        change = table.last_change()
        table.plays("Anna out, Bo 4, Cara 5, Dilan 6")
        assert take_back(phone, table, change) == 409
        assert phone.get(table.path).flashes == []

    def test_whoever_may_not_save_is(self, app, table):
        phone = Phone(app)
        phone.open_link(table.link("watcher"))
        assert score(phone, table, 1, "Anna", Bo=12, Cara=30) == 403

    def test_taking_back_what_came_to_nothing_is(self, phone, table):
        assert take_back(phone, table, uuid.uuid4()) == 409


class TestCorrecting:
    def test_what_this_phone_saved_is_named_by_its_change(self, phone, table):
        first, second = str(uuid.uuid4()), str(uuid.uuid4())
        assert score(phone, table, 1, "Anna", first, Bo=12, Cara=30) == 204
        assert score(phone, table, 1, "Anna", second, first, Bo=12, Cara=40) == 204
        assert score(phone, table, 1, "Anna", "", second, Bo=12, Cara=50) == 204
        assert table.kinds() == ["record", "correct", "correct"]
        assert table.totals() == {"Anna": 0, "Bo": 12, "Cara": 50}

    def test_what_another_has_changed_since_is_a_conflict(self, phone, table):
        first = str(uuid.uuid4())
        score(phone, table, 1, "Anna", first, Bo=12, Cara=30)
        table.corrects(1, "Anna out, Bo 4, Cara 5")
        assert score(phone, table, 1, "Anna", "", first, Bo=12, Cara=40) == 409
        assert table.totals() == {"Anna": 0, "Bo": 4, "Cara": 5}

    def test_so_it_is_where_another_round_has_that_number_now(self, phone, table):
        first = str(uuid.uuid4())
        score(phone, table, 1, "Anna", first, Bo=12, Cara=30)
        table.inserts(1, "Bo out, Anna 4, Cara 5")
        assert score(phone, table, 1, "Anna", "", first, Bo=12, Cara=40) == 409
        assert table.totals() == {"Anna": 4, "Bo": 12, "Cara": 35}

    def test_so_is_a_change_of_another_table(self, app, phone, table):
        other = start(app, "derange", "Anna Bo Cara", group_id=table.group_id).plays("Anna out, Bo 4, Cara 5")
        table.plays("Anna out, Bo 4, Cara 5")
        assert score(phone, table, 1, "Anna", "", str(other.last_change()), Bo=12, Cara=40) == 409


def test_a_round_saved_before_its_cut_tells_who_won_that(app):
    table = start(app, "swedish_pursuit", "Anna Bo Cara", rounds=2).plays(*["Anna out, Bo 4, Cara 5"] * 5)
    phone = Phone(app)
    phone.open_link(table.link("scorer"))
    fields = {"dealer": str(table.seat_id("Cara"))}
    cards = {f"cards-{table.seat_id(name)}-7": "1" for name in ("Bo", "Cara")}
    assert send(phone, f"{table.path}/rounds/6", out=str(table.seat_id("Anna")), **fields, **cards) == 204
    assert table.next_dealer() == "Anna"
    cara = str(table.seat_id("Cara"))
    with table.seen() as session:
        assert session.first_dealers[1] == cara
    table.takes_back()
    with table.seen() as session:
        assert session.deal_to_come().needs_cut

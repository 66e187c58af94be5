"""Many simultaneous requests: nothing is lost or duplicated, and no page is an error."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from models.table.rounds import record
from tests import sampling
from tests.counting import OwnHands
from tests.models.rows import row_counts
from tests.phone import Phone
from tests.table import empty_bins, round_of
from tests.waiting import PATIENCE

pytestmark = pytest.mark.both_databases

MANY = 8 if sampling.is_whole() else 4
OURS = {"Sec-Fetch-Site": "same-origin"}


def at_once(app, sends):
    """Send each (cookie of this phone, address, fields) from a separate thread, all at one signal."""
    signal = threading.Barrier(len(sends))

    def send(phone, action, data):
        client: FlaskClient = phone.twin().client
        signal.wait(PATIENCE)
        return client.post(action, data=data, headers=OURS)

    with ThreadPoolExecutor(len(sends)) as threads:
        answers = list(threads.map(lambda sent: send(*sent), sends))
    assert [a.status_code for a in answers if a.status_code >= 500] == []
    return answers


def codes(answers):
    return sorted(answer.status_code for answer in answers)


def filled(phone, page, form, values=None):
    phone.get(page)
    action, _method, data = phone.filled(form, values or {})
    return phone, action, data


def points(table, anna):
    return {
        "out": str(table.seat_id("Cara")),
        f"points-{table.seat_id('Anna')}": str(anna),
        f"points-{table.seat_id('Bo')}": "20",
    }


def test_the_same_form_many_times_is_one_round(app, table, phone_of):
    sent = filled(phone_of(table, "scorer"), f"{table.path}/rounds/1", "#round", points(table, 60))
    assert codes(at_once(app, [sent] * MANY)) == [303] * MANY
    assert table.numbers() == [1]
    assert table.kinds() == ["record"]


def test_the_same_round_from_many_phones_is_one_round(app, table, phone_of):
    sends = [
        filled(phone_of(table, "scorer"), f"{table.path}/rounds/1", "#round", points(table, 60))
        for _ in range(MANY)
    ]
    assert codes(at_once(app, sends)) == [303] * MANY
    assert table.numbers() == [1]


def test_of_many_different_rounds_one_is_saved_and_the_others_get_the_conflict_page(app, table, phone_of):
    sends = [
        filled(phone_of(table, "scorer"), f"{table.path}/rounds/1", "#round", points(table, 60 + n))
        for n in range(MANY)
    ]
    answers = at_once(app, sends)
    assert codes(answers) == [303] + [409] * (MANY - 1)
    saved = table.totals()["Anna"]
    assert all(str(saved) in answer.get_data(as_text=True) for answer in answers if answer.status_code == 409)
    assert table.numbers() == [1]


def test_different_consecutive_rounds_are_all_saved(app, table):
    """Read, then write: SQLite's default transactions would lose most of them."""
    signal = threading.Barrier(MANY)

    def play(_n):
        signal.wait(PATIENCE)
        with table.open() as session:
            record(session, round_of("Cara out, Anna 8, Bo K", session), table.change_stamp())

    with ThreadPoolExecutor(MANY) as threads:
        list(threads.map(play, range(MANY)))
    assert table.numbers() == list(range(1, MANY + 1))
    assert table.version() == MANY + 1


def test_simultaneous_undos_undo_one_change_each_once(app, table, phone_of):
    table.plays(*["Cara out, Anna 8, Bo K"] * 3)
    sends = [filled(phone_of(table, "scorer"), table.path, "/undo") for _ in range(MANY)]
    assert codes(at_once(app, sends)) == [303] * MANY
    assert table.numbers() == [1, 2]


def test_the_same_correction_many_times_is_one(app, table, phone_of):
    table.plays("Cara out, Anna 8, Bo K")
    anna = {f"cards-{table.seat_id('Anna')}-8": "2"}
    sends = [filled(phone_of(table, "scorer"), f"{table.path}/rounds/1", "#round", anna) for _ in range(MANY)]
    assert codes(at_once(app, sends)) == [303] * MANY
    assert table.kinds() == ["record", "correct"]


def own_hand(phone, table, name, eights):
    """The pad of that seat, as sent by a scorer's phone."""
    seat = table.seat_id(name)
    return filled(phone, f"{table.path}/rounds/1/hands/{seat}", "#hand", {f"cards-{seat}-8": str(eights)})


def test_hands_from_many_phones_are_all_saved(app, game, phone_of):
    table = game("derange", "Anna Bo Cara Dilan Eva Frans", decks=4)
    hands = OwnHands(table).out("Anna")
    others = table.seats()[1:]
    sends = [own_hand(phone_of(table, "scorer"), table, name, n) for n, name in enumerate(others, 1)]
    assert codes(at_once(app, sends)) == [303] * len(others)
    assert hands.points() == {name: 50 * n for n, name in enumerate(others, 1)}


def test_of_many_phones_for_one_seat_one_is_saved_and_the_others_must_confirm(app, table, phone_of):
    hands = OwnHands(table).out("Cara")
    sends = [own_hand(phone_of(table, "scorer"), table, "Bo", 1 + n) for n in range(MANY)]
    assert codes(at_once(app, sends)) == [303] + [409] * (MANY - 1)
    assert list(hands.points()) == ["Bo"]


def test_a_round_saved_by_many_while_hands_arrive_is_one_round(app, table, phone_of):
    OwnHands(table).out("Cara").sends("Anna", "K").sends("Bo", "8")
    saves = [filled(phone_of(table, "scorer"), f"{table.path}/rounds/1/hands", "#round") for _ in range(4)]
    late = [own_hand(phone_of(table, "scorer"), table, "Bo", 2) for _ in range(4)]
    at_once(app, saves + late)
    assert table.numbers() in ([], [1])  # the first to save, or none: Bo's hand was changed before
    if table.numbers():
        assert table.totals() == {"Anna": 20, "Bo": 50, "Cara": 0}
    else:
        assert OwnHands(table).points() == {"Anna": 20, "Bo": 100}


def test_the_same_new_game_many_times_is_one(app, table, phone_of):
    new = f"/new/vandatta?group={table.group_id}"
    sent = filled(phone_of(table, "scorer"), new, "#new-game", {"name": ["Anna", "Bo"]})
    assert codes(at_once(app, [sent] * MANY)) == [303] * MANY
    assert row_counts(app)["sessions"] == 2


def test_the_same_new_group_many_times_is_one(app):
    sent = filled(Phone(app), "/new/vandatta", "#new-game", {"name": ["Anna", "Bo"]})
    answers = at_once(app, [sent] * MANY)
    assert codes(answers) == [303] * MANY
    assert len({answer.location for answer in answers}) == 1
    assert row_counts(app)["groups"] == 1
    assert row_counts(app)["sessions"] == 1


@pytest.mark.parametrize(
    ("page", "form", "values"),
    [
        ("{group}/settings", "/name", {"name": "Saturday table"}),
        ("{group}/players/{anna}", "/name", {"name": "Annika"}),
        ("{group}/players/{anna}/anonymization", "/anonymization", {}),
        ("{table}/seats", "/seats", {"name": "Dilan"}),
        ("{table}/seats", "{bo}/leaving", {}),
        ("{table}", "/deal/misdeal", {}),
        ("{table}/end", "/result", {}),
    ],
)
def test_other_forms_sent_many_times_are_executed_once(app, table, phone_of, page, form, values):
    table.plays("Cara out, Anna 8, Bo K")
    places = {
        "group": table.group_path,
        "table": table.path,
        "anna": table.player_id("Anna"),
        "bo": table.seat_id("Bo"),
    }
    before = row_counts(app)["changes"]
    sent = filled(phone_of(table, "owner"), page.format(**places), form.format(**places), values)
    assert set(codes(at_once(app, [sent] * MANY))) <= {303, 404}
    assert row_counts(app)["changes"] == before + 1


def test_a_deletion_during_other_requests(app, table, phone_of):
    """Some save a round, one deletes the session, some the group: pages, never errors."""
    table.plays("Cara out, Anna 8, Bo K")
    sends = [
        filled(phone_of(table, "scorer"), f"{table.path}/rounds/2", "#round", points(table, 60 + n))
        for n in range(4)
    ]
    sends.append(filled(phone_of(table, "owner"), f"{table.path}/end", "deletion"))
    owner = phone_of(table, "owner")
    sends.append(filled(owner, f"{table.group_path}/deletion", "/deletion", {"name": "Friday table"}))
    sends.append(filled(phone_of(table, "scorer"), table.path, "/undo"))
    assert set(codes(at_once(app, sends))) <= {303, 404, 409, 410, 422}
    empty_bins(app)
    assert not any(row_counts(app).values())


def test_readers_never_wait_for_a_writer(app, table, phone_of):
    phone = phone_of(table, "watcher")
    with table.open() as session:
        session.version += 1
        assert phone.twin().client.get(table.path).status_code == 200


def test_a_whole_sheet_sent_many_times_is_one_session(app, table, phone_of):
    phone = phone_of(table, "scorer")
    address = (
        f"{table.group_path}/sheets/grid?variant=vandatta&rounds=1&name=Anna&name=Bo&start=2024-03-08T20:00"
    )
    sent = filled(phone, address, "#sheet", {"c-1-0": "x", "c-1-1": "8 K"})
    before = row_counts(app)["sessions"]
    assert codes(at_once(app, [sent] * MANY)) == [303] * MANY
    assert row_counts(app)["sessions"] == before + 1


def test_the_rest_of_a_sheet_sent_many_times_is_entered_once(app, table, phone_of):
    sent = filled(
        phone_of(table, "scorer"),
        f"{table.path}/sheet",
        "#sheet",
        {"c-1-0": "x", "c-1-1": "8 K", "c-1-2": "5"},
    )
    assert codes(at_once(app, [sent] * MANY)) == [303] * MANY
    assert table.kinds() == ["sheet"]


def test_one_name_at_two_tables_is_one_new_player(app, table, game, phone_of):
    tables = [table, game("derange", "Eva Frans Gun", group_id=table.group_id)]
    phone = phone_of(table, "scorer")
    sent = [
        filled(phone, f"{each.path}/seats", "form[action$='/seats']", {"name": "Hanna"}) for each in tables
    ]
    assert codes(at_once(app, sent)) == [303] * 2
    assert tables[0].player_id("Hanna") == tables[1].player_id("Hanna")


def test_play_again_from_many_phones_is_one_game(app, game, phone_of):
    table = game("derange", "Anna Bo Cara", is_over=True)
    before = row_counts(app)["sessions"]
    sent = [filled(phone_of(table, "scorer"), table.path, "rematch") for _ in range(MANY)]
    assert codes(at_once(app, sent)) == [303] * MANY
    assert row_counts(app)["sessions"] == before + 1


def test_the_same_seats_from_many_phones_are_one_game(app, table, phone_of):
    before = row_counts(app)["sessions"]
    address = f"/new/vandatta?group={table.group_id}&seats_of={table.session_id}"
    sent = [filled(phone_of(table, "scorer"), address, "#new-game") for _ in range(MANY)]
    assert codes(at_once(app, sent)) == [303, *[422] * (MANY - 1)]
    assert row_counts(app)["sessions"] == before + 1

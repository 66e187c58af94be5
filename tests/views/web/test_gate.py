"""Every request that changes a session or group passes a decorator of the gate."""

import pytest

from models.database import SAFE_METHODS, new_id

UNGATED = {
    "web.choose_language": "this phone's language",
    "home.rename_phone": "this phone's name",
    "home.stay_anonymous": "that this phone has no name",
    "home.choose_appearance": "appearance of this phone",
    "home.remove_group_from_phone": "groups stored on this phone",
    "home.reopen_forgotten_group": "groups stored on this phone",
    "home.forget_group_for_good": "groups stored on this phone",
    "home.confirm_join": "links stored on this phone",
    "home.open_link": "changes nothing: redirects to the link",
    "home.create_game": "creates a group, or a session without an address yet",
    "tournaments.create_with_group": "creates a group with its first tournament",
    "home.print_blank": "changes nothing: a blank sheet",
    "paper.save_sheet_setup": "changes nothing: redirects to the sheet",
    "games.add_game": "creates a group, or a game without an address yet",
    "games.preview": "changes nothing: the rules in words",
    "games.copy": "adds a game to another group than that of the address",
}


def unsafe(app):
    return [rule for rule in app.url_map.iter_rules() if rule.methods - {*SAFE_METHODS}]


def test_every_unsafe_route_has_the_right_gate(app):
    """That of the session, of the tournament, or of the group, by the parameters of the address."""
    wrong = {
        rule.endpoint: gate
        for rule in unsafe(app)
        if (gate := getattr(app.view_functions[rule.endpoint], "gate", None)) != gate_of(rule)
    }
    assert wrong == {}


def gate_of(rule):
    if rule.endpoint in UNGATED:
        return None
    gates = {"session_id": "session", "tournament_id": "tournament"}
    return next((gate for name, gate in gates.items() if name in rule.arguments), "group")


def test_listed_routes_without_a_gate_exist(app):
    assert {rule.endpoint for rule in unsafe(app)} >= UNGATED.keys()


def test_a_form_is_executed_once(game, phone_of):
    """Sending it again gets a response without executing the view."""
    table = game("derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/deal")
    form = {"csrf_token": phone.token(), "change_id": str(new_id())}
    for _ in range(2):
        phone.post(f"{table.path}/deal/misdeal", form, Sec_Fetch_Site="same-origin")
    assert table.kinds().count("misdeal") == 1


@pytest.mark.parametrize("change_id", ["", "nonsense", "☃"])
def test_a_form_without_an_id_is_executed_each_time(game, phone_of, change_id):
    table = game("derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/deal")
    form = {"csrf_token": phone.token(), "change_id": change_id}
    for _ in range(2):
        phone.post(f"{table.path}/deal/misdeal", form, Sec_Fetch_Site="same-origin")
    assert table.kinds().count("misdeal") == 2


FORMS = {  # the address of a page and of its form, and two values of a field
    "a group": ("{group}/settings", "/name", "name", "Fridays", "Saturdays"),
    "a player": ("{group}/players/{player}", "/players/{player}/name", "name", "Dag", "Eva"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.phone("owner")
def test_a_form_sent_again_with_other_values_is_neither_lost_nor_saved_without_a_word(table, phone, form):
    """As after going back to a page that was sent."""
    ids = {"group": table.group_path, "player": table.player_id("Anna")}
    path, action, name, first, second = (part.format(**ids) for part in FORMS[form])
    phone.get(path)
    address, _method, fields = phone.filled(action, {name: first})
    for _ in range(2):
        phone.post(address, fields, Sec_Fetch_Site="same-origin")
    phone.post(address, {**fields, name: second}, 409, Sec_Fetch_Site="same-origin")
    assert phone.page.heading == "You have sent this page before"
    assert stored(phone, path, action, name) == first
    phone.post(address, {**fields, name: second}, 409, Sec_Fetch_Site="same-origin")
    phone.submit(action)
    assert stored(phone, path, action, name) == second


@pytest.mark.phone("owner")
def test_a_page_that_shows_what_has_changed_asks_by_itself(table, phone):
    path = f"{table.group_path}/nights/{table.night_id()}/note"
    phone.get(path)
    address, _method, fields = phone.filled("/note", {"place": "At Bo’s"})
    for _ in range(2):
        phone.post(address, fields, Sec_Fetch_Site="same-origin")
    phone.post(address, {**fields, "place": "At Cara’s"}, 409, Sec_Fetch_Site="same-origin")
    assert "At Bo’s" in phone.page.words
    phone.submit("/note")
    assert stored(phone, path, "/note", "place") == "At Cara’s"


def stored(phone, path, action, name):
    twin = phone.twin()
    twin.get(path)
    return twin.filled(action)[2][name]

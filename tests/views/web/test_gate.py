"""Every request that changes a session or group passes a decorator of the gate."""

import pytest

from models.database import SAFE_METHODS, new_id
from tests.views.endpoints import rules_of

UNGATED = {
    "web.choose_language": "this phone's language",
    "home.rename_phone": "this phone's name",
    "home.stay_anonymous": "that this phone has no name",
    "home.choose_appearance": "appearance of this phone",
    "home.remove_group_from_phone": "groups stored on this phone",
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
    return [rule for rule in rules_of(app) if rule.methods - {*SAFE_METHODS}]


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

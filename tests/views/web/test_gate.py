"""Whatever changes a session or a group goes through its gate."""

import pytest

from models.database import SAFE_METHODS, new_id
from tests.views.endpoints import rules_of

UNGATED = {
    "web.choose_language": "this phone's language",
    "home.rename_phone": "this phone's name",
    "home.stay_anonymous": "that this phone has no name",
    "home.choose_appearance": "how this phone looks and feels",
    "home.remove_group_from_phone": "what this phone remembers",
    "home.open_link": "changes nothing: on to the link",
    "home.create_game": "founds a group, or begins a session that nobody knows yet",
    "tournaments.create_with_group": "founds a group with its first evening",
    "home.print_blank": "changes nothing: a blank sheet",
    "paper.save_sheet_setup": "changes nothing: on to the sheet",
}


def unsafe(app):
    return [rule for rule in rules_of(app) if rule.methods - {*SAFE_METHODS}]


def test_no_unsafe_route_is_without_a_gate(app):
    """A session's address leads through the session's gate, an evening's through the evening's, any other
    through the group's.
    """
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


def test_what_has_no_gate_is_there(app):
    assert {rule.endpoint for rule in unsafe(app)} >= UNGATED.keys()


def test_a_form_counts_once(game, phone_of):
    """Sent again it is answered, and the view is not asked."""
    table = game("derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/deal")
    said = {"csrf_token": phone.token(), "change_id": str(new_id())}
    for _time in ("once", "twice"):
        phone.post(f"{table.path}/deal/misdeal", said, Sec_Fetch_Site="same-origin")
    assert table.kinds().count("misdeal") == 1


@pytest.mark.parametrize("change_id", ["", "nonsense", "☃"])
def test_a_form_without_an_id_counts_each_time(game, phone_of, change_id):
    table = game("derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/deal")
    said = {"csrf_token": phone.token(), "change_id": change_id}
    for _time in ("once", "twice"):
        phone.post(f"{table.path}/deal/misdeal", said, Sec_Fetch_Site="same-origin")
    assert table.kinds().count("misdeal") == 2

"""Errors of a form stand on top of the page too, each with a link to its field."""

from __future__ import annotations


def listed(phone):
    return {str(link["href"]): link.get_text(strip=True) for link in phone.page.select("[data-errors] a")}


def test_a_forgotten_hand_is_named_with_a_link_to_it(game, phone_of):
    table = game("derange", "Anna Bo Cara")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/rounds/1")
    phone.submit("/rounds/1", {"out": str(table.seat_id("Anna"))}, status=422)
    errors = listed(phone)
    assert errors[f"#hand-{table.seat_id('Bo')}"].startswith("Bo: Not entered yet")
    assert len(errors) == 2


def test_what_is_wrong_with_the_round_leads_to_its_field(game, phone_of):
    table = game("derange", "Anna Bo Cara")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/rounds/1")
    phone.submit("/rounds/1", {"hand_size": "99"}, status=422)
    assert {"#out", "#hand_size"} <= listed(phone).keys()


def test_a_field_is_named_where_its_error_does_not_name_it(game, phone_of):
    table = game("derange", "Anna Bo Cara")
    phone = phone_of(table, "owner")
    phone.get(f"/groups/{table.group_id}/settings")
    phone.submit("/name", {"name": "x" * 100}, status=422)
    assert listed(phone)["#f-name"].startswith("The group’s name: ")

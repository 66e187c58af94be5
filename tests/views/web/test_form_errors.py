"""Form errors are listed at the top of the page, each with a link to its field."""

from __future__ import annotations


def listed_errors(phone):
    return {str(link["href"]): link.get_text(strip=True) for link in phone.page.select("[data-errors] a")}


def test_a_missing_hand_is_listed_with_a_link(game, phone_of):
    table = game("derange", "Anna Bo Cara")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/rounds/1")
    phone.submit("/rounds/1", {"out": str(table.seat_id("Anna"))}, status=422)
    errors = listed_errors(phone)
    assert errors[f"#hand-{table.seat_id('Bo')}"].startswith("Bo: Not entered yet")
    assert len(errors) == 2


def test_errors_of_the_round_link_to_their_fields(game, phone_of):
    table = game("derange", "Anna Bo Cara")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/rounds/1")
    phone.submit("/rounds/1", {"hand_size": "99"}, status=422)
    assert {"#out", "#hand_size"} <= listed_errors(phone).keys()


def test_the_label_is_added_if_the_error_does_not_name_its_field(game, phone_of):
    table = game("derange", "Anna Bo Cara")
    phone = phone_of(table, "owner")
    phone.get(f"/groups/{table.group_id}/settings")
    phone.submit("/name", {"name": "x" * 100}, status=422)
    assert listed_errors(phone)["#f-name"].startswith("The group’s name: ")

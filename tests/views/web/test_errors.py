"""Addresses that lead nowhere, and responses if data is deleted during a request."""

from models import Group, db
from views.table.pad import back_to_table


def test_a_group_deleted_during_the_request_is_not_found(game, phone_of, monkeypatch):
    table = game("derange", "Anna Bo Cara")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}/rounds/1")

    def delete_group(session, number, form):
        db.session.execute(db.delete(Group).where(Group.id == table.group_id))
        db.session.commit()
        return back_to_table(session, number, form)

    monkeypatch.setattr("views.table.rounds.back_to_table", delete_group)
    points = {f"points-{table.seat_id(name)}": "20" for name in ("Anna", "Bo")}
    phone.submit("#round", {"out": str(table.seat_id("Cara")), **points}, status=404)
    assert phone.page.heading == "Nothing here"


def test_an_address_that_no_page_has_is_not_found(table, phone_of):
    phone = phone_of(table, "owner")
    for path in ("/club-evening", f"{table.group_path}/out/document.json", f"{table.path}/trail"):
        phone.get(path, 404)
        assert phone.page.heading == "Nothing here"

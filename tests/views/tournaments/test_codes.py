"""The code of one table can be replaced or removed without affecting other tables."""

from __future__ import annotations

import pytest

from tests.club import opened
from tests.phone import Phone
from views.tournaments.seating import table_addresses

EIGHT = "Anna Bo Cara Dilan Eva Finn Gun Hugo"


@pytest.fixture
def club(app):
    return opened(app, EIGHT, cut=None)


@pytest.fixture
def umpire(app, club):
    phone = Phone(app)
    phone.open_link(club.link("umpire", tournament_id=club.id))
    phone.get(f"{club.path}/draw?seed=1")
    phone.submit("draw", button="Sit down")
    phone.get(f"{club.path}/seating")
    return phone


def codes(app, club) -> list[str | None]:
    """The path in the code of each table, by table number."""
    with app.test_request_context(), club.seen() as (tournament, _state):
        found = table_addresses(tournament)
        addresses = [found.get(table.session_id) for table in tournament.tables]
    return [code and code.removeprefix("http://localhost") for code in addresses]


def scorer_with(app, code: str) -> Phone:
    phone = Phone(app)
    phone.open_link(code)
    return phone


def pad_status(phone: Phone, table) -> int:
    """The response status of the pad."""
    return phone.client.get(f"{table.path}/rounds/1", base_url=phone.base, headers=phone.headers).status_code


def test_a_new_code_revokes_the_former_code_of_that_table_only(app, club, umpire):
    first, other = codes(app, club)
    one, another = club.tables()
    revoked, valid = scorer_with(app, first), scorer_with(app, other)
    umpire.submit(f"{club.table_ids()[0]}/code")
    assert "Table 1 has a new code; the old one opens nothing any more." in umpire.page.text
    assert (pad_status(revoked, one), pad_status(valid, another)) == (404, 200)
    new, same = codes(app, club)
    assert new not in (None, first)
    assert same == other
    assert pad_status(scorer_with(app, new), one) == 200


def test_a_table_without_a_code_can_get_another(app, club, umpire):
    first, other = codes(app, club)
    one, _another = club.tables()
    umpire.submit(f"{club.table_ids()[0]}/code/removal")
    assert codes(app, club) == [None, other]
    assert len(umpire.page.select(".code svg")) == 1
    assert "No code: only the umpire scores this table." in umpire.page.text
    Phone(app).get(first, 404)
    umpire.submit(f"{club.table_ids()[0]}/code")
    assert pad_status(scorer_with(app, codes(app, club)[0]), one) == 200
    assert len(umpire.page.select(".code svg")) == 2


def test_a_table_of_another_tournament_is_not_found(app, club, umpire):
    other = opened(app, EIGHT, group_id=club.group_id).draws()
    token = {"csrf_token": umpire.token()}
    for action in ("code", "code/removal"):
        address = f"{club.path}/seating/{other.table_ids()[0]}/{action}"
        umpire.post(address, token, 404, Sec_Fetch_Site="same-origin")

"""The code of one table is renewed or closed by itself; the other tables notice nothing."""

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
    """The path of each table's code, by its number."""
    with app.test_request_context(), club.seen() as (tournament, _evening):
        found = table_addresses(tournament)
        addresses = [found.get(table.session_id) for table in tournament.tables]
    return [code and code.removeprefix("http://localhost") for code in addresses]


def keeper(app, code: str) -> Phone:
    phone = Phone(app)
    phone.open_link(code)
    return phone


def scores(phone: Phone, table) -> int:
    """The status of the pad."""
    return phone.client.get(f"{table.path}/rounds/1", base_url=phone.base, headers=phone.headers).status_code


def test_a_new_code_shuts_out_whoever_had_the_old_one_of_that_table_only(app, club, umpire):
    first, other = codes(app, club)
    one, another = club.tables()
    lost, kept = keeper(app, first), keeper(app, other)
    umpire.submit(f"{club.table_ids()[0]}/code")
    assert "Table 1 has a new code; the old one opens nothing any more." in umpire.page.text
    assert (scores(lost, one), scores(kept, another)) == (404, 200)
    fresh, same = codes(app, club)
    assert fresh not in (None, first)
    assert same == other
    assert scores(keeper(app, fresh), one) == 200


def test_a_closed_table_shows_no_code_until_it_has_another(app, club, umpire):
    first, other = codes(app, club)
    one, _another = club.tables()
    umpire.submit(f"{club.table_ids()[0]}/code/removal")
    assert codes(app, club) == [None, other]
    assert len(umpire.page.select(".code svg")) == 1
    assert "No code: only the umpire scores this table." in umpire.page.text
    Phone(app).get(first, 404)
    umpire.submit(f"{club.table_ids()[0]}/code")
    assert scores(keeper(app, codes(app, club)[0]), one) == 200
    assert len(umpire.page.select(".code svg")) == 2


def test_a_table_of_another_evening_is_none(app, club, umpire):
    other = opened(app, EIGHT, group_id=club.group_id).draws()
    token = {"csrf_token": umpire.token()}
    for way in ("code", "code/removal"):
        address = f"{club.path}/seating/{other.table_ids()[0]}/{way}"
        umpire.post(address, token, 404, Sec_Fetch_Site="same-origin")

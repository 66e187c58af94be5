"""The code of one table can be replaced or removed without affecting other tables."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest

from models import Link, db
from tests.club import opened
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work
from views.tournaments.seating import table_addresses

pytestmark = full_only

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


@pytest.fixture
def another_key(app, club, umpire, monkeypatch):
    """Change the server's key after the codes were printed; the umpire opens the own link again."""
    printed = codes(app, club)
    monkeypatch.setitem(app.config, "SECRET_KEY", "another key, which is long enough too")
    umpire.open_link(club.link("umpire", tournament_id=club.id))
    umpire.get(f"{club.path}/seating")
    return printed


def test_after_a_change_of_the_key_no_code_is_shown_that_opens_nothing(app, club, umpire, another_key):
    assert codes(app, club) == [None, None]
    assert umpire.page.select(".code svg") == []
    assert "Some codes cannot be shown any more" in umpire.page.text
    assert "when these codes were made: Table 1 and Table 2." in umpire.page.text
    for code, table in zip(another_key, club.tables(), strict=True):
        assert pad_status(scorer_with(app, code), table) == 200


def test_new_codes_for_these_tables_leave_the_others(app, club, umpire, another_key):
    umpire.submit(f"{club.table_ids()[0]}/code")
    first, none = codes(app, club)
    assert first is not None
    assert none is None
    umpire.submit("codes/lost")
    assert "Some codes cannot be shown any more" not in umpire.page.text
    same, second = codes(app, club)
    assert same == first
    assert pad_status(scorer_with(app, second), club.tables()[1]) == 200
    for old in another_key:
        Phone(app).get(old, 404)


def former_code(app, session_id, number: int) -> str:
    """As it was derived before codes had salts: by anyone who knows the key."""
    key = app.config["SECRET_KEY"].encode()
    digest = hmac.digest(key, f"table {session_id} {number}".encode(), "sha256")[:16]
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def test_a_code_cannot_be_computed_from_the_key_and_the_address_of_the_table(app, club, umpire):
    umpire.submit("seating/codes")
    for table in club.tables():
        for number in range(3):
            Phone(app).get(f"/join/{former_code(app, table.session_id, number)}", 404)


def test_a_code_from_before_salts_is_still_shown_until_it_is_renewed(app, club, umpire):
    one, _other = club.tables()
    umpire.submit(f"{club.table_ids()[0]}/code")
    secret = former_code(app, one.session_id, 1)
    with at_work(app):
        own = db.select(Link).where(Link.session_id == one.session_id, Link.revoked_at.is_(None))
        link = db.session.scalars(own).one()
        link.salt, link.secret_hash = None, hashlib.sha256(secret.encode()).hexdigest()
        db.session.commit()
    assert codes(app, club)[0] == f"/join/{secret}"
    assert pad_status(scorer_with(app, f"/join/{secret}"), one) == 200
    umpire.submit(f"{club.table_ids()[0]}/code")
    assert codes(app, club)[0] not in (None, f"/join/{secret}")

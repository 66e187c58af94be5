"""Logging: errors are found by request id, and the log contains no data of requests."""

import re
import sys

import pytest
from flask import abort, request
from sqlalchemy import text

from models import db
from tests.phone import Phone

ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}")


@pytest.fixture
def app(app_with):
    return app_with(TESTING=False)


def fail_with(monkeypatch, error):
    def view(*_args):
        raise error

    monkeypatch.setattr(sys.modules["views.home.start"], "known_groups", view)


def only_line(caplog):
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    return record.getMessage()


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "tell the person who runs this server: "), ("sv", "säg det här till den som sköter servern: ")],
)
def test_an_error_page_shows_the_request_id_of_the_log(app, caplog, monkeypatch, language, sentence):
    fail_with(monkeypatch, KeyError("spades"))
    phone = Phone(app, language=language)
    phone.get("/", 500)
    (request_id,) = re.findall(rf"{sentence}({ID.pattern})", phone.page.words)
    assert phone.answer.headers["X-Request-ID"] == request_id
    lines = only_line(caplog).splitlines()
    assert lines[0] == f"{request_id} GET /: KeyError"
    assert any("views/home/start.py" in line for line in lines)
    assert lines[-1] == "KeyError"


def test_every_response_has_its_own_request_id(app):
    client = app.test_client()
    ids = [client.get(path).headers["X-Request-ID"] for path in ("/", "/", "/nowhere", "/health")]
    assert all(ID.fullmatch(found) for found in ids)
    assert len(set(ids)) == 4


@pytest.mark.parametrize(
    ("proxies", "sent_id", "accepted"),
    [(1, "req-0123.A_b", True), (0, "req-0123.A_b", False), (1, "a b", False), (1, "x" * 65, False)],
)
def test_a_request_id_is_accepted_from_trusted_proxies_only(app_with, proxies, sent_id, accepted):
    client = app_with(TRUSTED_PROXIES=proxies).test_client()
    assert (client.get("/", headers={"X-Request-ID": sent_id}).headers["X-Request-ID"] == sent_id) is accepted


def test_the_log_contains_no_text_of_exceptions(app, table, caplog):
    """It may contain a name: as typed, as changed by code, or as stored."""
    phone = Phone(app)
    phone.open_link(table.link("owner"))
    phone.get(f"{table.group_path}/settings")

    def rename(group_id):
        try:
            raise LookupError("".join(("Ca", "ra")))
        except LookupError:
            raise ValueError(f"{request.form['name'].upper()} in {group_id}")  # noqa: B904 - as in careless code

    app.view_functions["home.save_group_name"] = rename
    action, _method, fields = phone.filled("/name", {"name": "Åsa’s table"})
    phone.client.post(action, data=fields, headers={"Sec-Fetch-Site": "same-origin"})
    line = only_line(caplog)
    assert " POST /groups/<uuid:group_id>/name: ValueError\n" in line
    assert "\nLookupError\n" in line
    assert line.endswith("\nValueError")
    for secret in ("ÅSA", str(table.group_id), "Cara"):
        assert secret not in line


def test_the_log_contains_no_parameters_of_statements(app, caplog, monkeypatch):
    phone = Phone(app)

    def wrong(*_args):
        db.session.execute(text("SELECT :name FROM nowhere"), {"name": "".join(("Gun", "nar"))})

    monkeypatch.setattr(sys.modules["views.home.start"], "known_groups", wrong)
    phone.get("/", 500)
    assert "OperationalError" in only_line(caplog)
    assert "Gunnar" not in only_line(caplog)


@pytest.mark.parametrize("status", [408, 413, 503])
def test_errors_of_the_server_have_their_own_texts(app, status):
    app.add_url_rule("/refused", "refused", lambda: abort(status))
    headings = []
    for language in ("en", "sv"):
        phone = Phone(app, language=language)
        phone.get("/refused", status)
        headings.append(phone.page.heading)
    assert len(set(headings) - {"That did not work", "Det gick inte"}) == 2

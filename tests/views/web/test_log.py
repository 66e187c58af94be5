"""What goes wrong is found by its id, and the log learns nothing that a request brought."""

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


def breaks(monkeypatch, error):
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
def test_who_sees_an_error_is_told_the_id_that_the_log_has(app, caplog, monkeypatch, language, sentence):
    breaks(monkeypatch, KeyError("spades"))
    phone = Phone(app, language=language)
    phone.get("/", 500)
    (told,) = re.findall(rf"{sentence}({ID.pattern})", phone.page.words)
    assert phone.answer.headers["X-Request-ID"] == told
    lines = only_line(caplog).splitlines()
    assert lines[0] == f"{told} GET /: KeyError"
    assert any("views/home/start.py" in line for line in lines)
    assert lines[-1] == "KeyError"


def test_every_answer_has_an_id_of_its_own(app):
    client = app.test_client()
    ids = [client.get(path).headers["X-Request-ID"] for path in ("/", "/", "/nowhere", "/health")]
    assert all(ID.fullmatch(found) for found in ids)
    assert len(set(ids)) == 4


@pytest.mark.parametrize(
    ("proxies", "given", "taken"),
    [(1, "req-0123.A_b", True), (0, "req-0123.A_b", False), (1, "a b", False), (1, "x" * 65, False)],
)
def test_the_id_of_a_proxy_is_taken_only_from_ours(app_with, proxies, given, taken):
    client = app_with(TRUSTED_PROXIES=proxies).test_client()
    assert (client.get("/", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given) is taken


def test_what_an_error_says_is_in_no_line(app, table, caplog):
    """It may be a name: as it was typed, as it was changed on its way, or as it has stood there for years."""
    phone = Phone(app)
    phone.open_link(table.link("owner"))
    phone.get(f"{table.group_path}/settings")

    def rename(group_id):
        try:
            raise LookupError("".join(("Ca", "ra")))
        except LookupError:
            raise ValueError(f"{request.form['name'].upper()} in {group_id}")  # noqa: B904 - as it happens

    app.view_functions["home.save_group_name"] = rename
    action, _method, fields = phone.filled("/name", {"name": "Åsa’s table"})
    phone.client.post(action, data=fields, headers={"Sec-Fetch-Site": "same-origin"})
    line = only_line(caplog)
    assert " POST /groups/<uuid:group_id>/name: ValueError\n" in line
    assert "\nLookupError\n" in line
    assert line.endswith("\nValueError")
    for said in ("ÅSA", str(table.group_id), "Cara"):
        assert said not in line


def test_nor_is_what_a_statement_was_given(app, caplog, monkeypatch):
    phone = Phone(app)

    def wrong(*_args):
        db.session.execute(text("SELECT :name FROM nowhere"), {"name": "".join(("Gun", "nar"))})

    monkeypatch.setattr(sys.modules["views.home.start"], "known_groups", wrong)
    phone.get("/", 500)
    assert "OperationalError" in only_line(caplog)
    assert "Gunnar" not in only_line(caplog)


@pytest.mark.parametrize("status", [408, 413, 503])
def test_what_the_server_refuses_has_words_of_its_own(app, status):
    app.add_url_rule("/refused", "refused", lambda: abort(status))
    headings = []
    for language in ("en", "sv"):
        phone = Phone(app, language=language)
        phone.get("/refused", status)
        headings.append(phone.page.heading)
    assert len(set(headings) - {"That did not work", "Det gick inte"}) == 2

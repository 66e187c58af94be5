"""Malformed request bodies: every address answers without an internal error."""

import io

import pytest
from flask import request

from tests import sampling
from tests.page import Page
from tests.sampling import full_only
from tests.views.endpoints import address, values_for

OURS = {"Sec-Fetch-Site": "same-origin"}
BOUNDARY = "cut-here"
# Fields of all forms; most are unknown to any one address.
NAMES = (
    *("change_id", "name", "place", "note", "sure", "file", "back", "language", "since", "until", "points"),
    *("player", "into", "night", "dealer", "out", "team", "start", "arrange", "columns", "lines", "text"),
    *(
        "variant",
        "seen",
        "shown",
        "role",
        "ended",
        "mode",
        "rounds",
        "seats",
        "misdeals",
        "choice",
        "first_day",
        "date",
    ),
)
OTHERS = ("csrf_token", "who-", "game-0", "points-", "8-", "", "\x00", "x" * 300, "ü", "[]", "name[0]")
TEXTS = (
    *("", " ", "\x00", "a\x00b", "0", "1", "-1", "9" * 400, "1e400", "NaN", "x" * 3000, "å\u202e\u2066"),
    *("2024-02-30", "0000-00-00", "new", "random", "00000000-0000-0000-0000-000000000000", "\r\n\r\n", "1+1"),
)
FILES = (b"", b"\x00", b"{", b"player,points\nAnna,3\n", b"\xff\xfe\x00", "Anna".encode("utf-16"))
CHARSETS = ("", "; charset=utf-8", "; charset=utf-16", "; charset=no-such", "; charset=\xff", "; charset")


pytestmark = pytest.mark.table(plays=["Cara out, Anna 8, Bo K"])


def part(name, content, *, file=None, kind=""):
    """One part of a multipart body; without a name if `name` is None."""
    head = "form-data" if name is None else f'form-data; name="{name}"'
    head += "" if file is None else f'; filename="{file}"'
    headers = f"Content-Disposition: {head}\r\n" + (f"Content-Type: {kind}\r\n" if kind else "")
    return f"--{BOUNDARY}\r\n{headers}\r\n".encode() + content + b"\r\n"


def some_parts(chance, token, real):
    """The token, without which the request is refused early, and random parts, mostly with real names."""
    parts = [part("csrf_token", token.encode())]
    for _part in range(chance.randint(1, 12)):
        name = chance.choice([*real, *real, *NAMES, *OTHERS, None])
        content = chance.choice([*(text.encode() for text in TEXTS), *FILES])
        file = chance.choice([None, None, "", "a.json", "a\x00.csv", "å" * 300])
        kind = chance.choice(["", "text/plain", "application/octet-stream"])
        parts += [part(name, content, file=file, kind=kind and kind + chance.choice(CHARSETS))] * (
            chance.choice([1, 1, 1, 2, 40])
        )
    return b"".join(parts)


def as_multipart(content):
    content += f"--{BOUNDARY}--\r\n".encode()
    return {
        "input_stream": io.BytesIO(content),
        "content_length": len(content),
        "content_type": f"multipart/form-data; boundary={BOUNDARY}",
    }


def every_field(chance, token, real):
    """All names of forms and some others, each with a text that few fields accept."""
    names = [*sorted({*real, *NAMES} - {"csrf_token"}), *OTHERS[1:], None]
    parts = [part(name, chance.choice(TEXTS).encode()) for name in names]
    return b"".join([part("csrf_token", token.encode()), *parts])


def test_form_data_contains_no_nul_and_no_part_without_a_name(app):
    """PostgreSQL cannot store NUL in text."""
    content = part("na\x00me", b"Sun\x00day") + part(None, b"x") + part("", b"x")
    with app.test_request_context("/", method="POST", **as_multipart(content)):
        assert request.form.to_dict(flat=False) == {"name": ["Sunday"]}


def fields_of(app, phone, path):
    """The names of form fields of a page, if there is one at this address."""
    answer = phone.client.get(path)
    if answer.status_code != 200 or answer.mimetype != "text/html":
        return []
    page = Page(answer.get_data(as_text=True), path)
    return sorted({str(field["name"]) for field in page.select("[name]") if field.name != "meta"})


def deleting_last(endpoint):
    last = ("table.remove_session", "home.revoke_link", "home.remove_group", "home.remove_group_from_phone")
    return last.index(endpoint) + 1 if endpoint in last else 0


@full_only
@pytest.mark.both_databases
def test_malformed_forms_cause_no_internal_error(app, table, phone_of, database):
    values, phone = values_for(table), phone_of(table, "owner")
    chance = sampling.chance_for(f"what is sent on {database}")
    pages = [
        address(app, rule.endpoint, values) for rule in app.url_map.iter_rules() if "GET" in rule.methods
    ]
    real = sorted({name for path in pages for name in fields_of(app, phone, path)})
    phone.get(f"{table.group_path}/settings")
    token = phone.token()
    unsafe = sorted(rule.endpoint for rule in app.url_map.iter_rules() if "POST" in rule.methods)
    for endpoint in sorted(unsafe, key=deleting_last):
        drawn = [some_parts(chance, token, real) for _time in range(3 if sampling.is_whole() else 1)]
        for content in (every_field(chance, token, real), *drawn):
            path = address(app, endpoint, values)
            answer = phone.client.post(path, **as_multipart(content), headers=OURS)
            assert answer.status_code < 500, (endpoint, content)


@pytest.mark.parametrize(
    "body", ["[1]", '"text"', "7", '{"name": {"a": 1}}', '{"name": 7, "csrf_token": 8}', "{"]
)
def test_json_is_not_accepted_as_a_form(table, phone_of, body):
    phone = phone_of(table, "owner")
    phone.get(f"{table.group_path}/settings")
    token = {"X-CSRFToken": phone.token(), **OURS}
    answer = phone.client.post(
        f"{table.group_path}/name", data=body, content_type="application/json", headers=token
    )
    assert answer.status_code in (400, 404, 405, 422)


def test_a_text_field_is_not_accepted_as_a_file(table, phone_of):
    phone = phone_of(table, "owner")
    phone.get(f"{table.group_path}/imports")
    phone.submit("/imports", {"file": "player,points\n"}, status=422)
    assert "Choose a file, or paste a table." in phone.page.text

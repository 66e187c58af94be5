"""The session document in the browser: out as a file, in from one."""

import json
from xml.etree import ElementTree as ET

import pytest

from tests.models.document.files import ANNA, brief, written
from tests.models.rows import every_text, row_counts


@pytest.fixture
def table(game):
    return game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8 5 5, Bo K")


@pytest.fixture
def phone(table, phone_of):
    return phone_of(table, "owner")


def read_in(phone, table, content, status=200):
    """Send a file as a browser does."""
    phone.get(f"{table.group_path}/import")
    action, _method, fields = phone.filled("/import")
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in fields.items()
    ]
    parts += ['--edge\r\nContent-Disposition: form-data; name="file"; filename="night.json"\r\n\r\n']
    body = "".join(parts).encode() + (content if isinstance(content, bytes) else content.encode())
    headers = {"Sec_Fetch_Site": "same-origin", "Content_Type": "multipart/form-data; boundary=edge"}
    return phone.post(action, body + b"\r\n--edge--\r\n", status, **headers)


def test_the_file_is_the_whole_history(app, table, phone):
    phone.get(f"{table.group_path}/document.json")
    assert phone.answer.mimetype == "application/json"
    assert "attachment" in phone.answer.headers["Content-Disposition"]
    document = json.loads(phone.answer.data)
    assert document["sessions"] == written(app, table.group_id)["sessions"]


def test_out_and_in_again_changes_nothing(app, table, phone):
    phone.get(f"{table.group_path}/document.json")
    before = every_text(app)
    read_in(phone, table, phone.answer.data)
    assert phone.page.flashes
    assert every_text(app) == before


def test_a_file_comes_in(app, table, phone):
    read_in(phone, table, json.dumps(brief()))
    assert phone.path == table.group_path
    assert row_counts(app)["sessions"] == 2
    for href in phone.page.hrefs():
        phone.get(href)


def test_a_file_with_a_byte_order_mark_comes_in(app, table, phone):
    read_in(phone, table, b"\xef\xbb\xbf" + json.dumps(brief()).encode())
    assert row_counts(app)["sessions"] == 2


def test_what_is_wrong_is_said_with_its_place(app, table, phone):
    document = brief()
    document["sessions"][0]["rounds"][2]["hands"][1]["cards"] = {"11": 1}
    before = every_text(app)
    read_in(phone, table, json.dumps(document), status=422)
    assert 'sessions[0].rounds[2].hands[1].cards: no card "11"' in phone.page.texts("code")[0]
    assert every_text(app) == before


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "null",
        "[]",
        "night",
        b"\xff\xfe",
        b"\x00" * 100,
        "[" * 100_000,
        '{"a":' * 50_000,
        "1" * 5000,
        "NaN",
        json.dumps(brief()).replace('"Anna"', '"\\ud800"'),
        json.dumps(brief()).replace('"Anna"', '"\\u0000"'),
        json.dumps(brief()).replace('"Anna"', '"<script>alert(1)</script>' + "x" * 100 + '"'),
        json.dumps(brief()).replace('"8": 1', '"<script>": 1'),
        json.dumps(brief()).replace('"8": 1', '"\\ud800": 1'),
        json.dumps(brief()).replace('"number": 1', '"number": NaN'),
        json.dumps(brief()).replace('"number": 1', '"number": 1e400'),
        json.dumps(brief()).replace(f'"{ANNA}"', "7"),
    ],
    ids=range(19),
)
@pytest.mark.parametrize("language", ["en", "sv"])
def test_whatever_the_file_holds_there_is_a_page(app, table, phone, content, language):
    phone.headers["Accept-Language"] = language
    before = every_text(app)
    read_in(phone, table, content, status=422)
    assert phone.page.texts(".problem, .wrong")
    assert "<script>alert" not in phone.page.text
    assert every_text(app) == before


def test_no_file_at_all(table, phone):
    phone.get(f"{table.group_path}/import")
    phone.submit("/import", status=422)
    assert phone.page.texts(".wrong")


def test_a_history_of_many_megabytes_comes_in(app, table, phone):
    """Ten years of nights are more than any form may be."""
    document = brief()
    document["sessions"][0]["padding"] = "x" * 6_000_000
    read_in(phone, table, json.dumps(document))
    assert row_counts(app)["sessions"] == 2


def test_what_is_beyond_all_measure_does_not(app, table, phone):
    content = b'"' + b"x" * (65 * 1024 * 1024) + b'"'
    read_in(phone, table, content, status=413)
    assert row_counts(app)["sessions"] == 1


def test_other_forms_of_many_megabytes_are_refused(table, phone):
    phone.get(f"{table.group_path}/settings")
    phone.submit("/name", {"name": "x" * 3_000_000}, status=413)


def test_a_file_from_another_group_is_copied_and_touches_nothing_of_it(app, table, phone, game, phone_of):
    other = game("vandatta", "Eva Frans").plays("Eva out, Frans 8")
    theirs = phone_of(other, "owner")
    theirs.get(f"{other.group_path}/document.json")
    before = written(app, other.group_id)["sessions"]
    read_in(phone, table, theirs.answer.data)
    assert written(app, other.group_id)["sessions"] == before
    assert row_counts(app)["sessions"] == 3
    phone.get(other.path, 404)


class TestResults:
    def test_the_picture_stands_alone(self, table, phone):
        for _ in range(2):
            phone.get(f"{table.path}/result.svg")
            assert phone.answer.mimetype == "image/svg+xml"
            picture = ET.fromstring(phone.answer.data)
            assert "Cara" in "".join(picture.itertext())
            assert "http" not in phone.answer.get_data(as_text=True).replace("http://www.w3.org/2000/svg", "")
            table.stops() if not table.is_finished() else None

    @pytest.mark.parametrize("name", ["<b>Bo</b>", "&amp;", "“Bo”", "]]>", "李小龙", "\\"])
    def test_no_name_breaks_the_picture(self, game, phone_of, name):
        table = game("derange", f"{name} Bo")
        phone = phone_of(table, "watcher")
        phone.get(f"{table.path}/result.svg")
        assert name[:26] in "".join(ET.fromstring(phone.answer.data).itertext())

    def test_the_words_to_share(self, table, phone):
        phone.get(f"{table.path}/result.txt")
        assert phone.answer.mimetype == "text/plain"
        assert "Cara" in phone.answer.get_data(as_text=True)

    def test_neither_holds_anything_that_a_mail_program_would_run(self, table, phone):
        phone.get(f"{table.path}/result.svg")
        text = phone.answer.get_data(as_text=True).lower()
        assert "<script" not in text
        assert "onload" not in text

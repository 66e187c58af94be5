"""The session document in the browser; the result as a picture and as text."""

import json
from xml.etree import ElementTree as ET

import pytest

from tests.files.document.files import exported

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    pytest.mark.usefixtures("no_pauses"),
]


def test_the_file_contains_the_complete_history(app, table, phone):
    phone.get(f"{table.group_path}/export/document.json")
    assert phone.answer.mimetype == "application/json"
    assert "attachment" in phone.answer.headers["Content-Disposition"]
    document = json.loads(phone.answer.data)
    assert document["sessions"] == exported(app, table.group_id)["sessions"]


class TestResults:
    def test_the_picture_is_self_contained(self, table, phone):
        for _ in range(2):
            phone.get(f"{table.path}/result.svg")
            assert phone.answer.mimetype == "image/svg+xml"
            picture = ET.fromstring(phone.answer.data)
            assert "Cara" in "".join(picture.itertext())
            assert "http" not in phone.answer.get_data(as_text=True).replace("http://www.w3.org/2000/svg", "")
            table.stops() if not table.is_finished() else None

    @pytest.mark.parametrize("name", ["<b>Bo</b>", "&amp;", "“Bo”", "]]>", "李小龙", "\\"])
    def test_the_picture_is_well_formed_for_any_name(self, game, phone_of, name):
        table = game("derange", f"{name} Bo")
        phone = phone_of(table, "watcher")
        phone.get(f"{table.path}/result.svg")
        assert name[:26] in "".join(ET.fromstring(phone.answer.data).itertext())

    def test_the_text_to_share(self, table, phone):
        phone.get(f"{table.path}/result.txt")
        assert phone.answer.mimetype == "text/plain"
        assert "Cara" in phone.answer.get_data(as_text=True)

    def test_neither_contains_active_content(self, table, phone):
        phone.get(f"{table.path}/result.svg")
        text = phone.answer.get_data(as_text=True).lower()
        assert "<script" not in text
        assert "onload" not in text

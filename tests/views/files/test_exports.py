"""Downloads: file names, contents, permissions, limits."""

import csv
import io
import re
import zipfile
from urllib.parse import unquote

import pytest

from files.document import document_in, read_document
from models import Group, db
from tests.models.rows import row_counts
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = [pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], is_over=True), pytest.mark.phone("scorer")]

KINDS = {
    "rounds.csv": "text/csv",
    "workbook.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "document.json": "application/json",
}


def places(table):
    night = f"{table.group_path}/nights/{table.night_id()}"
    return {"group": table.group_path, "night": night, "session": table.path}


def rows(phone, delimiter=","):
    text = phone.answer.data.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def name_of_file(answer):
    header = answer.headers["Content-Disposition"]
    plain, full = re.fullmatch(r"attachment; filename=\"([^\"]*)\"; filename\*=UTF-8''(\S+)", header).groups()
    assert plain.isascii()
    return plain, unquote(full)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", ["group", "night", "session"])
def test_each_kind_is_available_for_group_night_and_session(table, phone, kind, place):
    phone.get(f"{places(table)[place]}/export/{kind}")
    assert phone.answer.mimetype == KINDS[kind]
    assert name_of_file(phone.answer)[1].startswith("Friday table 20")
    assert len(phone.answer.data) > 500


def test_file_names_contain_group_date_and_variant(app, table, phone):
    day = date_of(table)
    phone.get(f"{table.path}/export/rounds.csv")
    assert name_of_file(phone.answer)[1] == f"Friday table {day} Derange Order of Eight.csv"
    phone.get(f"{places(table)['night']}/export/workbook.xlsx")
    assert name_of_file(phone.answer)[1] == f"Friday table {day}.xlsx"
    phone.get(f"{table.group_path}/export/document.json")
    assert name_of_file(phone.answer)[1].endswith(" all nights.json")


def date_of(table):
    with table.seen() as session:
        return session.night.date.isoformat()


@pytest.mark.parametrize(
    ("group", "plain", "full"),
    [
        ("Åsas bord", "Asas bord", "Åsas bord"),
        ("李小龙", "", "李小龙"),
        ('a"b/c\\d:e*f?g<h>i|j', "a b c d e f g h i j", "a b c d e f g h i j"),
        ("; filename=x.exe", "; filename=x.exe", "; filename=x.exe"),
        ("../..", "", ""),
        ("＂x＂／y：z", "x y z", "＂x＂／y：z"),
    ],
)
def test_file_names_are_valid_on_every_system(app, table, phone, group, plain, full):
    with at_work(app):
        db.session.get_one(Group, table.group_id).name = group
        db.session.commit()
    phone.get(f"{places(table)['night']}/export/rounds.csv")
    plain_name, whole = name_of_file(phone.answer)
    assert plain in plain_name
    assert full in whole
    assert not set(plain_name) & set('/\\:*?"<>|')
    assert not set(whole) & set('/\\:*?"<>|')
    assert not whole.startswith(".")


def test_swedish_csv_uses_semicolons(app, table):
    phone = Phone(app, language="sv")
    phone.get(table.link("watcher"))
    phone.get(f"{table.path}/export/rounds.csv")
    assert [row["player"] for row in rows(phone, ";")] == ["Anna", "Bo", "Cara"]


def test_the_export_of_a_group_has_all_sessions_and_that_of_a_night_its_own(game, table, phone):
    later = game("derange", "Anna Bo", group_id=table.group_id, at=table.clock.now().replace(year=2027))
    later.plays("Anna out, Bo 8")
    for place, players in (("group", 5), ("night", 3), ("session", 3)):
        phone.get(f"{places(table)[place]}/export/rounds.csv")
        assert len(rows(phone)) == players


def test_the_document_of_a_night_can_be_imported_into_another_group(app, game, table, phone):
    phone.get(f"{places(table)['night']}/export/document.json")
    document = document_in(phone.answer.data)
    before = row_counts(app)["sessions"]
    with at_work(app):
        other = Group(name="Sunday table", created_at=table.clock.now())
        db.session.add(other)
        db.session.flush()
        read_document(document, other, table.clock.now())
        db.session.commit()
    assert row_counts(app)["sessions"] == before + 1


def test_a_workbook_is_valid_and_has_a_content_length(table, phone):
    phone.get(f"{table.path}/export/workbook.xlsx")
    assert phone.answer.content_length == len(phone.answer.data)
    assert zipfile.ZipFile(io.BytesIO(phone.answer.data)).testzip() is None


def test_the_workbook_is_in_the_language_of_the_phone(app, table):
    for language, word in (("en", "Winner"), ("sv", "Vinnare")):
        phone = Phone(app, language=language)
        phone.get(table.link("watcher"))
        phone.get(f"{table.path}/export/workbook.xlsx")
        book = zipfile.ZipFile(io.BytesIO(phone.answer.data))
        assert word in book.read("xl/worksheets/sheet1.xml").decode()


@pytest.mark.parametrize("kind", KINDS)
def test_a_watcher_may_download_a_night_or_session_but_not_everything(table, phone_of, kind):
    watcher = phone_of(table, "watcher")
    watcher.get(f"{places(table)['night']}/export/{kind}")
    watcher.get(f"{places(table)['session']}/export/{kind}")
    watcher.get(f"{places(table)['group']}/export/{kind}", 403)


def test_downloads_of_everything_are_limited(app_with):
    table = start(app_with(RATELIMIT_ENABLED=True), "derange", "Anna Bo").plays("Anna out, Bo 8")
    phone = Phone(table.app)
    phone.get(table.link("scorer"))
    for _ in range(6):
        phone.get(f"{table.group_path}/export/rounds.csv")
    phone.get(f"{table.group_path}/export/rounds.csv", 429)
    phone.get(f"{table.group_path}/export/document.json")
    phone.get(f"{table.path}/export/rounds.csv")


@full_only
def test_downloads_of_a_session_or_night_have_a_higher_limit(app_with):
    table = start(app_with(RATELIMIT_ENABLED=True), "derange", "Anna Bo").plays("Anna out, Bo 8")
    phone = Phone(table.app)
    phone.get(table.link("scorer"))
    for place in (places(table)["session"], places(table)["night"]):
        for _ in range(120):
            assert phone.client.get(f"{place}/export/rounds.csv").status_code == 200
        phone.get(f"{place}/export/rounds.csv", 429)


def test_the_export_of_a_group_without_rounds_is_empty(game, phone_of):
    table = game("derange", "Anna Bo")
    phone = phone_of(table, "scorer")
    for kind in KINDS:
        phone.get(f"{table.group_path}/export/{kind}")
    phone.get(f"{table.group_path}/export/rounds.csv")
    assert rows(phone) == []

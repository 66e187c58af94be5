"""The workbook: legal titles, nothing calculated, and the newest sessions on sheets of their own."""

import io
import zipfile
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exchange.workbook import write_workbook, writer
from exchange.workbook.titles import ILLEGAL, LONGEST, SheetTitles
from models import Session, db
from models.document.scope import Scope
from tests.table import at_work
from views.wording.hands import cards_in_figures

NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=45), max_size=12))
@example(["History", "history"])
@example(["x" * 40, "X" * 50])
@example(["'", "[]", "a/b", "a b"])
def test_every_title_is_legal_and_no_two_are_the_same(wanted):
    titles = SheetTitles()
    found = [titles.title(text) for text in wanted]
    assert len({title.casefold() for title in found}) == len(found)
    for title in found:
        assert 0 < len(title) <= LONGEST
        assert not {ord(letter) for letter in title} & ILLEGAL.keys()
        assert title.strip("'") == title
        assert title.casefold() != "history"


def test_a_title_says_as_much_as_there_is_room_for():
    titles = SheetTitles()
    assert titles.title("2026-11-20 Derange Order of Eight") == "2026-11-20 Derange Order of Eig"
    assert titles.title("2026-11-20 Derange Order of Eight") == "2026-11-20 Derange Order of (2)"


def workbook_of(app, scope):
    file = io.BytesIO()
    with at_work(app), app.test_request_context():
        write_workbook(file, scope, NOW, language="en", hand=cards_in_figures)
    return zipfile.ZipFile(file)


def sheet_titles(book):
    return book.read("xl/workbook.xml").decode().split('<sheet name="')[1:]


@pytest.fixture
def tables(game):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
    return table, game("vandatta", "Anna Bo", group_id=table.group_id)


def test_a_summary_every_round_and_a_sheet_for_each(app, tables):
    titles = sheet_titles(workbook_of(app, Scope(tables[0].group_id)))
    assert [title.split('"')[0].split(" ")[0] for title in titles[:2]] == ["Sessions", "Rounds"]
    assert len(titles) == 4


def test_of_very_many_only_the_newest_have_sheets(app, tables, monkeypatch):
    monkeypatch.setattr(writer, "MOST_SHEETS", 1)
    titles = sheet_titles(workbook_of(app, Scope(tables[0].group_id)))
    assert len(titles) == 3
    assert "Vandatta" in titles[-1]


def test_of_a_night_or_a_session_there_is_no_long_list(app, tables):
    book = workbook_of(app, Scope(tables[0].group_id, session_id=tables[0].session_id))
    assert len(sheet_titles(book)) == 2


def test_nothing_played_yet(app, tables):
    book = workbook_of(app, Scope(tables[0].group_id, session_id=tables[1].session_id))
    assert "Anna" in book.read("xl/worksheets/sheet2.xml").decode()


def test_nothing_is_calculated_and_nothing_leads_away(app, game):
    table = game("derange", "=1+1 http://example.org").plays("=1+1 out, http://example.org 8")
    book = workbook_of(app, Scope(table.group_id))
    for name in book.namelist():
        text = book.read(name).decode()
        assert "<f>" not in text
        assert "hyperlink" not in text
    assert "<pane" in book.read("xl/worksheets/sheet1.xml").decode(), "the header stays while one scrolls"


def test_hours_that_nobody_knows_are_not_told(app, game):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
    for known, began in ((True, 1), (False, 0)):
        with at_work(app):
            db.session.get_one(Session, table.session_id).untimed = not known
            db.session.commit()
        summary = workbook_of(app, Scope(table.group_id)).read("xl/worksheets/sheet1.xml").decode()
        assert summary.count('r="B2"') == began

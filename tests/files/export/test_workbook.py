"""The workbook: valid titles, no formulas, and separate sheets for the newest sessions."""

import io
import zipfile
from datetime import UTC, date, datetime
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import openpyxl
import pytest
from flask_babel import force_locale
from hypothesis import example, given
from hypothesis import strategies as st
from xlsxwriter import Workbook

from files.document.scope import Export, Scope
from files.export.workbook import write_workbook, writer
from files.export.workbook.listing import Formats, Listing, write
from files.export.workbook.writer import ILLEGAL, MAX_TITLE_LENGTH, OPTIONS, SheetTitles
from tests.custom import preset, typed
from tests.table import at_work, start

STOCKHOLM = ZoneInfo("Europe/Stockholm")
NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=45), max_size=12))
@example(["History", "history"])
@example(["x" * 40, "X" * 50])
@example(["'", "[]", "a/b", "a b"])
def test_every_title_is_valid_and_unique(wanted):
    titles = SheetTitles()
    found = [titles.title(text) for text in wanted]
    assert len({title.casefold() for title in found}) == len(found)
    for title in found:
        assert 0 < len(title) <= MAX_TITLE_LENGTH
        assert not {ord(letter) for letter in title} & ILLEGAL.keys()
        assert title.strip("'") == title
        assert title.casefold() != "history"


def test_a_title_is_as_long_as_allowed():
    titles = SheetTitles()
    assert titles.title("2026-11-20 Derange Order of Eight") == "2026-11-20 Derange Order of Eig"
    assert titles.title("2026-11-20 Derange Order of Eight") == "2026-11-20 Derange Order of (2)"


def workbook_of(app, scope):
    file = io.BytesIO()
    with at_work(app), force_locale("en"):
        write_workbook(Export(scope, NOW, "en", STOCKHOLM), file)
    return zipfile.ZipFile(file)


def sheet_titles(book):
    return book.read("xl/workbook.xml").decode().split('<sheet name="')[1:]


@pytest.fixture
def tables(game):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
    return table, game("vandatta", "Anna Bo", group_id=table.group_id)


def test_a_summary_every_round_and_a_sheet_for_each(app, tables):
    titles = sheet_titles(workbook_of(app, Scope(tables[0].group_id)))
    assert [title.split('"')[0].split(" ")[0] for title in titles[:2]] == ["Games", "Rounds"]
    assert len(titles) == 4


def test_of_very_many_sessions_only_the_newest_have_sheets(app, tables, monkeypatch):
    monkeypatch.setattr(writer, "MAX_SHEETS", 1)
    titles = sheet_titles(workbook_of(app, Scope(tables[0].group_id)))
    assert len(titles) == 3
    assert "Vandatta" in titles[-1]


def test_a_night_or_a_session_has_no_long_list(app, tables):
    book = workbook_of(app, Scope(tables[0].group_id, session_id=tables[0].session_id))
    assert len(sheet_titles(book)) == 2


def test_a_group_without_sessions(app, tables):
    book = workbook_of(app, Scope(tables[0].group_id, session_id=tables[1].session_id))
    assert "Anna" in book.read("xl/worksheets/sheet2.xml").decode()


def test_there_are_no_formulas_and_no_links(app, game):
    table = game("derange", "=1+1 http://example.org").plays("=1+1 out, http://example.org 8")
    book = workbook_of(app, Scope(table.group_id))
    for name in book.namelist():
        text = book.read(name).decode()
        assert "<f>" not in text
        assert "hyperlink" not in text
    assert "<pane" in book.read("xl/worksheets/sheet1.xml").decode(), "the header stays while one scrolls"


@pytest.mark.parametrize("name", ["<r>&</r>", "<r></r>", "<r><t>Bo</t></r>"])
def test_names_are_not_interpreted_as_markup(app, game, name):
    table = game("derange", f"{name} Cara").plays(f"{name} out, Cara 8", f"{name} out, Cara 8")
    book = workbook_of(app, Scope(table.group_id))
    for sheet in (1, 2, 3):
        texts = ["".join(cell.itertext()) for cell in cells_of(book, sheet)]
        assert name in texts


def cells_of(book, sheet):
    return ElementTree.fromstring(book.read(f"xl/worksheets/sheet{sheet}.xml")).iter(
        "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}c"
    )


days = st.dates(date(1900, 3, 1), date(2999, 12, 31))
values = st.one_of(
    st.none(),
    st.integers(-(10**6), 10**6),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.sampled_from(["_x0041_", "<r>&</r>", " Bo ", "=1+1", "a\nb", "\x01", '"']),
    days,
    st.builds(datetime.combine, days, st.times()),
)


@given(st.lists(st.lists(st.tuples(values, values, values), max_size=4), max_size=4))
@example([[(None, None, None), (None, None, None), (1, "Bo", None)]])
@example([[(None, None, None), (None, None, 0), (None, None, None)]])
@example([])
def test_a_listing_equals_the_output_of_xlsxwriter_cell_by_cell(added):
    def listed(listing):
        for rows in added:
            listing.add(rows)
        listing.close()

    def cell_by_cell(listing):
        rows = [row for rows in added for row in rows]
        for number, row in enumerate(rows, 1):
            for place, value in enumerate(row):
                write(listing.sheet, number, place, value, listing.cells.look_of(value))
        listing.sheet.autofilter(0, 0, len(rows), 2)

    assert parts_of(listed) == parts_of(cell_by_cell)


def parts_of(fill):
    """All parts of a workbook with one listing, filled by `fill`."""
    file = io.BytesIO()
    with Workbook(file, OPTIONS) as book:
        book.set_properties({"created": NOW})
        fill(Listing(book, "Rounds", [("Day", 8), ("Bo", 8), ("Points", 8)], Formats(book)))
    parts = zipfile.ZipFile(file)
    return {name: parts.read(name).decode() for name in parts.namelist()}


def test_unknown_hours_are_left_out(app, game):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
    for known, began in ((True, 1), (False, 0)):
        table.has(no_times=not known)
        summary = workbook_of(app, Scope(table.group_id)).read("xl/worksheets/sheet1.xml").decode()
        assert summary.count('r="B2"') == began


@pytest.mark.parametrize(
    ("definition", "plays", "headings", "first"),
    [
        (typed(), "Anna =12+7, Bo =5", ["Points", "Total", "Hand"], [19, 19, "12+7", 5, 5]),
        (typed(scoring="places"), "Anna =2, Bo =1", ["Ranks", "Total", "Hand"], [2, 2, 1, 1]),
        (typed(scoring="wins"), "Bo out, Anna -", ["Wins", "Total", "Hand"], [0, 0, 1, 1, "won"]),
        (preset("last_one"), "Bo out, Anna 8", ["Points", "Total", "Cards left"], [50, 50, "8", 0, 0, "out"]),
    ],
)
def test_a_sheet_names_what_a_custom_game_adds_up(app, definition, plays, headings, first):
    table = start(app, definition, "Anna Bo").plays(plays)
    book = openpyxl.load_workbook(workbook_of(app, Scope(table.group_id, session_id=table.session_id)).fp)
    head, row = ([cell.value for cell in cells][3:] for cells in book.worksheets[-1]["A2:I3"])
    assert head == headings * 2
    assert [value for value in row if value is not None] == first

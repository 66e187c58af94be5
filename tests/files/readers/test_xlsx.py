"""Import of spreadsheets: the values of cells, and refusal before opening."""

import io
import re
import zipfile
from datetime import date, datetime

import openpyxl
import pytest
import xlsxwriter

from files.readers.xlsx import sheets_of
from tests.files.drafts import reasons, refused
from tests.files.readers.tables.drawing import draft_of, games, questions, rounds

ROWS = [["Date", "Anna", "Bo"], [date(2024, 5, 17), 12, 0], [datetime(2024, 5, 24, 19, 30), 7.0, None]]  # noqa: DTZ001  a cell knows no zone


def book(rows=(), **sheets):
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    for title, more in sheets.items():
        sheet = made.create_sheet(title)
        for row in more:
            sheet.append(row)
    return made


def saved(made):
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def test_days_and_numbers_keep_their_types():
    draft = draft_of(saved(book([*ROWS, [date(2024, 5, 31), 3, 4]])))
    assert games(draft) == ["2024-05-31 Anna 3 Bo 4", "2024-05-17 Anna 12 Bo 0"][::-1]
    assert reasons(draft) == {"3": "row 3: fewer than two players have points"}


def test_locations_are_those_of_the_spreadsheet():
    draft = draft_of(saved(book([[], [], ["Round", "Anna", "Bo"], [1, 0, 4], [2, "ten", 5]])))
    assert reasons(draft) == {"B5": "row 5, column “Anna”: “ten” is no number"}


def test_a_sheet_without_a_table_is_named():
    draft = draft_of(saved(book([], Cards=[["Anna", "Bo"], [0, 4], [5, 0]], Other=[["x"], ["y"]])))
    assert rounds(draft) == [[0, 4], [5, 0]]
    assert draft["odd"][0] == {"at": "", "code": "sheet", "values": {"name": "Other"}}


def test_a_hidden_sheet_is_not_read():
    made = book([["Cara", "Dan"], [1, 2], [3, 4]], Seen=[["Anna", "Bo"], [0, 4], [5, 0]])
    made.worksheets[0].sheet_state = "hidden"
    made.active = 1
    assert games(draft_of(saved(made))) == ["2026-11-24 Anna 5 Bo 4"]


def test_a_formula_counts_with_its_result():
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as made:
        sheet = made.add_worksheet()
        for number, row in enumerate((["Round", "Anna", "Bo"], [1, 0, 4], [2, 5, 0])):
            sheet.write_row(number, 0, row)
        sheet.write_row(3, 0, ["Total"])
        sheet.write_formula(3, 1, "=SUM(B2:B3)", None, 5)
        sheet.write_formula(3, 2, "=SUM(C2:C3)", None, 4)
    draft = draft_of(out.getvalue())
    assert (rounds(draft), draft["odd"]) == ([[0, 4], [5, 0]], [])


def test_a_formula_without_a_result_is_refused_by_its_cell_and_is_not_empty():
    content = saved(book([["Anna", "Bo"], [1, "=1+1"], [3, 4]]))
    assert str(refused(content)).startswith("B2: this cell is calculated")


@pytest.mark.parametrize("result", ["<v></v>", "<v/>", ""])
def test_a_formula_whose_result_is_the_empty_text_is_an_empty_cell(result):
    """As =IF(B6="","",…), which spreadsheets save as a text without a value (openpyxl 3.1.5)."""
    rows = [["Date", "Anna", "Bo", "Cara"], ["2024-05-17", 1, 2, "=IF(A9=0,1,3)"], ["2024-05-18", 5, 4, 3]]
    with zipfile.ZipFile(io.BytesIO(saved(book(rows)))) as archive:
        sheet = archive.read(SHEET).decode()
    cell = re.compile(r'<c r="D2"[^>]*><f>([^<]*)</f><v ?/?>(?:</v>)?</c>')
    made = cell.sub(rf'<c r="D2" t="str"><f>\1</f>{result}</c>', sheet)
    assert made != sheet
    draft = draft_of(packed(**{SHEET: made.encode()}, of=rows))
    assert games(draft) == ["2024-05-17 Anna 1 Bo 2", "2024-05-18 Anna 5 Bo 4 Cara 3"]


@pytest.mark.parametrize(
    "part",
    ["docProps/thumbnail.wmf", "docProps/app.xml", "customXml/item1.xml", "xl/model/item.data",
     "xl/activeX/activeX1.bin", "xl/connections.xml", "xl/queryTables/queryTable1.xml", "xl/vbaProject.bin"],
)  # fmt: skip
def test_parts_that_hold_no_table_may_be_binary(part):
    """Thumbnails, Power Query (its XML is UTF-16), Power Pivot, controls."""
    (read,) = sheets_of(packed(**{part: '<?xml version="1.0" encoding="utf-16"?><x/>'.encode("utf-16")}))
    assert read.text.splitlines() == ["Anna\tBo", "0\t4", "5\t0"]


def test_a_part_that_was_not_looked_at_is_not_opened_in_another_place():
    """A workbook may say that its sheet is in any part."""
    with zipfile.ZipFile(io.BytesIO(packed())) as archive:
        relations, sheet = archive.read(RELATIONS), archive.read(SHEET)
    elsewhere = relations.replace(b"worksheets/sheet1.xml", b"media/sheet1.xml")
    assert elsewhere != relations
    content = packed(**{RELATIONS: elsewhere, "xl/media/sheet1.xml": sheet})
    assert "the file is empty" in str(refused(content))


def test_numbers_in_cells_of_text_and_a_date_as_text():
    draft = draft_of(saved(book([["Date", "Anna", "Bo"], ["17 maj 2024", "12,0", " 3 "]])))
    assert games(draft) == ["2024-05-17 Anna 12 Bo 3"]
    assert questions(draft) == {}


def packed(of=(("Anna", "Bo"), (0, 4), (5, 0)), **parts):
    """A workbook of these rows with some parts replaced."""
    source, out = io.BytesIO(saved(book(of))), io.BytesIO()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, parts.pop(name, None) or old.read(name))
        for name, content in parts.items():
            new.writestr(name, content)
    return out.getvalue()


SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (packed(**{SHEET: b"<!DOCTYPE x [<!ENTITY y 'z'>]><worksheet/>"}), "a document type has no place"),
        (
            packed(**{STYLES: b'<?xml version="1.0"?>\n<!doctype x>' + b"<styleSheet/>"}),
            "a document type has no place",
        ),
        (packed(**{SHEET: "<worksheet/>".encode("utf-16")}), "a document type has no place"),
        (packed(**{SHEET: b"<worksheet>"}), "this spreadsheet cannot be opened"),
        (packed(**{SHEET: b" " * 9_000_000}), "more than such a file can hold"),
        (packed(**{STYLES: b" " * 400_000}), "more than such a file can hold"),
        (packed(**{f"xl/part{n}.xml": b"x" for n in range(600)}), "more than such a file can hold"),
        (packed()[:2_000], "the file is packed"),
        (saved(book()), "the file is empty"),
    ],
    ids=[
        "entities",
        "a type",
        "wide letters",
        "broken",
        "long sheet",
        "long styles",
        "parts",
        "torn",
        "empty",
    ],
)
def test_refusals(content, message):
    assert message in str(refused(content))


def test_a_sheet_that_declares_a_small_size_is_read_to_its_end():
    with zipfile.ZipFile(io.BytesIO(packed())) as archive:
        sheet = archive.read(SHEET).decode()
    small = re.sub(r'<dimension ref="[^"]+"', '<dimension ref="A1:A1"', sheet)
    assert small != sheet
    (read,) = sheets_of(packed(**{SHEET: small.encode()}))
    assert read.text.splitlines() == ["Anna\tBo", "0\t4", "5\t0"]

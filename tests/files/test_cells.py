"""Text in a cell: it is never a formula, and complete."""

import csv
import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from files.cells import as_written, cards_in_cell, escape_formula

SIGNS = "=+-@\t\r\n＝＋－＠"
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
tricky = st.text(st.sampled_from([*SIGNS, *"'\"',;aÅ ×"]), max_size=6)


@pytest.mark.parametrize(
    "name", ["=1+1", "+46 70", "-", "@Bo", "\t=1", "＝1+1", "=HYPERLINK(A1)", "\u200b=1", "\ufeff\u2060+1"]
)
def test_a_formula_becomes_a_text(name):
    assert escape_formula(name) == f"'{name}"


@pytest.mark.parametrize("name", ["Anna", "Bo-Göran", "d’Arc", "'Bo'", "", "8", "Åke = Åke"])
def test_other_names_stay_as_they_are(name):
    assert escape_formula(name) == name


@given(texts | tricky)
@example("'=1")
@example("''-")
def test_every_text_is_read_back_unchanged(text):
    cell = escape_formula(text)
    assert as_written(cell) == text
    assert not cell.startswith(tuple(SIGNS))


@given(st.lists(texts | tricky, min_size=2, max_size=5), st.sampled_from(",;"))
def test_every_text_survives_a_file(names, delimiter):
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, lineterminator="\r\n").writerow(
        escape_formula(name) for name in names
    )
    read = csv.reader(io.StringIO(file.getvalue(), newline=""), delimiter=delimiter)
    assert [as_written(cell) for cell in next(read)] == names


def test_cards_in_a_cell():
    assert cards_in_cell({"8": 1, "3-10": 2}) == "8×1 3-10×2"
    assert cards_in_cell({}) == "0"
    assert cards_in_cell(None) == ""

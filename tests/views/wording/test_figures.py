"""Figures are rounded in one way and have one minus sign, in both languages."""

import re
from pathlib import Path

import pytest
from flask_babel import force_locale

from views.wording.figures import decimal, number, percent, rating_points, signed, times

ROOT = Path(__file__).parents[3]
FIGURES = ROOT / "views/wording/figures.py"
# Where something is drawn or put in order, what is rounded is no figure that anybody reads.
DRAWN = {
    "wording/chart.py",
    "statistics/places.py",
    "table/standings.py",
    "table/board.py",
    "table/chances.py",
}
SECOND_WAYS = {
    "py": r"(?<![\w.])round\(|format_(?:number|percent|decimal|currency)\(|:[,.]\d*[fg%d]}|quantize\(",
    "html": r"\|\s*round|\|\s*format\(|format_(?:number|percent|decimal)",
    "js": r"Math\.round\(|toLocaleString\(|NumberFormat|toPrecision\(|toFixed\(",
}
AS_A_PLACE = re.compile(r' (?:x|y|x1|x2|width|height|cx|cy)="\{\{[^"]*\}\}"|\{% set at = [^%]*%\}')
POINTS_OF_A_LINE = "${(place * step).toFixed(1)},${height(total).toFixed(1)}"


@pytest.fixture(params=["en", "sv"])
def language(app, request):
    with app.test_request_context(), force_locale(request.param):
        yield request.param


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(
    ("share", "shown"),
    [(0.125, "13"), (0.135, "14"), (0.145, "15"), (0.865, "87"), (0.1249999, "12"), (0, "0"), (1, "100")],
)
def test_half_a_hundredth_is_rounded_up(share, shown):
    assert re.sub(r"\s?%", "", percent(share)) == shown


def test_so_are_half_a_tenth_and_half_a_point(language):
    point = {"en": ".", "sv": ","}[language]
    assert [decimal(value) for value in (2.25, 2.35, 2.45, 2.249)] == [
        f"2{point}3",
        f"2{point}4",
        f"2{point}5",
        f"2{point}2",
    ]
    assert times(1.25) == f"×1{point}3"
    assert [number(value) for value in (0.5, 1.5, 2.5, 2.4999)] == ["1", "2", "3", "2"]
    assert [rating_points(strength) for strength in (25, 25.0125, 25.0375)] == [1000, 1001, 1002]


def test_below_nought_a_half_goes_away_from_it_with_the_one_minus_sign(language):
    point = {"en": ".", "sv": ","}[language]
    assert [number(-2.5), signed(-3), decimal(-2.25)] == ["−3", "−3", f"−2{point}3"]
    assert percent(-0.125).startswith("−13")


def without_places(text):
    return AS_A_PLACE.sub("", text).replace(POINTS_OF_A_LINE, "")


def pages():
    for folder, ending in (("views", "py"), ("templates", "html"), ("templates", "svg"), ("static/js", "js")):
        for file in sorted((ROOT / folder).rglob(f"*.{ending}")):
            yield file, SECOND_WAYS["html" if ending == "svg" else ending]


def test_no_page_rounds_in_a_way_of_its_own():
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file, second_way in pages()
        if file != FIGURES and str(file.relative_to(ROOT)).removeprefix("views/") not in DRAWN
        for line in file.read_text("utf-8").splitlines()
        if re.search(second_way, without_places(line))
    ]
    assert found == []


def test_no_page_makes_a_minus_sign_of_its_own():
    """A figure below nought goes through the filters, or is a difference with a sign in a script."""
    made = re.compile(r"""replace\(["']-["'], *["']−""")
    found = [
        str(file.relative_to(ROOT))
        for file, _second_way in pages()
        if file != FIGURES and made.search(file.read_text("utf-8"))
    ]
    assert found == []

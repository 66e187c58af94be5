"""Number formats: one way of rounding and one minus sign, in both languages."""

import re
from pathlib import Path

import pytest
from flask_babel import force_locale

from views.words.figures import decimal, number, percent, rating_points, signed

ROOT = Path(__file__).parents[3]
FIGURES = (ROOT / "views/words/figures.py", ROOT / "static/js/figures.js")
# Rounding for drawing or ordering, not of displayed figures.
DRAWN = {
    "words/chart.py",
    "statistics/places.py",
    "table/standings.py",
    "table/board.py",
    "table/road.py",
    "table/chances.py",
}
OWN_ROUNDING = {
    "py": r"(?<![\w.])round\(|format_(?:number|percent|decimal|currency)\(|:[,.]\d*[fg%d]}|quantize\(",
    "html": r"\|\s*round|\|\s*format\(|format_(?:number|percent|decimal)",
    "js": r"Math\.round\(|toLocaleString\(|NumberFormat|toPrecision\(|toFixed\(",
}
COORDINATE = re.compile(r' (?:x|y|x1|x2|width|height|cx|cy)="\{\{[^"]*\}\}"|\{% set at = [^%]*%\}')
IN_A_LINE = ("${(index * step).toFixed(1)},${height(total).toFixed(1)}", "${height(0).toFixed(1)}")


@pytest.fixture(params=["en", "sv"])
def language(app, request):
    with app.test_request_context(), force_locale(request.param):
        yield request.param


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(
    ("share", "shown"),
    [(0.125, "13"), (0.135, "14"), (0.145, "15"), (0.865, "87"), (0.1249999, "12"), (0, "0"), (1, "100")],
)
def test_percentages_round_half_up(share, shown):
    assert re.sub(r"\s?%", "", percent(share)) == shown


def test_other_figures_round_half_up(language):
    point = {"en": ".", "sv": ","}[language]
    assert [decimal(value) for value in (2.25, 2.35, 2.45, 2.249)] == [
        f"2{point}3",
        f"2{point}4",
        f"2{point}5",
        f"2{point}2",
    ]
    assert [number(value) for value in (0.5, 1.5, 2.5, 2.4999)] == ["1", "2", "3", "2"]
    assert [rating_points(strength) for strength in (25, 25.0125, 25.0375)] == [1000, 1001, 1002]


def test_negative_figures_round_half_away_from_zero_with_the_minus_sign(language):
    point = {"en": ".", "sv": ","}[language]
    assert [number(-2.5), signed(-3), decimal(-2.25)] == ["−3", "−3", f"−2{point}3"]
    assert percent(-0.125).startswith("−13")


def test_zero_has_no_sign(language):
    point = {"en": ".", "sv": ","}[language]
    assert [number(-0.0), number(-0.4), decimal(-0.0), decimal(-0.04)] == ["0", "0", *[f"0{point}0"] * 2]
    assert not percent(-0.0).startswith("−")


def without_coordinates(text):
    for written in IN_A_LINE:
        text = text.replace(written, "")
    return COORDINATE.sub("", text)


def pages():
    for folder, ending in (("views", "py"), ("templates", "html"), ("templates", "svg"), ("static/js", "js")):
        for file in sorted((ROOT / folder).rglob(f"*.{ending}")):
            yield file, OWN_ROUNDING["html" if ending == "svg" else ending]


def test_pages_round_only_with_the_common_functions():
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file, pattern in pages()
        if file not in FIGURES and str(file.relative_to(ROOT)).removeprefix("views/") not in DRAWN
        for line in file.read_text("utf-8").splitlines()
        if re.search(pattern, without_coordinates(line))
    ]
    assert found == []


def test_pages_write_a_minus_sign_only_with_the_common_functions():
    """Negative figures pass the filters, or are a difference with a sign in a script."""
    made = re.compile(r"""replace\(["']-["'], *["']−""")
    found = [
        str(file.relative_to(ROOT))
        for file, _pattern in pages()
        if file not in FIGURES and made.search(file.read_text("utf-8"))
    ]
    assert found == []

"""`python -m tests.benchmarks --quick` runs from an empty database to a report; no test reads a clock."""

import re
from functools import partial

import pytest

from tests.benchmarks.__main__ import main
from tests.benchmarks.bare import bare_app
from tests.benchmarks.calibration import calibration
from tests.benchmarks.evenings import IN_AN_EVENING
from tests.benchmarks.load import waited
from tests.benchmarks.pages import IN_A_SESSION, PAGES, QUESTIONS
from tests.benchmarks.rating_calibration import rating_calibration
from tests.benchmarks.report import table
from tests.sampling import whole_only
from tests.serving.served import free_port

TINY = {
    "tests.benchmarks.__main__.QUICK": ((1, 2), (1, 2), 1, 2, 0.01),
    "tests.benchmarks.__main__.PAGES": [
        page for page in PAGES if page in IN_A_SESSION or page.name == "nights"
    ],
    "tests.benchmarks.__main__.CLUBS": (12, 20),
    "tests.benchmarks.__main__.calibration": partial(calibration, draws=20, groups=1),
    "tests.benchmarks.__main__.rating_calibration": partial(rating_calibration, groups=1),
    "tests.benchmarks.load.CONNECTIONS": (1, 2),
    "tests.benchmarks.load.POLLING": 3,
    "tests.benchmarks.load.FOLLOWING": 4,
    "tests.benchmarks.served.free_port": free_port,
}


def figures(report, heading):
    """The table under a heading: of each row its cells by the head of their column."""
    section = report.split(f"### {heading}\n")[1].split("\n#")[0]
    lines = [line.strip("| ").split("|") for line in section.splitlines() if line.startswith("|")]
    head, _rule, *rows = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


@whole_only
def test_every_measurement_is_in_the_report(tmp_path, monkeypatch):
    """On as little as there can be; test_looking_back.py asks for every page."""
    for name, value in TINY.items():
        monkeypatch.setattr(name, value)
    output = tmp_path / "results.md"
    main(["--quick", "--output", str(output)], standalone_mode=False)
    report = output.read_text(encoding="utf-8")

    assert re.search(r"\d\d \w+ 20\d\d on .+, \d+ cores, Python 3\.\d+", report)
    assert "## SQLite 3." in report
    assert re.search(r"Building 3 nights took [\d.]+ s, deleting all groups [\d.]+ s\.", report)

    beside_bare = figures(report, "Against a bare page")
    assert [row["page"] for row in beside_bare[:3]] == [
        "table",
        "table, after a change",
        "table, after a change",
    ]
    assert [row["against"] for row in beside_bare[:3]] == ["bare", "bare", "bare, reads the session"]
    assert [row["queries"] for row in beside_bare[3:]] == ["0"] * len(QUESTIONS)
    assert all(float(row[name]) > 0 for row in beside_bare for name in ("page, ms", "other, ms", "ratio"))

    pages = {row.pop("page"): row for row in figures(report, "Every page after ten years")}
    assert {page.name for page in IN_A_SESSION} | {"nights"} == set(pages)
    assert pages["table, nothing new (304)"]["KB"] == "0.00"
    assert " → " in pages["nights"]["KB"]
    for row in pages.values():
        assert row.pop("within") in ("yes", "no")
        assert re.fullmatch(r"\d+( → \d+)?", row.pop("queries"))
        assert row.pop("KB")
        assert list(row) == [
            "1 nights, ms", "2 nights, ms", "ratio", "br, KB", "first, ms", "slowest, ms",
        ]  # fmt: skip
        assert all(float(figure) >= 0 for figure in row.values())

    over_rounds = figures(report, "How cost grows with rounds")
    assert [row["page"] for row in over_rounds] == [page.name for page in IN_A_SESSION]
    assert all(float(row[f"{rounds} rounds, ms"]) > 0 for row in over_rounds for rounds in (1, 2))

    files = figures(report, "Everything in one file")
    assert [row["file"] for row in files] == ["CSV", "JSON", "XLSX"]
    assert all(float(row["1 nights, s"]) > 0 for row in files)
    assert all(re.fullmatch(r"[\d.]+( → [\d.]+)?", row["MB"]) for row in files)

    load = figures(report, "Many phones at once")
    assert [row["phones"] for row in load] == ["1", "1", "2", "2", "3", "3", "1", "1", "2", "2", "3"]
    assert all(float(row["median, ms"]) <= float(row["99 of 100, ms"]) for row in load)
    assert all(float(row["of a bare page’s"]) > 0 for row in load if row["phones"] != "3")

    club = figures(report, "A club evening")
    assert [row["page"] for row in club] == [page.name for page in IN_AN_EVENING]
    assert all(row["queries"].isdigit() and float(row["ratio"]) > 0 for row in club)
    assert [row["phones"] for row in figures(report, "Many phones at a club evening")] == ["4", "4"]

    chances = report.split("## Chances\n")[1]
    assert "| uncertain, all" in chances
    assert re.search(r"\d+\.\d% to +\d+\.\d%", chances)


def test_one_answer_is_enough_to_say_what_phones_waited():
    row = waited("table", 1, [0.3])
    assert (row["median, ms"], row["99 of 100, ms"], row["longest, ms"]) == (300, 300, 300)
    assert row["answers a second"] == pytest.approx(1 / 0.3)


def test_of_two_hundred_answers_two_may_be_slower_than_99_of_100():
    row = waited("table", 4, [0.1] * 198 + [1, 1])
    assert row["99 of 100, ms"] == pytest.approx(100)
    assert row["longest, ms"] == 1000


def test_phones_that_wait_between_two_looks_are_answered_as_often_as_they_ask():
    assert waited("polling", 200, [0.01] * 3, every=2.0)["answers a second"] == 100


@pytest.mark.parametrize("kb", [4, 10, 30])
def test_a_bare_page_is_about_as_long_as_it_should_be(kb):
    size = len(bare_app(kb).test_client().get("/").data)
    assert 0.9 < size / 1024 / kb < 1.1


def test_a_table_shows_the_ends_of_what_grows_once_where_it_does_not():
    rows = [
        {"page": "one", "ms": 1.234, "queries": [7, 7, 8]},
        {"page": "other", "ms": 10, "queries": [3, 3]},
    ]
    assert table(rows) == (
        "| page  |   ms | queries |\n"
        "| ----- | ---: | ------: |\n"
        "| one   | 1.23 |   7 → 8 |\n"
        "| other |   10 |       3 |"
    )


@pytest.mark.parametrize(
    ("figure", "shown"), [(0.0, "0.00"), (0.00412, "0.0041"), (0.1, "0.10"), (12.346, "12.35")]
)
def test_a_small_figure_is_not_shown_as_nothing(figure, shown):
    assert table([{"ratio": figure}]).splitlines()[-1].strip("| ") == shown

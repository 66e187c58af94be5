"""`python -m tests.benchmarks --quick` creates a report from an empty database; no test reads a clock."""

import pytest

from tests.benchmarks.__main__ import main
from tests.benchmarks.load import waits
from tests.benchmarks.measuring import bare_app
from tests.benchmarks.pages import IN_A_SESSION, IN_A_TOURNAMENT, PAGES, QUESTIONS
from tests.benchmarks.report import table
from tests.sampling import whole_only
from tests.serving.served import free_port

FEW_PAGES = [page for page in PAGES if page in IN_A_SESSION or page.name == "nights"]
TINY = {
    "tests.benchmarks.__main__.PAGES": FEW_PAGES,
    "tests.benchmarks.__main__.CLUBS": (12, 20),
    "tests.benchmarks.load.CONNECTIONS": (1, 2),
    "tests.benchmarks.load.POLLING": 3,
    "tests.benchmarks.load.FOLLOWING": 4,
    "tests.benchmarks.load.free_port": free_port,
}


def figures(report, heading):
    """The table under a heading: of each row its cells by column."""
    section = report.split(f"### {heading}\n")[1].split("\n#")[0]
    lines = [line.strip("| ").split("|") for line in section.splitlines() if line.startswith("|")]
    head, _rule, *rows = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


@whole_only
def test_every_measurement_is_in_the_report(tmp_path, monkeypatch):
    """With the smallest groups; test_queries.py requests every page."""
    for name, value in TINY.items():
        monkeypatch.setattr(name, value)
    output = tmp_path / "results.md"
    main(["--quick", "--output", str(output)], standalone_mode=False)
    report = output.read_text(encoding="utf-8")

    assert "## SQLite 3." in report
    expected = {
        "Against a bare page": (
            "page",
            ["table", *["table, after a change"] * 2, *[q.name for q in QUESTIONS]],
        ),
        "Every page after ten years": ("page", [page.name for page in FEW_PAGES]),
        "A club evening": ("page", [page.name for page in IN_A_TOURNAMENT]),
        "Everything in one file": ("file", ["CSV", "JSON", "XLSX"]),
        "How cost grows with rounds": ("page", [page.name for page in IN_A_SESSION]),
        "Many phones at once": ("phones", ["1", "1", "2", "2", "3", "3", "1", "1", "2", "2", "3"]),
        "Many phones at a club evening": ("phones", ["4", "4"]),
    }
    for heading, (column, cells) in expected.items():
        assert [row[column] for row in figures(report, heading)] == cells, heading
    pages = {row["page"]: row for row in figures(report, "Every page after ten years")}
    assert pages["table, nothing new (304)"]["KB"] == "0.00"
    assert {row["within"] for row in pages.values()} <= {"yes", "no"}
    assert all(float(row["2 nights, ms"]) > 0 for row in pages.values())
    for row in figures(report, "Many phones at once"):
        assert float(row["median, ms"]) <= float(row["99 of 100, ms"]) <= float(row["longest, ms"])


def test_of_two_hundred_answers_two_may_be_slower_than_the_99th_percentile():
    row = waits("table", 4, [0.1] * 198 + [1, 1])
    assert row["99 of 100, ms"] == pytest.approx(100)
    assert row["longest, ms"] == 1000


def test_the_rate_of_answers_equals_the_rate_of_requests_of_waiting_phones():
    assert waits("polling", 200, [0.01] * 3, every=2.0)["answers a second"] == 100
    assert waits("table", 1, [0.3])["answers a second"] == pytest.approx(1 / 0.3)


@pytest.mark.parametrize("kb", [4, 30])
def test_a_bare_page_has_about_the_requested_length(kb):
    size = len(bare_app(kb).test_client().get("/").data)
    assert 0.9 < size / 1024 / kb < 1.1


def test_a_table_shows_both_ends_of_growing_figures_and_constant_ones_once():
    rows = [
        {"page": "one", "ms": 1.234, "queries": [7, 7, 8]},
        {"page": "other", "ms": 0.00412, "queries": [3, 3]},
    ]
    assert table(rows) == (
        "| page  |     ms | queries |\n"
        "| ----- | -----: | ------: |\n"
        "| one   |   1.23 |   7 → 8 |\n"
        "| other | 0.0041 |       3 |"
    )

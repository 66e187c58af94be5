"""`python -m benchmarks --quick` runs from an empty database to a report; nothing here looks at a clock."""

import re

import pytest

from benchmarks.__main__ import main


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    output = tmp_path_factory.mktemp("benchmarks") / "results.md"
    main(["--quick", "--output", str(output)])
    return output.read_text(encoding="utf-8")


def figures(report, heading):
    """The rows of the table under a heading, as lists of cells."""
    section = report.split(f"### {heading}\n")[1].split("\n#")[0]
    rows = [line.strip("| ").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_it_says_when_where_and_how_it_was_measured(report):
    assert "python -m benchmarks" in report
    assert re.search(r"\d\d \w+ 20\d\d on .+, \d+ cores, Python 3\.\d+", report)
    assert "## SQLite 3." in report
    assert re.search(r"Building 3 nights took [\d.]+ s, deleting all groups [\d.]+ s\.", report)


def test_the_table_page_stands_beside_a_page_of_its_size(report):
    rows = figures(report, "The table page against a bare page")
    assert [row[1] for row in rows].count("bare page") == 3
    assert all(float(cell) > 0 for row in rows for cell in row[2:5])


def test_search_stands_beside_a_bare_page_and_asks_no_database(report):
    rows = figures(report, "Search as you type")
    assert len(rows) == 4
    assert all(row[1] == "0" for row in rows)
    assert all(float(cell) > 0 for row in rows for cell in row[2:5])


def test_every_page_has_its_queries_and_bytes(report):
    pages = {name: float(plain) for name, _queries, plain, *_ in figures(report, "Queries and bytes")}
    unchanged = pages.pop("table, nothing new (304)")
    assert unchanged == 0
    assert {"start", "group", "table", "pad", "score sheet", "result", "trail", "settings", "players"} <= set(
        pages
    )
    assert all(pages.values())


def test_queries_do_not_grow_with_the_nights(report):
    rows = figures(report, "Ten years of nights")
    assert rows
    assert all(row[5].isdigit() for row in rows), rows


def test_growth_is_shown_over_nights_and_rounds(report):
    assert figures(report, "How cost grows with nights")
    assert figures(report, "How cost grows with rounds")


def test_pages_that_look_back_stand_beside_those_of_a_new_group(report):
    rows = figures(report, "Looking back")
    assert {"nights", "recap", "statistics", "rivals", "ratings", "chances"} <= {row[0] for row in rows}
    assert all(float(cell) >= 0 for row in rows for cell in (*row[1:5], *row[6:9]))
    assert len(figures(report, "Everything in one file")) == 4

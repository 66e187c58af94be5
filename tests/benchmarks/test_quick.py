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
    """The table under a heading: of each row its cells by the head of their column."""
    section = report.split(f"### {heading}\n")[1].split("\n#")[0]
    lines = [line.strip("| ").split("|") for line in section.splitlines() if line.startswith("|")]
    head, _rule, *rows = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_it_says_when_where_and_how_it_was_measured(report):
    assert "python -m benchmarks" in report
    assert re.search(r"\d\d \w+ 20\d\d on .+, \d+ cores, Python 3\.\d+", report)
    assert "## SQLite 3." in report
    assert re.search(r"Building 3 nights took [\d.]+ s, deleting all groups [\d.]+ s\.", report)


def test_the_table_page_stands_beside_a_page_of_its_size(report):
    rows = figures(report, "Against a bare page")
    assert [row["page"] for row in rows[:3]] == ["table", "table, after a change", "table, after a change"]
    assert [row["against"] for row in rows[:3]] == ["bare", "bare", "bare, reads the session"]
    assert all(float(row[name]) > 0 for row in rows for name in ("page, ms", "other, ms", "ratio"))


def test_search_and_the_referee_stand_beside_a_bare_page_and_ask_no_database(report):
    rows = figures(report, "Against a bare page")[3:]
    assert len(rows) == 7
    assert all(row["queries"] == "0" for row in rows)


def test_every_page_has_its_queries_and_bytes(report):
    pages = {row["page"]: float(row["plain, KB"]) for row in figures(report, "Every page after ten years")}
    assert pages.pop("table, nothing new (304)") == 0
    assert {"start", "group", "table", "pad", "score sheet", "result", "trail", "settings", "players"} <= {
        *pages
    }
    assert all(pages.values())


def test_every_page_stands_beside_that_of_a_new_group(report):
    rows = {row.pop("page"): row for row in figures(report, "Every page after ten years")}
    assert {"table", "nights", "recap", "statistics", "rivals", "ratings", "chances"} <= set(rows)
    for row in rows.values():
        assert row.pop("within") in ("yes", "no")
        assert re.fullmatch(r"\d+( → \d+)?", row.pop("queries"))
        assert all(float(figure) >= 0 for figure in row.values())


def test_queries_at_the_table_do_not_grow_with_the_nights(report):
    rows = {row["page"]: row["queries"] for row in figures(report, "Every page after ten years")}
    assert all(rows[name].isdigit() for name in ("start", "new game", "group", "table", "pad", "players")), (
        rows
    )


def test_growth_is_shown_over_nights_and_rounds(report):
    assert figures(report, "How cost grows with nights")
    assert figures(report, "How cost grows with rounds")


def test_everything_goes_out_in_one_file(report):
    assert [row["file"].split()[-1] for row in figures(report, "Everything in one file")] == [
        "CSV", "XLSX", "JSON", "calendar",
    ]  # fmt: skip

"""`python -m benchmarks --quick` runs from an empty database to a report; nothing here looks at a clock."""

import re

import pytest

from benchmarks.__main__ import main
from benchmarks.bare import bare_app
from benchmarks.load import waited
from benchmarks.pages import PAGES
from benchmarks.report import table
from tests import sampling

NAMED = """
table; table, nothing new (304); groups; group; new game; pad; score sheet; result; trail; settings; players
nights; recap; statistics; rivals; ratings; chances
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Of all pages those that a test names, and half of the others; test_looking_back.py asks for each."""
    named = set(NAMED.strip().replace("\n", "; ").split("; "))
    pages = sampling.half_of_each_kind(
        PAGES, lambda page: page.name if page.name in named else "", sampling.chance_for("measured pages")
    )
    output = tmp_path_factory.mktemp("benchmarks") / "results.md"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("benchmarks.__main__.PAGES", pages)
        main(["--quick", "--output", str(output)], standalone_mode=False)
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


def test_a_large_evening_stands_beside_a_small_one_and_asks_as_often(report):
    rows = figures(report, "A club evening")
    assert [row["page"] for row in rows[:2]] == ["evening", "evening, what changes"]
    assert all(row["queries"].isdigit() and float(row["ratio"]) > 0 for row in rows)
    assert [row["phones"] for row in figures(report, "Many phones at a club evening")] == ["60", "60"]


def test_search_and_the_referee_stand_beside_a_bare_page_and_ask_no_database(report):
    rows = figures(report, "Against a bare page")[3:]
    assert len(rows) == 7
    assert all(row["queries"] == "0" for row in rows)


def test_every_page_has_its_bytes_in_a_small_group_and_a_large_one(report):
    pages = {row["page"]: row["KB"] for row in figures(report, "Every page after ten years")}
    assert pages.pop("table, nothing new (304)") == "0.00"
    assert {"groups", "group", "table", "pad", "score sheet", "result", "trail", "settings", "players"} <= {
        *pages
    }
    assert all(float(size) > 0 for sizes in pages.values() for size in sizes.split(" → "))
    assert " → " in pages["nights"]


def test_every_page_stands_beside_that_of_a_new_group(report):
    rows = {row.pop("page"): row for row in figures(report, "Every page after ten years")}
    assert {"table", "nights", "recap", "statistics", "rivals", "ratings", "chances"} <= set(rows)
    for row in rows.values():
        assert row.pop("within") in ("yes", "no")
        assert re.fullmatch(r"\d+( → \d+)?", row.pop("queries"))
        assert row.pop("KB")
        assert list(row) == [
            "1 nights, ms", "2 nights, ms", "ratio", "br, KB", "first, ms", "slowest, ms",
        ]  # fmt: skip
        assert all(float(figure) >= 0 for figure in row.values())


def test_queries_at_the_table_do_not_grow_with_the_nights(report):
    rows = {row["page"]: row["queries"] for row in figures(report, "Every page after ten years")}
    assert all(rows[name].isdigit() for name in ("groups", "new game", "group", "table", "pad", "players")), (
        rows
    )


def test_growth_is_shown_over_rounds(report):
    rows = {row["page"]: row for row in figures(report, "How cost grows with rounds")}
    assert {"table", "table, after a change", "pad", "score sheet", "trail"} <= set(rows)
    assert all(float(row[f"{rounds} rounds, ms"]) > 0 for row in rows.values() for rounds in (1, 2))


def test_everything_goes_out_in_one_file_that_grows_with_the_group(report):
    rows = figures(report, "Everything in one file")
    assert [row["file"] for row in rows] == ["CSV", "JSON", "XLSX"]
    assert all(float(row["1 nights, s"]) > 0 for row in rows)
    assert all(re.fullmatch(r"[\d.]+( → [\d.]+)?", row["MB"]) for row in rows)


def test_many_phones_at_once_stand_beside_a_bare_page(report):
    rows = figures(report, "Many phones at once")
    once = ["1", "1", "16", "16", "64", "64", "200"]
    assert [row["phones"] for row in rows] == [*once, "200", *once]
    assert all(float(row["median, ms"]) <= float(row["99 of 100, ms"]) for row in rows)
    assert all(float(row["of a bare page’s"]) > 0 for row in rows if row["phones"] != "200")


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


def test_the_chances_are_calibrated(report):
    chances = report.split("## Chances\n")[1]
    assert "| about 50%" in chances
    assert re.search(r"\d+\.\d% to +\d+\.\d%", chances)


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

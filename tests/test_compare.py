"""The parts of tests/compare that need no server: ids, lines of contents, groups of differences, counts."""

import ast
import json
from pathlib import Path

import pytest

from tests.compare.contents import Ids, kind_of_address, lines_of, masked
from tests.compare.crawl import Limits
from tests.compare.differences import compare, grouped, line_changes
from tests.compare.figures import figures, files_with_one_importer, functions_used_once
from tests.compare.phone import Record
from tests.compare.server import Answer
from tests.compare.sheets import sheets

ANNA, BO, CARA = (f"00000000-0000-7000-8000-00000000000{number}" for number in (1, 2, 3))


def record(text, *, step="table", address="/", status=200, media_type="text/html"):
    return Record(step, address, Answer(status, {"content-type": media_type}, text.encode()))


def kinds(here, there):
    return [difference.kind for difference in compare(here, there)]


def test_ids_and_marks_are_replaced():
    text = f'<a href="/players/{ANNA}">Anna</a><link href="/static/base.css?v=e1d43bf843">'
    assert masked(text) == (
        '<a href="/players/#id">Anna</a><link href="/static/base.css?v=#mark">',
        [ANNA],
    )


def test_a_token_and_the_secret_of_a_link_are_replaced():
    text = '<input name="csrf_token" value="Ij.aa.x"> /join/hSnKvpzancZ7NZ1w3FgQXA'
    assert masked(text)[0] == '<input name="csrf_token" value="#mark"> /join/#id'


def test_points_are_no_ids():
    assert masked("12345678 points, 2026-03-06") == ("12345678 points, 2026-03-06", [])


def test_pages_with_other_ids_are_equal():
    assert kinds([record(f"<p>{ANNA} {BO}</p>")], [record(f"<p>{BO} {CARA}</p>")]) == []


def test_the_id_of_another_object_is_a_difference_on_a_later_page():
    here = [record(f"<p>{ANNA} {BO}</p>"), record(f"<p>{ANNA}</p>", step="player")]
    there = [record(f"<p>{ANNA} {BO}</p>"), record(f"<p>{BO}</p>", step="player")]
    assert kinds(here, there) == ["another id"]


def test_addresses_are_translated_into_the_ids_of_the_other_revision():
    ids = Ids()
    assert ids.agree([ANNA], [BO]) == []
    assert ids.translated(f"/players/{ANNA}") == f"/players/{BO}"
    assert ids.agree([ANNA], [CARA]) == [(ANNA, CARA)]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("<p>Anna 50</p>", "<p>Anna 60</p>", "figures"),
        ("<p>Sit down</p>", "<p>Take a seat</p>", "text"),
        ("<p>Anna</p>", "<p><b>Anna</b></p>", "structure"),
        ("<p>Anna</p>", "<p>Anna </p>", "white space"),
    ],
)
def test_kinds_of_differences_of_a_page(before, after, kind):
    assert kinds([record(before)], [record(after)]) == [kind]


def test_a_failing_page_and_a_missing_page_are_differences():
    assert kinds([record("<p>1</p>")], [record("<p>1</p>", status=500)]) == ["status"]
    assert kinds([record("", step="a"), record("", step="b")], [record("", step="a")]) == [
        "only in the first"
    ]
    assert kinds([record("", step="a")], [record("", step="a"), record("", step="c")]) == [
        "only in the second"
    ]


def test_members_of_a_document_are_compared_by_their_place():
    before, after = (json.dumps({"rounds": [{"hands": [{"points": points}]}]}) for points in (50, 60))
    changes = list(
        line_changes(lines_of("application/json", before), lines_of("application/json", after), is_page=False)
    )
    assert changes == [("figures", "rounds[].hands[].points = 50", "rounds[].hands[].points = 60")]


def test_cells_of_a_table_have_the_names_of_their_columns():
    assert lines_of("text/csv", "player,points\nAnna,50\n") == [
        "player | points",
        "player: Anna | points: 50",
    ]


def test_one_cause_on_many_pages_is_one_group():
    pages = [record(f"<p>Total {n}</p>", step=f"page {n}", address=f"/rounds/{n}") for n in range(9)]
    changed = [record(f"<p>Total {n + 50}</p>", step=f"page {n}", address=f"/rounds/{n}") for n in range(9)]
    (group,) = grouped(compare(pages, changed))
    assert len(group.differences) == 9
    assert str(group).splitlines()[:3] == [
        "■ figures ×9, on 1 kind of page",
        "  - p: Total 0",
        "  + p: Total 50",
    ]
    assert str(group).count("    at ") == 3


def test_a_kind_of_page_has_neither_ids_nor_numbers_nor_values():
    assert kind_of_address(f"/groups/{ANNA}/rounds/12?hand={BO}&a=1") == "/groups/ID/rounds/N?a&hand"


def test_a_sample_is_the_first_pages_and_then_each_nth():
    limits = Limits(2, every=10, most=30)
    assert [place for place in range(1, 60) if limits.allows(place)] == [1, 2, 10, 20, 30]


def test_a_sheet_is_read():
    (sheet,) = sheets(
        "== One round\ngame: Derange\noption mode: short\n- Anna out, Bo 8\njoins: Cara | zero\n"
    )
    assert (sheet.title, sheet.start, sheet.options) == ("One round", {"game": "Derange"}, {"mode": "short"})
    assert sheet.events == [("-", ["Anna out, Bo 8"]), ("joins", ["Cara", "zero"])]


def test_functions_that_are_used_once():
    source = "def _once(): ...\ndef _twice(): ...\ndef public(): ...\n_once()\n_twice()\n_twice()\n"
    other = "from a import public\npublic()\n"
    trees = {Path("a.py"): ast.parse(source), Path("b.py"): ast.parse(other)}
    assert functions_used_once(trees) == ["_once", "public"]
    assert files_with_one_importer(trees) == [Path("a.py")]


def test_counts_leave_out_tests_and_migrations(tmp_path):
    for name in ("game/hand.py", "tests/test_hand.py", "migrations/env.py", "static/js/pad.js"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("multipliers = 1\n")
    counts = figures(tmp_path, ["multipliers"])
    assert (counts["Python files"], counts["Python lines"], counts["files that name “multipliers”"]) == (
        1,
        1,
        2,
    )

"""A chart of lines: what belongs to what can be seen without colour."""

from itertools import pairwise

from models.player import COLOURS
from views.table.result import SEAT_COLOURS
from views.wording.chart import (
    LABEL_GAP,
    NEAR,
    ChartLine,
    line_chart,
)
from views.wording.score_chart import rounds_across


def test_a_picture_has_the_colours_of_the_page():
    assert SEAT_COLOURS[0] == "#1e5ba1"
    assert len(set(SEAT_COLOURS)) == COLOURS


def lines(*ends):
    return [ChartLine(f"Player {n}", [50, end], n, f"{end}") for n, end in enumerate(ends)]


def test_labels_stand_so_far_apart_that_each_can_be_read():
    heights = sorted(curve.label_y for curve in line_chart(lines(0, 0, 0, 0, 100), across=[]).curves)
    assert all(lower - higher >= LABEL_GAP for higher, lower in pairwise(heights))


def test_a_label_at_the_end_of_its_line_needs_no_key():
    for curve in line_chart(lines(0, 50, 100), across=[]).curves:
        assert abs(curve.label_y - curve.end[1]) <= NEAR
        assert not curve.keyed


def test_where_labels_had_to_move_all_have_a_piece_of_their_line_beside_them():
    chart = line_chart(lines(0, 0, 0, 100), across=[])
    assert all(curve.keyed for curve in chart.curves)
    assert chart.right < line_chart(lines(0, 100), across=[]).right


def test_no_grid_line_is_drawn_above_the_chart():
    chart = line_chart(lines(500, 1700), across=[], low=400, high=1800)
    assert [label for _y, label in chart.up] == ["400", "900", "1400"]
    assert min(y for y, _label in chart.up) >= chart.top


def test_rounds_below_are_named_so_that_their_figures_do_not_touch():
    assert rounds_across(0) == []
    assert [number for number, _name in rounds_across(7)] == [1, 2, 3, 4, 5, 6, 7]
    assert rounds_across(15) == [(n, str(n)) for n in (2, 4, 6, 8, 10, 12, 14)]


def test_where_there_is_no_value_the_line_has_a_gap():
    late = ChartLine("Eva", [None, 40, None, 20, 30, None], 0, "30")
    whole = ChartLine("Bo", [0, 10, 20, 30, 40, 50], 1, "50")
    eva, bo = sorted(line_chart([late, whole], across=[]).curves, key=lambda curve: curve.line.shape)
    assert eva.path.count("M") == 2
    assert bo.path.count("M") == 1
    assert eva.end[0] < bo.end[0]
    assert eva.label_x == bo.label_x
    assert eva.keyed


def test_a_line_without_any_value_is_none():
    assert line_chart([ChartLine("Eva", [None, None], 0, "–")], across=[]).curves == []

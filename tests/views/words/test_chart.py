"""Line charts: lines can be told apart without colour."""

from itertools import pairwise

from models.player import COLOURS
from views.table.result import SEAT_COLOURS
from views.words.chart import (
    LABEL_GAP,
    MAX_LABEL_DISTANCE,
    ChartLine,
    line_chart,
)
from views.words.score_chart import rounds_across


def test_chart_colours_are_those_of_the_page():
    assert SEAT_COLOURS[0] == "#1e5ba1"
    assert len(set(SEAT_COLOURS)) == COLOURS


def lines(*ends):
    return [ChartLine(f"Player {n}", [50, end], n, f"{end}") for n, end in enumerate(ends)]


def test_labels_have_a_minimum_distance():
    heights = sorted(curve.label_y for curve in line_chart(lines(0, 0, 0, 0, 100), across=[]).curves)
    assert all(lower - higher >= LABEL_GAP for higher, lower in pairwise(heights))


def test_a_label_next_to_its_line_needs_no_key():
    for curve in line_chart(lines(0, 50, 100), across=[]).curves:
        assert abs(curve.label_y - curve.end[1]) <= MAX_LABEL_DISTANCE
        assert not curve.keyed


def test_if_labels_had_to_move_all_have_a_key():
    chart = line_chart(lines(0, 0, 0, 100), across=[])
    assert all(curve.keyed for curve in chart.curves)
    assert chart.right < line_chart(lines(0, 100), across=[]).right


def test_no_grid_line_is_drawn_above_the_chart():
    chart = line_chart(lines(500, 1700), across=[], low=400, high=1800)
    assert [label for _y, label in chart.up] == ["400", "900", "1400"]
    assert min(y for y, _label in chart.up) >= chart.top


def test_round_numbers_on_the_axis_do_not_overlap():
    assert rounds_across(0) == []
    assert [number for number, _name in rounds_across(7)] == [1, 2, 3, 4, 5, 6, 7]
    assert rounds_across(15) == [(n, str(n)) for n in (2, 4, 6, 8, 10, 12, 14)]


def test_missing_values_are_a_gap_in_the_line():
    late = ChartLine("Eva", [None, 40, None, 20, 30, None], 0, "30")
    whole = ChartLine("Bo", [0, 10, 20, 30, 40, 50], 1, "50")
    eva, bo = sorted(line_chart([late, whole], across=[]).curves, key=lambda curve: curve.line.shape)
    assert eva.path.count("M") == 2
    assert bo.path.count("M") == 1
    assert eva.end[0] < bo.end[0]
    assert eva.label_x == bo.label_x
    assert eva.keyed


def test_a_line_without_values_is_left_out():
    assert line_chart([ChartLine("Eva", [None, None], 0, "–")], across=[]).curves == []

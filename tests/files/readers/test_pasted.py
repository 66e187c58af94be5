"""A block pasted from a spreadsheet or a message, distributed over a sheet."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.readers.pasted import spread

NAMES = ["Anna", "Bo", "Cara"]


@pytest.mark.parametrize(
    "block",
    [
        "73\t-\t8 K\n12\t5\tx",
        "73;-;8 K\n12;5;x\n",
        "73 | - | 8 K\r\n12 | 5 | x",
        "73   -   8 K\n12   5   x",
        "\n73\t-\t8 K\n\n12\t5\tx\n\n",
        "1\t73\t-\t8 K\n2\t12\t5\tx",
        "1.\t73\t-\t8 K\n2.\t12\t5\tx",
        "73\t-\t8 K\n12\t5\tx\nTotal\t85\t5\t70",
        "1\t73\t-\t8 K\n2\t12\t5\tx\nSumma\t85\t5\t70",
        "Anna\tBo\tCara\n73\t-\t8 K\n12\t5\tx",
        "\tAnna\tBo\tCara\n1\t73\t-\t8 K\n2\t12\t5\tx\nSum\t85\t5\t70",
        "bo\tCARA\tAnna\n-\t8 K\t73\n5\tx\t12",
    ],
)
def test_a_block_is_distributed_in_any_order_of_columns(block):
    assert spread(block, NAMES) == [["73", "-", "8 K"], ["12", "5", "x"]]


def test_a_player_without_a_column_has_empty_cells():
    assert spread("Anna\tCara\n73\t5", NAMES) == [["73", "", "5"]]
    assert spread("73\t5", NAMES) == [["73", "5", ""]]


def test_two_columns_of_points_are_no_numbering():
    assert spread("1\t5\n2\t0", ["Anna", "Bo"]) == [["1", "5"], ["2", "0"]]


def test_an_empty_block_gives_nothing():
    assert spread("", NAMES) == spread(" \n\n", NAMES) == []


@given(st.text(max_size=400))
def test_any_text_gives_lines_as_wide_as_the_table(text):
    assert {len(line) for line in spread(text, NAMES)} <= {3}


def test_long_runs_of_blanks_take_linear_time():
    """32 times as many take about 32 times as long; a quadratic algorithm would take 1,024 times."""
    took = {blanks: min(seconds_of(blanks) for _ in range(5)) for blanks in (2_500, 80_000)}
    assert took[80_000] < 200 * took[2_500]


def seconds_of(blanks):
    """Processor time."""
    began = time.process_time()
    assert spread(f"73{' ' * blanks}-{' ' * blanks}x", ["Anna", "Bo", "Cara"]) == [["73", "-", "x"]]
    return time.process_time() - began

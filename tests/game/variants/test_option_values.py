"""The value of an option in an address, and back."""

import pytest

from game.variants import VARIANTS, IllegalOption
from game.variants.option_values import read_value, write_value

OPTIONS = [(key, option) for key, variant in VARIANTS.items() for option in variant.options]


def values(option):
    """Some possible values of the option, besides none."""
    some = [choice.value for choice in option.choices] + [choice.value for choice in option.special]
    some += {"yes_no": [True, False], "count": [option.least, option.most]}.get(option.kind, [])
    return some or [option.default]


def test_a_written_value_is_read_unchanged(subtests):
    for key, option in OPTIONS:
        with subtests.test(f"{key} {option.key}"):
            assert [read_value(option, write_value(value)) for value in values(option)] == values(option)


def test_omitted_points_stay_as_usual():
    points = VARIANTS["vatikan"].option("points")
    assert read_value(points, "A:15,K:20") == {**points.default, "A": 15, "K": 20}


@pytest.mark.parametrize(
    ("key", "name", "text"),
    [
        ("derange", "eight_follows", "yes"),
        ("derange", "mode", "tiny"),
        ("vandatta", "rounds", "٣"),
        ("vandatta", "rounds", "1" * 30),
        ("vatikan", "points", "A"),
        ("vatikan", "points", "X:3"),
        ("vatikan", "points", "A:-1"),
    ],
)
def test_impossible_values_are_refused(key, name, text):
    with pytest.raises(IllegalOption):
        read_value(VARIANTS[key].option(name), text)

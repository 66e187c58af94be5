"""A night is unusual only where almost no earlier night was like it."""

from random import Random

from game.analysis.night import MIN_NIGHTS, RARE, UnusualFigure, unusual_figure
from tests.sampling import full_only


def test_few_nights_are_not_enough_to_compare():
    assert unusual_figure(99, [10] * (MIN_NIGHTS - 1)) is None


def test_thirty_earlier_nights_are_enough_and_twenty_nine_are_not():
    assert unusual_figure(99, [10] * 29) is None
    assert unusual_figure(99, [10] * 30) == UnusualFigure(99, True, 30, 0, 10, 10)


def test_a_value_among_the_others_is_usual():
    nights = list(range(10, 50))
    assert unusual_figure(10, nights) is None
    assert unusual_figure(49, nights) is None


def test_more_than_on_any_earlier_night():
    assert unusual_figure(50, list(range(10, 50))) == UnusualFigure(50, True, 40, 0, 10, 49)


def test_less_than_on_any_earlier_night():
    assert unusual_figure(9, list(range(10, 50))) == UnusualFigure(9, False, 40, 0, 10, 49)


def test_one_night_in_a_hundred_at_either_end_is_unusual():
    nights = [1, *range(100, 198), 900]
    assert unusual_figure(500, nights) == UnusualFigure(500, True, 100, 1, 100, 197)
    assert unusual_figure(50, nights) == UnusualFigure(50, False, 100, 1, 100, 197)
    # as far out as the earlier one
    assert (unusual_figure(900, nights).as_extreme, unusual_figure(1, nights).as_extreme) == (1, 1)


def test_among_ninety_nine_nights_all_are_usual():
    nights = [1, *range(100, 197), 900]
    assert unusual_figure(500, nights) is None
    assert unusual_figure(901, nights) == UnusualFigure(901, True, 99, 0, 1, 900)


@full_only
def test_usual_nights_are_rarely_called_unusual():
    luck, reported, times = Random(8), 0, 4000
    for _ in range(times):
        *before, last = (luck.gauss(30, 8) for _night in range(101))
        reported += unusual_figure(last, before) is not None
    assert reported / times < 2 * RARE + 0.03

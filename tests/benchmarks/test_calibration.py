"""The chances keep their word: what is foretold comes true about as often."""

import pytest

from benchmarks.calibration import Foretold, brier, calibration

PAST, PACK, MIXED = "all alike", "all alike, from the pack alone", "shrewd, plain and careless"


@pytest.fixture(scope="module")
def tables():
    """Of each table of the report its rows, as lists of cells."""
    parts = calibration(60, 8, draws=200).split("\n\n")[1:]
    return [
        [[cell.strip() for cell in row.strip("| ").split("|")] for row in part.splitlines()[2:]]
        for part in parts
    ]


def test_the_brier_score_is_the_mean_square_of_the_surprise():
    told = [Foretold(0.8, 0.5, won=True, certain=False), Foretold(0.4, 0.5, won=False, certain=False)]
    assert brier(told) == pytest.approx((0.2**2 + 0.4**2) / 2)


def test_no_certainty_is_wrong_and_chances_say_more_than_an_even_chance(tables):
    summed, _bins = tables
    assert [who for who, *_ in summed] == [PAST, PACK, MIXED]
    for _who, _chances, ours, even, certain, wrong in summed:
        assert int(certain) > 0
        assert wrong == "0"
        assert float(ours) < 0.85 * float(even)


def test_where_everybody_plays_alike_what_is_foretold_comes_true(tables):
    """Within ten percentage points of the interval, which takes the chances of a session for independent."""
    _summed, bins = tables
    for players in (PAST, PACK):
        rows = [row[2:] for row in bins if row[1] == players]
        assert sum(int(count) for count, *_ in rows) > 1000
        for count, told, _won, interval in rows:
            low, high = (float(bound.rstrip("%")) for bound in interval.split(" to "))
            assert int(count) < 50 or low - 10 <= float(told.rstrip("%")) <= high + 10

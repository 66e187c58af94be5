"""The chances keep their word: what is foretold comes true about as often."""

import pytest

from benchmarks.calibration import Foretold, brier, calibration


@pytest.fixture(scope="module")
def report():
    return calibration(60, 8)


def tables(report):
    """Of each table its bins: chances, then in percent what was foretold, what won, and the interval."""
    for part in report.split("**")[2::2]:
        rows = [row.strip("| ").split("|") for row in part.splitlines() if "% to" in row]
        yield [
            (int(n), *(float(cell.strip(" %")) for cell in (told, won, *interval.split(" to "))))
            for _bin, n, told, won, interval in rows
        ]


def test_the_brier_score_is_the_mean_square_of_the_surprise():
    told = [Foretold(0.8, 0.5, won=True, certain=False), Foretold(0.4, 0.5, won=False, certain=False)]
    assert brier(told) == pytest.approx((0.2**2 + 0.4**2) / 2)


def test_no_certainty_is_wrong_and_chances_say_more_than_an_even_chance(report):
    told = report.split("**")[2::2]
    assert len(told) == 3
    for part in told:
        assert "wrong: 0." in part
        ours, even = part.split("Brier score ")[1].split(", with even chances ")
        assert float(ours.split()[0]) < 0.85 * float(even.split(". ")[0])


def test_where_everybody_plays_alike_what_is_foretold_comes_true(report):
    """Within ten percentage points of the interval, which takes the chances of a session for independent."""
    for bins in list(tables(report))[:2]:
        assert sum(n for n, *_ in bins) > 1000
        for n, told, _won, low, high in bins:
            assert n < 50 or low - 10 <= told <= high + 10

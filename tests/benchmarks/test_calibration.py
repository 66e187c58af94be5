"""The chances keep their word: what is foretold comes true about as often."""

import pytest

from benchmarks.calibration import CERTAIN, UNCERTAIN, Foretold, calibration, came_true

PAST, PACK, MIXED = "all alike", "all alike, from the pack alone", "shrewd, plain and careless"


@pytest.fixture(scope="module")
def rows():
    return calibration(60, 8, draws=200)


def of_kind(rows, kind):
    return {row["players"]: row for row in rows if row["foretold"] == kind}


def bounds(row):
    """Of the interval, in per cent."""
    return (float(bound.rstrip("%")) for bound in row["interval"].split(" to "))


def test_the_brier_score_is_the_mean_square_of_the_surprise():
    row = came_true([Foretold(0.8, 0.5, won=True), Foretold(0.4, 0.25, won=False)])
    assert float(row["Brier score"]) == pytest.approx((0.2**2 + 0.4**2) / 2)
    assert float(row["even chances"]) == pytest.approx((0.5**2 + 0.25**2) / 2, abs=1e-4)


def test_a_chance_counts_with_those_of_about_the_same_share():
    told = [Foretold(share, 0.5, won=True) for share in (0.0, 0.05, 0.34, 0.35, 1.0)]
    assert [one.kinds[1] for one in told] == ["about 0%", "about 10%", "about 30%", "about 40%", "about 100%"]
    assert Foretold(1.0, 0.5, won=True, certain=True).kinds == [CERTAIN]


def test_no_certainty_is_wrong(rows):
    certain = of_kind(rows, CERTAIN)
    assert set(certain) == {PAST, PACK, MIXED}
    for row in certain.values():
        assert row["chances"] > 0
        assert row["Brier score"] == "0.0000"


def test_chances_say_more_than_an_even_chance(rows):
    uncertain = of_kind(rows, UNCERTAIN)
    assert set(uncertain) == {PAST, PACK, MIXED}
    for row in uncertain.values():
        assert float(row["Brier score"]) < 0.85 * float(row["even chances"])


@pytest.mark.parametrize("players", [PAST, PACK])
def test_where_everybody_plays_alike_what_is_foretold_comes_true(rows, players):
    """Within ten percentage points of the interval, which takes the chances of a session for independent."""
    tenths = [row for row in rows if row["players"] == players and row["foretold"].startswith("about")]
    assert sum(row["chances"] for row in tenths) == of_kind(rows, UNCERTAIN)[players]["chances"] > 1000
    for row in tenths:
        low, high = bounds(row)
        assert row["chances"] < 50 or low - 10 <= float(row["mean foretold"].rstrip("%")) <= high + 10

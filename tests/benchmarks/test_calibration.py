"""The chances keep their word: what is foretold comes true about as often."""

import pytest

from tests.benchmarks.calibration import CERTAIN, UNCERTAIN, Foretold, calibration, came_true
from tests.sampling import whole_only

ALIKE, MIXED = "all alike", "shrewd, plain and careless"
UNREAD = ", records not read"


@pytest.fixture(scope="module", params=[(24, 100), pytest.param((42, 200), marks=whole_only)])
def rows(request):
    """Of so many sessions in each of three groups, and so many simulations for each chance."""
    sessions, draws = request.param
    return calibration(sessions, 8, draws=draws, groups=3)


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
    assert set(certain) == {ALIKE, MIXED}
    for row in certain.values():
        assert row["chances"] > 0
        assert row["Brier score"] == "0.0000"


def test_chances_say_more_than_an_even_chance(rows):
    uncertain = of_kind(rows, UNCERTAIN)
    assert set(uncertain) == {ALIKE, MIXED, ALIKE + UNREAD, MIXED + UNREAD}
    for row in uncertain.values():
        assert float(row["Brier score"]) < 0.85 * float(row["even chances"])


@pytest.mark.parametrize("players", [ALIKE, MIXED])
def test_records_of_a_few_evenings_do_no_harm(rows, players):
    score = {who: float(row["Brier score"]) for who, row in of_kind(rows, UNCERTAIN).items()}
    assert score[players] < 1.03 * score[players + UNREAD]


@pytest.mark.parametrize("players", [ALIKE, MIXED])
def test_what_is_foretold_comes_true(rows, players):
    tenths = [row for row in rows if row["players"] == players and row["foretold"].startswith("about")]
    assert sum(row["chances"] for row in tenths) == of_kind(rows, UNCERTAIN)[players]["chances"] > 1000
    for row in tenths:
        low, high = bounds(row)
        assert row["chances"] < 50 or low - 3 <= float(row["mean foretold"].rstrip("%")) <= high + 3


def test_chances_that_come_true_together_make_the_interval_wide():
    """Ten sessions with a hundred chances each, of which all or none came true: as unsure as ten."""
    told = [Foretold(0.5, 0.5, won=session % 2 == 0, session=session) for session in range(10)] * 100
    low, high = bounds(came_true(told))
    assert (low, high) == pytest.approx((23.7, 76.3), abs=0.1)

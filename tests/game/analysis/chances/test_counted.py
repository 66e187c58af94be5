"""What is known of the gains of a round while its hands are being counted."""

from dataclasses import replace

import pytest

from game.analysis.chances.gains import known_gains
from tests.game.scoring.builders import card_rules, multiplier, rules_of, typed_rules

SEATS = ("Anna", "Bo", "Cara")
LOWEST = card_rules({"K": 10})
COLLECTS = card_rules({"K": 10}, highest_wins=True, collects=True)
DIFFERENCE = replace(COLLECTS, blocked="difference")
DOUBLES = replace(LOWEST, multipliers=(multiplier("double", 2, "hand"),))
WINS = rules_of("vatikan", 3)
EVERY = {"Anna": 30, "Bo": 0, "Cara": 10}


@pytest.mark.parametrize(
    ("rules", "out", "points", "known"),
    [
        (LOWEST, "Bo", {"Anna": 30, "Bo": 0}, {"Anna": 30, "Bo": 0}),
        (LOWEST, None, {}, {}),
        (WINS, "Bo", {}, {"Anna": 0, "Bo": 1, "Cara": 0}),
        (WINS, None, {}, {}),
        (COLLECTS, "Bo", {"Bo": 0}, {"Anna": 0, "Cara": 0}),
        (COLLECTS, "Bo", {"Bo": 0, "Anna": 30}, {"Anna": 0, "Cara": 0}),
        (COLLECTS, "Bo", EVERY, {"Anna": 0, "Bo": 40, "Cara": 0}),
        (COLLECTS, None, {"Anna": 30}, {}),
        (DIFFERENCE, None, EVERY, {"Anna": 0, "Bo": 40, "Cara": 0}),
        (DOUBLES, "Bo", {"Anna": 30, "Bo": 0}, {}),
        (typed_rules(highest_wins=True), None, {"Anna": -5}, {"Anna": -5}),
    ],
)
def test_only_what_no_other_hand_can_change_is_known(rules, out, points, known):
    assert known_gains(rules, SEATS, out, points) == known


def test_without_seats_nothing_is_known():
    assert known_gains(LOWEST, [], None, {}) == {}

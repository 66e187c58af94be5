"""Hands and rounds that count several times, and bonus or penalty points."""

from dataclasses import replace

import pytest
from msgspec import structs

from game.scoring.facts import Adjustment, Round
from game.scoring.hand import IllegalHand, hand_of
from game.scoring.round_warnings import round_warnings
from game.scoring.standings import standings
from tests.game.scoring.builders import OUT, card_rules, multiplier, play, seated, totals, typed_rules

DOUBLED = (multiplier("twice", 2, "hand"), multiplier("jack", 2, "round"), multiplier("thrice", 3, "round"))
CARDS = card_rules({"8": 50, "K": 10, "7": 7}, multipliers=DOUBLED)
TYPED = typed_rules(negative=True, multipliers=DOUBLED)
SEATS = seated("Anna", "Bo")


@pytest.mark.parametrize(
    ("own", "of_round", "points"),
    [((), (), 17), (("twice",), (), 34), ((), ("jack",), 34), (("twice",), ("jack", "thrice"), 204)],
)
def test_every_multiplier_of_a_hand_and_its_round_counts(own, of_round, points):
    held = hand_of("Anna", CARDS, cards={"K": 1, "7": 1}, multipliers=own, of_round=of_round)
    assert (held.points, held.multipliers) == (points, own)


def test_a_typed_sum_is_kept_as_typed_and_multiplied():
    held = hand_of("Anna", TYPED, typed="12 + 11 − 30", multipliers=["twice"])
    assert (held.typed, held.points) == ("12+11-30", -14)


def test_a_plain_number_is_not_kept_twice():
    assert hand_of("Anna", TYPED, typed=" 12 ").typed is None
    assert hand_of("Anna", TYPED, typed="12", of_round=["jack"]).typed == "12"


def test_an_unknown_multiplier_is_an_error():
    with pytest.raises(KeyError):
        hand_of("Anna", CARDS, cards={"K": 1}, multipliers=["four times"])


def test_too_many_points_are_refused_after_multiplying():
    with pytest.raises(IllegalHand, match="absurd: 12000"):
        hand_of("Anna", TYPED, typed="6000", of_round=["jack"])


def test_a_multiplied_hand_is_no_unlikely_one():
    held = hand_of("Anna", CARDS, typed="50+50+50+50", of_round=["jack"])
    bo = hand_of("Bo", CARDS, cards={})
    assert round_warnings(Round(1, "Bo", 5, "Bo", (held, bo), multipliers=("jack",)), CARDS) == []
    odd = structs.replace(held, points=held.points + 1)
    found = round_warnings(Round(1, "Bo", 5, "Bo", (odd, bo), multipliers=("jack",)), CARDS)
    assert [warning.code for warning in found] == ["sum"]


def test_points_below_zero_can_be_the_sum_of_a_hand():
    rules = card_rules({"8": -20, "K": 10})
    bo = hand_of("Bo", rules, cards={})
    for points, codes in ((-80, []), (-10, []), (-81, ["sum"]), (-90, ["sum"])):
        held = structs.replace(hand_of("Anna", rules, typed="0"), points=points)
        found = round_warnings(Round(1, "Bo", 5, "Bo", (held, bo)), rules)
        assert [warning.code for warning in found] == codes, points


@pytest.mark.parametrize("after", [0, 1, 2])
def test_bonus_and_penalty_are_added_after_their_round(after):
    adjusted = [
        structs.replace(SEATS[0], adjustments=(Adjustment(after, -5), Adjustment(after, 25))),
        SEATS[1],
    ]
    _, rounds = play({"Anna": 10, "Bo": OUT}, {"Anna": OUT, "Bo": 7}, rules=CARDS, seats=SEATS)
    table = standings(CARDS, adjusted, rounds)
    assert totals(table) == {"Bo": 7, "Anna": 30}
    history = next(side.history for side in table if side.seats == ("Anna",))
    assert history == tuple([0, 10, 10][at] + (20 if at >= after else 0) for at in range(3))


def test_a_penalty_counts_though_its_round_has_been_removed():
    adjusted = [structs.replace(SEATS[0], adjustments=(Adjustment(9, 5),)), SEATS[1]]
    table = standings(CARDS, adjusted, [])
    assert totals(table) == {"Bo": 0, "Anna": 5}


def test_a_round_that_should_add_up_to_zero_says_so_if_it_does_not():
    rules = replace(TYPED, zero_sum=True)
    hands = [hand_of("Anna", rules, typed="-12"), hand_of("Bo", rules, typed="12")]
    assert round_warnings(Round(1, "Bo", 0, None, tuple(hands)), rules) == []
    wrong = Round(1, "Bo", 0, None, (hands[0], hand_of("Bo", rules, typed="10")))
    assert [(w.code, w.count) for w in round_warnings(wrong, rules)] == [("zero_sum", -2)]


@pytest.mark.parametrize(
    ("places", "odd"), [("123", False), ("122", False), ("113", False), ("111", False), ("112", True),
                        ("133", True), ("023", True), ("234", True)]
)  # fmt: skip
def test_places_that_do_not_fit_together_are_mentioned(places, odd):
    rules = typed_rules(tally="places")
    hands = tuple(hand_of(name, rules, typed=place) for name, place in zip("ABC", places, strict=True))
    found = round_warnings(Round(1, "A", 0, None, hands), rules)
    assert [warning.code for warning in found] == (["places"] if odd else [])

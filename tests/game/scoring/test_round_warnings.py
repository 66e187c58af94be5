from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from game.scoring.round_warnings import is_possible_total, pack_points, round_warnings
from game.scoring.rules import Chain
from tests.game.scoring.builders import NOT_COUNTED, OUT, one_round, rules_of, small_pack

VANDATTA = rules_of("vandatta")
DERANGE = rules_of("derange")
PURSUIT = rules_of("swedish_pursuit")
VATIKAN = rules_of("vatikan")
HOUSE = rules_of("vatikan", tally="house_points")


def codes(rules, left, chain=None):
    return Counter(oddity.code for oddity in round_warnings(one_round(rules, left, chain), rules))


def test_an_ordinary_round_has_no_warnings():
    assert not codes(VANDATTA, {"Anna": OUT, "Bo": "8 K", "Cara": 3, "Dilan": "A"})


def test_more_eights_than_the_deck_holds():
    found = round_warnings(one_round(VANDATTA, {"Anna": OUT, "Bo": "8 8 8", "Cara": "8 8"}), VANDATTA)
    assert [(o.code, o.card_class, o.count, o.most) for o in found] == [("class", "8", 5, 4)]


def test_a_warning_names_only_its_subject():
    played = one_round(VANDATTA, {"Anna": OUT, "Bo": "8 8 8 8 8", "Cara": ""})
    assert [(o.code, o.seat, o.card_class, o.count, o.most) for o in round_warnings(played, VANDATTA)] == [
        ("empty", "Cara", None, 0, 0),
        ("class", None, "8", 5, 4),
    ]


def test_every_eight_of_two_decks_is_fine():
    rules = rules_of("vandatta", decks=2)
    assert not codes(rules, {"Anna": OUT, "Bo": "8 8 8 8", "Cara": "8 8 8 8"})


def test_a_player_who_is_not_out_has_a_card_left():
    found = round_warnings(one_round(VANDATTA, {"Anna": OUT, "Bo": "", "Cara": "2"}), VANDATTA)
    assert [(o.code, o.seat) for o in found] == [("empty", "Bo")]


def test_zero_typed_for_a_player_who_is_not_out():
    found = round_warnings(one_round(VANDATTA, {"Anna": OUT, "Bo": 0}), VANDATTA)
    assert [(o.code, o.seat) for o in found] == [("no_points", "Bo")]


def test_where_no_player_went_out_every_player_holds_a_card():
    """GV14: a round is blocked when no player can play; a player without cards has gone out."""
    found = round_warnings(one_round(VANDATTA, {"Anna": "", "Bo": 0, "Cara": "2", "Dilan": 3}), VANDATTA)
    assert [(o.code, o.seat) for o in found] == [("blocked", "Anna"), ("blocked", "Bo")]
    assert codes(VANDATTA, {"Anna": "2", "Bo": 1, "Cara": "8"}) == {}


def test_a_blocked_vatikan_is_not_won_with_empty_hands_either():
    assert codes(VATIKAN, {"Anna": "", "Bo": "2"}) == {"blocked": 1}
    assert codes(VATIKAN, {"Anna": NOT_COUNTED, "Bo": NOT_COUNTED}) == {}


@pytest.mark.parametrize("points", [1, 2, 3])
def test_no_hand_of_derange_is_worth_one_two_or_three(points):
    found = round_warnings(one_round(DERANGE, {"Anna": OUT, "Bo": points}), DERANGE)
    assert [(o.code, o.seat, o.count) for o in found] == [("sum", "Bo", points)]


@pytest.mark.parametrize(
    ("rules", "most"),
    [
        (VANDATTA, 103),
        (rules_of("vandatta", decks=2), 207),
        (PURSUIT, 427),
        (rules_of("derange", decks=1), 900),
        (DERANGE, 1804),
        (rules_of("derange", decks=4), 3612),
    ],
)
def test_all_hands_together_are_worth_the_decks_less_the_cheapest_card(rules, most):
    assert "points" not in codes(rules, {"Anna": OUT, "Bo": most - 100, "Cara": 100})
    found = round_warnings(one_round(rules, {"Anna": OUT, "Bo": most - 99, "Cara": 100}), rules)
    assert [(o.code, o.count, o.most) for o in found if o.code == "points"] == [("points", most + 1, most)]


def test_an_uncounted_hand_adds_no_points_and_gives_no_warning():
    assert not codes(VANDATTA, {"Anna": OUT, "Bo": NOT_COUNTED})
    assert not codes(VANDATTA, {"Anna": OUT, "Bo": 53, "Cara": 50, "Dilan": NOT_COUNTED})
    assert codes(VANDATTA, {"Anna": OUT, "Bo": 54, "Cara": 50, "Dilan": NOT_COUNTED}) == {"points": 1}


def test_the_cheapest_card_may_be_worth_nothing():
    nought = rules_of("vatikan", tally="house_points", points={"2": 0})
    assert not codes(nought, {"Anna": OUT, "Bo": 794})  # the whole pack: its cheapest card costs nothing
    assert "points" in codes(nought, {"Anna": OUT, "Bo": 795})


def test_all_cards_but_one_may_be_left():
    every_other = {"Anna": OUT, "Bo": "8 " * 4 + "A " * 4 + "2 " * 43}
    assert not codes(VANDATTA, every_other)
    assert codes(VANDATTA, every_other | {"Cara": "2"}) == {"cards": 1, "points": 1}


def test_the_winner_at_vatikan_has_melded_thirteen_cards():
    left = {"Anna": OUT, "Bo": "2 " * 90, "Cara": "K " * 3}
    assert not codes(VATIKAN, left)
    assert codes(VATIKAN, left | {"Dilan": "A"}) == {"cards": 1}


def test_a_blocked_vatikan_may_have_every_card_in_hand():
    assert not codes(VATIKAN, {"Anna": "2 " * 53, "Bo": "2 " * 53})


def test_uncounted_cards_give_no_warning_where_wins_count():
    assert not codes(VATIKAN, {"Anna": OUT, "Bo": NOT_COUNTED})


def test_points_have_no_meaning_where_wins_count():
    assert not codes(VATIKAN, {"Anna": OUT, "Bo": 0, "Cara": 7})


def test_there_are_two_jokers_in_all():
    assert codes(HOUSE, {"Anna": OUT, "Bo": "JK JK"}) == {}
    assert codes(HOUSE, {"Anna": OUT, "Bo": "JK JK", "Cara": "JK"}) == {"class": 1}


# Derange: a player who draws for the last twos holds them, and one card more at least (DO32, GD8).


@pytest.mark.parametrize(("held", "odd"), [("8 5 5", False), ("5 5", True), ("5", True)])
def test_a_player_who_drew_for_the_chain_holds_more_than_was_drawn(held, odd):
    found = codes(DERANGE, {"Anna": OUT, "Bo": held, "Cara": "K"}, chain=(1, "Bo"))
    assert found == ({"chain": 1} if odd else {})


def test_a_chain_of_three_twos_is_six_cards():
    played = one_round(DERANGE, {"Anna": OUT, "Bo": "5 5 5 6 6 6"}, chain=(3, "Bo"))
    assert [(o.code, o.seat, o.count, o.most) for o in round_warnings(played, DERANGE)] == [
        ("chain", "Bo", 6, 6)
    ]


@pytest.mark.parametrize(
    ("twos", "least"),
    [
        (1, 3 * 4),
        (2, 5 * 4),
        (3, 7 * 4),
        (4, 8 * 4 + 5),  # nine cards, and two decks have eight fours
        (8, 8 * 4 + 8 * 5 + 6),
    ],
)
def test_typed_points_cost_at_least_the_drawn_cards_at_their_cheapest(twos, least):
    few = one_round(DERANGE, {"Anna": OUT, "Bo": least - 1, "Cara": "K"}, chain=(twos, "Bo"))
    warned = [(o.code, o.seat, o.count, o.most) for o in round_warnings(few, DERANGE) if o.code != "sum"]
    assert warned == [("chain_points", "Bo", least - 1, least)]
    assert not codes(DERANGE, {"Anna": OUT, "Bo": least, "Cara": "K"}, chain=(twos, "Bo"))
    assert not codes(DERANGE, {"Anna": OUT, "Bo": "8 " * (2 * twos + 1), "Cara": least}, (twos, "Bo")).get(
        "chain_points"
    )


def test_zero_typed_by_a_player_who_drew_gives_one_warning_and_not_two():
    assert codes(DERANGE, {"Anna": OUT, "Bo": 0}, chain=(2, "Bo")) == {"no_points": 1}


def test_the_last_twos_are_on_the_pile():
    """Two decks have eight twos: all of them are in the chain, and none is left in a hand."""
    fives = "5 " * 8 + "6 " * 8 + "7"
    assert not codes(DERANGE, {"Anna": OUT, "Bo": fives, "Cara": "K"}, chain=(8, "Bo"))
    found = round_warnings(one_round(DERANGE, {"Anna": OUT, "Bo": fives, "Cara": "2 K"}, (8, "Bo")), DERANGE)
    assert [(o.code, o.card_class, o.count, o.most) for o in found] == [("chain_class", "2", 9, 8)]
    assert not codes(DERANGE, {"Anna": OUT, "Bo": "4 4 4 4 4", "Cara": "2 2 2 2 2 2"}, chain=(2, "Bo"))
    assert codes(DERANGE, {"Anna": OUT, "Bo": "4 4 4 4 4", "Cara": "2 " * 7}, (2, "Bo")) == {"chain_class": 1}


def test_a_chain_has_at_most_all_twos():
    played = one_round(DERANGE, {"Anna": OUT, "Bo": "5 " * 8 + "6 " * 8 + "7 7 7", "Cara": "2 K"}, (9, "Bo"))
    found = [(o.code, o.count, o.most) for o in round_warnings(played, DERANGE) if o.card_class == "2"]
    assert found == [("chain_class", 9, 8)]


def test_a_chain_drawn_by_a_player_without_a_hand_gives_a_warning():
    assert not codes(DERANGE, {"Anna": OUT, "Bo": "5"}, chain=(2, "Cara"))


def test_worthless_cards_are_the_cheapest():
    """One card is drawn for each of the chain; 4 cards are worth 0, others 1 or 9."""
    rules = replace(small_pack((1, 4), (0, 4), (9, 8)), chain=Chain("class 2", 1))
    assert "chain_points" not in codes(rules, {"Anna": OUT, "Bo": 1}, chain=(3, "Bo"))
    found = round_warnings(one_round(rules, {"Anna": OUT, "Bo": 1}, chain=(5, "Bo")), rules)
    assert [(o.code, o.most) for o in found] == [("chain_points", 2)]


def test_too_many_twos_give_one_warning():
    assert codes(DERANGE, {"Anna": OUT, "Bo": "4 4 4", "Cara": "2 " * 9}, chain=(1, "Bo")) == {"class": 1}


def test_a_variant_without_chains_never_warns_about_one():
    assert not codes(PURSUIT, {"Anna": OUT, "Bo": "5"}, chain=(1, "Bo"))
    assert codes(rules_of("swedish_pursuit", draw_after_end=True), {"Anna": OUT, "Bo": "5"}, (1, "Bo")) == {
        "chain": 1
    }


# Sums.


@pytest.mark.parametrize(
    ("rules", "points"),
    [(VANDATTA, 104), (PURSUIT, 428), (rules_of("derange", decks=1), 904), (DERANGE, 1808), (VATIKAN, 0)],
)
def test_the_value_of_the_decks(rules, points):
    assert pack_points(rules) == points


def test_cards_without_value_add_nothing_to_the_pack():
    # House points (GK3): jokers 2 × 25, and of two decks 8 × (11 + 4 × 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3).
    assert pack_points(rules_of("vatikan", tally="house_points", points={"2": 0})) == 50 + 8 * 93


def test_no_cards_are_worth_nothing():
    assert is_possible_total(0, DERANGE)


@pytest.mark.parametrize(
    ("points", "possible"), [(4, True), (8, True), (1808, True), (1807, False), (1809, False)]
)
def test_sums_of_derange(points, possible):
    assert is_possible_total(points, DERANGE) is possible


@pytest.mark.parametrize(
    "classes",
    [
        [(10, 4), (5, 4), (1, 44)],
        [(50, 4), (30, 3), (7, 5)],
        [(4, 1), (9, 2), (20, 3)],
        [(0, 4), (6, 7)],
        [(3, 0), (5, 1)],
    ],
)
def test_the_possible_sums_are_those_found_by_counting_every_hand(classes):
    rules = small_pack(*classes)
    counts = product(*(range(most + 1) for _, most in classes))
    every = {sum(n * points for n, (points, _) in zip(hand, classes, strict=True)) for hand in counts}
    assert {points for points in range(max(every) + 10) if is_possible_total(points, rules)} == every

import pytest

from game.scoring.hand import MAX_POINTS, IllegalHand, by_class, normalized_sum, points_of, typed_points
from tests.game.scoring.builders import cards, rules_of

VANDATTA = rules_of("vandatta")
DERANGE = rules_of("derange")
PURSUIT = rules_of("swedish_pursuit")
WINS = rules_of("vatikan")
HOUSE = rules_of("vatikan", tally="house_points")


@pytest.mark.parametrize(
    ("rules", "left", "points"),
    [
        (VANDATTA, "8 A 2 K", 17),
        (VANDATTA, "8 8 8 8 A A A", 55),
        (PURSUIT, "8 8 8 8 K", 130),
        (PURSUIT, "A 2 3 4 5 6 7 9", 37),
        (PURSUIT, "10 J Q K", 40),
        (DERANGE, "8 5 5", 60),
        (DERANGE, "8 8 8 8 2 2 2 2", 320),
        (DERANGE, "3 10 2 K A Q J", 145),
        (DERANGE, "4 5 6 7 9", 31),
        (HOUSE, "JK A K Q J 10 9 2", 87),
        (DERANGE, "", 0),
    ],
)
def test_a_hand_costs_the_sum_of_its_cards(rules, left, points):
    assert points_of(cards(rules, left), rules) == points


def test_cards_without_value_cost_nothing():
    nought = rules_of("vatikan", tally="house_points", points={"2": 0})
    assert points_of({"2": 2, "3": 1}, nought) == 3


def test_cards_may_be_named_by_rank_by_class_or_by_label():
    for name in ("3-10", "3·10", "3/10", "3 10", "3", "10"):
        assert by_class({name: 2}, DERANGE) == {"3-10": 2}


def test_ranks_of_one_class_are_counted_together():
    assert by_class({"J": 3, "Q": 2}, DERANGE) == {"Q-J": 5}
    assert by_class({"Q": 1, "Q-J": 1}, DERANGE) == {"Q-J": 2}


def test_a_tally_is_in_pad_order_and_without_zeros():
    tally = by_class({"4": 1, "8": 2, "K": 0}, DERANGE)
    assert list(tally.items()) == [("8", 2), ("4", 1)]


def test_where_wins_count_any_card_is_just_a_card_and_costs_nothing():
    tally = by_class({"K": 2, "JK": 1, "cards": 3}, WINS)
    assert tally == {"cards": 6}
    assert points_of(tally, WINS) is None


@pytest.mark.parametrize("name", ["11", "JK", "", "king", "a"])
def test_an_unknown_card_is_refused(name):
    with pytest.raises(IllegalHand) as refused:
        by_class({name: 1}, VANDATTA)
    assert (refused.value.problem, refused.value.value) == ("card", name)


def test_where_cards_are_only_counted_it_still_has_to_be_a_card():
    with pytest.raises(IllegalHand) as refused:
        by_class({"11": 1}, WINS)
    assert (refused.value.problem, refused.value.value) == ("card", "11")


def test_a_count_may_be_the_whole_pack():
    assert by_class({"8": 52}, VANDATTA) == {"8": 52}


@pytest.mark.parametrize("count", [-1, 53, 1.0, True, "2", None])
def test_an_impossible_count_is_refused(count):
    with pytest.raises(IllegalHand) as refused:
        by_class({"8": count}, VANDATTA)
    assert refused.value.problem == "count"


@pytest.mark.parametrize(
    ("text", "points"),
    [
        *[("73", 73), ("12+11+7", 30), (" 12 + 11 ", 23), ("0", 0), ("007", 7)],
        *[(str(MAX_POINTS), MAX_POINTS), ("+5", 5), ("+ 5 + 3", 8)],
        *[("1 250", 1250), ("1\u00a0250", 1250), ("1\u202f250", 1250), ("5 + 1 250", 1255), ("+1 250", 1250)],
    ],
)
def test_points_are_typed_as_a_number_or_a_sum(text, points):
    assert typed_points(text) == points


def test_nine_thousand_nine_hundred_and_ninety_nine_points_are_the_most():
    assert typed_points("9999") == typed_points("9998+1") == 9999
    with pytest.raises(IllegalHand, match="absurd: 10000"):
        typed_points("10000")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "12+",
        "++5",
        "--5",
        "5-",
        "8 5",
        "1 25",
        "12 2500",
        "0 250",
        "1.250",
        "1.5",
        "1,5",
        "12++3",
        "abc",
        "1e3",
        "3*4",
    ],
)
def test_other_texts_are_no_sum(text):
    with pytest.raises(IllegalHand) as refused:
        typed_points(text)
    assert refused.value.problem == "sum"


@pytest.mark.parametrize(("text", "stored"), [("+5", "5"), ("1\u202f250 + 5", "1250+5"), ("− 5", "-5")])
def test_a_sum_is_stored_in_one_spelling(text, stored):
    assert normalized_sum(text) == stored


@pytest.mark.parametrize("text", ["-5", "−5", "12 - 7", "0-0"])
def test_a_minus_is_refused_where_points_cannot_be_below_zero(text):
    with pytest.raises(IllegalHand) as refused:
        typed_points(text)
    assert refused.value.problem == "negative"


@pytest.mark.parametrize(
    ("text", "points"), [("-5", -5), ("−5", -5), ("12 – 27", -15), ("- 3 + 1", -2), ("-9999", -9999)]
)
def test_a_minus_counts_where_points_may_be_below_zero(text, points):
    assert typed_points(text, negative=True) == points


@pytest.mark.parametrize("text", ["-10000", "-9999-1"])
def test_so_many_points_below_zero_are_refused(text):
    with pytest.raises(IllegalHand, match="absurd: -10000"):
        typed_points(text, negative=True)


@pytest.mark.parametrize("text", [str(MAX_POINTS + 1), "9999+1", "999999"])
def test_absurd_points_are_refused(text):
    with pytest.raises(IllegalHand) as refused:
        typed_points(text)
    assert refused.value.problem == "absurd"

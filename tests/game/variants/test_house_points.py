"""House points for Vatikan, and the resulting card classes."""

from game.variants import VARIANTS
from tests.game.scoring.builders import rules_of


def classes_of(**points):
    return rules_of("vatikan", tally="house_points", points=points).classes


def test_house_points_make_classes_highest_rank_first():
    found = [(c.key, c.points, c.per_deck) for c in classes_of()]
    assert found[:4] == [("JK", 25, 0), ("A", 11, 4), ("K-Q-J-10", 10, 16), ("9", 9, 4)]
    assert [key for key, _, _ in found[4:]] == ["8", "7", "6", "5", "4", "3", "2"]


def test_only_neighbours_of_equal_points_are_joined():
    assert [c.key for c in classes_of(Q=5)][2:5] == ["K", "Q", "J-10"]
    assert [c.key for c in classes_of(A=25)][:2] == ["JK-A", "K-Q-J-10"]


def test_omitted_points_are_unchanged():
    assert [c.points for c in classes_of(JK=30)][:3] == [30, 11, 10]


def test_the_most_expensive_house_card_is_marked_unless_all_cost_the_same():
    assert [c.key for c in classes_of() if c.danger] == ["JK"]
    same = dict.fromkeys(VARIANTS["vatikan"].defaults(3)["points"], 1)
    assert [c.danger for c in classes_of(**same)] == [False]


def test_house_points_are_counted_card_by_card_and_wins_are_not():
    house = rules_of("vatikan", tally="house_points")
    assert (house.tally, house.cards_optional, house.count_chips) == ("points", False, False)


def test_points_require_house_points():
    assert [c.key for c in rules_of("vatikan", points={"A": 1}).classes] == ["cards"]


def named(**points):
    return VARIANTS["vatikan"].rules({"tally": "house_points", "points": points}, 3).classes


def test_joined_classes_are_named_for_a_screen_reader():
    court = named()[2]
    assert court.label == {"en": "K·Q·J·10", "sv": "K·Q·J·10"}
    assert court.one["en"] == "a king, a queen, a jack or a ten"
    assert court.many["sv"] == "kungar, damer, knektar eller tior"


def test_a_long_row_of_ranks_is_named_by_its_ends():
    pips = named(**dict.fromkeys("98765432", 5))[3]
    assert pips.label["en"] == "9–2"
    assert pips.one == {"en": "a card from two to nine", "sv": "ett kort från tvåa till nia"}
    assert pips.many == {"en": "cards from two to nine", "sv": "kort från tvåa till nia"}

"""What a page showed of a round: what was entered there counts, and what others changed meanwhile stays."""

from __future__ import annotations

from uuid import UUID

import pytest
from msgspec.structs import replace

from game.scoring.facts import Hand, LastCards, Round
from game.scoring.shown import BothChanged, from_text, mark_of_hand, merged, shown_of, shown_of_deal, text_of

ANNA, BO, CARA = (UUID(int=number) for number in range(1, 4))
SAVED = Round(
    number=2,
    dealer=ANNA,
    hand_size=8,
    out=ANNA,
    hands=(Hand(ANNA, {}, 0), Hand(BO, {"8": 1}, 50), Hand(CARA, None, 12)),
    id=UUID(int=9),
    misdeals=1,
)
SHOWN = shown_of(SAVED)


def with_hand(played: Round, hand: Hand) -> Round:
    return replace(played, hands=tuple(hand if each.seat == hand.seat else each for each in played.hands))


def test_a_page_that_is_sent_as_it_was_shown_changes_nothing():
    assert merged(SHOWN, replace(SAVED, misdeals=0, recorded_at=None), SAVED) == SAVED


def test_what_others_changed_meanwhile_stays():
    by_others = replace(with_hand(SAVED, Hand(CARA, None, 21)), dealer=BO, chain=LastCards(1, BO))
    mine = with_hand(SAVED, Hand(BO, {"8": 1, "K": 1}, 60))
    assert merged(SHOWN, mine, by_others) == with_hand(by_others, Hand(BO, {"8": 1, "K": 1}, 60))


def test_the_same_change_by_two_people_is_one():
    changed = with_hand(SAVED, Hand(BO, None, 40))
    assert merged(SHOWN, changed, changed) == changed


@pytest.mark.parametrize(
    ("mine", "by_others"),
    [
        (with_hand(SAVED, Hand(BO, None, 40)), with_hand(SAVED, Hand(BO, None, 41))),
        (replace(SAVED, out=BO), replace(SAVED, out=CARA)),
        (replace(SAVED, dealer=BO), replace(SAVED, dealer=CARA)),
        (replace(SAVED, hand_size=7), replace(SAVED, hand_size=6)),
        (replace(SAVED, multipliers=("a",)), replace(SAVED, multipliers=("b",))),
        (with_hand(SAVED, Hand(BO, None, 40)), replace(SAVED, hands=SAVED.hands[::2])),
    ],
    ids=["a hand", "who went out", "the dealer", "the cards dealt", "multipliers", "a hand that is gone"],
)
def test_two_changes_of_one_field_are_a_conflict(mine, by_others):
    with pytest.raises(BothChanged):
        merged(SHOWN, mine, by_others)
    assert merged(shown_of(by_others), mine, by_others) != by_others  # who has seen it, may change it


NOTHING_LEFT = with_hand(SAVED, Hand(CARA, {}, 0))


@pytest.mark.parametrize(
    ("mine", "by_others"),
    [
        (replace(NOTHING_LEFT, multipliers=("x3",)), with_hand(NOTHING_LEFT, Hand(CARA, None, 12))),
        (with_hand(NOTHING_LEFT, Hand(CARA, None, 12)), replace(NOTHING_LEFT, multipliers=("x3",))),
        (replace(NOTHING_LEFT, out=CARA), with_hand(NOTHING_LEFT, Hand(CARA, None, 12))),
        (with_hand(NOTHING_LEFT, Hand(CARA, None, 12)), replace(NOTHING_LEFT, out=CARA)),
    ],
    ids=["multiplied here", "multiplied there", "out here", "out there"],
)
def test_what_decides_over_all_hands_does_not_go_with_another_hand(mine, by_others):
    """Cara has no points in any of the versions but one: her hand alone shows no conflict."""
    with pytest.raises(BothChanged):
        merged(shown_of(NOTHING_LEFT), mine, by_others)
    assert merged(shown_of(NOTHING_LEFT), mine, replace(NOTHING_LEFT, dealer=BO)) == replace(mine, dealer=BO)


def test_another_round_that_has_its_number_now_is_not_changed():
    """Where an earlier round was removed, with the same hand of Bo."""
    moved_up = replace(SAVED, id=UUID(int=10), out=CARA)
    with pytest.raises(BothChanged):
        merged(SHOWN, with_hand(SAVED, Hand(BO, None, 40)), moved_up)


def test_a_page_that_shows_nothing_changes_nothing_of_a_saved_round():
    with pytest.raises(BothChanged):
        merged({}, with_hand(SAVED, Hand(BO, None, 40)), SAVED)


def test_a_class_without_cards_is_as_if_it_were_not_counted():
    assert mark_of_hand(Hand(BO, {"8": 1, "K": 0}, 50)) == SHOWN[f"hand:{BO}"]
    assert merged(SHOWN, with_hand(SAVED, Hand(BO, {"K": 0, "8": 1}, 50)), SAVED) == SAVED


def test_a_phone_without_a_network_can_compare_dealer_and_hand_size():
    assert shown_of_deal(ANNA, 8) == {"dealer": str(ANNA), "hand_size": "8"}
    assert shown_of_deal(None, 8)["dealer"] == ""


@pytest.mark.parametrize(
    "text", ["", "null", "7", "[]", '{"dealer": 7}', "{", "9f86d081884c7d65", "x" * 5000]
)
def test_any_other_text_shows_nothing(text):
    assert from_text(text) == {}
    assert from_text(text_of(SHOWN)) == SHOWN

"""Several cards laid at once get the same answer as laid one by one."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.referee.cards import DECK, Card
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.variants import VARIANTS
from tests import sampling
from tests.game.referee.eights.grid import KEYS, ORACLES, game_of, tables

CARDS = st.sampled_from(DECK)
HEARTS_AND_CLUBS = [card for card in DECK if card.suit in "HC"]


def situation_after(game, card, hand):
    """The situation after this card if the same turn goes on; None where the turn is over."""
    if card.rank == game.again:
        return Situation(card, again=True, hand=hand)
    return Situation(card, follow=True, hand=hand) if card.rank in game.follow else None


def one_by_one(game, situation, play):
    """The first answer other than yes, laying the cards one by one."""
    for card in play:
        if situation is None:
            return "no"
        answer = judge(game, situation, (card,)).answer
        if answer != "yes":
            return answer
        situation = situation_after(game, card, situation.hand - 1)
    return "yes"


@pytest.mark.parametrize("key", KEYS)
@given(
    top=CARDS,
    called=st.sampled_from("SHDC"),
    pending=st.sampled_from((0, 2)),
    starter=st.booleans(),
    play=st.lists(st.sampled_from([card for card in DECK if card.rank in "A3108"]), max_size=4),
    last=CARDS,
    more=st.sampled_from((0, 1, 4)),
    data=st.data(),
)
def test_extra_turns_and_cards_that_follow(key, top, called, pending, starter, play, last, more, data):
    game = game_of(key, **data.draw(st.sampled_from(tables(key))))
    laid = [card for card in play if situation_after(game, card, 0)] + [last]
    situation = Situation(top, called, pending, starter, hand=len(laid) + more)
    assert judge(game, situation, laid).answer == one_by_one(game, situation, laid)


@pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat"])
@given(
    top=CARDS,
    rank=st.sampled_from(["2", "5", "9", "10", "K"]),
    suits=st.permutations("SHDC"),
    count=st.integers(2, 4),
    call_first=st.booleans(),
    multi_first=st.sampled_from(["suit_or_rank", "suit"]),
)
def test_a_set_fits_where_its_first_card_fits(key, top, rank, suits, count, call_first, multi_first):
    game = game_of(key, multi_first=multi_first)
    cards = [Card(rank, suit) for suit in suits[:count]]
    situation = Situation(top, called=cards[0].suit if call_first else cards[1].suit)
    first = judge(game, situation, cards[:1])
    by_rank_only = first.because.law == "rank" and multi_first == "suit"
    assert judge(game, situation, cards).answer == ("no" if by_rank_only else first.answer)


# Two cards, by the oracle for one card: the situation after the first is the question for the second.


def two_by_oracle(key, game, top, called, first, second, options):
    plain = {"pending": 0, "starter": False, "follow": False, "skip": False, "drew": False, "drawn": None}
    may_lay, plain["options"] = ORACLES[key], options
    answers = {may_lay(top, first, **plain, called=called, hand=2)}
    if situation_after(game, first, 1):
        owed = {**plain, "follow": first.rank in game.follow}
        answers.add(may_lay(first, second, **owed, called="", hand=1))
    elif not (key.startswith("vandatta") and first.rank == second.rank and first.rank not in ("A", "8")):
        answers.add("no")  # SP13, GD10, V27
    elif options["multi_first"] == "suit" and top.rank not in ("A", "8") and first.suit != top.suit:
        answers.add("no")  # PG42
    return "no" if "no" in answers else "ask" if "ask" in answers else "yes"


def ranks_and_whether_equal(play):
    first, second = play
    return first.rank, second.rank, first.suit == second.suit


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("vandatta", {}),
        ("vandatta", {"multi_first": "suit", "ace_on_ace": False}),
        ("vandatta_pagat", {}),
        ("vandatta_pagat", {"multi_first": "suit", "ace_on_ace": False}),
        ("swedish_pursuit", {}),
        ("derange", {}),
        ("derange", {"eight_follows": False}),
    ],
    ids=str,
)
def test_every_two_cards_on_a_heart_as_the_last_two(key, options):
    game = game_of(key, **options)
    table = VARIANTS[key].defaults(4) | options
    chance = sampling.chance_for(f"{key} {options}")
    for top, called in [(card, "") for card in DECK if card.suit == "H"] + [(Card("8", "H"), "C")]:
        situation = Situation(top, called, hand=2)
        for play in sampling.one_of_each_kind(
            product(HEARTS_AND_CLUBS, DECK), ranks_and_whether_equal, chance
        ):
            expected = two_by_oracle(key, game, top, called, *play, table)
            assert judge(game, situation, play).answer == expected, (top, called, play)

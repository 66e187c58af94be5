"""A verdict never changes with a situation that the variant does not have, so the grid may leave it out."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.referee.cards import DECK, SUITS
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from tests import sampling
from tests.game.referee.eights.grid import KEYS, game_of, tables
from tests.sampling import full_only

CARDS = st.sampled_from(DECK)


def unknown(game, top):
    """Every single situation with this top card that has no meaning in this game."""
    yield {"again": True}  # GV12: an extra turn is a turn like any other
    yield {"drawn": DECK[0]}  # not stated whether a card was drawn
    if top.rank != game.wild:
        yield from ({"called": suit} for suit in SUITS)
    if not game.chain:
        yield from ({"pending": owed} for owed in (2, 4))
    if top.rank not in game.turn_up:
        yield {"starter": True}
    if not game.follow:
        yield {"follow": True}
    if not game.skip:
        yield {"skip": True}
    if not game.skip and not game.reverse_again:
        yield {"two": True}


def without_unknown(game, situation):
    """The same situation with only the values that the grid uses."""
    left_out = {
        name: value for irrelevant in unknown(game, situation.top) for name, value in irrelevant.items()
    }
    if situation.drew:
        left_out.pop("drawn")
    default = {each.name: each.default for each in fields(Situation)}
    return replace(situation, **{name: default[name] for name in left_out})


@full_only
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("hand", [None, 1, 5])
def test_situations_a_variant_does_not_have_change_nothing_for_any_pair_of_cards(key, hand):
    game = game_of(key)
    for top in sampling.one_of_each_kind(DECK, lambda card: card.rank, sampling.chance_for(f"{key} {hand}")):
        plain = Situation(top, hand=hand)
        verdicts = {card: judge(game, plain, (card,)) for card in DECK}
        for irrelevant in unknown(game, top):
            situation = replace(plain, **irrelevant)
            assert {card: judge(game, situation, (card,)) for card in DECK} == verdicts, situation


@pytest.mark.parametrize("key", KEYS)
@given(
    situation=st.builds(
        Situation,
        top=CARDS,
        called=st.sampled_from(("", *SUITS)),
        pending=st.sampled_from((0, 2, 4)),
        starter=st.booleans(),
        again=st.booleans(),
        follow=st.booleans(),
        skip=st.booleans(),
        drew=st.booleans(),
        drawn=st.none() | CARDS,
        hand=st.sampled_from((None, 3, 4)),
    ),
    play=st.lists(CARDS, min_size=1, max_size=3),
    data=st.data(),
)
def test_several_of_them_together_change_nothing(key, situation, play, data):
    game = game_of(key, **data.draw(st.sampled_from(tables(key))))
    assert judge(game, situation, play) == judge(game, without_unknown(game, situation), play)


@pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat"])
@pytest.mark.parametrize("drew", [1, 2, 3])
def test_drawing_first_changes_no_answer_in_vandatta_gv11_v22(key, drew):
    game = game_of(key)
    for top in DECK:
        for card in DECK:
            before, after = (judge(game, Situation(top, hand=5, drew=n), (card,)) for n in (0, drew))
            assert (after.answer, after.reason, after.steps) == (before.answer, before.reason, before.steps)
            if before.answer == "yes":
                assert after.consequences == before.consequences

"""Every card on every card, in every situation and under every table option: the referee against an oracle
that was written from the rules alone. By default one question of each kind, drawn (tests/sampling.py).
"""

from collections import defaultdict

import pytest

from game.referee.cards import DECK
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.variants.citations import is_known
from tests import sampling
from tests.game.referee.eights.grid import KEYS, answers, game_of, situations, tables

FILE = "tests/game/referee/eights/test_every_pair.py"
COUNTS = {
    "vandatta": {"yes": 74_688, "no": 257_088, "ask": 12_672},
    "vandatta_pagat": {"yes": 74_688, "no": 257_088, "ask": 12_672},
    "swedish_pursuit": {"yes": 17_208, "no": 272_328, "ask": 459_264},
    "derange": {"yes": 61_848, "no": 263_784, "ask": 1_231_872},
}


@pytest.mark.parametrize("key", KEYS)
def test_the_referee_agrees_with_the_oracle(key):
    assert answers(key).disagreements[:3] == []


@pytest.mark.parametrize("key", KEYS)
def test_without_a_top_card_there_is_a_question(key):
    verdict = judge(game_of(key), Situation(), DECK[:1])
    assert (verdict.answer, verdict.needs, verdict.reason) == ("ask", "top", None)


@sampling.whole_only
@pytest.mark.parametrize("key", KEYS)
def test_so_many_cards_may_be_laid(key):
    assert answers(key).counts == COUNTS[key], f"COUNTS in {FILE}: a new option multiplies the questions"


TABLES = {"vandatta": 24, "vandatta_pagat": 24, "swedish_pursuit": 4, "derange": 4}


@pytest.mark.parametrize("key", KEYS)
def test_every_table_was_asked(key):
    """The number of combinations of the options that change play."""
    combinations = len(tables(key))
    assert combinations == TABLES[key], f"TABLES in {FILE}: a new option multiplies the tables"


# By hand, for the tables of the texts: how many cards lie on a top card, times such top cards. Of each suit
# 13 match, the top card’s twin among them (another deck’s, or not there to be asked about).
#
# Vändåtta: on an ordinary card 12 in suit without its 8, 3 of its rank, 4 eights; on an ace 11 ordinary in
# suit and 4 aces; on an eight the 11 ordinary cards of the suit that was called.
# Swedish Pursuit: on A, Q and 2, and on an 8 under each of four calls and none, 13 in suit and 3 other
# eights; on the rest 3 more of its rank.
# Derange: 13 in suit, 3 of the rank, 3 other eights; on an 8 16 after a call, before it the 4 eights.
BY_HAND = {
    "vandatta": 44 * (12 + 3 + 4) + 4 * (11 + 4) + 16 * 11,
    "vandatta_pagat": 44 * (12 + 3 + 4) + 4 * (11 + 4) + 16 * 11,
    "swedish_pursuit": 12 * (13 + 3) + 20 * (13 + 3) + 36 * (13 + 3 + 3),
    "derange": 48 * (13 + 3 + 3) + 16 * 16 + 4 * 4,
}


@pytest.mark.parametrize("key", KEYS)
def test_as_many_fit_as_were_counted_by_hand(key):
    game = game_of(key)
    plain = {
        situation
        for situation, _ in situations(key)
        if situation == Situation(situation.top, situation.called, hand=5)
    }
    fits = [
        verdict
        for now in plain
        for verdict in (judge(game, now, (card,)) for card in DECK)
        if verdict.answer == "yes"
    ]
    assert (len(plain), len(fits)) == (68, BY_HAND[key])


@pytest.mark.parametrize("key", KEYS)
def test_every_answer_names_a_law_and_every_law_names_facts_that_exist(key):
    assert all(case.rule_key for case in answers(key).cases)
    for rule_key, facts in answers(key).citations.items():
        assert facts, f"{rule_key} cites nothing"
        assert all(is_known(fact) for fact in facts)


@pytest.mark.parametrize("key", KEYS)
def test_a_law_allows_or_forbids_but_never_both(key):
    answers_of = defaultdict(set)
    for case in answers(key).cases:
        answers_of[case.rule_key].add(case.answer)
    assert {rule_key: said for rule_key, said in answers_of.items() if len(said) > 1} == {}

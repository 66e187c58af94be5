"""Every selection of three or four cards from the 106 of the pack, against all melds written down.

Of those of four by default (tests/sampling.py) all that are a meld, as many that miss it by one card, and
some thousands that are drawn.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

import pytest

from game.referee.cards import DECK, JOKER
from game.referee.rummy.meld import judge_meld
from tests import sampling
from tests.game.referee.rummy.builders import MELDING
from tests.game.referee.rummy.every_meld import MELDS, RUNS, SETS, as_meld
from tests.sampling import full_only

# With the joker 53 different cards, two of each: all different, one pair among them, two pairs.
SELECTIONS = {3: comb(53, 3) + 53 * 52, 4: comb(53, 4) + 53 * comb(52, 2) + comb(53, 2)}

# How many of them are a meld, by the jokers among them. Counted by hand, in a suit of fourteen places:
#   three cards   12 runs; 13 + 12 pairs that are next or next but one; 13 single cards
#   four cards    11 runs; 12 + 11 · 2 threes within four places; 13 + 12 + 11 pairs within four places
# and of a rank 4 sets of three, 1 of four, 6 pairs.
RUNS_FOUND = {3: {0: 4 * 12, 1: 4 * 25, 2: 4 * 13}, 4: {0: 4 * 11, 1: 4 * 34, 2: 4 * 36}}
SETS_FOUND = {
    3: {0: 13 * 4, 1: 13 * 6, 2: 0},
    4: {0: 13, 1: 13 * 4, 2: 13 * 6},
}  # a single card is a run, too


PACK = (*DECK, JOKER) * 2
PLACE = {str(card): place for place, card in enumerate((*DECK, JOKER))}
DRAWN = 6_000


def selections(size):
    """By different cards, each at most twice."""
    chosen = combinations_with_replacement((*DECK, JOKER), size)
    return (cards for cards in chosen if all(a is not b for a, b in zip(cards, cards[2:], strict=False)))


def some_selections(size):
    """Every meld with up to two jokers, each with one card exchanged, and cards drawn from the pack."""
    chance = sampling.chance_for("melds")
    melds = {
        in_order([*kept, *["JK"] * (size - count)])
        for meld in MELDS
        if len(meld) == size
        for count in range(size - 2, size + 1)
        for kept in combinations(meld, count)
    }
    missed = {
        in_order([*map(str, chance.sample(meld, size - 1)), chance.choice(list(PLACE))])
        for meld in sorted(melds)
    }
    drawn = {in_order(map(str, chance.sample(PACK, size))) for _ in range(DRAWN)}
    possible = {names for names in melds | missed | drawn if max(Counter(names).values()) <= 2}
    return [tuple(PACK[PLACE[name]] for name in names) for names in sorted(possible)]


def in_order(names):
    return tuple(sorted(names, key=PLACE.__getitem__))


def told_jokers(verdict):
    """What the jokers may stand for, as the verdict says it."""
    for reason in verdict.consequences:
        if reason.rule_key == "stands_for":
            return {tuple(sorted(map(str, reason.about["cards"])))}
        if reason.rule_key == "declare":
            return {tuple(sorted(map(str, jokers))) for jokers in reason.about["choices"]}
    return {()}


@full_only
@pytest.mark.parametrize("size", [3, 4])
def test_every_selection_is_judged_as_the_list_of_all_melds_says(size):
    seen, found, wrong = 0, {"later": Counter(), "first": Counter()}, []
    whole = size == min(SELECTIONS) or sampling.is_whole()
    for cards in selections(size) if whole else some_selections(size):
        seen += 1
        names = tuple(map(str, cards))
        for moment, first in (("later", False), ("first", True)):
            expected = as_meld(names, first=first)
            verdict = judge_meld(MELDING, cards, first=first)
            found[moment][names.count("JK")] += bool(expected)
            if verdict.answer != ("yes" if expected else "no") or (
                expected and told_jokers(verdict) != expected
            ):
                wrong.append((moment, names, verdict.answer))
    assert wrong == []
    assert seen == SELECTIONS[size] if whole else seen > DRAWN
    runs, sets = RUNS_FOUND[size], SETS_FOUND[size]
    assert found["first"] == runs
    assert found["later"] == {jokers: runs[jokers] + sets[jokers] for jokers in runs}


def test_the_list_of_all_melds_is_as_long_as_counting_by_hand_says():
    assert Counter(map(len, RUNS)) == {length: 4 * (15 - length) for length in range(3, 13)} | {13: 4, 14: 4}
    assert Counter(map(len, SETS)) == {3: 13 * 4, 4: 13}
    assert len(MELDS) == len(RUNS) + len(SETS)

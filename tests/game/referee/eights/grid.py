"""Questions about one card, put to the referee and to the oracle: by default a drawn sample, one of each
kind that a variant has.

Two questions are of one kind if they differ only in the names of suits and in the table's options. The sample
contains every value of every option, though not every combination.
Situations that a variant does not have are left out: test_what_is_unknown proves that they change nothing.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import NamedTuple

from game.referee.cards import DECK, SUITS
from game.referee.eights.rules import EightsRules
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.variants import VARIANTS
from game.variants.play import option_keys
from tests import sampling
from tests.game.referee.eights import (
    oracle_derange,
    oracle_swedish_pursuit,
    oracle_vandatta,
    oracle_vandatta_pagat,
)

ORACLES = {
    "vandatta": oracle_vandatta.may_lay,
    "vandatta_pagat": oracle_vandatta_pagat.may_lay,
    "swedish_pursuit": oracle_swedish_pursuit.may_lay,
    "derange": oracle_derange.may_lay,
}
KEYS = tuple(ORACLES)
CHAINS = (0, 2, 4)
HANDS = (1, 2, 5)
NO_YES = (False, True)


class Case(NamedTuple):
    """A question without the names of suits, and its answer; `in_suit` is None on an eight without a call.
    `law` is the reason of the answer, or what the referee needs to know if the answer is a question.
    """

    top: str
    card: str
    in_suit: bool | None
    pending: int
    starter: bool
    follow: bool
    skip: bool
    drew: bool
    hand: int
    answer: str
    law: str


@dataclass
class Answers:
    """All answers of a variant: the number of each kind, the different cases, the facts of every law cited,
    and the disagreements between referee and oracle.
    """

    counts: Counter = field(default_factory=Counter)
    cases: set = field(default_factory=set)
    laws: dict = field(default_factory=dict)
    disagreements: list = field(default_factory=list)


def game_of(key, **options):
    return EightsRules.from_dict(VARIANTS[key].play_rules(options, 4))


def tables(key):
    """Every combination of the options that change how cards are played."""
    variant = VARIANTS[key]
    keys = sorted(option_keys(variant.play))
    return [
        dict(zip(keys, chosen, strict=True))
        for chosen in product(*(_values(variant.option(each)) for each in keys))
    ]


def _values(option):
    return NO_YES if option.kind == "yes_no" else tuple(choice.value for choice in option.choices)


def unknown_card(card):
    return None


def same_card(card):
    return card


def other_card(card):
    return DECK[0] if card != DECK[0] else DECK[1]


DRAWING = {
    "any": [(False, unknown_card)],
    "none": [(False, unknown_card), (True, unknown_card)],
    "drawn": [(False, unknown_card), (True, unknown_card), (True, same_card), (True, other_card)],
}


def situations(key):
    """Every situation of a variant, with the drawn card as a function of the card in question."""
    game = game_of(key)
    for top in DECK:
        for called, pending, starter, follow, skip, (drew, drawn), hand in product(
            ("", *SUITS) if top.rank == game.wild else ("",),
            CHAINS if game.chain else (0,),
            NO_YES if top.rank in game.turn_up else (False,),
            NO_YES if game.follow else (False,),
            NO_YES if game.skip else (False,),
            DRAWING[game.drawn],
            HANDS,
        ):
            yield (
                Situation(top, called, pending, starter, follow=follow, skip=skip, drew=drew, hand=hand),
                drawn,
            )


def covering(every_table, chance):
    """Tables that together contain each value of each option at least once; all tables in a full run."""
    if sampling.is_whole():
        return every_table
    met, chosen = set(), []
    for options, game in chance.sample(every_table, len(every_table)):
        if not options.items() <= met:
            met |= options.items()
            chosen.append((options, game))
    return chosen


def without_suits(question):
    """A situation without the names of suits. Hands of all sizes get the same cards and tables."""
    now, drawn = question
    called = "" if not now.called else "its own" if now.called == now.top.suit else "another"
    return replace(now, top=now.top.rank, called=called, hand=None), drawn


def cards_for(now, chance):
    """For each rank one card of the suit that counts and one of another."""
    suit = now.called or now.top.suit
    return sampling.one_of_each_kind(DECK, lambda card: (card.rank, card.suit == suit), chance)


@cache
def answers(key):
    """Answers to all questions of a variant."""
    found, chance = Answers(), sampling.chance_for(key)
    every_table = [(options, game_of(key, **options)) for options in tables(key)]
    questions = [(now, drawn) for now, drawn in situations(key) if now.hand == HANDS[0]]
    for now, drawn in sampling.one_of_each_kind(questions, without_suits, chance):
        for card in cards_for(now, chance):
            for options, game in covering(every_table, chance):
                for hand in HANDS:
                    situation = replace(replace_drawn(now, drawn(card)), hand=hand)
                    _ask(found, game, ORACLES[key], situation, card, options)
    return found


def replace_drawn(situation, drawn):
    return situation if drawn is None else replace(situation, drawn=drawn)


def _ask(found, game, may_lay, now, card, options):
    verdict = judge(game, now, (card,))
    answer, because, top = verdict.answer, verdict.because, now.top
    expected = may_lay(
        top, card, called=now.called, pending=now.pending, starter=now.starter, follow=now.follow,
        skip=now.skip, drew=now.drew, drawn=now.drawn, hand=now.hand, options=options,
    )  # fmt: skip
    if answer != expected:
        found.disagreements.append((options, now, card, verdict))
    suit = now.called or (top.suit if top.rank != game.wild else None)
    found.counts[answer] += 1
    found.cases.add(
        Case(
            top.rank, card.rank, None if suit is None else card.suit == suit,
            now.pending, now.starter, now.follow, now.skip, now.drew, now.hand,
            answer, because.law if because else f"needs {verdict.needs}",
        )
    )  # fmt: skip
    if because:
        found.laws[because.law] = because.facts
    for reason in (*verdict.steps, *verdict.aside, *verdict.then):
        found.laws[reason.law] = reason.facts


def cases(key, **values):
    """The different cases with these values, at least one."""
    found = [
        case
        for case in answers(key).cases
        if all(getattr(case, name) == is_so for name, is_so in values.items())
    ]
    assert found, f"no such case: {values}"
    return found


def answers_in(key, **values):
    """All answers given in these cases."""
    return {case.answer for case in cases(key, **values)}

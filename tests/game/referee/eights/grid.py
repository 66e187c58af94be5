"""Questions about one card, put to the referee and to the oracle: every one that a variant knows, or of each
kind one that is drawn.

Two are of a kind where they differ in nothing but the names of suits and the table's options. What is drawn
meets every value of every option, though not every combination.
What a variant does not know is left out: test_what_is_unknown proves that it changes nothing.
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
    `rule_key` is what the answer rests on; where it is a question, what that asks for.
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
    rule_key: str


@dataclass
class Answers:
    """All answers of a variant: how many of each kind, the different cases, the facts of every rule cited,
    and where the referee and the oracle disagree.
    """

    counts: Counter = field(default_factory=Counter)
    cases: set = field(default_factory=set)
    citations: dict = field(default_factory=dict)
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


def not_said(card):
    return None


def the_card_itself(card):
    return card


def another(card):
    return DECK[0] if card != DECK[0] else DECK[1]


DRAWING = {
    "any": [(False, not_said)],
    "none": [(False, not_said), (True, not_said)],
    "drawn": [(False, not_said), (True, not_said), (True, the_card_itself), (True, another)],
}


def situations(key):
    """Every situation that a variant knows, with what was drawn as a function of the card asked about."""
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
    """Tables among which each value of each option is met at least once; all where all is asked."""
    if sampling.is_whole():
        return every_table
    met, chosen = set(), []
    for options, game in chance.sample(every_table, len(every_table)):
        if not options.items() <= met:
            met |= options.items()
            chosen.append((options, game))
    return chosen


def suitless(asked):
    """A situation without the names of suits. Hands of all sizes meet the same cards and tables."""
    now, drawn = asked
    called = "" if not now.called else "its own" if now.called == now.top.suit else "another"
    return replace(now, top=now.top.rank, called=called, hand=None), drawn


def cards_for(now, chance):
    """Of each rank one card of the suit that counts and one of another."""
    suit = now.called or now.top.suit
    return sampling.one_of_each_kind(DECK, lambda card: (card.rank, card.suit == suit), chance)


@cache
def answers(key):
    """The questions of a variant, answered."""
    found, chance = Answers(), sampling.chance_for(key)
    every_table = [(options, game_of(key, **options)) for options in tables(key)]
    asked = [(now, drawn) for now, drawn in situations(key) if now.hand == HANDS[0]]
    for now, drawn in sampling.one_of_each_kind(asked, suitless, chance):
        for card in cards_for(now, chance):
            for options, game in covering(every_table, chance):
                for hand in HANDS:
                    said = replace(replace_drawn(now, drawn(card)), hand=hand)
                    _ask(found, game, ORACLES[key], said, card, options)
    return found


def replace_drawn(situation, drawn):
    return situation if drawn is None else replace(situation, drawn=drawn)


def _ask(found, game, may_lay, now, card, options):
    verdict = judge(game, now, (card,))
    answer, deciding, top = verdict.answer, verdict.reason, now.top
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
            answer, deciding.rule_key if deciding else f"needs {verdict.needs}",
        )
    )  # fmt: skip
    if deciding:
        found.citations[deciding.rule_key] = deciding.facts
    for reason in (*verdict.steps, *verdict.before, *verdict.consequences):
        found.citations[reason.rule_key] = reason.facts


def cases(key, **asked):
    """The different cases in which these hold, at least one."""
    found = [
        case
        for case in answers(key).cases
        if all(getattr(case, name) == is_so for name, is_so in asked.items())
    ]
    assert found, f"no such case: {asked}"
    return found


def said(key, **asked):
    """Every answer that is given in these cases."""
    return {case.answer for case in cases(key, **asked)}

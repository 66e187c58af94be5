"""Are these cards a meld?"""

from __future__ import annotations

from collections.abc import Sequence

from game.referee.cards import Card
from game.referee.rummy.melding import Melding
from game.referee.rummy.objection import objection, too_many_copies
from game.referee.rummy.reading import RUN, Reading, readings
from game.referee.verdict import Reason, Verdict


def judge_meld(
    melding: Melding, cards: Sequence[Card], *, first: bool, declared: Sequence[Card] = ()
) -> Verdict:
    """Whether the cards, in any order, are a meld, and with `first` whether they may be a player's first one.
    `declared` says what the jokers stand for; what it leaves open has to be said where several answers fit.
    """
    if not cards:
        return Verdict("ask", needs="meld")
    found = readings(melding, cards)
    wrong = too_many_copies(melding, cards) or (None if found else objection(melding, cards))
    if wrong:
        return Verdict("no", wrong)
    agreed = tuple(reading for reading in found if reading.agrees_with(declared))
    if not agreed:
        return Verdict("no", cannot_be(melding, found, declared))
    if not first:
        return Verdict("yes", _what_it_is(melding, cards, agreed), then=jokers_stand_for(melding, agreed))
    allowed = tuple(reading for reading in agreed if reading.kind in melding.first_meld)
    if not allowed:
        return Verdict("no", melding.reason("not_first", least=melding.meld_least))
    then = (*jokers_stand_for(melding, allowed), melding.reason("after_first"))
    return Verdict("yes", melding.reason("first_meld", least=melding.meld_least), then=then)


def jokers_stand_for(melding: Melding, found: Sequence[Reading]) -> tuple[Reason, ...]:
    """What the jokers of a meld stand for, or what has to be declared; nothing where there is no joker."""
    choices = choices_of(found)
    if choices == ((),):
        return ()
    if len(choices) == 1:
        return (melding.reason("stands_for", cards=choices[0]),)
    return (melding.reason("declare", choices=choices),)


def cannot_be(melding: Melding, found: Sequence[Reading], declared: Sequence[Card]) -> Reason:
    """The objection to a declaration with which no reading agrees."""
    if not found[0].jokers:
        return melding.reason("no_joker")
    return melding.reason("cannot_be", cards=tuple(declared), choices=choices_of(found))


def choices_of(found: Sequence[Reading]) -> tuple[tuple[Card, ...], ...]:
    """What all jokers together may stand for."""
    return tuple(dict.fromkeys(reading.jokers for reading in found))


def _what_it_is(melding: Melding, cards: Sequence[Card], found: Sequence[Reading]) -> Reason:
    kinds = {reading.kind for reading in found}
    known = next(card for card in (*cards, *found[0].jokers) if not card.is_joker)
    if len(kinds) > 1:
        return melding.reason("run_or_set")
    if kinds != {RUN}:
        return melding.reason("set", rank=known.rank)
    law = "whole_suit" if len(cards) == len(melding.order) else "run"
    return melding.reason(law, suit=known.suit)

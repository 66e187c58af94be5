"""The verdict on a meld."""

from __future__ import annotations

from collections.abc import Sequence

from game.referee.cards import Card
from game.referee.rummy.melding import Melding
from game.referee.rummy.objection import objection, too_many_copies
from game.referee.rummy.reading import RUN, MeldReading, readings
from game.referee.verdict import Reason, Verdict


def judge_meld(
    melding: Melding, cards: Sequence[Card], *, first: bool, declared: Sequence[Card] = ()
) -> Verdict:
    """Return whether the cards, in any order, are a meld.

    first: whether it is the player's first meld, which may have to be a run. declared: the cards that jokers
    stand for; if it is incomplete and several readings remain, the verdict lists them as choices.

    >>> from game.referee.cards import read_cards
    >>> from game.variants import VARIANTS
    >>> vatikan = VARIANTS["vatikan"]
    >>> melding = Melding.from_dict(vatikan.play_rules({}, players=2), decks=2, jokers=4)
    >>> judge_meld(melding, read_cards("7H 8H 9H"), first=True).answer
    'yes'
    """
    if not cards:
        return Verdict("ask", needs="meld")
    readings_found = readings(melding, cards)
    problem = too_many_copies(melding, cards) or (None if readings_found else objection(melding, cards))
    if problem:
        return Verdict("no", problem)
    agreed = tuple(reading for reading in readings_found if reading.agrees_with(declared))
    if not agreed:
        return Verdict("no", cannot_be(melding, readings_found, declared))
    if not first:
        return Verdict(
            "yes", _what_it_is(melding, cards, agreed), consequences=jokers_stand_for(melding, agreed)
        )
    allowed = tuple(reading for reading in agreed if reading.kind in melding.first_meld)
    if not allowed:
        return Verdict("no", melding.reason("not_first", least=melding.meld_least))
    following = (*jokers_stand_for(melding, allowed), melding.reason("after_first"))
    return Verdict("yes", melding.reason("first_meld", least=melding.meld_least), consequences=following)


def jokers_stand_for(melding: Melding, readings_found: Sequence[MeldReading]) -> tuple[Reason, ...]:
    """Return what the jokers of a meld stand for, or the choices to declare; () without jokers."""
    choices = choices_of(readings_found)
    if choices == ((),):
        return ()
    if len(choices) == 1:
        return (melding.reason("stands_for", cards=choices[0]),)
    return (melding.reason("declare", choices=choices),)


def cannot_be(melding: Melding, readings_found: Sequence[MeldReading], declared: Sequence[Card]) -> Reason:
    """Return the objection to a declaration that matches no reading."""
    if not readings_found[0].jokers:
        return melding.reason("no_joker")
    return melding.reason("cannot_be", cards=tuple(declared), choices=choices_of(readings_found))


def choices_of(readings_found: Sequence[MeldReading]) -> tuple[tuple[Card, ...], ...]:
    """Return the distinct cards that all jokers together may stand for, one tuple for each reading."""
    return tuple(dict.fromkeys(reading.jokers for reading in readings_found))


def _what_it_is(melding: Melding, cards: Sequence[Card], readings_found: Sequence[MeldReading]) -> Reason:
    kinds = {reading.kind for reading in readings_found}
    known = next(card for card in (*cards, *readings_found[0].jokers) if not card.is_joker)
    if len(kinds) > 1:
        return melding.reason("run_or_set")
    if kinds != {RUN}:
        return melding.reason("set", rank=known.rank)
    rule_key = "whole_suit" if len(cards) == len(melding.order) else "run"
    return melding.reason(rule_key, suit=known.suit)

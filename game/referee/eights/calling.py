"""Calls: announcing the last card or the last equal cards."""

from __future__ import annotations

from collections.abc import Sequence

from game.referee.cards import SUITS, Card
from game.referee.eights.rules import Call, EightsRules
from game.referee.verdict import Reason


def call_for(rules: EightsRules, left: int | None, cards: Sequence[Card] | None = None) -> tuple[Reason, ...]:
    """Return the required call and the penalty for forgetting it; () if none or if `left` is None.

    left: number of cards in the hand after the play; cards: these cards, if known. A game without calls
    gives the rule "no_call" at the last card.
    """
    call = rules.call
    if call is None or not left:
        return (rules.reason("no_call"),) if left == 1 and rules.has("no_call") else ()
    rule_key = _rule_for(rules, call, left, cards)
    if not rule_key:
        return ()
    about = {"says": call.words, "n": call.draws, "left": left}
    forgot = "forgot_call_till_end" if rules.has("forgot_call_till_end") else "forgot_call"
    return (Reason(rule_key, call.facts, about), rules.reason(forgot, **about))


def _rule_for(rules: EightsRules, call: Call, left: int, cards: Sequence[Card] | None) -> str:
    if left > 1 and not (call.equal_ranks and left <= len(SUITS) * rules.decks):
        return ""  # so many cards cannot all be of one rank
    if cards is not None:
        only_ordinary = (
            call.only_ordinary or left > 1
        )  # GV5, V32: several aces or eights cannot be laid as last cards
        ordinary = not only_ordinary or all(rules.is_ordinary(card) for card in cards)
        return "call_must" if ordinary and len({card.rank for card in cards}) == 1 else ""
    if left > 1:
        return "call_if_equal"
    return "call_if_ordinary" if call.only_ordinary else "call_must"

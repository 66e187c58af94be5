"""The ruling on laying a single card on the top card."""

from __future__ import annotations

from dataclasses import dataclass

from game.referee.cards import Card
from game.referee.eights.rules import EightsRules
from game.referee.eights.situation import Situation
from game.referee.verdict import Reason

NOTHING_LIES_ON = {"back": "turned_back", "bottom": "turned_bottom", "again": "turned_again"}


@dataclass(frozen=True)
class Ruling:
    allowed: bool
    reason: Reason


def rule_on(rules: EightsRules, top: Card, situation: Situation, card: Card) -> Ruling:
    """Return the ruling on laying `card` on `top`; a suit that must be called is known.

    Precedence: reasons that prevent any play, a live chain, a suit that must be followed, a wild card on top,
    finally suit and rank.
    """
    turned = NOTHING_LIES_ON.get(rules.turn_up.get(top.rank, "")) if situation.starter else None
    if turned:
        return _no(rules, turned, top)
    if situation.skip and rules.skip:
        return _no(rules, "skipped", card)
    if situation.drew and (
        rules.drawn == "none" or (situation.pending and rules.chain)
    ):  # GD6: also after drawing for a chain
        return _no(rules, "drawn_none", card)
    if situation.drew and rules.drawn == "drawn" and situation.drawn not in (None, card):
        return Ruling(False, rules.reason("drawn_only", card=card, drawn=situation.drawn))
    return _on_top(rules, top, situation, card)


def _on_top(rules: EightsRules, top: Card, situation: Situation, card: Card) -> Ruling:
    if situation.pending and rules.chain:
        return _on_live_chain(rules, situation, card)
    if situation.follow and top.rank in rules.follow:
        return _after_follow(rules, top, situation, card)
    if top.rank == rules.wild:
        return _on_wild(rules, top, situation, card)
    if top.rank == rules.again:
        return _on_again(rules, top, card)
    return _on_ordinary(rules, top, card)


def _on_live_chain(rules: EightsRules, situation: Situation, card: Card) -> Ruling:
    if card.rank == rules.chain:
        return _yes(rules, "answers_chain", card)
    rule_key = "wild_on_chain" if card.rank == rules.wild else "live_chain"
    return Ruling(False, rules.reason(rule_key, card=card, owed=situation.pending))


def _after_follow(rules: EightsRules, top: Card, situation: Situation, card: Card) -> Ruling:
    if card.suit == top.suit:
        return Ruling(True, rules.reason("follows", card=card, top=top, suit=top.suit))
    if card.rank == top.rank and not situation.drew:
        return Ruling(True, rules.reason("follow_more", card=card))  # DO33: whatever their suits
    if card.rank == rules.wild:
        if rules.follow_wild:
            return _yes(rules, "wild_follows", card)
        return Ruling(False, rules.reason("wild_not_following", card=card, suit=top.suit))
    rule_key = "not_following_drawn" if card.rank == top.rank else "not_following"
    return Ruling(False, rules.reason(rule_key, card=card, top=top, suit=top.suit))


def _on_wild(rules: EightsRules, top: Card, situation: Situation, card: Card) -> Ruling:
    if rules.wild_takes == "ordinary" and not rules.is_ordinary(card):
        return _no(rules, "special_on_wild", card)
    if card.rank == rules.wild:
        return _yes(rules, "wild", card)
    suit = situation.called or top.suit
    rule_key = "called" if situation.called else "called_own"
    if card.suit == suit:
        return Ruling(True, rules.reason(rule_key, card=card, suit=suit))
    return Ruling(False, rules.reason(f"not_{rule_key}", card=card, suit=suit))


def _on_again(rules: EightsRules, top: Card, card: Card) -> Ruling:
    if card.rank == rules.again:
        if rules.again_on_itself:
            return _yes(rules, "again_on_itself", card)
        return Ruling(False, rules.reason("again_not_on_itself", card=card, suit=top.suit))
    if card.rank == rules.wild:
        return _no(rules, "wild_on_again", card)
    allowed = card.suit == top.suit
    return Ruling(allowed, rules.reason("on_again" if allowed else "not_on_again", card=card, suit=top.suit))


def _on_ordinary(rules: EightsRules, top: Card, card: Card) -> Ruling:
    if card.rank == rules.wild:
        return _yes(rules, "wild", card)
    in_suit = card.suit == top.suit
    if card.rank in rules.suit_only:
        rule_key = "in_suit_only" if in_suit else "not_in_suit"
        return Ruling(in_suit, rules.reason(rule_key, card=card, top=top, suit=top.suit))
    rule_key = "suit" if in_suit else "rank" if card.rank == top.rank else "no_match"
    return Ruling(rule_key != "no_match", rules.reason(rule_key, card=card, top=top))


def _yes(rules: EightsRules, rule_key: str, card: Card) -> Ruling:
    return Ruling(True, rules.reason(rule_key, card=card))


def _no(rules: EightsRules, rule_key: str, card: Card) -> Ruling:
    return Ruling(False, rules.reason(rule_key, card=card))

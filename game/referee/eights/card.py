"""The ruling on laying a single card on the top card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

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
    is_chain_live = bool(situation.pending and rules.chain)
    if turned:
        return _no(rules, turned, top)
    if situation.skip and rules.skip:
        return _no(rules, "skipped", card)
    if situation.drew and (rules.drawn == "none" or is_chain_live):  # GD6: also after drawing for a chain
        return _no(rules, "drawn_none", card)
    if situation.drew and rules.drawn == "drawn" and situation.drawn not in (None, card):
        return _no(rules, "drawn_only", card, drawn=situation.drawn)
    if is_chain_live:
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
    return _no(rules, rule_key, card, owed=situation.pending)


def _after_follow(rules: EightsRules, top: Card, situation: Situation, card: Card) -> Ruling:
    if card.suit == top.suit:
        return _yes(rules, "follows", card, top=top, suit=top.suit)
    if card.rank == top.rank and not situation.drew:
        return _yes(rules, "follow_more", card)  # DO33: whatever their suits
    if card.rank == rules.wild:
        if rules.follow_wild:
            return _yes(rules, "wild_follows", card)
        return _no(rules, "wild_not_following", card, suit=top.suit)
    rule_key = "not_following_drawn" if card.rank == top.rank else "not_following"
    return _no(rules, rule_key, card, top=top, suit=top.suit)


def _on_wild(rules: EightsRules, top: Card, situation: Situation, card: Card) -> Ruling:
    if rules.wild_takes == "ordinary" and not rules.is_ordinary(card):
        return _no(rules, "special_on_wild", card)
    if card.rank == rules.wild:
        return _yes(rules, "wild", card)
    suit = situation.called or top.suit
    rule_key = "called" if situation.called else "called_own"
    if card.suit == suit:
        return _yes(rules, rule_key, card, suit=suit)
    return _no(rules, f"not_{rule_key}", card, suit=suit)


def _on_again(rules: EightsRules, top: Card, card: Card) -> Ruling:
    if card.rank == rules.again:
        if rules.again_on_itself:
            return _yes(rules, "again_on_itself", card)
        return _no(rules, "again_not_on_itself", card, suit=top.suit)
    if card.rank == rules.wild:
        return _no(rules, "wild_on_again", card)
    if card.suit == top.suit:
        return _yes(rules, "on_again", card, suit=top.suit)
    return _no(rules, "not_on_again", card, suit=top.suit)


def _on_ordinary(rules: EightsRules, top: Card, card: Card) -> Ruling:
    is_in_suit = card.suit == top.suit
    if card.rank == rules.wild:
        return _yes(rules, "wild", card)
    if card.rank in rules.suit_only:
        if is_in_suit:
            return _yes(rules, "in_suit_only", card, top=top, suit=top.suit)
        return _no(rules, "not_in_suit", card, top=top, suit=top.suit)
    if is_in_suit:
        return _yes(rules, "suit", card, top=top)
    if card.rank == top.rank:
        return _yes(rules, "rank", card, top=top)
    return _no(rules, "no_match", card, top=top)


def _yes(rules: EightsRules, rule_key: str, card: Card, **about: Any) -> Ruling:
    return Ruling(True, rules.reason(rule_key, card=card, **about))


def _no(rules: EightsRules, rule_key: str, card: Card, **about: Any) -> Ruling:
    return Ruling(False, rules.reason(rule_key, card=card, **about))

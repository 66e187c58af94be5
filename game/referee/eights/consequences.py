"""Consequences of a play, its call, alternatives to a forbidden one, effects of the turned-up card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.referee.cards import SUITS, Card
from game.referee.eights.card import NOTHING_LIES_ON
from game.referee.eights.rules import Call, EightsRules
from game.referee.eights.situation import Situation
from game.referee.verdict import Reason


def consequences(
    rules: EightsRules, situation: Situation, play: Sequence[Card], left: int | None
) -> tuple[Reason, ...]:
    """Return the consequences of a valid play, in order. left: cards left in the hand, None if unknown."""
    last = play[-1]
    reasons = list(_extra_turns(rules, situation, play, left))
    if last.rank in rules.follow:
        in_suit = "" if rules.follow_wild else "_in_suit"
        if left == 0:
            reasons.append(rules.reason("draw_to_finish", n=rules.follow_draws))
            reasons.append(rules.reason(f"finish{in_suit}", suit=last.suit))
        else:
            reasons.append(rules.reason(f"owes_follow{in_suit}", suit=last.suit, n=rules.follow_draws))
    elif left == 0:
        if last.rank == rules.chain:
            rule_key = "chain_survives" if rules.chain_survives else "chain_dies"
            reasons.append(rules.reason(rule_key, n=situation.pending + rules.chain_draws))
        reasons.append(rules.reason("out"))
    else:
        reasons += _effects_of_last_card(rules, situation, play)
        if left is None and last.rank in rules.never_last:
            reason = rules.reason("never_last", card=last)
            reasons.append(Reason("unless_last", reason.facts, reason.about))
    return tuple(reasons)


def call_for(rules: EightsRules, left: int | None, cards: Sequence[Card] | None = None) -> tuple[Reason, ...]:
    """Return the required call and the penalty for forgetting it; () if none or if `left` is None.

    left: number of cards in the hand after the play; cards: these cards, if known. A game without calls
    gives the rule "no_call" at the last card.
    """
    call = rules.call
    if call is None or not left:
        return (rules.reason("no_call"),) if left == 1 and rules.has("no_call") else ()
    rule_key = _call_rule(rules, call, left, cards)
    if not rule_key:
        return ()
    about = {"says": call.words, "n": call.draws, "left": left}
    forgotten = "forgot_call_till_end" if rules.has("forgot_call_till_end") else "forgot_call"
    return (Reason(rule_key, call.facts, about), rules.reason(forgotten, **about))


def alternatives(rules: EightsRules, situation: Situation, rule_key: str) -> tuple[Reason, ...]:
    """Return what the player may do after a play that the rule forbids."""
    if rule_key in ("skipped", "drawn_none", *NOTHING_LIES_ON.values()):
        return ()
    if situation.drew and rules.drawn != "any":
        return ()  # DO20, DO36: the turn ends
    if situation.pending and rules.chain:
        return (rules.reason("draw_chain", n=situation.pending),)
    if situation.follow and rules.follow:
        return (rules.reason("draw_follow", n=rules.follow_draws),)
    if situation.drew:
        return _draw_again(rules, situation)
    on_wild = situation.top is not None and situation.top.rank == rules.wild and rules.has("draw_on_wild")
    draw = rules.reason("draw_on_wild" if on_wild else "draw", n=rules.draws)
    return (draw, rules.reason("must_play")) if rules.must_play else (draw,)


def alternatives_to_last(rules: EightsRules, situation: Situation) -> tuple[Reason, ...]:
    """Return what a player may do if the last card in hand may not be played last."""
    if situation.drew:
        return _draw_again(rules, situation)
    return (rules.reason("draw_never_last", n=rules.draws),)


def turned_up(rules: EightsRules, situation: Situation) -> tuple[Reason, ...]:
    """Return the effects of a card that was just turned up."""
    if not situation.starter or situation.top is None:
        return ()
    turned = rules.turn_up.get(situation.top.rank, "")
    if not turned or turned in NOTHING_LIES_ON or (turned == "dead" and situation.pending):
        return ()
    return (rules.reason(f"turned_{turned}", card=situation.top, n=rules.again_draws or rules.chain_draws),)


def after_drawing(rules: EightsRules, situation: Situation) -> tuple[Reason, ...]:
    """Return what a player who has drawn this turn may still play."""
    if not situation.drew or rules.drawn == "none" or (situation.pending and rules.chain):
        return ()
    if rules.drawn == "any":
        rule_key = "drawn_any" if situation.drew < rules.draws else "drawn_last"
    else:
        rule_key = "drawn_follows" if situation.follow else "drawn_only"
    return (rules.reason(rule_key, drawn=situation.drawn),)


def _extra_turns(
    rules: EightsRules, situation: Situation, play: Sequence[Card], left: int | None
) -> Iterator[Reason]:
    """Yield the effects of each extra turn of a play, and the call required before going out in it (GV18)."""
    if sum(card.rank == rules.again for card in play) > 1:
        yield rules.reason("each_a_turn")
    for place, card in enumerate(play, start=1):
        if not rules.plays_again(card, two=situation.two) or (left == 0 and place == len(play)):
            continue
        if card.rank != rules.again:
            yield rules.reason("goes_on_of_two")
            continue
        yield rules.reason("others_draw", n=rules.again_draws)
        yield rules.reason("goes_on")
        if left == 0:
            yield from call_for(rules, len(play) - place, play[place:])


def _effects_of_last_card(rules: EightsRules, situation: Situation, play: Sequence[Card]) -> Iterator[Reason]:
    last = play[-1]
    if rules.plays_again(last, two=situation.two):
        return
    if last.rank == rules.wild:
        yield rules.reason("names_suit" if rules.wild_names == "must" else "may_name_suit", suit=last.suit)
    elif last.rank == rules.chain:
        yield rules.reason("starts_chain", n=situation.pending + rules.chain_draws, card=last)
    elif last.rank == rules.skip:
        yield rules.reason("skips")
    elif last.rank == rules.reverse:
        yield rules.reason("reverses_again" if rules.reverse_again else "reverses")
    elif len(play) > 1 and rules.is_ordinary(last) and play[-2].rank == last.rank:
        yield rules.reason("last_sets_suit", suit=last.suit)


def _call_rule(rules: EightsRules, call: Call, left: int, cards: Sequence[Card] | None) -> str:
    """Return the key of the rule by which `call` is required, or may be; "" if it is not."""
    if left > 1 and not (call.equal_ranks and left <= len(SUITS) * rules.decks):
        return ""  # so many cards cannot all be of one rank
    if cards is not None:
        # GV5, V32: several aces or eights cannot be laid as last cards
        must_be_ordinary = call.only_ordinary or left > 1
        can_be_laid = not must_be_ordinary or all(map(rules.is_ordinary, cards))
        return "call_must" if can_be_laid and len({card.rank for card in cards}) == 1 else ""
    if left > 1:
        return "call_if_equal"
    return "call_if_ordinary" if call.only_ordinary else "call_must"


def _draw_again(rules: EightsRules, situation: Situation) -> tuple[Reason, ...]:
    """Return the remaining draws of the turn, () if there are none."""
    left = rules.draws - situation.drew
    return (rules.reason("draw_more", n=left),) if left > 0 else ()

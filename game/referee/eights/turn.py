"""The verdict on a turn: cards laid in order, judged one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from game.referee.cards import SUITS, Card
from game.referee.eights.card import Ruling, rule_on
from game.referee.eights.consequences import (
    after_drawing,
    alternatives,
    alternatives_to_last,
    call_for,
    consequences,
    turned_up,
)
from game.referee.eights.rules import EightsRules
from game.referee.eights.situation import Situation
from game.referee.verdict import Verdict


def judge(rules: EightsRules, situation: Situation, play: Sequence[Card]) -> Verdict:
    """Return the verdict on laying `play`, at least one card, in this order.

    >>> from game.referee.cards import read_card, read_cards
    >>> from game.variants import VARIANTS
    >>> rules = EightsRules.from_dict(VARIANTS["vandatta"].play_rules({}, players=4))
    >>> verdict = judge(rules, Situation(top=read_card("9H")), read_cards("9S"))
    >>> verdict.answer, verdict.reason.rule_key
    ('yes', 'rank')
    """
    top, missing = situation.top, situation.missing(rules)
    if top is None or missing:
        return Verdict("ask", needs=missing)
    if situation.starter and rules.turn_up.get(top.rank) == "live":  # the card starts a chain
        situation = replace(situation, pending=max(situation.pending, rules.chain_draws))
    if top.rank == rules.wild and not situation.called and rules.wild_names == "must":
        verdicts = [_judge(rules, top, replace(situation, called=suit), play) for suit in SUITS]
        if len({verdict.answer for verdict in verdicts}) > 1:
            return Verdict("ask", needs="called")
        return max(verdicts, key=lambda verdict: len(verdict.steps))
    return _judge(rules, top, situation, play)


def _judge(rules: EightsRules, top: Card, situation: Situation, play: Sequence[Card]) -> Verdict:
    rulings, stop = _rule_on_each(rules, top, situation, play)
    before = turned_up(rules, situation) + after_drawing(rules, situation)
    steps = tuple(ruling.reason for ruling in rulings if ruling.allowed)
    if not rulings[-1].allowed:
        forbidden = rulings[-1].reason
        options = alternatives(rules, stop, forbidden.rule_key) if stop else ()
        return Verdict("no", forbidden, steps, before, options)
    left = situation.cards_left(len(play))
    if left == 0 and play[-1].rank in rules.never_last:
        barred = rules.reason("never_last", card=play[-1])
        # after an ace it is another turn
        last = situation if len(play) == 1 else Situation(two=situation.two)
        return Verdict("no", barred, steps[:-1], before, alternatives_to_last(rules, last))
    following = consequences(rules, situation, play, left) + call_for(rules, left, situation.left)
    return Verdict("yes", steps[0], steps, before, following)


def _rule_on_each(
    rules: EightsRules, top: Card, situation: Situation, play: Sequence[Card]
) -> tuple[list[Ruling], Situation | None]:
    """Return a ruling for each card, up to the first forbidden one, and the situation at that card.

    The situation is None if the cards before may be laid and end the turn.
    """
    rulings: list[Ruling] = []
    began_on, begins, two = top, True, situation.two
    for card, following in zip_longest(play, play[1:]):
        if begins or situation.follow:
            ruling = rule_on(rules, top, situation, card)
        else:
            ruling = _rule_on_further(rules, top, began_on, card)
        lays_equal_ranks = begins and following is not None and following.rank == card.rank
        if lays_equal_ranks and ruling.reason.rule_key == "rank" and rules.several_first == "suit":
            ruling = Ruling(False, rules.reason("several_first", card=card, top=top))
        rulings.append(ruling)
        if not ruling.allowed:
            break
        top, begins = card, rules.plays_again(card, two=two)
        if begins:  # the same player's next turn
            began_on, situation = card, Situation(top=card, again=True, two=two)
        else:
            situation = Situation(top=card, follow=card.rank in rules.follow, two=two)
    return rulings, situation if begins or situation.follow else None


def _rule_on_further(rules: EightsRules, top: Card, began_on: Card, card: Card) -> Ruling:
    """Return the ruling on a further card of the same turn that is not required.

    began_on: the top card at the start of the turn.
    """
    if rules.several != "ordinary":
        return Ruling(False, rules.reason("one_card", card=card))
    if card.rank != top.rank:
        return Ruling(False, rules.reason("several_rank", card=card, top=top))
    if not rules.is_ordinary(card):
        return Ruling(False, rules.reason("several_special", card=card))
    rule_key = "several_called" if began_on.rank == rules.wild else "several"
    return Ruling(True, rules.reason(rule_key, card=card))

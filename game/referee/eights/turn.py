"""The verdict on a turn: cards laid in order, judged one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.referee.cards import SUITS, Card
from game.referee.eights.calling import call_for
from game.referee.eights.card import Ruling, rule_on
from game.referee.eights.consequences import (
    after_drawing,
    alternatives,
    alternatives_to_last,
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
    settled = situation.settled(rules)
    if top.rank == rules.wild and not settled.called and rules.wild_names == "must":
        verdicts = [_judge(rules, top, replace(settled, called=suit), play) for suit in SUITS]
        return _common_verdict(verdicts, needs="called")
    return _judge(rules, top, settled, play)


def _common_verdict(verdicts: Sequence[Verdict], *, needs: str) -> Verdict:
    """Return the verdict if all answers are equal, otherwise a question for `needs`."""
    if len({verdict.answer for verdict in verdicts}) > 1:
        return Verdict("ask", needs=needs)
    return max(verdicts, key=lambda verdict: len(verdict.steps))


def _judge(rules: EightsRules, top: Card, situation: Situation, play: Sequence[Card]) -> Verdict:
    walk, stop = _walk(rules, top, situation, play)
    before = turned_up(rules, situation) + after_drawing(rules, situation)
    steps = tuple(ruling.reason for ruling in walk if ruling.allowed)
    stopped = next((ruling.reason for ruling in walk if not ruling.allowed), None)
    if stopped:
        done = not stop.begins and not stop.situation.follow  # the cards before may be laid, and end the turn
        return Verdict(
            "no",
            stopped,
            steps,
            before,
            () if done else alternatives(rules, stop.situation, stopped.rule_key),
        )
    left = situation.cards_left(len(play))
    if left == 0 and play[-1].rank in rules.never_last:
        barred = rules.reason("never_last", card=play[-1])
        last = (
            situation if len(play) == 1 else Situation(two=situation.two)
        )  # after an ace it is another turn
        return Verdict("no", barred, steps[:-1], before, alternatives_to_last(rules, last))
    following = consequences(rules, situation, play, left) + call_for(rules, left, situation.left)
    return Verdict("yes", steps[0], steps, before, following)


@dataclass(frozen=True)
class _Step:
    """The state of a turn: the top card, the top card at its start, the number of cards laid."""

    top: Card
    situation: Situation
    began_on: Card
    laid: int = 0

    @property
    def begins(self) -> bool:
        return self.laid == 0


def _walk(
    rules: EightsRules, top: Card, situation: Situation, play: Sequence[Card]
) -> tuple[list[Ruling], _Step]:
    """Return a ruling for each card, up to the first forbidden one, and the state of the turn after them."""
    step = _Step(top, situation, began_on=top)
    rulings: list[Ruling] = []
    for place, card in enumerate(play):
        following = play[place + 1] if place + 1 < len(play) else None
        rulings.append(_rule_on_step(rules, step, card, following))
        if not rulings[-1].allowed:
            break
        step = _next_step(rules, step, card)
    return rulings, step


def _next_step(rules: EightsRules, step: _Step, card: Card) -> _Step:
    two = step.situation.two
    if rules.plays_again(card, two=two):
        return _Step(
            card, Situation(top=card, again=True, two=two), began_on=card
        )  # the same player's next turn
    situation = Situation(top=card, follow=card.rank in rules.follow, two=two)
    return _Step(card, situation, began_on=step.began_on, laid=step.laid + 1)


def _rule_on_step(rules: EightsRules, step: _Step, card: Card, following: Card | None) -> Ruling:
    if step.begins:
        ruling = rule_on(rules, step.top, step.situation, card)
        together = following is not None and following.rank == card.rank
        if together and ruling.reason.rule_key == "rank" and rules.several_first == "suit":
            return Ruling(False, rules.reason("several_first", card=card, top=step.top))
        return ruling
    if step.situation.follow:
        return rule_on(rules, step.top, step.situation, card)
    return _one_more(rules, step, card)


def _one_more(rules: EightsRules, step: _Step, card: Card) -> Ruling:
    """Return the ruling on a further card of the same turn that is not required."""
    if rules.several != "ordinary":
        return Ruling(False, rules.reason("one_card", card=card))
    if card.rank != step.top.rank:
        return Ruling(False, rules.reason("several_rank", card=card, top=step.top))
    if not rules.is_ordinary(card):
        return Ruling(False, rules.reason("several_special", card=card))
    rule_key = "several_called" if step.began_on.rank == rules.wild else "several"
    return Ruling(True, rules.reason(rule_key, card=card))

"""May these cards be laid in this order, and what follows? A turn is walked through card by card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.referee.cards import SUITS, Card
from game.referee.eights.calling import call_for
from game.referee.eights.card import Ruling, rule_on
from game.referee.eights.consequences import after_drawing, consequences, instead, instead_of_last, turned_up
from game.referee.eights.game import Game
from game.referee.eights.situation import Situation
from game.referee.verdict import Verdict


def judge(game: Game, asked: Situation, play: Sequence[Card]) -> Verdict:
    """The verdict on laying `play`, at least one card, in this order."""
    unclear = asked.missing(game)
    if asked.top is None or unclear:
        return Verdict("ask", needs=unclear)
    now = asked.settled(game)
    if asked.top.rank == game.wild and not now.called and game.wild_names == "must":
        verdicts = [_judge(game, asked.top, replace(now, called=suit), play) for suit in SUITS]
        return _same_whatever(verdicts, needs="called")
    return _judge(game, asked.top, now, play)


def _same_whatever(verdicts: Sequence[Verdict], *, needs: str) -> Verdict:
    """The answer that holds in every case; where they differ, the question that would tell them apart."""
    if len({verdict.answer for verdict in verdicts}) > 1:
        return Verdict("ask", needs=needs)
    return max(verdicts, key=lambda verdict: len(verdict.steps))


def _judge(game: Game, top: Card, now: Situation, play: Sequence[Card]) -> Verdict:
    walk, stop = _walk(game, top, now, play)
    aside = turned_up(game, now) + after_drawing(game, now)
    steps = tuple(ruling.reason for ruling in walk if ruling.allowed)
    stopped = next((ruling.reason for ruling in walk if not ruling.allowed), None)
    if stopped:
        done = not stop.begins and not stop.now.follow  # the cards before may be laid, and end the turn
        return Verdict("no", stopped, steps, aside, () if done else instead(game, stop.now, stopped.law))
    left = now.cards_left(len(play))
    if left == 0 and play[-1].rank in game.never_last:
        barred = game.reason("never_last", card=play[-1])
        last = now if len(play) == 1 else Situation(two=now.two)  # after an ace it is another turn
        return Verdict("no", barred, steps[:-1], aside, instead_of_last(game, last))
    then = consequences(game, now, play, left) + call_for(game, left, now.left)
    return Verdict("yes", steps[0], steps, aside, then)


@dataclass(frozen=True)
class _Step:
    """Where a turn stands: what lies on top now, what lay there when it began, how many cards since."""

    top: Card
    now: Situation
    began_on: Card
    laid: int = 0

    @property
    def begins(self) -> bool:
        return self.laid == 0


def _walk(game: Game, top: Card, now: Situation, play: Sequence[Card]) -> tuple[list[Ruling], _Step]:
    """One ruling a card, up to the first that may not be laid; and where the turn then stands."""
    step = _Step(top, now, began_on=top)
    rulings: list[Ruling] = []
    for place, card in enumerate(play):
        following = play[place + 1] if place + 1 < len(play) else None
        rulings.append(_rule_on_step(game, step, card, following))
        if not rulings[-1].allowed:
            break
        step = _next_step(game, step, card)
    return rulings, step


def _next_step(game: Game, step: _Step, card: Card) -> _Step:
    two = step.now.two
    if game.plays_again(card, two=two):
        return _Step(
            card, Situation(top=card, again=True, two=two), began_on=card
        )  # the same player's next turn
    now = Situation(top=card, follow=card.rank in game.follow, two=two)
    return _Step(card, now, began_on=step.began_on, laid=step.laid + 1)


def _rule_on_step(game: Game, step: _Step, card: Card, following: Card | None) -> Ruling:
    if step.begins:
        ruling = rule_on(game, step.top, step.now, card)
        together = following is not None and following.rank == card.rank
        if together and ruling.reason.law == "rank" and game.several_first == "suit":
            return Ruling(False, game.reason("several_first", card=card, top=step.top))
        return ruling
    if step.now.follow:
        return rule_on(game, step.top, step.now, card)
    return _one_more(game, step, card)


def _one_more(game: Game, step: _Step, card: Card) -> Ruling:
    """A further card of the same turn, where nothing asks for one."""
    if game.several != "ordinary":
        return Ruling(False, game.reason("one_card", card=card))
    if card.rank != step.top.rank:
        return Ruling(False, game.reason("several_rank", card=card, top=step.top))
    if not game.is_ordinary(card):
        return Ruling(False, game.reason("several_special", card=card))
    law = "several_called" if step.began_on.rank == game.wild else "several"
    return Ruling(True, game.reason(law, card=card))

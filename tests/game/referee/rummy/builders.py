"""Questions to the referee of a rummy game in short notation: cards `5H 6H JK`, melds divided by ` / `."""

from __future__ import annotations

from typing import Any

from game.referee.cards import Card, read_cards, write_cards
from game.referee.rummy.meld import judge_meld
from game.referee.rummy.melding import Melding
from game.referee.rummy.swap import Whose, judge_swap
from game.referee.rummy.table import judge_table
from game.referee.verdict import Reason, Verdict
from game.variants import VARIANTS

VATIKAN = VARIANTS["vatikan"]
RULES = VATIKAN.rules({}, 4)
MELDING = Melding.from_dict(VATIKAN.play, decks=RULES.decks, jokers=RULES.jokers)


def meld(cards: str, *, first: bool = False, declared: str = "") -> Verdict:
    return judge_meld(MELDING, read_cards(cards), first=first, declared=read_cards(declared))


def swap(lying: str, card: str, *, declared: str = "", whose: Whose = "hand") -> Verdict:
    (taker,) = read_cards(card)
    return judge_swap(MELDING, read_cards(lying), read_cards(declared), taker, whose=whose)


def table(after: str, *, before: str = "", opened: bool = True) -> Verdict:
    return judge_table(MELDING, melds(before), melds(after), opened=opened)


def melds(written: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(read_cards(each) for each in written.split("/") if each.strip())


def ruling(verdict: Verdict) -> tuple[str, str, str]:
    """The answer, the law that decides, and the first fact cited for it."""
    assert verdict.because is not None
    return verdict.answer, verdict.because.law, verdict.because.facts[0]


def follows(verdict: Verdict) -> list[str]:
    return [reason.law for reason in verdict.then]


def about(reason: Reason) -> dict[str, Any]:
    """The values of a reason, with cards in notation."""
    return {name: _written(value) for name, value in reason.about.items()}


def detail(verdict: Verdict, law: str) -> dict[str, Any]:
    """The values of the given law among the consequences of the verdict."""
    return next(about(reason) for reason in verdict.then if reason.law == law)


def _written(value: Any) -> Any:
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple) and all(isinstance(each, Card) for each in value):
        return write_cards(value)
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    return value

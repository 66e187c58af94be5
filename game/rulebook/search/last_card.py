"""Questions whether a card may be the last one: “can I go out on an ace”."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.referee.cards import RANKS, SUITS, Card
from game.referee.eights.rules import EightsRules
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.referee.verdict import Verdict
from game.rulebook.search.position import Case, NamedCard, has_only, named_cards
from game.rulebook.search.text import Word, card_words

CARD = ("card", "kort")


def last_card_in(words: Sequence[Word]) -> NamedCard | None:
    """Return the card that a query wants to go out on, None if it asks about something else."""
    known = card_words().last
    cards = list(named_cards(words))
    if len(cards) != 1 or not has_only(words, cards, frozenset().union(*known.values())):
        return None
    folded = [word.folded for word in words]
    goes_out = any(one in known["go"] and other in known["out"] for one, other in pairwise(folded))
    is_last = any(one in known["last"] and other.startswith(CARD) for one, other in pairwise(folded))
    if not (goes_out or is_last or known["finish"] & set(folded)):
        return None
    return cards[0] if cards[0].rank in RANKS and cards[0].times == 1 else None


def last_card_case(rules: EightsRules, named: NamedCard) -> Case:
    """Return the verdict on a card that fits and is the last one of its player."""
    suit = named.suit or SUITS[0]
    card = Card(named.rank, suit)
    top = next(
        each for each in (Card(rank, suit) for rank in RANKS) if each != card and rules.is_ordinary(each)
    )
    verdict = judge(rules, Situation(top=top, hand=1), [card])
    after = {reason.rule_key: reason for reason in verdict.consequences}
    if verdict.answer == "yes":
        out = after.get("out")
        verdict = Verdict("yes", out) if out else Verdict("no", after.get("draw_to_finish", verdict.reason))
    return Case("", "", verdict, top, (card,))

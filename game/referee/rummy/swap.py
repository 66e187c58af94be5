"""May a joker that lies in a meld be freed?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from game.referee.cards import Card
from game.referee.rummy.meld import cannot_be, choices_of, judge_meld
from game.referee.rummy.melding import Melding
from game.referee.rummy.reading import readings
from game.referee.verdict import Reason, Verdict

Whose = Literal["hand", "own", "other"]


def judge_swap(
    melding: Melding, meld: Sequence[Card], declared: Sequence[Card], card: Card, *, whose: Whose
) -> Verdict:
    """Whether `card`, from the hand, from one's own melds or from another player's, may take the place of a
    joker in `meld`. `declared` is what was said of the jokers when they were laid.
    """
    lying = judge_meld(melding, meld, first=False)
    if lying.answer != "yes":
        return lying
    found = readings(melding, meld)
    agreed = tuple(reading for reading in found if reading.agrees_with(declared))
    if not agreed:
        return Verdict("no", cannot_be(melding, found, declared))
    wrong = _objection(melding, card, whose, has_joker=any(each.is_joker for each in meld))
    if wrong:
        undecided = (melding.reason("whose_meld"),) if wrong.law == "not_yours" else ()
        return Verdict("no", wrong, then=undecided)
    choices = choices_of(agreed)
    if not any(card in jokers for jokers in choices):
        return Verdict("no", melding.reason("wrong_card", card=card, choices=choices))
    if not all(card in jokers for jokers in choices):
        return Verdict("ask", melding.reason("undeclared", card=card, choices=choices), needs="declared")
    return Verdict("yes", melding.reason("frees", card=card), then=_what_follows(melding, card, whose))


def _objection(melding: Melding, card: Card, whose: Whose, *, has_joker: bool) -> Reason | None:
    if not has_joker:
        return melding.reason("no_joker")
    if card.is_joker:
        return melding.reason("joker_for_joker")
    if whose not in melding.frees_joker:
        return melding.reason("not_yours", card=card)
    return None


def _what_follows(melding: Melding, card: Card, whose: Whose) -> tuple[Reason, ...]:
    again = melding.reason("meld_again")
    if whose == "hand":
        return (again, melding.reason("opened_first"))
    giver = melding.reason("giver_stays", card=card, least=melding.meld_least)
    laws = ("hand_card", "opened_first", "whose_meld")
    return (again, giver, *map(melding.reason, laws))

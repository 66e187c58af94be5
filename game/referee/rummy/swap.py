"""The verdict on replacing a joker in a meld by a card."""

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
    """Return whether `card` may replace a joker in `meld`.

    declared: cards declared for its jokers. whose: source of the card, the hand, own melds or another
    player's.
    """
    verdict_on_meld = judge_meld(melding, meld, first=False)
    if verdict_on_meld.answer != "yes":
        return verdict_on_meld
    readings_found = readings(melding, meld)
    agreed = tuple(reading for reading in readings_found if reading.agrees_with(declared))
    if not agreed:
        return Verdict("no", cannot_be(melding, readings_found, declared))
    if not any(laid.is_joker for laid in meld):
        return Verdict("no", melding.reason("no_joker"))
    if card.is_joker:
        return Verdict("no", melding.reason("joker_for_joker"))
    if whose not in melding.joker_swap_from:
        undecided = (melding.reason("whose_meld"),)
        return Verdict("no", melding.reason("not_yours", card=card), consequences=undecided)
    choices = choices_of(agreed)
    if not any(card in jokers for jokers in choices):
        return Verdict("no", melding.reason("wrong_card", card=card, choices=choices))
    if not all(card in jokers for jokers in choices):
        return Verdict("ask", melding.reason("undeclared", card=card, choices=choices), needs="declared")
    following = _consequences(melding, card, whose)
    return Verdict("yes", melding.reason("frees", card=card), consequences=following)


def _consequences(melding: Melding, card: Card, whose: Whose) -> tuple[Reason, ...]:
    again = melding.reason("meld_again")
    if whose == "hand":
        return (again, melding.reason("opened_first"))
    giver = melding.reason("giver_stays", card=card, least=melding.meld_least)
    rule_keys = ("hand_card", "opened_first", "whose_meld")
    return (again, giver, *map(melding.reason, rule_keys))

"""Turns in a game of the rummy family: a player draws a card or melds."""

from __future__ import annotations

from game.referee.rummy.melding import Melding
from game.referee.verdict import Reason, Verdict

BEFORE_FIRST = ("first_meld", "draw_or_meld", "last_card")
AFTER_FIRST = ("any_meld", "others_melds", "rearrange", "draw_or_meld", "last_card")


def judge_turn(melding: Melding, *, drew: bool, melded: bool, stock_left: bool = True) -> Verdict:
    """Return whether the turn may end.

    drew, melded: what the player has done. stock_left: if a card can be drawn.
    """
    if drew and melded:
        return Verdict("no", melding.reason("draw_or_meld"))
    if drew or melded:
        return Verdict("yes", melding.reason("draw_or_meld"))
    if stock_left:
        return Verdict("no", melding.reason("must_act"))
    return Verdict("yes", melding.reason("stock_empty"))


def rules_of_turn(melding: Melding, *, opened: bool) -> tuple[Reason, ...]:
    """Return the rules of a player's turn. opened: whether the player has laid a first meld."""
    rule_keys = AFTER_FIRST if opened else BEFORE_FIRST
    return tuple(melding.reason(rule_key, least=melding.meld_least) for rule_key in rule_keys)

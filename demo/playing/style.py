"""How somebody plays, and so how well."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """dumps: how much sooner a dear card goes than a cheap one, below 0 later.
    keeps: how long wild cards stay in the hand.
    follows: how much a suit counts of which more is held.
    slips: the share of turns played without a thought; forgets: how often the last card is not called.
    """

    dumps: float = 1.0
    keeps: float = 1.0
    follows: float = 0.4
    slips: float = 0.1
    forgets: float = 0.03


PLAIN = Style()
SHREWD = Style(dumps=1.2, keeps=0.6, follows=0.5, slips=0.02, forgets=0.01)
CARELESS = Style(dumps=-0.4, keeps=2.0, follows=0.0, slips=0.35, forgets=0.1)

"""How a round ended, in places and numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Ended:
    """out: the place that went out, None where nobody did; hands: the cards left by place.

    chain: on how many cards the round ended that `drawer` drew for, 0 where on none.
    """

    out: int | None
    hands: list[list[int]]
    chain: int = 0
    drawer: int | None = None

"""Sessions whose points were not recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from game.scoring.rules import Rules


def without_points(rules: Rules, tally: Literal["wins", "places"]) -> Rules:
    """Return the rules for a session of which only the winners or the places are known.

    Each winner has won one round, or there is one round with the places.
    """
    return replace(
        rules,
        tally=tally,
        without_points=True,
        entry="typed" if tally == "places" else "cards",
        classes=(),
        chain=None,
        multipliers=(),
        hand_sizes=(),
        prompts=(),
        cards_optional=tally == "wins",
        count_chips=False,
        rounds=None,
        block=None,
        first_to=None,
        eliminate_at=None,
        highest_wins=False,
        collects=False,
        negative=False,
        zero_sum=False,
    )

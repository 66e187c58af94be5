"""Sessions whose points were not recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal


def without_points(frozen: Mapping[str, Any], tally: Literal["wins", "places"]) -> dict[str, Any]:
    """Return frozen rules for a session of which only the winners or the places are known.

    Each winner has won one round, or there is one round with the places.
    """
    return {
        **frozen,
        "tally": tally,
        "without_points": True,
        "entry": "typed" if tally == "places" else "cards",
        "classes": [],
        "chain": None,
        "multipliers": [],
        "hand_sizes": [],
        "prompts": [],
        "cards_optional": tally == "wins",
        "count_chips": False,
        **dict.fromkeys(("rounds", "block", "first_to", "eliminate_at")),
        **dict.fromkeys(("highest_wins", "collects", "negative", "zero_sum"), False),
    }

"""Sessions of which only the winners are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def winners_only(frozen: Mapping[str, Any]) -> dict[str, Any]:
    """Return frozen rules for a session whose points were not recorded: each winner has won one round."""
    return {
        **frozen,
        "tally": "wins",
        "winners_only": True,
        "entry": "cards",
        "classes": [],
        "chain": None,
        "multipliers": [],
        "hand_sizes": [],
        "prompts": [],
        "cards_optional": True,
        "count_chips": False,
        **dict.fromkeys(("rounds", "block", "first_to", "eliminate_at")),
        **dict.fromkeys(("highest_wins", "collects", "negative", "zero_sum"), False),
    }

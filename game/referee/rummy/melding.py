"""The rules of melding of a game of the rummy family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.referee.play_rules import PlayRules, rule_arguments


@dataclass(frozen=True, kw_only=True)
class Melding(PlayRules):
    """meld_least: fewest cards of a meld; set_most: most cards of a set, in which no suit occurs twice.

    order: ranks of a run, low to high; a rank at both ends may be the lowest or the highest.
    first_meld: kinds allowed for a player's first meld, "run" or "set".
    joker_swap_from: sources of a card that may replace a joker, "hand", "own" (melds) or "other".
    decks, jokers: copies of each card and number of jokers in play. A joker may be any card.
    """

    meld_least: int
    set_most: int
    order: tuple[str, ...]
    first_meld: tuple[str, ...]
    joker_swap_from: tuple[str, ...]
    decks: int
    jokers: int

    @classmethod
    def from_dict(cls, played: Mapping[str, Any], *, decks: int, jokers: int) -> Melding:
        """Build the rules from Variant.play_rules and the session's pack.

        Raises TypeError if a value is missing.
        """
        return cls(**rule_arguments(played), decks=decks, jokers=jokers)

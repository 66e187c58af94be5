"""How a game of the rummy family melds: what the laws need to know, and where each law stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.referee.played import own_values
from game.referee.verdict import Reason


@dataclass(frozen=True)
class Melding:
    """meld_least: the fewest cards of a meld; set_most: the most of a set, in which no suit is twice.
    order: the ranks of a run from low to high; a rank at both ends is the lowest and the highest.
    first_meld: what a player's first meld may be, "run" or "set".
    frees_joker: whose card may take the place of a joker, "hand", "own" (melds) or "other".
    decks, jokers: how many of each card and how many jokers are in play. A joker may be any card.
    """

    meld_least: int
    set_most: int
    order: tuple[str, ...]
    first_meld: tuple[str, ...]
    frees_joker: tuple[str, ...]
    decks: int
    jokers: int
    laws: Mapping[str, tuple[str, ...]]

    def reason(self, law: str, /, **about: Any) -> Reason:
        """A law of this game with where it stands; raises KeyError for a law that it has not."""
        return Reason(law, self.laws[law], about)

    @classmethod
    def from_dict(cls, played: Mapping[str, Any], *, decks: int, jokers: int) -> Melding:
        """Read how a table melds, with the pack of its rules; raises TypeError where something is missing."""
        return cls(**own_values(played), decks=decks, jokers=jokers)

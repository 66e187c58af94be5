"""How one table plays a game of the Crazy Eights family: what the laws need to know, and where each law
stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.referee.cards import Card
from game.referee.played import own_values
from game.referee.verdict import Reason


@dataclass(frozen=True)
class Call:
    """What a player who is nearly out has to say, by language, and when.

    only_ordinary: the cards left must be ordinary; equal_ranks: several cards of one rank count as one.
    """

    says: Mapping[str, str]
    only_ordinary: bool
    equal_ranks: bool
    draws: int
    facts: tuple[str, ...]

    @classmethod
    def from_dict(cls, call: Mapping[str, Any]) -> Call:
        return cls(**{**call, "facts": tuple(call["facts"])})


@dataclass(frozen=True, kw_only=True)
class Game:
    """A rank is "" where the game has no card of that kind, a list of ranks is empty.

    wild_names: "must" or "may", naming a suit; wild_takes: "ordinary" or "any", what may lie on it in that
    suit.
    wild_barred_on: top cards on which no wild card may be laid; suit_only: ranks that match by suit alone.
    again: its player goes on, the others draw `again_draws`; skip: the next player misses a turn.
    reverse: the direction turns; reverse_again: with two players its player goes on instead.
    chain: the next player answers with the same rank or draws `chain_draws` for each of them;
    chain_outlives: it is drawn even when the round ends on it.
    several: "ordinary", "follow" or "none", what may be laid together; several_first: "suit_or_rank" or
    "suit".
    follow: ranks that ask for a card of their suit in the same turn.
    drawn: "any", "drawn" or "none", what may be played after drawing.
    reshuffles: an empty stock is made anew of the discards; otherwise nobody draws any more.
    turn_up: what a rank does when it is turned up after the deal.
    """

    wild: str
    wild_names: str
    wild_takes: str
    wild_barred_on: tuple[str, ...]
    suit_only: tuple[str, ...]
    again: str = ""
    again_draws: int = 0
    again_on_itself: bool = False
    skip: str = ""
    reverse: str = ""
    reverse_again: bool = False
    chain: str = ""
    chain_draws: int = 0
    chain_outlives: bool = False
    several: str
    several_first: str = "suit_or_rank"
    follow: tuple[str, ...] = ()
    follow_wild: bool = False
    follow_draws: int = 0
    never_last: tuple[str, ...]
    draws: int
    drawn: str
    reshuffles: bool
    must_play: bool
    call: Call | None
    decks: int
    turn_up: Mapping[str, str]
    laws: Mapping[str, tuple[str, ...]]

    def reason(self, law: str, **about: Any) -> Reason:
        """A law of this game with where it stands; raises KeyError for a law that it has not."""
        return Reason(law, self.laws[law], about)

    def has(self, law: str) -> bool:
        return law in self.laws

    def plays_again(self, card: Card, *, two: bool) -> bool:
        """Whether its player goes on with another turn; `two`: at a table of two players."""
        turned = self.reverse_again and card.rank == self.reverse
        return card.rank == self.again or (two and (card.rank == self.skip or turned))

    def is_ordinary(self, card: Card) -> bool:
        return card.rank not in (self.wild, self.again, self.skip, self.reverse, self.chain, *self.follow)

    @classmethod
    def from_dict(cls, played: Mapping[str, Any], *, decks: int = 1) -> Game:
        """Read how a table plays; raises KeyError or TypeError where something is missing."""
        call = Call.from_dict(played["calls"][played["call"]]) if played["call"] else None
        return cls(**{**own_values(played), "call": call}, decks=decks)

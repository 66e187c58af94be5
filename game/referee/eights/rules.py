"""The rules of play of a game of the Crazy Eights family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.referee.cards import Card
from game.referee.play_rules import PlayRules, rule_arguments


@dataclass(frozen=True)
class Call:
    """The call of a player with few cards. words: the text of the call, by language.

    only_ordinary: only if the cards left are ordinary; equal_ranks: several cards of one rank count as one.
    draws: cards drawn as a penalty. facts: citations.
    """

    words: Mapping[str, str]
    only_ordinary: bool
    equal_ranks: bool
    draws: int
    facts: tuple[str, ...]

    @classmethod
    def from_dict(cls, call: Mapping[str, Any]) -> Call:
        return cls(**{**call, "facts": tuple(call["facts"])})


@dataclass(frozen=True, kw_only=True)
class EightsRules(PlayRules):
    """Special ranks and options; a rank is "" and a list is empty if the game has no such card.

    wild: may be laid on any card. wild_names: "must" or "may" name a suit; wild_takes: "ordinary" or "any",
    the cards of that suit that may be laid on it.
    wild_barred_on: top ranks on which no wild card may be laid; suit_only: ranks that match only by suit.
    again: its player has another turn and the others draw `again_draws`; skip: the next player misses a turn.
    reverse: changes the direction; reverse_again: with two players, its player has another turn instead.
    chain: the next player lays the same rank or draws `chain_draws` for each card of the chain;
    chain_survives: the chain is drawn even if the round ends on it.
    several: "ordinary", "follow" or "none", cards that may be laid together; several_first: "suit_or_rank" or
    "suit", how the first of them must match.
    follow: ranks that require a card of their suit in the same turn, or drawing `follow_draws` cards.
    never_last: ranks that may not be laid last. draws: cards a player may draw in a turn.
    drawn: "any", "drawn" or "none", cards that may be played after drawing.
    reshuffles: the discards become the new stock when it is empty; otherwise drawing ends.
    turn_up: effect of a rank turned up after the deal. decks: number of decks.
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
    chain_survives: bool = False
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

    def has(self, rule_key: str) -> bool:
        return rule_key in self.citations

    def plays_again(self, card: Card, *, two: bool) -> bool:
        """Whether its player has another turn. two: whether there are two players."""
        turned = self.reverse_again and card.rank == self.reverse
        return card.rank == self.again or (two and (card.rank == self.skip or turned))

    def is_ordinary(self, card: Card) -> bool:
        return card.rank not in (self.wild, self.again, self.skip, self.reverse, self.chain, *self.follow)

    @classmethod
    def from_dict(cls, played: Mapping[str, Any], *, decks: int = 1) -> EightsRules:
        """Build the rules from Variant.play_rules. Raises KeyError or TypeError if a value is missing."""
        call = Call.from_dict(played["calls"][played["call"]]) if played["call"] else None
        return cls(**{**rule_arguments(played), "call": call}, decks=decks)

"""The rules of one session, frozen: what the pure functions need to know about a variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK")
CARDS_IN_DECK = 52


@dataclass(frozen=True)
class CardClass:
    """Cards that score alike and share one key of the pad.

    `ranks` is empty where the variant only counts cards; `points` is None there.
    """

    key: str
    ranks: tuple[str, ...]
    points: int | None
    per_deck: int
    danger: bool

    @classmethod
    def from_dict(cls, frozen: Mapping[str, Any]) -> Self:
        kept = {field.name: frozen[field.name] for field in fields(cls)}
        return cls(**{**kept, "ranks": tuple(kept["ranks"])})


@dataclass(frozen=True)
class Chain:
    """A round that ends on this class makes somebody draw before the hands are counted."""

    card_class: str
    draws_per_card: int

    def drawn_for(self, cards: int) -> int:
        """How many cards are drawn where so many of this class lie at the end."""
        return cards * self.draws_per_card


@dataclass(frozen=True)
class Rules:
    """How one session is dealt, counted and won.

    hand_sizes: cards dealt to each seat; round k takes hand_sizes[(k - 1) % len].
    rounds: how many are planned, None where the table plays until it stops.
    block: rounds per block that is cut for anew, None where the deal only rotates.
    tally: "points" (cards left count, lowest wins) or "wins" (rounds won, most wins).
    first_to: a total that ends the session, None where nothing does.
    turn_up: cards turned up after the deal; turn_up_draws: whether a turn-up may cost each seat a card.
    winner_played: the fewest cards that whoever went out has put on the table.
    """

    variant: str
    classes: tuple[CardClass, ...]
    decks: int
    jokers: int
    hand_sizes: tuple[int, ...]
    rounds: int | None
    block: int | None
    tally: str
    first_to: int | None
    teams: bool
    players: tuple[int, int]
    turn_up: int
    turn_up_draws: bool
    winner_played: int
    cards_optional: bool
    left_neighbour_checks: bool
    count_chips: bool
    chain: Chain | None

    @cached_property
    def by_key(self) -> Mapping[str, CardClass]:
        return {card_class.key: card_class for card_class in self.classes}

    @cached_property
    def class_of_rank(self) -> Mapping[str, str]:
        return {rank: c.key for c in self.classes for rank in c.ranks}

    @property
    def pack_size(self) -> int:
        return CARDS_IN_DECK * self.decks + self.jokers

    @property
    def counts_wins(self) -> bool:
        return self.tally == "wins"

    def most_of(self, card_class: CardClass) -> int:
        """How many cards of a class lie in all the decks of this session."""
        if not card_class.ranks:
            return self.pack_size
        jokers = self.jokers if "JK" in card_class.ranks else 0
        return card_class.per_deck * self.decks + jokers

    def hand_size(self, number: int) -> int:
        """Cards dealt to each seat in round `number`, counted from 1."""
        return self.hand_sizes[(number - 1) % len(self.hand_sizes)]

    def best_first(self, total: int) -> int:
        """What totals are sorted by: smaller is better."""
        return -total if self.counts_wins else total

    def without_end(self) -> Rules:
        """The same rules for a table that plays on until it stops."""
        return replace(self, rounds=None, first_to=None)

    @classmethod
    def from_dict(cls, frozen: Mapping[str, Any]) -> Rules:
        """Read the rules that a session keeps; raises KeyError or TypeError where one is missing."""
        kept = {field.name: frozen[field.name] for field in fields(cls)}
        kept["classes"] = tuple(CardClass.from_dict(card_class) for card_class in kept["classes"])
        kept["chain"] = Chain(**kept["chain"]) if kept["chain"] else None
        kept["hand_sizes"], kept["players"] = tuple(kept["hand_sizes"]), tuple(kept["players"])
        return cls(**kept)

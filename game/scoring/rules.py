"""The rules of one session, frozen: what the pure functions need to know about a variant.

A rule is described here and nowhere else: its name, type and bounds make the schemas of a variant's file and
of the rules in a session document (game/variants/schema.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from typing import Annotated, Any, Literal, Self, get_args

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK"]
RANKS = get_args(Rank)
CARDS_IN_DECK = 52


@dataclass(frozen=True)
class Within:
    """Bounds of a number, of the letters of a text, or of the entries of a list."""

    least: int
    most: int


Key = Annotated[str, Within(1, 40)]
Count = Annotated[int, Within(1, 999)]
Cards = Annotated[int, Within(0, CARDS_IN_DECK)]
SomeCards = Annotated[int, Within(1, CARDS_IN_DECK)]


@dataclass(frozen=True)
class CardClass:
    """Cards that score alike and share one key of the pad.

    `ranks` is empty where the variant only counts cards; `points` is None there.
    """

    key: Key
    ranks: Annotated[tuple[Rank, ...], Within(0, 14)]
    points: Annotated[int, Within(0, 999)] | None
    per_deck: Cards
    danger: bool

    @classmethod
    def from_dict(cls, frozen: Mapping[str, Any]) -> Self:
        kept = {field.name: frozen[field.name] for field in fields(cls)}
        return cls(**{**kept, "ranks": tuple(kept["ranks"])})


@dataclass(frozen=True)
class Chain:
    """A round that ends on this class makes somebody draw before the hands are counted."""

    card_class: Key
    draws_per_card: SomeCards

    def drawn_for(self, cards: int) -> int:
        """How many cards are drawn where so many of this class lie at the end."""
        return cards * self.draws_per_card


@dataclass(frozen=True)
class Rules:
    """How one session is dealt, counted and won.

    A new rule needs a default, which holds for sessions from before it. A rule with a default, or one that
    may be None, may be left out in a variant's file.

    hand_sizes: cards dealt to each seat; round k takes hand_sizes[(k - 1) % len].
    rounds: how many are planned, None where the table plays until it stops.
    block: rounds per block that is cut for anew, None where the deal only rotates.
    tally: "points" (cards left count, lowest wins) or "wins" (rounds won, most wins).
    first_to: a total that ends the session, None where nothing does.
    turn_up: cards turned up after the deal; turn_up_draws: whether a turn-up may cost each seat a card.
    winner_played: the fewest cards that whoever went out has put on the table.
    """

    variant: Key
    players: tuple[Count, Count]
    decks: Annotated[int, Within(1, 20)]
    jokers: Annotated[int, Within(0, 80)]
    turn_up: Cards
    turn_up_draws: bool
    hand_sizes: Annotated[tuple[SomeCards, ...], Within(1, 100)]
    rounds: Count | None
    block: Count | None
    tally: Literal["points", "wins"]
    first_to: Annotated[int, Within(1, 9999)] | None
    teams: bool
    winner_played: Annotated[int, Within(0, 2 * CARDS_IN_DECK)]
    cards_optional: bool
    left_neighbour_checks: bool
    count_chips: bool
    classes: Annotated[tuple[CardClass, ...], Within(1, 14)]
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
    def from_dict(cls, frozen: Mapping[str, Any]) -> Self:
        """Read the rules that a session keeps; raises KeyError or TypeError where one is missing."""
        needed = [field.name for field in fields(cls) if field.name in frozen or field.default is MISSING]
        kept = {name: frozen[name] for name in needed}
        kept["classes"] = tuple(CardClass.from_dict(card_class) for card_class in kept["classes"])
        kept["chain"] = Chain(**kept["chain"]) if kept["chain"] else None
        kept["hand_sizes"], kept["players"] = tuple(kept["hand_sizes"]), tuple(kept["players"])
        return cls(**kept)

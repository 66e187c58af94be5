"""The rules of one session, as scoring reads them.

The schemas of a variant's file and of the rules in a session document are generated from the names, types and
bounds here (game/variants/schema.py).
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
    """Inclusive bounds of a number, of the length of a text, or of the length of a list."""

    least: int
    most: int


Key = Annotated[str, Within(1, 40)]
UpTo999 = Annotated[int, Within(1, 999)]
Cards = Annotated[int, Within(0, CARDS_IN_DECK)]
SomeCards = Annotated[int, Within(1, CARDS_IN_DECK)]


@dataclass(frozen=True)
class CardClass:
    """Cards with the same value, which share one key of the pad.

    ranks: empty if the variant only counts cards; points is None then. per_deck: cards in one deck, without
    jokers. danger: marked on the pad as costly.
    """

    key: Key
    ranks: Annotated[tuple[Rank, ...], Within(0, 14)]
    points: Annotated[int, Within(0, 999)] | None
    per_deck: Cards
    danger: bool

    @classmethod
    def from_dict(cls, frozen: Mapping[str, Any]) -> Self:
        values = {field.name: frozen[field.name] for field in fields(cls)}
        return cls(**{**values, "ranks": tuple(values["ranks"])})


@dataclass(frozen=True)
class Chain:
    """A round that ends on cards of this class makes a player draw before the hands are counted (DO32)."""

    card_class: Key
    draws_per_card: SomeCards

    def drawn_for(self, cards: int) -> int:
        """Return how many cards are drawn for a chain of `cards`.

        >>> Chain("2", draws_per_card=2).drawn_for(3)
        6
        """
        return cards * self.draws_per_card


@dataclass(frozen=True)
class Rules:
    """How one session is dealt, counted and won.

    A new rule needs a default, which applies to older sessions. A rule with a default, or one that may be
    None, may be omitted in a variant's file.

    players: fewest and most.
    hand_sizes: cards dealt to each seat; round k uses hand_sizes[(k - 1) % len].
    rounds: planned number, None if the table decides when to stop.
    block: rounds per block; each block starts with a new cut. None if the deal only rotates.
    tally: "points" (of the cards left, lowest wins) or "wins" (rounds won, most wins).
    first_to: a total that ends the session, or None.
    turn_up: cards turned up after the deal; turn_up_draws: whether a turn-up may make every seat draw a card.
    winner_played: the fewest cards that a player lays down to go out.
    cards_optional: whether a round may be saved without counting the cards left.
    """

    variant: Key
    players: tuple[UpTo999, UpTo999]
    decks: Annotated[int, Within(1, 20)]
    jokers: Annotated[int, Within(0, 80)]
    turn_up: Cards
    turn_up_draws: bool
    hand_sizes: Annotated[tuple[SomeCards, ...], Within(1, 100)]
    rounds: UpTo999 | None
    block: UpTo999 | None
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

    def cards_in_pack(self, card_class: CardClass) -> int:
        """Return how many cards of a class all decks of this session contain."""
        if not card_class.ranks:
            return self.pack_size
        jokers = self.jokers if "JK" in card_class.ranks else 0
        return card_class.per_deck * self.decks + jokers

    def hand_size(self, number: int) -> int:
        """Return the cards dealt to each seat in round `number`, from 1."""
        return self.hand_sizes[(number - 1) % len(self.hand_sizes)]

    def sort_key(self, total: int) -> int:
        """Return the sort key of a total: smaller is better, whatever the tally."""
        return -total if self.counts_wins else total

    def without_end(self) -> Rules:
        """Return the same rules without a planned end."""
        return replace(self, rounds=None, first_to=None)

    @classmethod
    def from_dict(cls, frozen: Mapping[str, Any]) -> Self:
        """Build the rules from the frozen rules of a session.

        Raises KeyError or TypeError if one is missing.
        """
        needed = [field.name for field in fields(cls) if field.name in frozen or field.default is MISSING]
        values = {name: frozen[name] for name in needed}
        values["classes"] = tuple(CardClass.from_dict(card_class) for card_class in values["classes"])
        values["chain"] = Chain(**values["chain"]) if values["chain"] else None
        values["hand_sizes"], values["players"] = tuple(values["hand_sizes"]), tuple(values["players"])
        return cls(**values)

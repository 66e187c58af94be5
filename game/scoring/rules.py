"""The rules of one session, as scoring reads them.

The schemas of a variant's file and of the rules in a session document are generated from the names, types and
bounds here (game/variants/schema.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from functools import cached_property
from math import prod
from typing import Annotated, Any, Literal, Self, get_args

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK"]
RANKS = get_args(Rank)
CARDS_IN_DECK = 52
DeckSize = Literal[52, 36, 32]
LOWEST_RANK = {52: 2, 36: 6, 32: 7}  # of the numbers in a deck


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

    ranks: empty if the variant only counts cards; points is None then. points: None if the cards are counted
    but score nothing. per_deck: cards in one deck, without jokers. danger: marked on the pad as costly.
    """

    key: Key
    ranks: Annotated[tuple[Rank, ...], Within(0, 14)]
    points: Annotated[int, Within(-999, 999)] | None
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
class Multiplier:
    """Multiplies the points of one hand, or of all hands of a round, where the table says that it applies."""

    key: Key
    factor: Annotated[int, Within(2, 10)]
    of: Literal["hand", "round"]

    @classmethod
    def from_dict(cls, frozen: Mapping[str, Any]) -> Self:
        return cls(**{field.name: frozen[field.name] for field in fields(cls)})


@dataclass(frozen=True)
class Rules:
    """How one session is dealt, counted and won.

    A new rule needs a default, which applies to older sessions. A rule with a default, or one that may be
    None, may be omitted in a variant's file.

    players: fewest and most.
    hand_sizes: cards dealt to each seat; round k uses hand_sizes[(k - 1) % len]. Empty if the deal is not
    recorded.
    rounds: planned number, None if the table decides when to stop.
    block: rounds per block; each block starts with a new cut. None if the deal only rotates.
    tally: "points", "wins" (rounds won, most wins) or "places" (the places in each round are added up, lowest
    wins).
    first_to: a total that ends the session with the round that reaches it, or None.
    turn_up: cards turned up after the deal; turn_up_draws: whether a turn-up may make every seat draw a card.
    winner_played: the fewest cards that a player lays down to go out.
    cards_optional: whether a round may be saved without counting the cards left.
    deck_size: cards in one deck without jokers; a deck of 36 has no ranks below 6, one of 32 none below 7.
    entry: "cards" (the points follow from the cards left in each hand) or "typed" (the points are typed, and
    there are no classes).
    highest_wins: whether the highest total of points wins.
    collects: the seat that goes out gains the points of all other hands, which gain nothing.
    blocked: what a round without a seat that went out scores if one collects: "nothing", or the "difference"
    between the lowest hand and each other one, for its holder.
    tie: whether sides that share the first place when `first_to` is reached all win ("shared"), or play on
    until one is ahead ("play_on").
    eliminate_at: a side with so many points plays no further round; the last one wins. None if no side is
    eliminated.
    negative: whether typed points may be below zero.
    zero_sum: whether the points of a round should add up to 0.
    without_points: whether the points of the session were not recorded, but its winners or places.
    """

    variant: Key
    players: tuple[UpTo999, UpTo999]
    decks: Annotated[int, Within(1, 20)]
    jokers: Annotated[int, Within(0, 80)]
    turn_up: Cards
    turn_up_draws: bool
    hand_sizes: Annotated[tuple[SomeCards, ...], Within(0, 100)]
    rounds: UpTo999 | None
    block: UpTo999 | None
    tally: Literal["points", "wins", "places"]
    first_to: Annotated[int, Within(1, 9999)] | None
    teams: bool
    winner_played: Annotated[int, Within(0, 2 * CARDS_IN_DECK)]
    cards_optional: bool
    left_neighbour_checks: bool
    count_chips: bool
    classes: Annotated[tuple[CardClass, ...], Within(0, 14)]
    chain: Chain | None
    deck_size: DeckSize = 52
    entry: Literal["cards", "typed"] = "cards"
    highest_wins: bool = False
    collects: bool = False
    blocked: Literal["nothing", "difference"] = "nothing"
    tie: Literal["shared", "play_on"] = "shared"
    eliminate_at: Annotated[int, Within(1, 9999)] | None = None
    negative: bool = False
    zero_sum: bool = False
    without_points: bool = False
    multipliers: Annotated[tuple[Multiplier, ...], Within(0, 6)] = ()

    @cached_property
    def by_key(self) -> Mapping[str, CardClass]:
        return {card_class.key: card_class for card_class in self.classes}

    @cached_property
    def class_of_rank(self) -> Mapping[str, str]:
        return {rank: c.key for c in self.classes for rank in c.ranks}

    @property
    def pack_size(self) -> int:
        return self.deck_size * self.decks + self.jokers

    @property
    def counts_wins(self) -> bool:
        return self.tally == "wins"

    @property
    def counts_points(self) -> bool:
        return self.tally == "points"

    @property
    def is_typed(self) -> bool:
        """Whether points or places are typed, and no cards counted."""
        return self.entry == "typed" and not self.counts_wins

    @property
    def holds_cards(self) -> bool:
        """Whether a player ends a round by having no cards left."""
        return bool(self.classes) and not self.is_typed

    @property
    def can_be_negative(self) -> bool:
        """Whether a hand can have points below zero: typed ones, or those of cards."""
        return self.negative or any((card_class.points or 0) < 0 for card_class in self.classes)

    @property
    def has_round_winner(self) -> bool:
        """Whether each round asks for the seat that went out, or won."""
        return self.collects or not self.is_typed

    @property
    def is_open_ended(self) -> bool:
        """Whether the number of rounds is not known beforehand."""
        return self.rounds is None or self.first_to is not None or self.eliminate_at is not None

    @property
    def higher_is_better(self) -> bool:
        return self.counts_wins or self.highest_wins

    def cards_in_pack(self, card_class: CardClass) -> int:
        """Return how many cards of a class all decks of this session contain."""
        if not card_class.ranks:
            return self.pack_size
        jokers = self.jokers if "JK" in card_class.ranks else 0
        return card_class.per_deck * self.decks + jokers

    def hand_size(self, number: int) -> int:
        """Return the cards dealt to each seat in round `number`, from 1; 0 if that is not recorded."""
        return self.hand_sizes[(number - 1) % len(self.hand_sizes)] if self.hand_sizes else 0

    def sort_key(self, total: int) -> int:
        """Return the sort key of a total: smaller is better, whatever the tally."""
        return -total if self.higher_is_better else total

    def is_bonus(self, points: int) -> bool:
        """Whether it is good to have these points added to a total; otherwise they are a penalty."""
        return (points > 0) == self.higher_is_better

    def factor(self, hand: Iterable[str], played: Iterable[str]) -> int:
        """Return what the points of a hand are multiplied with.

        hand, played: keys of the multipliers of the hand and of its round. Raises KeyError for unknown keys.
        """
        keys = (*hand, *played)
        if not keys:
            return 1
        factors = {multiplier.key: multiplier.factor for multiplier in self.multipliers}
        return prod(factors[key] for key in keys)

    def without_end(self) -> Rules:
        """Return the same rules without a planned end. An elimination still ends the session."""
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
        values["multipliers"] = tuple(map(Multiplier.from_dict, values.get("multipliers", ())))
        values["hand_sizes"], values["players"] = tuple(values["hand_sizes"]), tuple(values["players"])
        return cls(**values)


def ranks_in_deck(deck_size: int) -> tuple[str, ...]:
    """Return the ranks of a deck, without the joker.

    >>> ranks_in_deck(32)
    ('A', '7', '8', '9', '10', 'J', 'Q', 'K')
    """
    lowest = LOWEST_RANK[deck_size]
    return tuple(rank for rank in RANKS if rank != "JK" and not (rank.isdecimal() and int(rank) < lowest))


def contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield the rules that exclude each other: (name of the rule, what it requires)."""
    points, places = rules.counts_points, rules.tally == "places"
    typed_points = points and rules.is_typed
    keys = [multiplier.key for multiplier in rules.multipliers]
    ranks = {rank for card_class in rules.classes for rank in card_class.ranks}
    needs = (
        ("highest_wins", rules.highest_wins, points, "tally = points"),
        ("collects", rules.collects, points and rules.highest_wins, "tally = points, highest_wins = true"),
        ("eliminate_at", rules.eliminate_at, points and not rules.highest_wins, "points, the lowest wins"),
        ("eliminate_at", rules.eliminate_at, not (rules.teams or rules.first_to), "no teams, no first_to"),
        ("tally", places, rules.entry == "typed", "entry = typed"),
        ("entry", rules.is_typed, not (rules.classes or rules.chain), "no classes, no chain"),
        ("classes", points and not rules.is_typed, rules.classes, "at least one class"),
        ("classes", ranks, ranks <= {*ranks_in_deck(rules.deck_size), "JK"}, "ranks of its deck"),
        ("negative", rules.negative, typed_points, "tally = points, entry = typed"),
        ("zero_sum", rules.zero_sum, rules.negative and not rules.collects, "negative = true"),
        ("without_points", rules.without_points, not points, "tally = wins / places"),
        ("multipliers", keys, points, "tally = points"),
        ("multipliers", keys, len(set(keys)) == len(keys), "a key of its own for each"),
    )
    for name, is_used, is_met, requirement in needs:
        if is_used and not is_met:
            yield name, requirement

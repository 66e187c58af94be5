"""The rules of one session, with the words for its rounds and cards, as they are when it begins.

Stored and sent as they are: the schema of a variant's file and the checks of a session document follow from
the names, types and bounds here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from game.scoring.facts import Hand, Round
from game.texts import Text, in_language

Rank = Literal["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "JK"]
RANKS = get_args(Rank)
CARDS_IN_DECK = 52
DeckSize = Literal[52, 36, 32]
LOWEST_RANK = {52: 2, 36: 6, 32: 7}  # of the numbers in a deck

Key = Annotated[str, Meta(min_length=1, max_length=40)]
UpTo999 = Annotated[int, Meta(ge=1, le=999)]
Cards = Annotated[int, Meta(ge=0, le=CARDS_IN_DECK)]
SomeCards = Annotated[int, Meta(ge=1, le=CARDS_IN_DECK)]


@dataclass(frozen=True)
class CardClass:
    """Cards with the same value, which share one key of the pad.

    ranks: empty if the variant only counts cards; points is None then. points: None if the cards are counted
    but score nothing. per_deck: cards in one deck, without jokers. danger: marked on the pad as costly.
    label: of the key; one, many: names of one of the cards and of several.
    """

    key: Key
    ranks: Annotated[tuple[Rank, ...], Meta(max_length=14)]
    points: Annotated[int, Meta(ge=-999, le=999)] | None
    per_deck: Cards
    danger: bool
    label: Text = field(kw_only=True)
    one: Text = field(kw_only=True)
    many: Text = field(kw_only=True)


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
    """Multiplies the points of one hand, or of all hands of a round, where the table says that it applies.

    name: the reason why it applies.
    """

    key: Key
    factor: Annotated[int, Meta(ge=2, le=10)]
    of: Literal["hand", "round"]
    name: Text = field(kw_only=True)


@dataclass(frozen=True)
class Prompt:
    """A reminder for the table, before the deal or before counting, such as the dealer's duties.

    lead: the beginning, which stands out. The texts may contain PLACEHOLDERS (game/variants/variant.py).
    """

    moment: Literal["deal", "count"]
    lead: Text | None
    text: Text
    first_in_block: bool = field(kw_only=True)


@dataclass(frozen=True)
class BaseVariant:
    """The known variant, with options, that an own game is like."""

    variant: Annotated[str, Meta(max_length=40)]
    options: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How one session is dealt, counted and won, and what it is called.

    Shared by sessions and threads: not to be changed. A new rule needs a default, which applies to older
    sessions. A rule with a default, or one that may be None, may be omitted in a variant's file.

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
    words: by the keys of [words] in variant.toml ("round", "Round", …); None if there is no such term.
    options: the choices of the table from which these rules follow.
    """

    variant: Key
    players: tuple[UpTo999, UpTo999]
    decks: Annotated[int, Meta(ge=1, le=20)]
    jokers: Annotated[int, Meta(ge=0, le=80)]
    turn_up: Cards
    turn_up_draws: bool
    hand_sizes: Annotated[tuple[SomeCards, ...], Meta(max_length=100)]
    rounds: UpTo999 | None
    block: UpTo999 | None
    tally: Literal["points", "wins", "places"]
    first_to: Annotated[int, Meta(ge=1, le=9999)] | None
    teams: bool
    winner_played: Annotated[int, Meta(ge=0, le=2 * CARDS_IN_DECK)]
    cards_optional: bool
    left_neighbour_checks: bool
    count_chips: bool
    classes: Annotated[tuple[CardClass, ...], Meta(max_length=14)]
    chain: Chain | None
    deck_size: DeckSize = 52
    entry: Literal["cards", "typed"] = "cards"
    highest_wins: bool = False
    collects: bool = False
    blocked: Literal["nothing", "difference"] = "nothing"
    tie: Literal["shared", "play_on"] = "shared"
    eliminate_at: Annotated[int, Meta(ge=1, le=9999)] | None = None
    negative: bool = False
    zero_sum: bool = False
    without_points: bool = False
    multipliers: Annotated[tuple[Multiplier, ...], Meta(max_length=6)] = ()
    name: Text
    words: Mapping[str, Text | None]
    prompts: Annotated[tuple[Prompt, ...], Meta(max_length=100)]
    options: Mapping[str, Any]
    base: BaseVariant | UnsetType = UNSET

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
    def cards_left_are_bad(self) -> bool:
        """Whether a seat is better off without cards when a round ends: it went out, or is left with few."""
        return self.has_round_winner and (self.collects or not self.highest_wins)

    @property
    def hands_cost(self) -> bool:
        """Whether the points of a hand are what its cards left cost: the holder or, if one seat collects, to
        the benefit of that seat.
        """
        return self.counts_points and self.cards_left_are_bad

    @property
    def holders_pay(self) -> bool:
        """Whether the points of cards left are added to the total of their holder."""
        return self.hands_cost and not self.collects

    @property
    def has_distances(self) -> bool:
        """Whether the difference of two totals says how far one side is ahead of the other.

        Not if places are added up, which are no points, and not if sides are eliminated, because those rank
        behind all that play longer, whatever the totals.
        """
        return self.tally != "places" and self.eliminate_at is None

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

    def factor(self, keys: Iterable[str]) -> int:
        """Return what the multipliers with these keys make together. Raises KeyError for unknown keys."""
        factors = {multiplier.key: multiplier.factor for multiplier in self.multipliers}
        return prod(factors[key] for key in keys)

    def times(self, *played: Hand | Round) -> int:
        """Return the factor of the multipliers of a hand, of a round, or of both together."""
        keys = [key for hand_or_round in played for key in hand_or_round.multipliers]
        return self.factor(keys) if keys else 1

    def applied(self, *played: Hand | Round) -> list[Multiplier]:
        """Return the multipliers of a hand or a round, in the order of the rules."""
        keys = {key for hand_or_round in played for key in hand_or_round.multipliers}
        return [multiplier for multiplier in self.multipliers if multiplier.key in keys]

    @property
    def can_multiply(self) -> bool:
        return bool(self.multipliers)

    def without_end(self) -> Rules:
        """Return the same rules without a planned end. An elimination still ends the session."""
        return replace(self, rounds=None, first_to=None)

    def multipliers_of(self, of: str) -> list[Multiplier]:
        """Return the multipliers of a "hand", or those of a whole "round"."""
        return [multiplier for multiplier in self.multipliers if multiplier.of == of]

    def cards_in_figures(self, cards: Mapping[str, int], language: str) -> str:
        """Return cards by class as a short text: "8, 5 ×2"."""
        return ", ".join(
            in_language(c.label, language) + (f" ×{cards[c.key]}" if cards[c.key] > 1 else "")
            for c in self.classes
            if cards.get(c.key)
        )


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

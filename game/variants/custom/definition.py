"""The definition of a custom game: what a table decides about it. Stored as JSON, and in files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert, json

from game.scoring.rules import DeckSize, Rank, ranks_in_deck
from game.variants import VARIANTS, IllegalOption

LONGEST_NAME = 40
MOST_LETTERS = 2
MOST_PLAYERS = 20
MOST_HANDS = 60
LONGEST_NOTES = 4000

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=r"\S")]
Line = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"\S")]
Players = Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
CardsDealt = Annotated[int, Meta(ge=1, le=52)]
Decks = Annotated[int, Meta(ge=1, le=4)]
Points = Annotated[int, Meta(ge=-999, le=999)]
Total = Annotated[int, Meta(ge=1, le=9999)]
ERROR_PATH = re.compile(r" - at `(?:key` in `)?\$(.*?)`")  # in msgspec’s messages
Problem = tuple[str, str]  # field, and a code of `problems`


class ReasonedMultiplier(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand or a round counts `factor` times for this reason."""

    factor: Annotated[int, Meta(ge=2, le=10)]
    of: Literal["hand", "round"]
    reason: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"\S")]


class Reminder(Struct, frozen=True, forbid_unknown_fields=True):
    """A line on the page of the deal, or on the pad."""

    moment: Literal["deal", "count"]
    text: Line


class GameDefinition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table decides. Defaults: see the fields; unknown fields are refused.

    letters: of the emblem. base: key of the variant that it is like, with `base_options`; its deal, reminders
    and rule texts apply where the definition says nothing. scoring: what is counted in each round: the
    "cards" left, "typed" points, who "wins", or "places". winner: "lowest" or "highest" total, or the winner
    of a round "collects" the points of the others. blocked, tie: see Rules. rounds, first_to, eliminate_at:
    ends, the first that is reached counts. values: points of each rank in the deck, null if it only is
    counted. hand_sizes: cards dealt, round by round, from the start again after the last; hand_by_players:
    instead of them, [players from, cards], ascending. decks: [players from, decks], ascending. word: what a
    round is called. source: where the values come from.
    """

    name: Name
    letters: Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS, pattern=r"\S")]
    base: str | None = None
    base_options: dict[str, Any] = {}
    scoring: Literal["cards", "typed", "wins", "places"] = "typed"
    winner: Literal["lowest", "highest", "collects"] = "lowest"
    blocked: Literal["nothing", "difference"] = "nothing"
    rounds: Annotated[int, Meta(ge=1, le=99)] | Literal["per_player"] | None = None
    first_to: Total | None = None
    tie: Literal["shared", "play_on"] = "shared"
    eliminate_at: Total | None = None
    values: dict[Rank, Points | None] = {}
    hand_sizes: Annotated[tuple[CardsDealt, ...], Meta(max_length=MOST_HANDS)] = ()
    hand_by_players: Annotated[tuple[tuple[Players, CardsDealt], ...], Meta(max_length=10)] = ()
    deck_size: DeckSize = 52
    decks: Annotated[tuple[tuple[Players, Decks], ...], Meta(min_length=1, max_length=4)] = ((2, 1),)
    jokers: Annotated[int, Meta(ge=0, le=12)] = 0
    players: tuple[Players, Players] = (2, 10)
    negative: bool = False
    zero_sum: bool = False
    multipliers: Annotated[tuple[ReasonedMultiplier, ...], Meta(max_length=6)] = ()
    word: Literal["round", "game", "hand"] = "round"
    reminders: Annotated[tuple[Reminder, ...], Meta(max_length=8)] = ()
    notes: Annotated[str, Meta(max_length=LONGEST_NOTES)] = ""
    source: Annotated[str, Meta(max_length=200)] = ""

    @property
    def counts_cards(self) -> bool:
        return self.scoring == "cards"

    @property
    def counts_points(self) -> bool:
        return self.scoring in ("cards", "typed")

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks that may be left in a hand."""
        return (*ranks_in_deck(self.deck_size), *(("JK",) if self.jokers else ()))

    def stored(self) -> dict[str, Any]:
        """Return it as JSON values, without defaults."""
        return json.decode(json.encode(self), type=dict[str, Any])


class BadDefinition(ValueError):
    """A value that is no definition. place: path of the wrong member, "" for the whole."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place, self.reason = place, reason


def definition_of(value: object) -> GameDefinition:
    """Read and check a definition from JSON values. Raises BadDefinition."""
    try:
        definition = convert(value, GameDefinition)
    except ValidationError as wrong:
        reason, *path = ERROR_PATH.split(str(wrong))
        raise BadDefinition(path[0].removeprefix(".") if path else "", reason) from None
    for place, reason in problems(definition):
        raise BadDefinition(place, reason)
    return definition


def problems(definition: GameDefinition) -> Iterator[Problem]:
    """Yield what contradicts itself in a definition: (field, code), in the order of the fields.

    Codes: "unknown" (base), "missing" (values of ranks), "foreign" (values of ranks that the deck does not
    have), "no_points" (no rank has points), "order" (numbers that must ascend). The field is possible only
    with "points", "typed" points below zero, "cards", the "lowest" total winning, a winner who "collects",
    "target" (a total that ends it) or "no_target".
    """
    for field, is_used, is_met, code in _needs(definition):
        if is_used and not is_met:
            yield field, code
    if definition.base is not None:
        yield from _base_problems(definition, definition.base)
    if definition.counts_cards:
        yield from _value_problems(definition)
    elif definition.values:
        yield "values", "cards"
    for field in ("hand_by_players", "decks"):
        steps = [players for players, _ in getattr(definition, field)]
        if steps != sorted(set(steps)):
            yield field, "order"


def _needs(game: GameDefinition) -> tuple[tuple[str, Any, bool, str], ...]:
    """Rules that need others: field, whether it is used, whether that is possible, code."""
    lowest, typed = game.winner == "lowest", game.scoring == "typed"
    least, most = game.players
    return (
        ("winner", not lowest, game.counts_points, "points"),
        ("blocked", game.blocked != "nothing", game.winner == "collects", "collects"),
        ("eliminate_at", game.eliminate_at, game.counts_points, "points"),
        ("eliminate_at", game.eliminate_at, lowest, "lowest"),
        ("eliminate_at", game.eliminate_at, game.first_to is None, "no_target"),
        ("tie", game.tie != "shared", game.first_to is not None, "target"),
        ("players", True, least <= most, "order"),
        ("negative", game.negative, typed, "typed"),
        ("zero_sum", game.zero_sum, game.negative and game.winner != "collects", "typed"),
        ("multipliers", game.multipliers, game.counts_points, "points"),
    )


def _base_problems(game: GameDefinition, base: str) -> Iterator[Problem]:
    variant = VARIANTS.get(base)
    if variant is None:
        yield "base", "unknown"
        return
    try:
        variant.resolve(game.base_options, variant.players[0])
    except IllegalOption:
        yield "base_options", "unknown"


def _value_problems(game: GameDefinition) -> Iterator[Problem]:
    if set(game.ranks) - game.values.keys():
        yield "values", "missing"
    elif game.values.keys() - set(game.ranks):
        yield "values", "foreign"
    elif not any(game.values.values()):
        yield "values", "no_points"

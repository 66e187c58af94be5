"""Builders of sessions in the words of players: seats, and the cards left in each hand, round by round.

    night(rules, seats, {"Anna": OUT, "Bo": "8 5 5", "Cara": 12})

Cards are ranks with spaces between, a number is points that were typed, NOT_COUNTED is neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import UNSET, structs

from game.scoring.deal import next_deal
from game.scoring.facts import Hand, LastCards, Round, SeatFacts
from game.scoring.hand import by_class, points_of
from game.scoring.rules import CardClass, Multiplier, Rules, ranks_in_deck
from game.scoring.standings import Standing, standings
from game.variants import VARIANTS

OUT = object()
NOT_COUNTED = object()

NAMELESS = {"en": "", "sv": ""}


def rules_of(key: str, players: int = 4, **options: Any) -> Rules:
    return VARIANTS[key].rules(options, players)


def seated(*names: str) -> list[SeatFacts]:
    """Seats clockwise; the id of a seat is the name."""
    return [SeatFacts(id=name, position=place) for place, name in enumerate(names)]


def night(
    rules: Rules,
    seats: Sequence[SeatFacts],
    *scores: Mapping[str, Any],
    first_dealers: Sequence[str] | None = None,
) -> list[Round]:
    """Rounds as played, each dealt by the player whose turn it was."""
    cuts = [seats[0].id] if first_dealers is None else first_dealers
    rounds: list[Round] = []
    for left in scores:
        deal = next_deal(rules, seats, rounds, cuts)
        out = next((name for name, held in left.items() if held is OUT), None)
        hands = tuple(hand(rules, name, held) for name, held in left.items())
        rounds.append(Round(deal.number, deal.dealer, deal.hand_size, out, hands))
    return rounds


def play(
    *scores: Mapping[str, Any], rules: Rules, seats: Sequence[SeatFacts]
) -> tuple[list[Standing], list[Round]]:
    """The standings after these rounds, and the rounds."""
    rounds = night(rules, seats, *scores)
    return standings(rules, seats, rounds), rounds


def hand(rules: Rules, name: str, held: Any) -> Hand:
    if isinstance(held, int):
        return Hand(name, None, held)
    if held is NOT_COUNTED:
        return Hand(name, None, None)
    tally = cards(rules, "" if held is OUT else held)
    return Hand(name, tally, points_of(tally, rules))


def cards(rules: Rules, ranks: str) -> dict[str, int]:
    """ "8 5 5" as a tally by class."""
    return by_class(Counter(ranks.split()), rules)


def one_round(rules: Rules, left: Mapping[str, Any], chain: tuple[int, str] | None = None) -> Round:
    """A single round without further context."""
    played = night(rules, seated(*left), left)[0]
    return structs.replace(played, chain=None if chain is None else LastCards(*chain))


def totals(table: Sequence[Standing]) -> dict[Any, int]:
    return {"+".join(map(str, s.seats)): s.total for s in table}


def ranks(table: Sequence[Standing]) -> dict[Any, int | None]:
    return {"+".join(map(str, s.seats)): s.rank for s in table}


def card_class(*values: Any, danger: bool = False) -> CardClass:
    """A class without names. values: key, ranks, points, cards in a deck."""
    return CardClass(*values, danger=danger, label=NAMELESS, one=NAMELESS, many=NAMELESS)


def multiplier(key: str, factor: int, of: Any) -> Multiplier:
    """A multiplier without a name."""
    return Multiplier(key, factor, of, name=NAMELESS)


def without_texts(rules: Rules) -> Rules:
    """The rules as far as scoring reads them."""
    return replace(rules, name=NAMELESS, words={}, prompts=(), options={}, base=UNSET)


def small_pack(*points_and_most: tuple[int, int]) -> Rules:
    """Rules of a single deck whose classes have these points and this many cards."""
    classes = tuple(
        card_class(f"class {number}", (f"rank {number}",), points, most)
        for number, (points, most) in enumerate(points_and_most)
    )
    return replace(rules_of("vandatta"), classes=classes, decks=1)


def names(table: Sequence[Standing]) -> set[Any]:
    return {seat for standing in table for seat in standing.seats}


def typed_rules(**changes: Any) -> Rules:
    """Rules of a game whose points are typed; the lowest total wins, and it ends when the table stops."""
    return replace(
        rules_of("vandatta"),
        **{"entry": "typed", "classes": (), "chain": None, "rounds": None, "hand_sizes": (), **changes},
    )


def card_rules(points: Mapping[str, int], **changes: Any) -> Rules:
    """Rules of a game with one deck where each rank is a class; ranks not named have no points."""
    worth = dict.fromkeys(ranks_in_deck(changes.get("deck_size", 52)), 0) | dict(points)
    classes = tuple(card_class(rank, (rank,), value, 4) for rank, value in worth.items())
    return replace(
        rules_of("vandatta"), **{"classes": classes, "chain": None, "rounds": None, "decks": 1, **changes}
    )

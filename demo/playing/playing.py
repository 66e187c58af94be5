"""A variant at a table with its options: single rounds, whole sessions, very many of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from demo.playing.eights import EightsTable, Laws
from demo.playing.pack import shuffled
from demo.playing.rummy import Melds, RummyTable
from demo.playing.style import CARELESS, PLAIN, SHREWD, Style
from referee.cards import Card
from referee.eights.game import Game
from referee.rummy.melding import Melding
from scoring.deal import Deal, clockwise_from, next_deal
from scoring.facts import Hand, LastCards, Round, Seat, SeatId
from scoring.hand import by_class, points_of
from scoring.rules import Rules
from scoring.standings import is_over
from variants import VARIANTS

MOST_TURNS = 600
Watch = Callable[[Any], None]

# What is played when many sessions are wanted: each with how few and how many may sit down to it.
GAMES: tuple[tuple[str, Mapping[str, Any], tuple[int, int]], ...] = (
    ("vandatta", {}, (3, 6)),
    ("vandatta_pagat", {"rounds": 8}, (2, 5)),
    ("swedish_pursuit", {"rounds": 2}, (2, 6)),
    ("derange", {}, (2, 6)),
    ("derange", {"mode": "short"}, (3, 8)),
    ("vatikan", {"games": 7}, (2, 5)),
)
STYLES = (SHREWD, PLAIN, PLAIN, CARELESS)


@dataclass(frozen=True)
class Playing:
    """rules: how its hands are counted; table_of: one round of its hands, styles, pack, chance and watch."""

    rules: Rules
    table_of: Callable[..., EightsTable | RummyTable]

    def round(
        self,
        deal: Deal,
        seats: Sequence[Seat],
        styles: Mapping[SeatId, Style],
        chance: Random,
        *,
        most_turns: int = MOST_TURNS,
        watch: Watch | None = None,
    ) -> Round:
        """The round of a deal with its dealer, as a table would write it down; given up after `most_turns`.

        watch: is told of every decision, as the referee would be.
        """
        there = [seat.id for seat in clockwise_from(deal.dealer, seats, deal.number)]
        pack = shuffled(self.rules, chance)
        hands = [[pack.pop() for _ in range(deal.hand_size)] for _ in there]
        table = self.table_of(hands, [styles[seat] for seat in there], pack, chance, watch)
        out = table.play(most_turns)
        counted = tuple(self._hand(seat, cards) for seat, cards in zip(there, table.hands, strict=True))
        chain = LastCards(table.last_cards[0], there[table.last_cards[1]]) if table.last_cards else None
        went_out = None if out is None else there[out]
        return Round(deal.number, deal.dealer, deal.hand_size, went_out, counted, chain)

    def _hand(self, seat: SeatId, cards: Sequence[Card]) -> Hand:
        tally = by_class(Counter(card.rank for card in cards), self.rules)
        return Hand(seat, tally, points_of(tally, self.rules))


def playing_of(variant: str, options: Mapping[str, Any], players: int) -> Playing:
    """The variant with these options, for a table that begins with so many; raises IllegalOption."""
    return _playing_of(variant, json.dumps(options, sort_keys=True), players)


@cache
def _playing_of(variant: str, chosen: str, players: int) -> Playing:
    options = json.loads(chosen)
    rules = VARIANTS[variant].rules(options, players)
    played = VARIANTS[variant].played(options, players)
    if played["family"] == "rummy":
        known = _melds(json.dumps(played), rules.decks, rules.jokers)
        return Playing(rules, lambda *round: RummyTable(known, *round))
    laws = Laws(Game.from_dict(played, decks=rules.decks), rules)
    return Playing(rules, lambda *round: EightsTable(laws, *round))


@cache
def _melds(played: str, decks: int, jokers: int) -> Melds:
    return Melds(Melding.from_dict(json.loads(played), decks=decks, jokers=jokers))


@dataclass(frozen=True)
class PlayedSession:
    """A session that was played to the end of its plan, as scoring sees it; seats are numbered from 0."""

    variant: str
    rules: Rules
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...]


def play_many(count: int, chance: Random, styles: Sequence[Style] = STYLES) -> Iterator[PlayedSession]:
    """So many sessions of every variant in turn; each player has one of the styles."""
    for number in range(count):
        variant, options, (fewest, most) = GAMES[number % len(GAMES)]
        at_table = [chance.choice(styles) for _ in range(chance.randint(fewest, most))]
        yield play_session(variant, options, at_table, chance)


def play_session(
    variant: str, options: Mapping[str, Any], styles: Sequence[Style], chance: Random
) -> PlayedSession:
    """One session whose plan has an end; a seat for each style, clockwise."""
    playing = playing_of(variant, options, len(styles))
    rules, rounds = playing.rules, list[Round]()
    seats = tuple(Seat(place, place) for place in range(len(styles)))
    drawn = first_dealers(rules, [seat.id for seat in seats], chance)
    while not is_over(rules, seats, rounds):
        deal = next_deal(rules, seats, rounds, drawn)
        rounds.append(playing.round(deal, seats, dict(enumerate(styles)), chance))
    return PlayedSession(variant, rules, seats, tuple(rounds))


def first_dealers(rules: Rules, seats: Sequence[SeatId], chance: Random) -> list[SeatId]:
    """Who deals first, drawn at random: once, or for each block that is cut for anew."""
    blocks = (rules.rounds or 0) // rules.block if rules.block else 1
    return [chance.choice(seats) for _ in range(blocks)]

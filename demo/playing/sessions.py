"""Whole sessions without a database, for whoever wants to look at many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from demo.playing.playing import Playing, playing_of
from demo.playing.style import CARELESS, PLAIN, SHREWD, Style
from scoring.deal import next_deal
from scoring.facts import Round, Seat
from scoring.rules import Rules
from scoring.standings import is_over

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
        players = chance.randint(fewest, most)
        at_table = [chance.choice(styles) for _ in range(players)]
        yield play_session(variant, options, at_table, chance)


def play_session(
    variant: str, options: Mapping[str, Any], styles: Sequence[Style], chance: Random
) -> PlayedSession:
    """One session whose plan has an end; a seat for each style, clockwise."""
    playing = playing_of(variant, options, len(styles))
    seats = tuple(Seat(place, place) for place in range(len(styles)))
    return PlayedSession(variant, playing.rules, seats, tuple(_rounds(playing, seats, styles, chance)))


def _rounds(playing: Playing, seats: Sequence[Seat], styles: Sequence[Style], chance: Random) -> list[Round]:
    rules, rounds = playing.rules, list[Round]()
    blocks = (rules.rounds or 0) // rules.block if rules.block else 1
    first_dealers = [chance.choice(seats).id for _ in range(blocks)]
    while not is_over(rules, seats, rounds):
        deal = next_deal(rules, seats, rounds, first_dealers)
        rounds.append(playing.round(deal, seats, dict(enumerate(styles)), chance))
    return rounds

"""The groups that are measured: one that met for years, and one whose single session goes on and on."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from benchmarks.history import MOST_ROUNDS, ROUND_TAKES, History
from models import Session, db

NIGHT_LASTS = timedelta(hours=6)
BETWEEN_NIGHTS = timedelta(days=3, hours=16)  # a thousand of them are ten years
NIGHTS_AT_ONCE = 25
NIGHTS_A_RENAME = 30

# Three sessions a night, 40 rounds in all; the two programmes take turns.
PROGRAMMES: tuple[tuple[tuple[str, Mapping[str, Any]], ...], ...] = (
    (("derange", {}), ("vandatta_pagat", {"rounds": 15}), ("swedish_pursuit", {"rounds": 2})),
    (("derange", {}), ("vandatta", {"rounds": 15}), ("vatikan", {"games": 10})),
)
ROUNDS_TONIGHT = 5


@dataclass(frozen=True)
class Built:
    """A group in the database: its owner's secret, what its pages show, and how many rows it has."""

    nights: int
    group_id: uuid.UUID
    secret: str
    table: uuid.UUID
    next_round: int
    result: uuid.UUID
    player: uuid.UUID
    other_player: uuid.UUID
    rows: Mapping[str, int]


def build_group(nights: int, chance: Random, now: datetime) -> Built:
    """A group that has met for so many nights and plays round 6 right now; committed."""
    past = History(f"{nights} nights", chance, now)
    result = past.group.id
    for number in range(nights):
        start = now - NIGHT_LASTS - BETWEEN_NIGHTS * (nights - 1 - number)
        night = past.night(start)
        for variant, options in PROGRAMMES[number % len(PROGRAMMES)]:
            session = past.session(night, variant, options, start)
            result = session.id if variant == "derange" else result
            start = session.last_played_at + ROUND_TAKES
        if number % NIGHTS_A_RENAME == NIGHTS_A_RENAME - 1:
            past.rename(start)
        if number % NIGHTS_AT_ONCE == 0:
            past.writer.write()
    table = past.session(night, "derange", {}, start, played=ROUNDS_TONIGHT)
    return _written(past, nights, table, result)


def build_long_table(rounds: int, chance: Random, now: datetime) -> Built:
    """A group with a single session that goes on and on: so many of its 99 rounds are played."""
    past = History(f"{rounds} rounds", chance, now)
    start = now - ROUND_TAKES * rounds
    table = past.session(past.night(start), "vandatta_pagat", {"rounds": MOST_ROUNDS}, start, played=rounds)
    return _written(past, 1, table, table.id)


def _written(past: History, nights: int, table: Session, result: uuid.UUID) -> Built:
    """Write the rest; `table` is what is being played, `result` a session to look back on."""
    past.writer.write()
    db.session.commit()
    one, other, *_ = (player.id for player in past.players)
    return Built(
        nights=nights,
        group_id=past.group.id,
        secret=past.secret,
        table=table.id,
        next_round=len(table.rounds) + 1,
        result=result,
        player=one,
        other_player=other,
        rows=dict(past.writer.written),
    )

"""The groups that are measured: one that met for years, and one whose single session goes on and on."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

from demo.years import make_years_group
from demo.years.cast import REGULARS
from demo.years.history import History
from demo.years.programme import Game
from demo.years.sitting import MOST_ROUNDS, ROUND_TAKES
from models import Group, Link, Role, db

ZONE = ZoneInfo("Europe/Stockholm")
LONG_TABLE = Game("vandatta_pagat", {"rounds": MOST_ROUNDS}, seats=(5, 5))


@dataclass(frozen=True)
class Built:
    """A group in the database: its owner's secret, what its pages show, and how many rows it has.

    feed: the secret of its feeds. night, far_night: the newest that is over, and one of the first that a
    page of nights ends with. result: a finished session; table: what is being played.
    """

    nights: int
    group_id: uuid.UUID
    secret: str
    feed: str
    night: uuid.UUID
    far_night: uuid.UUID
    table: uuid.UUID
    next_round: int
    result: uuid.UUID
    player: uuid.UUID
    other_player: uuid.UUID
    rows: Mapping[str, int]


def build_group(nights: int, chance: Random, now: datetime) -> Built:
    """A group that has met for so many nights and plays round 6 right now; committed."""
    made = make_years_group(nights, now, ZONE, chance, f"{nights} nights")
    secret, feed = _links(made.group, now)
    return Built(
        nights=nights,
        group_id=made.group.id,
        secret=secret,
        feed=feed,
        night=made.last_night,
        far_night=made.far_night,
        table=made.table,
        next_round=made.next_round,
        result=made.result,
        player=made.players[0],
        other_player=made.players[1],
        rows=made.rows,
    )


def build_long_table(rounds: int, chance: Random, now: datetime) -> Built:
    """A group with a single session that goes on and on: so many of its 99 rounds are played."""
    start = now - ROUND_TAKES * rounds
    past = History(f"{rounds} rounds", start, ZONE, chance)
    table = past.play(past.night(start), LONG_TABLE, REGULARS, start, rounds).session
    past.write_the_end()
    secret, feed = _links(past.group, now)
    one, other, *_ = (seat.player_id for seat in table.seats)
    return Built(
        nights=1,
        group_id=past.group.id,
        secret=secret,
        feed=feed,
        night=table.night_id,
        far_night=table.night_id,
        table=table.id,
        next_round=rounds + 1,
        result=table.id,
        player=one,
        other_player=other,
        rows=past.writer.written,
    )


def _links(group: Group, now: datetime) -> tuple[str, str]:
    """The secrets of the owner's link and of one for feeds."""
    owner, feed = (Link.make(group, role, now)[1] for role in (Role.OWNER, Role.FEED))
    db.session.commit()
    return owner, feed

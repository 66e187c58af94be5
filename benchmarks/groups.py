"""The groups that are measured: one that met for years, and one whose single session goes on and on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

from flask import Flask

from benchmarks.asking import Phone
from commands.writing import writing
from demo.cast import OVER_YEARS
from demo.history import History
from demo.sitting import MOST_ROUNDS, ROUND_TAKES, Game
from demo.years import Years, make_years_group
from models import Link, Role, db

SEED = 8
ZONE = ZoneInfo("Europe/Stockholm")
LONG_TABLE = Game("vandatta_pagat", {"rounds": MOST_ROUNDS}, seats=(5, 5))


@dataclass(frozen=True)
class Visit:
    """A group, the secret of its feeds, and a phone that has opened its owner's link and nothing else."""

    past: Years
    feed: str
    phone: Phone


def visit_years(app: Flask, nights: int, now: datetime | None = None) -> Visit:
    """A group that has met for so many nights and plays round 6 right now."""
    return _visit(app, lambda at: make_years_group(nights, at, ZONE, Random(SEED), f"{nights} nights"), now)


def visit_long_table(app: Flask, rounds: int) -> Visit:
    """A group whose only session goes on and on: so many of its 99 rounds are played."""
    return _visit(app, lambda at: _long_table(rounds, at))


def _long_table(rounds: int, now: datetime) -> Years:
    start = now - ROUND_TAKES * rounds
    past = History(f"{rounds} rounds", start, ZONE, Random(SEED))
    table = past.play(past.night(start), LONG_TABLE, OVER_YEARS, start, rounds).session
    past.write_the_end()
    return Years(
        group=past.group,
        nights=1,
        last_night=table.night_id,
        far_night=table.night_id,
        result=table.id,
        table=table.id,
        next_round=rounds + 1,
        players=[seat.player_id for seat in table.seats],
        rows=past.writer.written,
    )


def _visit(app: Flask, make: Callable[[datetime], Years], now: datetime | None = None) -> Visit:
    now = now or datetime.now(UTC)
    with app.app_context(), writing():
        past = make(now)
        owner, feed = (Link.make(past.group, role, now)[1] for role in (Role.OWNER, Role.FEED))
        db.session.commit()
        db.session.refresh(past.group)
        db.session.expunge(past.group)
    return Visit(past, feed, Phone(app, owner))

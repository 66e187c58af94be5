"""The groups that are measured: one that met for years, and one whose single session goes on and on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask

from commands.writing import writing
from demo.cast import OVER_YEARS
from demo.history import History
from demo.sitting import MOST_ROUNDS, ROUND_TAKES, Game
from demo.years import make_years_group
from models import Link, Role, db

SEED = 8
ZONE = ZoneInfo("Europe/Stockholm")
LONG_TABLE = Game("vandatta_pagat", {"rounds": MOST_ROUNDS}, seats=(5, 5))
Places = Mapping[str, Any]  # what addresses name, ids mostly, as demo.years.Years calls it


@dataclass(frozen=True)
class Visit:
    """A group and its places; with the cookie of a phone that has opened its owner's link, no other."""

    app: Flask
    size: str = ""
    places: Places = field(default_factory=dict)
    cookie: str = ""


def visit_years(app: Flask, nights: int, now: datetime) -> Visit:
    """A group that has met for so many nights and plays round 6 right now."""
    size = f"{nights:,} nights"
    return _visit(app, size, now, lambda: vars(make_years_group(nights, now, ZONE, Random(SEED), size)))


def visit_long_table(app: Flask, rounds: int, now: datetime) -> Visit:
    """A group whose only session goes on and on: so many of its 99 rounds are played."""
    size = f"{rounds} rounds"
    return _visit(app, size, now, lambda: _long_table(rounds, now - ROUND_TAKES * rounds, size))


def _long_table(rounds: int, start: datetime, name: str) -> Places:
    past = History(name, start, ZONE, Random(SEED))
    table = past.play(past.night(start), LONG_TABLE, OVER_YEARS, start, rounds).session
    past.write_the_end()
    return {"group": past.group, "table": table.id, "result": table.id, "next_round": rounds + 1}


def _visit(app: Flask, size: str, now: datetime, make: Callable[[], Places]) -> Visit:
    with app.app_context(), writing():
        places = make()
        owner, feed = (Link.make(places["group"], role, now)[1] for role in (Role.OWNER, Role.FEED))
        db.session.commit()
        places = {**places, "group": places["group"].id, "feed": feed}
    cookie = app.test_client().get(f"/join/{owner}").headers["Set-Cookie"].partition(";")[0]
    return Visit(app, size, places, cookie)

"""The groups that are measured: one that met for years, and one whose single session goes on and on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask

from commands.demo.cast import OVER_YEARS, Game
from commands.demo.years import LONGEST_ROUND, History, make_years_group
from models import Group, Link, Role, Session, Tournament, db
from models.database import writing

SEED = 8
ZONE = ZoneInfo("Europe/Stockholm")
MOST_ROUNDS = 99
LONG_TABLE = Game("vandatta_pagat", {"rounds": MOST_ROUNDS}, seats=(5, 5))
FAR = 20  # nights before the one far back


@dataclass(frozen=True)
class Visit:
    """A group and what addresses name of it; with the cookie of a phone that opened its owner's link."""

    app: Flask
    size: str = ""
    places: Mapping[str, Any] = field(default_factory=dict)
    cookie: str = ""


def visit_years(app: Flask, nights: int, now: datetime) -> Visit:
    """A group that has met for so many nights and plays round 6 right now."""
    size = f"{nights:,} nights"
    return visit(app, size, now, lambda: make_years_group(nights, now, ZONE, Random(SEED), size))


def visit_long_table(app: Flask, rounds: int, now: datetime) -> Visit:
    """A group whose only session goes on and on: so many of its 99 rounds are played."""
    size = f"{rounds} rounds"

    def make() -> Group:
        history = History(size, now - LONGEST_ROUND * rounds, ZONE, Random(SEED))
        history.play_tonight(LONG_TABLE, OVER_YEARS, rounds, now)
        return history.group

    return visit(app, size, now, make)


def visit(app: Flask, size: str, now: datetime, make: Callable[[], Group]) -> Visit:
    """Whatever group is made; its owner's phone visits it."""
    with app.app_context(), writing():
        group = make()
        owner, feed = (Link.make(group, role, now)[1] for role in (Role.OWNER, Role.FEED))
        places = {**_places_of(group), "feed": feed}
        db.session.commit()
    cookie = app.test_client().get(f"/join/{owner}").headers["Set-Cookie"].partition(";")[0]
    return Visit(app, size, places, cookie)


def _places_of(group: Group) -> dict[str, Any]:
    """What there is to look at; of a group whose only session is being played, that one.

    last_night: the newest that is over; far_night: one of the first. result: a session of the last night;
    year: when that was. place: one where they met.
    table: what is being played. players: who came, the most eager first. evening: the newest club evening;
    to_draw: the one before.
    """
    sessions = list(
        db.session.scalars(db.select(Session).filter_by(group_id=group.id).order_by("started_at"))
    )
    over, table = sessions[:-1] or sessions, sessions[-1]
    nights = list(dict.fromkeys(session.night_id for session in over))
    players = {player.name: player.id for player in group.players}
    club = db.select(Tournament.id).filter_by(group_id=group.id).order_by("id")
    to_draw, evening = [*db.session.scalars(club), None, None][:2]
    return {
        "group": group.id,
        "last_night": nights[-1],
        "far_night": nights[min(FAR, len(nights) - 1)],
        "result": over[-1].id,
        "table": table.id,
        "next_round": len(table.rounds) + 1,
        "year": over[-1].night.date.year,
        "place": next((one.night.place for one in over if one.night.place), ""),
        "evening": evening,
        "to_draw": to_draw,
        "players": [players[person.name] for person in OVER_YEARS if person.name in players],
    }

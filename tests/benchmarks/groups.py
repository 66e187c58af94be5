"""The measured groups: one with years of history, one with a long session, a club."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask

from commands.demo.cast import CAST, GameChoice
from commands.demo.years import LONGEST_ROUND, YearsHistory, make_years_group
from game.scoring import facts
from game.tournament.facts import Plan
from models import ChangeStamp, Group, Link, Role, Session, Tournament, db
from models.database import new_id, writing
from models.table.rounds import record
from models.tournament.drawing import proposed, seat, stage_due
from models.tournament.entering import Invitation, enter, open_tournament
from models.tournament.reading import tournament_state_of

SEED = 8
ZONE = ZoneInfo("Europe/Stockholm")
MOST_ROUNDS = 99
LONG_TABLE = GameChoice("vandatta_pagat", {"rounds": MOST_ROUNDS}, seats=(5, 5))
FAR = 20  # nights before the distant one
CLUB_VARIANT, GAMES_A_ROUND = "swedish_pursuit", 5
MOST_POINTS = 60  # cards of a hand


@dataclass(frozen=True)
class Visit:
    """A group on its owner's phone. places: the ids in addresses. cookie: of the phone."""

    app: Flask
    size: str = ""
    places: Mapping[str, Any] = field(default_factory=dict)
    cookie: str = ""


def visit_years(app: Flask, nights: int, now: datetime) -> Visit:
    """A group with this many nights that now plays round 6."""
    size = f"{nights:,} nights"
    return _visit(app, size, now, lambda: make_years_group(nights, now, ZONE, Random(SEED), size))


def visit_long_table(app: Flask, rounds: int, now: datetime) -> Visit:
    """A group with a single session in which this many of 99 rounds are played."""
    size = f"{rounds} rounds"

    def make() -> Group:
        history = YearsHistory(size, now - LONGEST_ROUND * rounds, ZONE, Random(SEED))
        history.play_tonight(LONG_TABLE, CAST.people, rounds, now)
        return history.group

    return _visit(app, size, now, make)


def visit_club(app: Flask, people: int, now: datetime) -> Visit:
    """A club with a tournament one game before the end of its second round, and one whose second round is
    drawn
    next.
    """
    size = f"{people} people"

    def make() -> Group:
        group, chance = Group(id=new_id(), name=size, created_at=now), Random(SEED)
        db.session.add(group)
        to_draw, played = _open_tournament(group, people, now), _open_tournament(group, people, now)
        for tournament in (to_draw, played):
            _play_stage(tournament, chance, now, games=GAMES_A_ROUND)
        _play_stage(played, chance, now, games=GAMES_A_ROUND - 1)
        return group

    return _visit(app, size, now, make)


def change_stamp(at: datetime) -> ChangeStamp:
    return ChangeStamp(new_id(), "a phone", at)


def _visit(app: Flask, size: str, now: datetime, make: Callable[[], Group]) -> Visit:
    with app.app_context(), writing():
        group = make()
        owner, feed = (Link.make(group, role, now)[1] for role in (Role.OWNER, Role.FEED))
        places = {**_places_of(group), "feed": feed}
        db.session.commit()
    cookie = app.test_client().get(f"/join/{owner}").headers["Set-Cookie"].partition(";")[0]
    return Visit(app, size, places, cookie)


def _places_of(group: Group) -> dict[str, Any]:
    """table: the current session. result: a finished one, or the same if there is no other.

    last_night, year: of the finished one; far_night: one of the first nights. place: of the nights. players:
    the most
    frequent first. tournament: the newest tournament; to_draw: the one before.
    """
    sessions = list(
        db.session.scalars(db.select(Session).filter_by(group_id=group.id).order_by("started_at"))
    )
    over, table = sessions[:-1] or sessions, sessions[-1]
    nights = list(dict.fromkeys(session.night_id for session in over))
    players = {player.name: player.id for player in group.players}
    club = db.select(Tournament.id).filter_by(group_id=group.id).order_by("id")
    to_draw, tournament = [*db.session.scalars(club), None, None][:2]
    return {
        "group": group.id,
        "last_night": nights[-1],
        "far_night": nights[min(FAR, len(nights) - 1)],
        "result": over[-1].id,
        "table": table.id,
        "next_round": len(table.rounds) + 1,
        "year": over[-1].night.date.year,
        "place": next((one.night.place for one in over if one.night.place), ""),
        "tournament": tournament,
        "to_draw": to_draw,
        "players": [players[person.name] for person in CAST.people if person.name in players],
    }


def _open_tournament(group: Group, people: int, now: datetime) -> Tournament:
    invitation = Invitation("The cup", CLUB_VARIANT, {}, Plan())
    tournament = open_tournament(group, invitation, new_id(), change_stamp(now), today=now.date())
    enter(tournament, group, [f"Player {number}" for number in range(1, people + 1)], change_stamp(now))
    return tournament


def _play_stage(tournament: Tournament, chance: Random, now: datetime, *, games: int) -> None:
    """Draw the next round and play this many games of it, with typed points."""
    state = tournament_state_of(tournament)
    stage = stage_due(tournament, state) or 1
    draw: Any = proposed(tournament, state, SEED)
    seat(tournament, state, draw, change_stamp(now), stage=stage, seed=SEED, method="balanced")
    for table in tournament.tables_of(stage):
        session = db.session.get_one(Session, table.session_id)
        for _game in range(games):
            deal = session.upcoming_deal()
            hands = tuple(facts.Hand(one.id, None, chance.randrange(MOST_POINTS)) for one in session.seats)
            dealer = deal.dealer or session.seats[0].id
            record(session, facts.Round(deal.number, dealer, deal.hand_size, None, hands), change_stamp(now))

"""The club evenings that are measured: a small one and a large one, each while its second round is played."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from flask import Flask

from game.scoring import facts
from game.tournament.facts import Plan
from models import Author, Group, Session, Tournament, db
from models.database import new_id, writing
from models.table.rounds import correct, fingerprint, record
from models.tournament.drawing import proposed, seat, stage_due
from models.tournament.entering import Invitation, enter, open_tournament
from models.tournament.reading import evening_of
from tests.benchmarks.groups import SEED, Visit, visit
from tests.benchmarks.meanwhile import meanwhile
from tests.benchmarks.pages import Page

VARIANT, WHOLE = "swedish_pursuit", 5  # games of a round at a table; of the second one is still to be played
MOST_POINTS = 60  # of a hand
EVENING, NEXT = "/groups/{group}/tournaments/{evening}", "/groups/{group}/tournaments/{to_draw}"
IN_AN_EVENING = (
    Page("evening", EVENING),
    Page("evening, what changes", EVENING, part=True),
    Page("evening, nothing new (304)", EVENING, known=True),
    Page("wall", EVENING + "/board"),
    Page("wall, what changes", EVENING + "/board", part=True),
    Page("wall, nothing new (304)", EVENING + "/board", known=True),
    Page("who takes part", EVENING + "/people"),
    Page("who sits where", EVENING + "/seating"),
    Page("what was done", EVENING + "/history"),
    Page("the next draw", NEXT + "/draw?seed=8"),
)


def visit_evening(app: Flask, people: int, now: datetime) -> Visit:
    """A club of so many people whose second round is nearly over; another evening waits for that draw."""
    size, chance = f"{people} people", Random(SEED)

    def make() -> Group:
        group = Group(id=new_id(), name=size, created_at=now)
        db.session.add(group)
        to_draw, played = _opened(group, people, now), _opened(group, people, now)
        for tournament in (to_draw, played):
            _play_a_stage(tournament, chance, now, games=WHOLE)
        _play_a_stage(played, chance, now, games=WHOLE - 1)
        return group

    return visit(app, size, now, make)


def _opened(group: Group, people: int, now: datetime) -> Tournament:
    invitation = Invitation("The cup", VARIANT, {}, Plan())
    tournament = open_tournament(group, invitation, new_id(), _author(now), today=now.date())
    enter(tournament, group, [f"Player {number}" for number in range(1, people + 1)], _author(now))
    return tournament


def _play_a_stage(tournament: Tournament, chance: Random, now: datetime, *, games: int) -> None:
    standing = evening_of(tournament)
    stage = stage_due(tournament, standing) or 1
    drawn: Any = proposed(tournament, standing, SEED)
    seat(tournament, standing, drawn, _author(now), stage=stage, seed=SEED, method="balanced")
    for table in tournament.tables_of(stage):
        session = db.session.get_one(Session, table.session_id)
        for _game in range(games):
            record(session, _played(session, chance), _author(now))


def _played(session: Session, chance: Random) -> facts.Round:
    """A game that nobody goes out of, typed as points."""
    deal = session.deal_to_come()
    hands = [facts.Hand(one.id, None, chance.randrange(MOST_POINTS)) for one in session.seats]
    return facts.Round(deal.number, deal.dealer or session.seats[0].id, deal.hand_size, None, tuple(hands))


def _author(now: datetime) -> Author:
    return Author(new_id(), "a phone", now)


def tables_are_heard_of(club: Visit) -> AbstractContextManager[None]:
    """From one table after the other something is saved, twice a second."""
    return meanwhile(lambda number: _save(club, number))


def _save(club: Visit, number: int) -> None:
    """A game that somebody has counted again."""
    with club.app.app_context(), writing():
        tournament = db.session.get_one(Tournament, club.places["evening"])
        tables = tournament.tables_of(tournament.rounds)
        session = Session.of(club.places["group"], tables[number % len(tables)].session_id, lock=True)
        assert session is not None
        wrong = session.rounds[-1]
        before = wrong.facts()
        *hands, last = before.hands
        right = replace(before, out=None, hands=(*hands, facts.Hand(last.seat, None, number)))
        correct(session, wrong, right, _author(datetime.now(UTC)), seen=fingerprint(before))
        db.session.commit()

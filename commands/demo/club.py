"""A club and its evening: twelve people at three tables, two rounds, a cut, a play-off at two tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from commands.demo.cast import OVER_YEARS
from commands.demo.playing import playing_of
from commands.demo.table import Evening, Table
from game.tournament.evening import Evening as Standing
from game.tournament.evening import Phase
from game.tournament.facts import Plan
from models import Group, Session, Tournament, db
from models.database import new_id
from models.tournament.deciding import choose
from models.tournament.drawing import proposed, seat, stage_due
from models.tournament.entering import Invitation, enter, open_tournament
from models.tournament.reading import evening_of

CLUB, CUP = "Thursday club", "The autumn cup"
VARIANT = "swedish_pursuit"
PEOPLE = [person.name for person in OVER_YEARS[:12]]
SAT_DOWN = timedelta(hours=5)  # before now
PACE = (2, 4)  # minutes a game


def make_club_group(now: datetime, zone: ZoneInfo, chance: Random) -> Group:
    """A new group with its evening played to the end; not committed."""
    began = now.astimezone(UTC) - SAT_DOWN
    group = Group(id=new_id(), name=CLUB, created_at=began)
    db.session.add(group)
    evening = Evening(group, began, zone, chance, scorer=PEOPLE[0], pace=PACE)
    invitation = Invitation(CUP, VARIANT, {}, Plan())
    today = began.astimezone(zone).date()
    tournament = open_tournament(group, invitation, new_id(), evening.author(), today=today)
    enter(tournament, group, PEOPLE, evening.author())
    while (standing := evening_of(tournament)).phase is not Phase.OVER:
        if standing.phase is Phase.CHOICE:
            _let_the_first_go_on(tournament, standing, evening)
        else:
            _play_a_stage(tournament, standing, evening)
    return group


def _let_the_first_go_on(tournament: Tournament, standing: Standing, evening: Evening) -> None:
    if standing.cut is None:
        return
    came = [entrant.player_id for entrant in tournament.playing if entrant.player_id in standing.cut.level]
    chosen = [own for own in came[: standing.cut.room] if own]
    choose(tournament, standing, chosen, evening.author(), "They came first.")


def _play_a_stage(tournament: Tournament, standing: Standing, evening: Evening) -> None:
    """All tables begin at once, and the next stage when the slowest is done."""
    stage, seed = stage_due(tournament, standing) or 0, evening.chance.randrange(1, 1000)
    drawn: Any = proposed(tournament, standing, seed)
    seat(tournament, standing, drawn, evening.author(), stage=stage, seed=seed, method="balanced")
    began, ended = evening.clock, []
    for table in tournament.tables_of(stage):
        session = db.session.get_one(Session, table.session_id)
        evening.clock = began
        Table(evening, session, playing_of(VARIANT, {}, len(session.seats))).play_to_the_end()
        ended.append(evening.clock)
    evening.clock = max(ended)

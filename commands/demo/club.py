"""A club with its evening: twelve people at three tables, two rounds, a cut, a play-off at two tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from commands.demo.cast import CAST
from commands.demo.table import DemoNight, DemoTable
from game.tournament.facts import Plan
from game.tournament.state import Phase, TournamentState
from models import Group, Session, Tournament, db
from models.database import new_id
from models.tournament.deciding import choose
from models.tournament.drawing import proposed, seat, stage_due
from models.tournament.entering import Invitation, enter, open_tournament
from models.tournament.reading import tournament_state_of

CLUB, CUP = "Thursday club", "The autumn cup"
VARIANT = "swedish_pursuit"
PEOPLE = [person.name for person in CAST.people[:12]]
SINCE_START = timedelta(hours=5)
PACE = (2, 4)  # minutes a game


def make_club_group(now: datetime, zone: ZoneInfo, chance: Random) -> Group:
    """A new group with its evening played to the end; not committed."""
    began = now.astimezone(UTC) - SINCE_START
    group = Group(id=new_id(), name=CLUB, created_at=began)
    db.session.add(group)
    night = DemoNight(group, began, zone, chance, scorer=PEOPLE[0], pace=PACE)
    today = began.astimezone(zone).date()
    tournament = open_tournament(
        group, Invitation(CUP, VARIANT, {}, Plan()), new_id(), night.change_stamp(), today=today
    )
    enter(tournament, group, PEOPLE, night.change_stamp())
    while (state := tournament_state_of(tournament)).phase is not Phase.OVER:
        if state.phase is Phase.CHOICE:
            _choose_first_entrants(tournament, state, night)
        else:
            _play_stage(tournament, state, night)
    return group


def _choose_first_entrants(tournament: Tournament, state: TournamentState, night: DemoNight) -> None:
    """Of those level at the cut, the ones who entered first go on."""
    if state.cut is None:
        return
    entered = [entrant.player_id for entrant in tournament.playing if entrant.player_id in state.cut.level]
    chosen = [player_id for player_id in entered[: state.cut.room] if player_id]
    choose(tournament, state, chosen, night.change_stamp(), "They came first.")


def _play_stage(tournament: Tournament, state: TournamentState, night: DemoNight) -> None:
    """All tables begin at once, and the next stage when the slowest has finished."""
    stage, seed = stage_due(tournament, state) or 0, night.chance.randrange(1, 1000)
    draw: Any = proposed(tournament, state, seed)
    seat(tournament, state, draw, night.change_stamp(), stage=stage, seed=seed, method="balanced")
    began, ended = night.clock, []
    for table in tournament.tables_of(stage):
        night.clock = began
        DemoTable(night, db.session.get_one(Session, table.session_id)).play_to_the_end()
        ended.append(night.clock)
    night.clock = max(ended)

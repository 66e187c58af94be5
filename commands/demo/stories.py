"""The Friday table, from its first night to the game in progress, as demo.toml tells it."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from commands.demo.cast import CAST, PlannedNight
from commands.demo.table import A_BREAK, DemoNight
from models import Group, db
from models.database import new_id

FRIDAY = 4
WEEK = 7
SAT_DOWN = timedelta(minutes=62)  # before now
QUIET_DAYS = 2  # before tonight, so that no pause is short enough to make two nights one


def make_demo_group(now: datetime, zone: ZoneInfo, chance: Random) -> Group:
    """A new group with everything in it; not committed."""
    tonight = now.astimezone(UTC) - SAT_DOWN
    starts = [_start_of(planned, tonight, zone) for planned in CAST.nights]
    group = Group(id=new_id(), name=CAST.group, created_at=starts[0])
    db.session.add(group)
    for planned, start in zip((*CAST.nights, CAST.tonight), (*starts, tonight), strict=True):
        night = DemoNight(group, start, zone, chance, planned.scorer, planned.pace)
        _play(planned, night)
        night.saved.place, night.saved.note = planned.place, planned.note
    return group


def _play(planned: PlannedNight, night: DemoNight) -> None:
    for number, game in enumerate(planned.games):
        if number:
            night.wait(A_BREAK)
        variant = game.variant or night.own_game(game.preset)
        table = night.sit_down(variant, game.players, **game.options)
        for name, *arguments in game.events:
            options = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
            if name == "pause":
                night.wait(A_BREAK)
            else:
                getattr(table, name)(*arguments, **options)


def _start_of(planned: PlannedNight, tonight: datetime, zone: ZoneInfo) -> datetime:
    today = tonight.astimezone(zone).date()
    since_friday = (today.weekday() - FRIDAY) % WEEK
    last_friday = today - timedelta(days=since_friday + (WEEK if since_friday < QUIET_DAYS else 0))
    day = last_friday - timedelta(days=planned.days_before)
    return datetime.combine(day, time(planned.hour), zone).astimezone(UTC)

"""The Friday table from its first night to the game in progress."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from demo.cast import GROUP
from demo.stories import HERE, PAST, Planned
from demo.table import DemoNight
from models import Group, db

FRIDAY = 4
WEEK = 7
SAT_DOWN = timedelta(minutes=62)  # before now
QUIET_DAYS = 2  # before tonight, so that no pause is short enough to make two nights one


def make_demo_group(now: datetime, zone: ZoneInfo, chance: Random) -> Group:
    """A new group with everything in it; not committed."""
    tonight = now.astimezone(UTC) - SAT_DOWN
    starts = [_start_of(planned, tonight, zone) for planned in PAST]
    group = Group(name=GROUP, created_at=starts[0])
    db.session.add(group)
    db.session.flush()
    for planned, start in zip((*PAST, HERE), (*starts, tonight), strict=True):
        evening = DemoNight(group, start, zone, chance, scorer=planned.scorer)
        planned.story(evening)
        evening.night.place, evening.night.note = planned.place, planned.note
    return group


def _start_of(planned: Planned, tonight: datetime, zone: ZoneInfo) -> datetime:
    today = tonight.astimezone(zone).date()
    since_friday = (today.weekday() - FRIDAY) % WEEK
    last_friday = today - timedelta(days=since_friday + (WEEK if since_friday < QUIET_DAYS else 0))
    day = last_friday - timedelta(days=planned.days_before)
    return datetime.combine(day, time(planned.hour), zone).astimezone(UTC)

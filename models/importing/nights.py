"""Which night each session of a file belongs to: the pause of models/nights.py, for many at once."""

from __future__ import annotations

import uuid
from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from typing import Any

from sqlalchemy import func

from models.database import db
from models.document.checks import day_of, moment
from models.group import Group
from models.night import Night
from models.nights import LONGEST_PAUSE, MOST_AT_ONCE
from models.round import Round
from models.session import Session, last_played

Stretch = tuple[datetime, datetime, str]  # when somebody played, from and until, and on which night


@dataclass(frozen=True)
class Evening:
    """A night that a session lands on; `new` is one that the file brings."""

    id: str
    day: date
    place: str | None
    new: bool


class Calendar:
    """The group's nights and when it played, with whatever has been added from the file."""

    def __init__(self, group: Group) -> None:
        nights = db.session.execute(
            db.select(Night.id, Night.date, Night.place).where(Night.group_id == group.id)
        )
        self.evenings = {str(n.id): Evening(str(n.id), n.date, n.place, new=False) for n in nights}
        self.by_day: dict[date, Evening] = {}
        for evening in sorted(self.evenings.values(), key=lambda e: e.id):
            self.by_day.setdefault(evening.day, evening)
        self.group = group

    @cached_property
    def stretches(self) -> list[Stretch]:
        return sorted(_stretches(self.group))

    def evening_of(self, told: Mapping[str, Any], session_id: uuid.UUID) -> Evening:
        """Where a session of a draft lands that names no night; told once for each session.

        With a time of day the pause decides, without one the date.
        """
        start, until = _stretch(told)
        if told.get("timed", True):
            near = self._near(start, until)
            evening = self.evenings[near] if near else self._new(told, session_id)
            insort(self.stretches, (start, until, evening.id))
            return evening
        return self.by_day.get(_day(told)) or self._new(told, session_id)

    def _near(self, start: datetime, until: datetime) -> str | None:
        after = bisect_left(self.stretches, (until + timedelta.resolution,))
        around = self.stretches[max(0, after - MOST_AT_ONCE) : after + 1]
        pauses = [(max(s - until, start - e, timedelta(0)), night) for s, e, night in around]
        pause, night = min(pauses, key=lambda pair: pair[0], default=(LONGEST_PAUSE, None))
        return night if pause < LONGEST_PAUSE else None

    def _new(self, told: Mapping[str, Any], session_id: uuid.UUID) -> Evening:
        own = str(uuid.uuid5(session_id, "night"))
        evening = self.evenings.get(own) or Evening(own, _day(told), told.get("place"), new=True)
        self.evenings[own] = evening
        self.by_day.setdefault(evening.day, evening)
        return evening


def _stretch(told: Mapping[str, Any]) -> tuple[datetime, datetime]:
    """When a session of a draft was played; now and then it is told only in its rounds."""
    rounds: Sequence[Mapping[str, Any]] = told.get("rounds", [])
    start, *ended = (moment(time, "") for time in (told["started_at"], told.get("finished_at")) if time)
    recorded = [moment(r["recorded_at"], "") for r in rounds if r.get("recorded_at")]
    if not recorded:
        return start, max([start, *ended])
    return start, last_played(start, ended[0] if ended else None, max(recorded))


def _day(told: Mapping[str, Any]) -> date:
    return date.fromisoformat(told["day"]) if "day" in told else day_of(told["started_at"])


def _stretches(group: Group) -> list[Stretch]:
    last = db.select(func.max(Round.recorded_at)).where(Round.session_id == Session.id).scalar_subquery()
    rows = db.session.execute(
        db.select(Session.started_at, Session.finished_at, Session.night_id, last.label("last")).where(
            Session.group_id == group.id
        )
    )
    found = []
    for row in rows:
        start, *times = (time and _utc(time) for time in (row.started_at, row.finished_at, row.last))
        found.append((start, last_played(start, *times), str(row.night_id)))
    return found


def _utc(time: datetime) -> datetime:
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time

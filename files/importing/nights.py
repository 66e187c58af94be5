"""Assign the sessions of a file to nights, by the same pause as models/night_lists.py, for many at once."""

from __future__ import annotations

import uuid
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from datetime import UTC, date, datetime, timedelta
from functools import cached_property

from msgspec.structs import replace

from files.document.checks import day_of, moment
from files.document.records import NightRecord
from files.document.writer import night_record
from files.importing.draft import DraftSession
from game.analysis.elapsed import elapsed
from models.database import db
from models.group import Group
from models.ids import owned
from models.night import NOTE_LENGTH, Night
from models.night_lists import MAX_PAUSE, MAX_TABLES
from models.session import Session, last_played

Stretch = tuple[datetime, datetime, str]  # start, end and night of a session


class NightMatcher:
    """The nights of the group and of the file, and when sessions were played.

    records: nights for the document to import. new: nights that the group does not have yet, by their id
    in the document. unwritten: places and notes of the file that an existing night does not take over.
    """

    def __init__(
        self, group: Group, records: Iterable[NightRecord], together: Iterable[DraftSession] = ()
    ) -> None:
        """together: sessions whose night is matched with a night of the group by their times."""
        self.group = group
        nights = db.session.scalars(db.select(Night).where(Night.visible_in(group.id)).order_by(Night.id))
        self.here = {str(night.id): night for night in nights}
        self.by_day: dict[date, Night] = {}
        for night in self.here.values():
            self.by_day.setdefault(night.date, night)
        self.new: dict[str, Night] = {}
        self.records: dict[str, NightRecord] = {record.id: copy(record) for record in records}
        self.ids = owned(Night, group.id, self.records)
        self.unwritten: list[str] = []
        self._played: dict[str, list[DraftSession]] = defaultdict(list)
        for session in together:
            self._played[session.night or ""].append(session)
        self._same: dict[str, str] = {}  # nights of the document that are nights here

    def night_of(self, night: str) -> Night:
        """The night with this id in the document."""
        night_id, is_here = self.ids[night]
        if is_here:
            return self.here[str(night_id)]
        if night in self._same or self._matches_existing(night):
            return self.here[self._same[night]]
        if night not in self.new:
            record = self.records[night]
            day = moment(record.date, "").date()
            self.new[night] = Night(id=night_id, group_id=self.group.id, date=day, place=record.place)
        return self.new[night]

    def key_of(self, night: str) -> str:
        """The id in the document of a night that was passed to `night_of`."""
        return self._same.get(night, night)

    def _matches_existing(self, night: str) -> bool:
        """Whether the night is one of the group, by its times; it is replaced by that one then."""
        near = [
            night_id
            for session in self._played[night]
            if (night_id := self._matching_night(session)) in self.here
        ]
        if not near or night in self.new:
            return False
        record, here = self.records.pop(night), self.here[near[0]]
        texts = [record.place if record.place != here.place else None, record.note]
        self.unwritten += [" · ".join(filter(None, texts))] if any(texts) else []
        self.records.setdefault(near[0], replace(night_record(here), note=None))
        self._same[night] = near[0]
        return True

    def _matching_night(self, session: DraftSession) -> str | None:
        if session.totals_only or session.no_times:
            same_day = self.by_day.get(moment(self.records[session.night or ""].date, "").date())
            return str(same_day.id) if same_day else None
        return self._near(*_times_of(session))

    def day_of(self, session: DraftSession) -> date | None:
        """The date of a session; None if the file has none."""
        night = self.records.get(session.night) if session.night else None
        if night:
            return moment(night.date, "").date()
        return _day(session) if session.day or session.started_at else None

    def match_night(self, session: DraftSession, session_id: uuid.UUID) -> Night:
        """The night of a session that names none and gets the id `own`. Call it once for each session.

        By the pause if there is a time of day, else by the date.
        """
        if session.timed:
            start, until = _times_of(session)
            near = self._near(start, until)
            night = self._night(near) if near else self._add(session, session_id)
            insort(self.stretches, (start, until, str(night.id)))
        else:
            night = self.by_day.get(_day(session)) or self._add(session, session_id)
        self.records.setdefault(str(night.id), replace(night_record(night), note=None))
        return night

    def remark(self, night: Night, note: str) -> bool:
        """Add a note to a new night; whether there was room. Existing nights are not changed."""
        record = self.records[str(night.id)]
        whole = "\n".join(filter(None, (record.note, note)))
        has_room = str(night.id) in self.new and len(whole) <= NOTE_LENGTH
        if has_room:
            record.note = whole
        return has_room

    @cached_property
    def stretches(self) -> list[Stretch]:
        return sorted(_stretches(self.group))

    def _near(self, start: datetime, until: datetime) -> str | None:
        after = bisect_left(self.stretches, (until + timedelta.resolution,))
        around = self.stretches[max(0, after - MAX_TABLES) : after + 1]
        pauses = [(max(elapsed(until, s), elapsed(e, start)), night) for s, e, night in around]
        pause, night = min(pauses, key=lambda pair: pair[0], default=(MAX_PAUSE, None))
        return night if pause < MAX_PAUSE else None

    def _night(self, night_id: str) -> Night:
        return self.here.get(night_id) or self.new[night_id]

    def _add(self, session: DraftSession, session_id: uuid.UUID) -> Night:
        night_id = uuid.uuid5(session_id, "night")
        if str(night_id) not in self.here:
            day, place = _day(session), session.place
            self.new.setdefault(
                str(night_id), Night(id=night_id, group_id=self.group.id, date=day, place=place)
            )
        night = self._night(str(night_id))
        self.by_day.setdefault(night.date, night)
        return night


def _times_of(session: DraftSession) -> tuple[datetime, datetime]:
    """Start and end of a session; sometimes only its rounds have times."""
    start = moment(session.started_at or "", "")
    ended = moment(session.finished_at, "") if session.finished_at else None
    recorded = [moment(played.recorded_at, "") for played in session.rounds if played.recorded_at]
    if not recorded:
        return start, max(start, ended or start)
    return start, last_played(start, ended, max(recorded))


def _day(session: DraftSession) -> date:
    return date.fromisoformat(session.day) if session.day else day_of(session.started_at or "")


def _stretches(group: Group) -> list[Stretch]:
    rows = db.session.execute(
        db.select(Session.started_at, Session.finished_at, Session.night_id, Session.last_round_at).where(
            Session.visible_in(group.id)
        )
    )
    stretches = []
    for row in rows:
        start, *times = (time and _utc(time) for time in (row.started_at, row.finished_at, row.last_round_at))
        stretches.append((start, last_played(start, *times), str(row.night_id)))
    return stretches


def _utc(time: datetime) -> datetime:
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time

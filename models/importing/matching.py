"""Where the sessions of a draft land: every one gets its night, and the document the nights it needs."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from models.document.checks import moment
from models.document.ids import owned
from models.group import Group
from models.importing.nights import Calendar, Evening
from models.importing.totals import Odd
from models.night import NOTE_LENGTH, Night

Told = dict[str, Any]


class Landing:
    """nights: what the document says of them, those of the file and those that are found or made here."""

    def __init__(self, group: Group, nights: Iterable[Told], at: datetime) -> None:
        self.calendar = Calendar(group)
        self.at = at
        self.odd: list[Odd] = []
        self.nights = [dict(night) for night in nights]
        self.told = {night["id"]: night for night in self.nights}
        self.ids = owned(Night, group.id, self.told)

    def landed(self, told: Told, made: Told, own: uuid.UUID) -> tuple[Told, Evening]:
        """A session that becomes `own` here, with its night."""
        if "night" in told:
            return made, self._named(told["night"])
        if "started_at" not in told:
            told = {**told, "started_at": self.at.isoformat()}
            made = {**made, "started_at": told["started_at"]}
        evening = self.calendar.evening_of(told, own)
        if evening.id not in self.told:
            self._add(evening)
        if told.get("note"):
            self._remark(told, evening)
        return {**made, "night": evening.id}, evening

    def _named(self, night: str) -> Evening:
        own, here = self.ids[night]
        if here:
            return self.calendar.evenings[str(own)]
        told = self.told[night]
        return Evening(night, moment(told["date"], "").date(), told.get("place"), new=True)

    def _add(self, evening: Evening) -> None:
        told = {"id": evening.id, "date": evening.day.isoformat(), "place": evening.place, "note": None}
        self.told[evening.id] = told
        self.nights.append(told)

    def _remark(self, told: Mapping[str, Any], evening: Evening) -> None:
        """What was said of a game goes to the note of a new night; one that is here is not written into."""
        night = self.told[evening.id]
        note = "\n".join(filter(None, (night["note"], told["note"])))
        if evening.new and len(note) <= NOTE_LENGTH:
            night["note"] = note
        else:
            self.odd.append(Odd(told["at"], "note", {"note": told["note"]}))

"""Reading a session document into a group: all or nothing, and twice is as good as once."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from models.database import db
from models.document.checks import BadDocument, check_length, day_of, moment, name
from models.document.ids import owned
from models.document.records import Document, NightRecord, SessionRecord
from models.document.schema import check_document
from models.document.sessions import SessionReader
from models.group import Group
from models.night import NOTE_LENGTH, PLACE_LENGTH, Night
from models.player import Player
from models.session import Session
from models.statistics.outcomes import note_new, write_running
from models.statistics.running import Place

AT_ONCE = 100


@dataclass(frozen=True)
class Report:
    """The ids of what an import made, and how many sessions were there already."""

    made: dict[str, list[str]]
    known: int

    @property
    def players(self) -> int:
        return len(self.made["players"])

    @property
    def nights(self) -> int:
        return len(self.made["nights"])

    @property
    def sessions(self) -> int:
        return len(self.made["sessions"])


def read_document(
    document: Any,
    group: Group,
    at: datetime,
    *,
    who: Mapping[str, uuid.UUID] | None = None,
    checked: bool = False,
) -> Report:
    """Take over what the group does not have yet; `at` stands in where the file tells no time.

    What is there already stays as it is. who: people of the file that are players of the group, by their
    id in the file. checked: check_document has found nothing wrong with it.
    Raises BadDocument; the caller then rolls back.
    """
    if not checked:
        check_document(document)
    return _Reading(document, group, at, who or {}).everything()


class _Reading:
    def __init__(self, document: Document, group: Group, at: datetime, who: Mapping[str, uuid.UUID]) -> None:
        self.document, self.group, self.at, self.who = document, group, at, who
        self.players: dict[str, Player] = {}
        self.nights: dict[str, Night] = {}
        self.made: dict[str, list[str]] = {"players": [], "nights": [], "sessions": []}
        self.read: list[Session] = []
        self.places: list[Place] = []

    def everything(self) -> Report:
        self._players()
        self._nights()
        ids = owned(Session, self.group.id, [session["id"] for session in self.document["sessions"]])
        for index, record in enumerate(self.document["sessions"]):
            session_id, here = ids[record["id"]]
            if not here:
                self.read.append(self._session(record, session_id, f"sessions[{index}]"))
                self.made["sessions"].append(str(session_id))
                if len(self.read) == AT_ONCE:
                    self._write_down()
        self._write_down()
        write_running(self.group.id, self.places)
        known = len(self.document["sessions"]) - len(self.made["sessions"])
        return Report(self.made, known)

    def _players(self) -> None:
        ids = owned(Player, self.group.id, [player["id"] for player in self.document["players"]])
        ids.update({key: (player, True) for key, player in self.who.items()})
        for index, record in enumerate(self.document["players"]):
            player_id, here = ids[record["id"]]
            if here:
                self.players[record["id"]] = db.session.get_one(Player, player_id)
                continue
            forgotten = record.get("anonymised_at")
            at = f"players[{index}]"
            self.players[record["id"]] = Player(
                id=player_id,
                group=self.group,
                name=name(record["name"], f"{at}.name"),
                created_at=self.at,
                anonymised_at=moment(forgotten, f"{at}.anonymised_at") if forgotten else None,
            )
            db.session.add(self.players[record["id"]])
            self.made["players"].append(str(player_id))
        db.session.flush()

    def _nights(self) -> None:
        nights = self.document.get("nights", [])
        ids = owned(Night, self.group.id, [night["id"] for night in nights])
        for index, record in enumerate(nights):
            night_id, here = ids[record["id"]]
            if here:
                self.nights[record["id"]] = db.session.get_one(Night, night_id)
                continue
            day = check_night(record, f"nights[{index}]")
            self.nights[record["id"]] = self._new_night(
                night_id, day, place=record.get("place"), note=record.get("note")
            )
        db.session.flush()

    def _new_night(self, night_id: uuid.UUID, day: date, **about: str | None) -> Night:
        night = Night(id=night_id, group_id=self.group.id, date=day, **about)
        db.session.add(night)
        self.made["nights"].append(str(night_id))
        return night

    def _write_down(self) -> None:
        """What is written need not be kept in memory."""
        db.session.flush()
        self.places += note_new(self.read)
        self.read.clear()

    def _session(self, record: SessionRecord, session_id: uuid.UUID, at: str) -> Session:
        night = self.nights.get(record["night"]) if "night" in record else None
        if "night" in record and night is None:
            raise BadDocument(f"{at}.night", "no such night in “nights”")
        if "started_at" in record:
            started = moment(record["started_at"], f"{at}.started_at")
        else:
            started = datetime.combine(night.date, time(12), UTC) if night else self.at
        if night is None:
            day = day_of(record["started_at"]) if "started_at" in record else started.date()
            night = self._night_of(day, session_id)
        session = SessionReader(record, at, self.players).session(session_id, started, self.at)
        session.group_id, session.night = self.group.id, night
        db.session.add(session)
        for seat in session.seats:
            last = seat.player.last_played_at
            seat.player.last_played_at = max(last, started) if last else started
        return session

    def _night_of(self, day: date, session_id: uuid.UUID) -> Night:
        """The file's or the group's night of this date, else a new one."""
        for night in self.nights.values():
            if night.date == day:
                return night
        night = db.session.scalar(
            db.select(Night).where(Night.group_id == self.group.id, Night.date == day).limit(1)
        )
        if night is None:
            night = self._new_night(uuid.uuid5(session_id, "night"), day)
            db.session.flush()
        self.nights[str(night.id)] = night
        return night


def check_night(record: NightRecord, at: str) -> date:
    """The day of a night; raises BadDocument."""
    check_length(record.get("place"), f"{at}.place", PLACE_LENGTH)
    check_length(record.get("note"), f"{at}.note", NOTE_LENGTH)
    return moment(record["date"], f"{at}.date").date()

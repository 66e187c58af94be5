"""Reading a session document into a group: all or nothing, and twice is as good as once."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from typing import Any

from models.database import db
from models.document.checks import BadDocument, check_document, day_of, moment, name
from models.document.ids import owned
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
    """What an import made, and how many sessions were there already.

    made: the ids of it, as {"players": […], "nights": […], "sessions": […]}.
    """

    players: int
    nights: int
    sessions: int
    known: int
    made: Mapping[str, list[str]] = field(default_factory=dict)


def read_document(
    document: Any,
    group: Group,
    at: datetime,
    *,
    who: Mapping[str, uuid.UUID] | None = None,
    rehearsed: bool = False,
) -> Report:
    """Take over what the group does not have yet; `at` stands in where the file tells no time.

    What is there already stays as it is. who: people of the file that are players of the group, by their
    id in the file. rehearsed: models/document/rehearsal.py has found nothing wrong with it.
    Raises BadDocument; the caller then rolls back.
    """
    if not rehearsed:
        check_document(document)
    if "exported_at" in document:
        moment(document["exported_at"], "exported_at")
    check_once(document["players"], "players")
    check_once(document.get("nights", []), "nights")
    check_once(document["sessions"], "sessions")
    return _Reading(document, group, at, who or {}).everything()


class _Reading:
    def __init__(
        self, document: dict[str, Any], group: Group, at: datetime, who: Mapping[str, uuid.UUID]
    ) -> None:
        self.document, self.group, self.at, self.who = document, group, at, who
        self.players: dict[str, Player] = {}
        self.nights: dict[str, Night] = {}
        self.new_players: list[uuid.UUID] = []
        self.new_nights: list[uuid.UUID] = []
        self.read: list[Session] = []
        self.places: list[Place] = []

    def everything(self) -> Report:
        self._players()
        self._nights()
        known = owned(Session, self.group.id, [s["id"] for s in self.document["sessions"]])
        made: list[uuid.UUID] = []
        for index, told in enumerate(self.document["sessions"]):
            session_id, here = known[told["id"]]
            if not here:
                self.read.append(self._session(told, session_id, f"sessions[{index}]"))
                made.append(session_id)
                if len(self.read) == AT_ONCE:
                    self._write_down()
        self._write_down()
        write_running(self.group.id, self.places)
        new = {"players": self.new_players, "nights": self.new_nights, "sessions": made}
        return Report(
            len(self.new_players),
            len(self.new_nights),
            len(made),
            len(self.document["sessions"]) - len(made),
            {kind: [str(own) for own in ids] for kind, ids in new.items()},
        )

    def _players(self) -> None:
        ids = owned(Player, self.group.id, [p["id"] for p in self.document["players"]])
        ids.update({told: (player, True) for told, player in self.who.items()})
        for index, told in enumerate(self.document["players"]):
            player_id, here = ids[told["id"]]
            if here:
                self.players[told["id"]] = db.session.get_one(Player, player_id)
                continue
            forgotten = told.get("anonymised_at")
            at = f"players[{index}]"
            self.players[told["id"]] = Player(
                id=player_id,
                group=self.group,
                name=name(told["name"], f"{at}.name"),
                created_at=self.at,
                anonymised_at=moment(forgotten, f"{at}.anonymised_at") if forgotten else None,
            )
            db.session.add(self.players[told["id"]])
            self.new_players.append(player_id)
        db.session.flush()

    def _nights(self) -> None:
        told_nights = self.document.get("nights", [])
        ids = owned(Night, self.group.id, [night["id"] for night in told_nights])
        for index, told in enumerate(told_nights):
            night_id, here = ids[told["id"]]
            if here:
                self.nights[told["id"]] = db.session.get_one(Night, night_id)
                continue
            day = check_night(told, f"nights[{index}]")
            self.nights[told["id"]] = self._new_night(
                night_id, day, place=told.get("place"), note=told.get("note")
            )
        db.session.flush()

    def _new_night(self, night_id: uuid.UUID, day: date, **told: str | None) -> Night:
        night = Night(id=night_id, group_id=self.group.id, date=day, **told)
        db.session.add(night)
        self.new_nights.append(night_id)
        return night

    def _write_down(self) -> None:
        """What is written need not be kept in memory."""
        db.session.flush()
        self.places += note_new(self.read)
        self.read.clear()

    def _session(self, told: dict[str, Any], session_id: uuid.UUID, at: str) -> Session:
        night = self.nights.get(told["night"]) if "night" in told else None
        if "night" in told and night is None:
            raise BadDocument(f"{at}.night", "no such night in “nights”")
        if "started_at" in told:
            started = moment(told["started_at"], f"{at}.started_at")
        else:
            started = datetime.combine(night.date, time(12), UTC) if night else self.at
        if night is None:
            day = day_of(told["started_at"]) if "started_at" in told else started.date()
            night = self._night_of(day, session_id)
        session = SessionReader(told, at, self.players).session(session_id, started, self.at)
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


def check_night(told: Mapping[str, Any], at: str) -> date:
    """The day of a night; raises BadDocument."""
    for part, longest in (("place", PLACE_LENGTH), ("note", NOTE_LENGTH)):
        if len(told.get(part) or "") > longest:
            raise BadDocument(f"{at}.{part}", "longer than %(most)s characters", most=longest)
    return moment(told["date"], f"{at}.date").date()


def check_once(things: list[dict[str, Any]], at: str) -> None:
    """Raise BadDocument where an id stands twice."""
    seen: set[uuid.UUID] = set()
    for index, thing in enumerate(things):
        own = uuid.UUID(thing["id"])
        if own in seen:
            raise BadDocument(f"{at}[{index}].id", "%(name)s stands here twice", name=thing["id"])
        seen.add(own)

"""Reading a session document into a group: all or nothing, and twice is as good as once."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any

from models.database import db
from models.document.checks import BadDocument, check_document, moment, name
from models.document.sessions import SessionReader
from models.group import Group
from models.night import Night
from models.outcomes import note_many
from models.player import Player
from models.session import Session

PLACE_LENGTH = 80
NOTE_LENGTH = 2000


@dataclass(frozen=True)
class Report:
    """What an import made, and how many sessions were there already."""

    players: int
    nights: int
    sessions: int
    known: int


def read_document(document: Any, group: Group, at: datetime) -> Report:
    """Take over what the group does not have yet; `at` stands in where the file tells no time.

    What is there already stays as it is. Raises BadDocument; the caller then rolls back.
    """
    check_document(document)
    if "exported_at" in document:
        moment(document["exported_at"], "exported_at")
    _check_once(document["players"], "players")
    _check_once(document.get("nights", []), "nights")
    _check_once(document["sessions"], "sessions")
    reading = _Reading(document, group, at)
    return reading.everything()


class _Reading:
    def __init__(self, document: dict[str, Any], group: Group, at: datetime) -> None:
        self.document, self.group, self.at = document, group, at
        self.players: dict[str, Player] = {}
        self.nights: dict[str, Night] = {}

    def everything(self) -> Report:
        players = self._players()
        nights = self._nights()
        known = self._owned(Session, [s["id"] for s in self.document["sessions"]])
        made: list[uuid.UUID] = []
        for index, told in enumerate(self.document["sessions"]):
            session_id, here = known[told["id"]]
            if not here:
                self._session(told, session_id, f"sessions[{index}]")
                made.append(session_id)
        db.session.flush()
        note_many(self.group.id, made)
        count = len(made)
        return Report(players, len(self.nights) - nights, count, len(self.document["sessions"]) - count)

    def _players(self) -> int:
        owned = self._owned(Player, [p["id"] for p in self.document["players"]])
        made = 0
        for index, told in enumerate(self.document["players"]):
            player_id, here = owned[told["id"]]
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
            made += 1
        db.session.flush()
        return made

    def _nights(self) -> int:
        """How many of the file's nights were there already."""
        told_nights = self.document.get("nights", [])
        owned = self._owned(Night, [night["id"] for night in told_nights])
        for index, told in enumerate(told_nights):
            night_id, here = owned[told["id"]]
            if here:
                self.nights[told["id"]] = db.session.get_one(Night, night_id)
            else:
                self.nights[told["id"]] = self._night(told, night_id, f"nights[{index}]")
        db.session.flush()
        return sum(here for _id, here in owned.values())

    def _night(self, told: dict[str, Any], night_id: uuid.UUID, at: str) -> Night:
        for field, longest in (("place", PLACE_LENGTH), ("note", NOTE_LENGTH)):
            if len(told.get(field) or "") > longest:
                raise BadDocument(f"{at}.{field}", "longer than %(most)s characters", most=longest)
        day = moment(told["date"], f"{at}.date").date()
        night = Night(
            id=night_id, group_id=self.group.id, date=day, place=told.get("place"), note=told.get("note")
        )
        db.session.add(night)
        return night

    def _session(self, told: dict[str, Any], session_id: uuid.UUID, at: str) -> None:
        night = self.nights.get(told["night"]) if "night" in told else None
        if "night" in told and night is None:
            raise BadDocument(f"{at}.night", "no such night in “nights”")
        if "started_at" in told:
            started = moment(told["started_at"], f"{at}.started_at")
        else:
            started = datetime.combine(night.date, time(12), UTC) if night else self.at
        if night is None:
            night = self._night_of(started.date(), session_id)
        session = SessionReader(told, at, self.players).session(session_id, started, self.at)
        session.group_id, session.night_id = self.group.id, night.id
        db.session.add(session)
        for seat in session.seats:
            last = seat.player.last_played_at
            seat.player.last_played_at = max(last, started) if last else started

    def _night_of(self, day: date, session_id: uuid.UUID) -> Night:
        """The file's or the group's night of this date, else a new one."""
        for night in self.nights.values():
            if night.date == day:
                return night
        night = db.session.scalar(
            db.select(Night).where(Night.group_id == self.group.id, Night.date == day).limit(1)
        )
        if night is None:
            night = Night(id=uuid.uuid5(session_id, "night"), group_id=self.group.id, date=day)
            db.session.add(night)
            db.session.flush()
        self.nights[str(night.id)] = night
        return night

    def _owned(
        self, model: type[Player] | type[Night] | type[Session], told: Iterable[str]
    ) -> dict[str, tuple[uuid.UUID, bool]]:
        """For each id in the file the id in this group, and whether it is there already.

        An id that belongs to another group gives way to one derived from both, so that a history can be
        copied into a second group and still be read twice without doubling.
        """
        ids = {text: uuid.UUID(text) for text in told}
        derived = {text: uuid.uuid5(self.group.id, str(found)) for text, found in ids.items()}
        wanted = [*ids.values(), *derived.values()]
        owners: dict[uuid.UUID, uuid.UUID] = {}
        for start in range(0, len(wanted), 500):
            rows = db.session.execute(
                db.select(model.id, model.group_id).where(model.id.in_(wanted[start : start + 500]))
            )
            owners.update({row.id: row.group_id for row in rows})
        owned = {}
        for text, own in ids.items():
            here = own if owners.get(own, self.group.id) == self.group.id else derived[text]
            owned[text] = (here, here in owners)
        return owned


def _check_once(things: list[dict[str, Any]], at: str) -> None:
    seen: set[uuid.UUID] = set()
    for index, thing in enumerate(things):
        own = uuid.UUID(thing["id"])
        if own in seen:
            raise BadDocument(f"{at}[{index}].id", "%(name)s stands here twice", name=thing["id"])
        seen.add(own)

"""Upload, apply and revert a file for a group."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, tzinfo
from typing import Any

from flask import Flask
from msgspec.structs import replace

from files.document import Report
from files.importing.applying import APPLIED, apply_file
from files.importing.draft import packed
from files.importing.preview import Preview
from files.importing.reverting import revert_file
from files.readers.context import ReadingContext
from files.readers.reading import read_file
from game.scoring import operations
from models import ChangeStamp, Group, Import, Night, Player, Session, db
from models.change import recorded_as_change
from models.database import new_id
from models.imported_file import ImportState, about_file
from models.people.people import add_group_change
from models.progress import Progress, no_progress
from tests.files.document.files import NOW
from tests.table import at_work

TOTALS = (
    "date,game,player,points\n"
    "2024-02-02,Derange Order of Eight,Anna,30\n"
    "2024-02-02,Derange Order of Eight,Bo,12\n"
)


class File:
    """An uploaded file."""

    def __init__(self, app: Flask, group_id: uuid.UUID, content: bytes | str, zone: tzinfo = UTC) -> None:
        self.app, self.group_id, self.id = app, group_id, new_id()
        with at_work(app):
            context = ReadingContext.of_group(group_id, zone, None)
        kind, draft = read_file(content.encode() if isinstance(content, str) else content, context)
        with at_work(app):
            Import.store(
                self._group(), kind, draft, "a file", self.change_stamp(self.id), document=packed(draft)
            )
            db.session.commit()

    def change_stamp(self, change_id: uuid.UUID | None = None, at: datetime = NOW) -> ChangeStamp:
        return ChangeStamp(change_id or new_id(), "Anna’s phone", at)

    @contextmanager
    def previewed(self) -> Iterator[Preview]:
        with at_work(self.app):
            yield Preview(self._group(), self._import())

    def choose(
        self, *, people: dict[str, str] | None = None, games: dict[str, str] | None = None, late: str = ""
    ) -> File:
        """People and players by name, or "new"; games by name; the choice for days in the future."""
        with self.previewed() as preview:
            keys = {match.name: match.key for match in preview.people}
        with at_work(self.app):
            ids = {p.name: str(p.id) for p in self._group().players}
            chosen = {keys[name]: ids.get(who, who) for name, who in (people or {}).items()}
            to_come = {"late": late} if late else {}
            self._import().choose({"people": chosen, "games": games or {}, "late": to_come})
            db.session.commit()
        return self

    def apply(self, progress: Progress = no_progress) -> Report:
        with at_work(self.app):
            return apply_file(self._group(), self._import(), self.change_stamp(), progress=progress)

    def revert(self, *, sure: bool = False) -> tuple[int, list[str], list[date]]:
        """Number of removed sessions, players kept and nights kept; `games_kept` are the games kept."""
        with at_work(self.app):
            *reverted, self.games_kept = revert_file(
                self._group(), self._import(), self.change_stamp(), sure=sure
            )
            return tuple(reverted)

    def corrects(self, session_id: uuid.UUID, points: int) -> uuid.UUID:
        """Apply it as older versions did, which also corrected sessions: here all points of round 1. Returns
        the id of the change.
        """
        change = self.change_stamp()
        with at_work(self.app):
            group, file = self._group(), self._import()
            session = Session.of(self.group_id, session_id)
            played = session.round_number(1)
            hands = tuple(replace(h, points=points, cards=None) if h.points else h for h in played.hands)
            with recorded_as_change(session, "correct_from_file", change, {"file": file.name}):
                session.sheet = operations.correct(session.sheet, replace(played, hands=hands))
            applied = self.change_stamp()
            about = {**about_file(file, 0), "corrected": 1}
            add_group_change(group, APPLIED, applied, about, {})
            file.state = ImportState.APPLIED
            file.result = {
                **{part: [] for part in ("sessions", "players")},
                **{part: {} for part in ("nights", "last_played")},
                "change": str(applied.change_id),
                "corrected": [str(change.change_id)],
            }
            db.session.commit()
        return change.change_id

    def _import(self) -> Import:
        return db.session.get_one(Import, self.id)

    def _group(self) -> Group:
        return db.session.get_one(Group, self.group_id)


def nights(app: Flask, group_id: uuid.UUID) -> list[tuple[str, str | None, list[str]]]:
    """Day, place and the variants that were played, oldest first."""
    with at_work(app):
        found = db.session.scalars(db.select(Night).where(Night.visible_in(group_id)).order_by(Night.date))
        return [(str(n.date), n.place, _played_on(n)) for n in found]


def _played_on(night: Night) -> list[str]:
    mine = (
        db.select(Session.variant)
        .where(Session.night_id == night.id, Session.visible())
        .order_by(Session.started_at)
    )
    return list(db.session.scalars(mine))


def players(app: Flask, group_id: uuid.UUID) -> list[str]:
    with at_work(app):
        return sorted(db.session.scalars(db.select(Player.name).where(Player.group_id == group_id)))


LOG_TABLES = ("imports", "changes", "statistics_versions")  # tables that record imports and changes


def rows_except(app: Flask, *tables: str) -> dict[str, list[Any]]:
    """Every row of every table except these, sorted."""
    with at_work(app), db.engine.connect() as connection:
        return {
            table.name: sorted(str(tuple(row)) for row in connection.execute(table.select()))
            for table in db.metadata.sorted_tables
            if table.name not in tables
        }

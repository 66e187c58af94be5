"""Two people of a group that are one: a guest's name that turns out to be somebody's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import ColumnElement, func

from models.change import Author, Pieces
from models.database import db
from models.group import Group
from models.people.people import remember_change, touch_sessions_of
from models.player import Player
from models.seat import Seat
from models.session import Session
from models.statistics.outcomes import follow_seats

MOST_NAMED = 20


class CannotMerge(ValueError):
    """Both sat at one table, so they are two people; `sessions` says where."""

    def __init__(self, sessions: list[Session]) -> None:
        super().__init__("they played against each other")
        self.sessions = sessions


@dataclass(frozen=True)
class Merge:
    """`gone` goes into `kept`: to read first, and then to do."""

    gone: Player
    kept: Player

    @cached_property
    def count(self) -> int:
        """How many sessions change hands."""
        return db.session.scalar(db.select(func.count()).where(Seat.player_id == self.gone.id)) or 0

    @cached_property
    def newest(self) -> list[Session]:
        """The last of them, enough to see whose they are."""
        return _newest_sessions(self.gone)

    @cached_property
    def clashes(self) -> list[Session]:
        """Where both sat at one table."""
        theirs = db.select(Seat.session_id).where(Seat.player_id == self.kept.id)
        return _newest_sessions(self.gone, Session.id.in_(theirs))

    def carry_out(self, group: Group, author: Author) -> None:
        """All of `gone`'s seats become `kept`'s. Raises CannotMerge where both sat at one table."""
        gone, kept = self.gone, self.kept
        if self.clashes:
            raise CannotMerge(self.clashes)
        touch_sessions_of(gone)
        pieces: Pieces = {f"player:{gone.id}": [gone.snapshot(), None]}
        for seat in db.session.scalars(db.select(Seat).where(Seat.player_id == gone.id)):
            pieces[f"seat:{seat.id}"] = [{"player": str(gone.id)}, {"player": str(kept.id)}]
            seat.player = kept
        remember_change(group, "merge", author, {"player": str(kept.id), "gone": gone.name}, pieces)
        kept.last_played_at = max(filter(None, (kept.last_played_at, gone.last_played_at)), default=None)
        follow_seats(group.id)
        db.session.delete(gone)


def _newest_sessions(player: Player, *also: ColumnElement[bool]) -> list[Session]:
    return list(
        db.session.scalars(
            db.select(Session)
            .join(Seat)
            .where(Seat.player_id == player.id, *also)
            .order_by(Session.started_at.desc())
            .limit(MOST_NAMED)
        )
    )

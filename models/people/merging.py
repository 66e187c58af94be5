"""Two people of a group that are one: a guest's name that turns out to be somebody's."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import ColumnElement, func

from models.change import Author, Change, Diff
from models.database import db
from models.group import Group
from models.people.people import remember_change, touch_sessions_of
from models.player import Player
from models.seat import Seat
from models.session import Session
from models.statistics.outcomes import follow_seats
from models.tournament.people import evenings_of_both, give_evenings
from models.tournament.tournament import Tournament

MOST_NAMED = 20


class CannotMerge(ValueError):
    """Both sat at one table, or take part in one club evening, so they are two people; where they did."""

    def __init__(self, sessions: list[Session], evenings: Sequence[Tournament]) -> None:
        super().__init__("they played against each other")
        self.sessions, self.evenings = sessions, evenings


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

    @cached_property
    def evenings(self) -> Sequence[Tournament]:
        """Where both take part."""
        return evenings_of_both(self.gone, self.kept)

    def carry_out(self, group: Group, author: Author) -> None:
        """All of `gone`'s seats become `kept`'s. Raises CannotMerge."""
        gone, kept = self.gone, self.kept
        if self.clashes or self.evenings:
            raise CannotMerge(self.clashes, self.evenings)
        touch_sessions_of(gone)
        diff: Diff = {f"player:{gone.id}": [gone.snapshot(), None]}
        for seat in db.session.scalars(db.select(Seat).where(Seat.player_id == gone.id)):
            diff[f"seat:{seat.id}"] = [{"player": str(gone.id)}, {"player": str(kept.id)}]
            seat.player = kept
        diff |= give_evenings(gone, kept)
        remember_change(group, "merge", author, {"player": str(kept.id), "gone": gone.name}, diff)
        kept.last_played_at = max(filter(None, (kept.last_played_at, gone.last_played_at)), default=None)
        follow_seats(group.id)
        db.session.delete(gone)


def became(group: Group, player_id: uuid.UUID) -> tuple[str, Player] | None:
    """What somebody who is no more was called, and into whom it went, however often that one went on."""
    changes = db.session.scalars(
        db.select(Change).where(Change.group_id == group.id, Change.kind == "merge").order_by(Change.id)
    )
    went = {
        uuid.UUID(piece.removeprefix("player:")): (change.about["gone"], uuid.UUID(change.about["player"]))
        for change in changes
        if change.is_active
        for piece in change.diff
        if piece.startswith("player:")
    }
    name, at = went.get(player_id, ("", player_id))[0], player_id
    while at in went:
        at = went.pop(at)[1]
    kept = Player.of(group.id, at)
    return (name, kept) if kept and name else None


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

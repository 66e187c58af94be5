"""Merge two players of a group who are one person."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import ColumnElement, func

from game.scoring.snapshot import Diff
from models.change import Change, ChangeStamp
from models.database import db
from models.group import Group
from models.people.people import add_group_change, touch_sessions_of
from models.player import Player
from models.session import Seat, Session
from models.statistics.storing import reassign_outcomes
from models.tournament.people import reassign_entrants, shared_tournaments
from models.tournament.tournament import Tournament

MAX_LISTED = 20


class CannotMergePlayers(ValueError):
    """Both sat at one table, or take part in one tournament, so they are two people. `sessions` and
    `shared_tournaments` list these, also from the recycle bin.
    """

    def __init__(self, sessions: list[Session], shared_tournaments: Sequence[Tournament]) -> None:
        super().__init__("they played against each other")
        self.sessions, self.shared_tournaments = sessions, shared_tournaments


@dataclass(frozen=True)
class Merge:
    """The merge of `source` into `target`, to preview and then to apply."""

    source: Player
    target: Player

    @cached_property
    def count(self) -> int:
        """The number of sessions that `source` played."""
        played = (Seat.player_id == self.source.id, Session.visible_in(self.source.group_id))
        return db.session.scalar(db.select(func.count(Seat.id)).join(Session).where(*played)) or 0

    @cached_property
    def newest(self) -> list[Session]:
        """The newest MAX_LISTED sessions of `source`, to recognize the player."""
        return _newest_sessions(self.source, Session.visible_in(self.source.group_id))

    @cached_property
    def clashes(self) -> list[Session]:
        """The newest MAX_LISTED sessions in which both sat at one table."""
        played = db.select(Seat.session_id).where(Seat.player_id == self.target.id)
        return _newest_sessions(self.source, Session.id.in_(played))

    @cached_property
    def shared_tournaments(self) -> Sequence[Tournament]:
        """The tournaments in which both take part."""
        return shared_tournaments(self.source, self.target)

    def carry_out(self, group: Group, stamp: ChangeStamp) -> None:
        """Assign all seats of `source` to `target`, and delete `source`. Raise CannotMergePlayers."""
        source, target = self.source, self.target
        if self.clashes or self.shared_tournaments:
            raise CannotMergePlayers(self.clashes, self.shared_tournaments)
        touch_sessions_of(source)
        diff: Diff = {f"player:{source.id}": [source.snapshot(), None]}
        for seat in db.session.scalars(db.select(Seat).where(Seat.player_id == source.id)):
            diff[f"seat:{seat.id}"] = [{"player": str(source.id)}, {"player": str(target.id)}]
            seat.player = target
        diff |= reassign_entrants(source, target)
        add_group_change(group, "merge", stamp, {"player": str(target.id), "gone": source.name}, diff)
        times = (target.last_played_at, source.last_played_at)
        target.last_played_at = max(filter(None, times), default=None)
        reassign_outcomes(group.id)
        db.session.delete(source)


def merged_player(group: Group, player_id: uuid.UUID) -> tuple[str, Player] | None:
    """The name of a player that was merged, and the player it is now, following later merges."""
    changes = db.session.scalars(
        db.select(Change)
        .where(Change.group_id == group.id, Change.kind == "merge")
        .order_by(Change.number, Change.id)
    )
    merges = {
        uuid.UUID(key.removeprefix("player:")): (change.about["gone"], uuid.UUID(change.about["player"]))
        for change in changes
        if change.is_active
        for key in change.diff
        if key.startswith("player:")
    }
    if player_id not in merges:
        return None
    name, target_id = merges.pop(player_id)
    while target_id in merges:
        target_id = merges.pop(target_id)[1]
    target = Player.of(group.id, target_id)
    return (name, target) if target else None


def _newest_sessions(player: Player, *also: ColumnElement[bool]) -> list[Session]:
    return list(
        db.session.scalars(
            db.select(Session)
            .join(Seat)
            .where(Seat.player_id == player.id, *also)
            .order_by(Session.started_at.desc())
            .limit(MAX_LISTED)
        )
    )

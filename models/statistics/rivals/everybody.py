"""The rivals of everybody: who is whose nemesis, and each with each."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import and_, func, or_

from models.database import db
from models.player import Player
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.rivals.meetings import ENOUGH, Meetings, Other, counted, met
from models.statistics.selection import Selection

MOST_SHOWN = 10
EVERY_SECOND = 0.5  # the share of the meetings


@dataclass(frozen=True)
class Rival:
    """An opponent of somebody; `meetings` are from that somebody's side."""

    player: Player
    meetings: Meetings

    @property
    def order(self) -> tuple[int, str, uuid.UUID]:
        """Of equal ones who was met more often, then by name."""
        return -self.meetings.count, self.player.name, self.player.id


@dataclass(frozen=True)
class PlayerRivals:
    """One player among the others: sessions played to the end, and everybody met ENOUGH times."""

    player: Player
    sessions: int
    rivals: list[Rival]

    @property
    def nemesis(self) -> Rival | None:
        """Who finishes ahead most often, where that is more than every second time."""
        feared = [rival for rival in self.rivals if rival.meetings.share < EVERY_SECOND]
        return min(feared, key=lambda rival: (rival.meetings.share, *rival.order), default=None)

    @property
    def victim(self) -> Rival | None:
        """Who finishes ahead least often, where that is less than every second time."""
        beaten = [rival for rival in self.rivals if rival.meetings.share > EVERY_SECOND]
        return min(beaten, key=lambda rival: (-rival.meetings.share, *rival.order), default=None)


@dataclass(frozen=True)
class Rivals:
    """everybody: who played in the selection, most sessions first. shown: the first ten of them.

    meetings: by two players' ids, both ways round; only pairs among the shown or that met ENOUGH times.
    """

    everybody: list[PlayerRivals]
    meetings: Mapping[tuple[uuid.UUID, uuid.UUID], Meetings]

    @property
    def shown(self) -> list[PlayerRivals]:
        return self.everybody[:MOST_SHOWN]

    def between(self, one: Player, other: Player) -> Meetings:
        return self.meetings.get((one.id, other.id), Meetings())


def rivals(selection: Selection) -> Rivals:
    """Two queries; the second goes through the selection's outcomes once and looks up who sat with each."""
    played = _sessions_played(selection)
    meetings = _meetings(selection, tuple(player.id for player, _count in played[:MOST_SHOWN]))
    by_player: dict[uuid.UUID, list[Rival]] = {player.id: [] for player, _count in played}
    players = {player.id: player for player, _count in played}
    for (one, other), of_two in meetings.items():
        if of_two.are_enough:
            by_player[one].append(Rival(players[other], of_two))
    return Rivals([PlayerRivals(player, count, by_player[player.id]) for player, count in played], meetings)


def _sessions_played(selection: Selection) -> list[tuple[Player, int]]:
    counts = (
        db.select(Outcome.player_id, func.count().label("sessions"))
        .where(*selection.conditions(), Outcome.rank.is_not(None))
        .group_by(Outcome.player_id)
        .subquery()
    )
    rows = db.session.execute(
        db.select(Player, counts.c.sessions)
        .join(counts, counts.c.player_id == Player.id)
        .order_by(counts.c.sessions.desc(), Player.name, Player.id)
    )
    return [(player, played) for player, played in rows]


@cached
def _meetings(
    selection: Selection, shown: tuple[uuid.UUID, ...]
) -> dict[tuple[uuid.UUID, uuid.UUID], Meetings]:
    one, other = Outcome.player_id, Other.player_id
    rows = db.session.execute(
        db.select(
            one,
            other,
            counted(Outcome.rank < Other.rank),
            counted(Outcome.rank > Other.rank),
            counted(Outcome.rank == Other.rank),
        )
        .where(*met(selection), other > one)
        .group_by(one, other)
        .having(or_(func.count() >= ENOUGH, and_(one.in_(shown), other.in_(shown))))
    )
    both_ways: dict[tuple[uuid.UUID, uuid.UUID], Meetings] = {}
    for first, second, *counts in rows:
        both_ways[first, second] = Meetings(*counts)
        both_ways[second, first] = both_ways[first, second].turned()
    return both_ways

"""Between players: who finishes ahead of whom, and who is whose nemesis.

Two meet in a session where both stayed to the end and were not partners. Where they finish level it counts
half for each.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Integer, and_, case, func, or_
from sqlalchemy.orm import aliased

from models.database import db
from models.player import Player
from models.statistics.cached import cached
from models.statistics.outcome import Outcome
from models.statistics.selection import Selection

ENOUGH = 10  # meetings, before anybody is called a rival
MOST_SHOWN = 10
CLEARLY, STRONGLY = 5, 15  # in 100, away from every second time

Other = aliased(Outcome, name="other")


@dataclass(frozen=True)
class Meetings:
    """What the meetings of two came to, from the first one's side."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def count(self) -> int:
        return self.ahead + self.behind + self.level

    @property
    def share(self) -> float:
        """The part of the meetings in which it finished ahead, from 0 to 1; of none at all a half."""
        return (self.ahead + self.level / 2) / self.count if self.count else 0.5

    @property
    def are_enough(self) -> bool:
        return self.count >= ENOUGH

    @property
    def leaning(self) -> str:
        """ "ahead", "behind" or "even"; "few" where they met too seldom to say."""
        if not self.are_enough:
            return "few"
        if not self._leans(CLEARLY):
            return "even"
        return "ahead" if self.ahead > self.behind else "behind"

    @property
    def leans_strongly(self) -> bool:
        return self.are_enough and self._leans(STRONGLY)

    def turned(self) -> Meetings:
        """The same from the second one's side."""
        return Meetings(self.behind, self.ahead, self.level)

    def _leans(self, hundredths: int) -> bool:
        """In whole numbers, or 45 in 100 would not be as far away as 55."""
        return 50 * abs(self.ahead - self.behind) >= hundredths * self.count


@dataclass(frozen=True)
class Rival:
    """An opponent of somebody; `meetings` are from that somebody's side."""

    player: Player
    meetings: Meetings


@dataclass(frozen=True)
class PlayerRivals:
    """One player among the others: sessions played to the end, and the rivals by the stated rule.

    nemesis: who finishes ahead most often, victim: who does so least, both among those met ENOUGH times, and
    only where that is more, or less, than every second time.
    """

    player: Player
    sessions: int
    nemesis: Rival | None
    victim: Rival | None


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
    for (one, other), met in meetings.items():
        if met.are_enough:
            by_player[one].append(Rival(players[other], met))
    everybody = [
        PlayerRivals(player, count, _nemesis(by_player[player.id]), _victim(by_player[player.id]))
        for player, count in played
    ]
    return Rivals(everybody, meetings)


def met(selection: Selection) -> list[ColumnElement[bool]]:
    """What makes an Outcome and an Other of the same session a meeting."""
    return [
        *selection.conditions(),
        Other.session_id == Outcome.session_id,
        Outcome.rank.is_not(None),
        Other.rank.is_not(None),
        Other.side != Outcome.side,
    ]


def counted(condition: ColumnElement[bool]) -> ColumnElement[int]:
    """How often it holds."""
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0).cast(Integer)


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


def _nemesis(opponents: Iterable[Rival]) -> Rival | None:
    """Of equals the one met more often, then by name."""
    feared = [rival for rival in opponents if rival.meetings.share < 0.5]  # noqa: PLR2004 - every second time
    return min(feared, key=lambda r: (r.meetings.share, *_order(r)), default=None)


def _victim(opponents: Iterable[Rival]) -> Rival | None:
    beaten = [rival for rival in opponents if rival.meetings.share > 0.5]  # noqa: PLR2004
    return min(beaten, key=lambda r: (-r.meetings.share, *_order(r)), default=None)


def _order(rival: Rival) -> tuple[int, str, uuid.UUID]:
    return -rival.meetings.count, rival.player.name, rival.player.id

"""The rivals of everybody: who is whose nemesis, and each with each."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import and_, case

from game.analysis.interval import EVERY_SECOND, Interval
from models.database import db
from models.player import Player
from models.statistics.outcome import Outcome
from models.statistics.rivals.meetings import OTHERS, RESULTS, Meetings, Other, met
from models.statistics.selection import Selection
from models.statistics.sums.reading import is_added_up_now, sums_by, total
from models.statistics.sums.tables import MeetingSums, PlayerSums

Pair = tuple[uuid.UUID, uuid.UUID]

MOST_SHOWN = 10


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
    """One player among the others: sessions played to the end, and everybody met ENOUGH times.

    compared: pairs of the group that met so often; whoever looks through all of them picks luck, too.
    """

    player: Player
    sessions: int
    rivals: list[Rival]
    compared: int

    @property
    def nemesis(self) -> Rival | None:
        """Who finishes ahead more than every second time, and not by luck; of several the surest."""
        feared = [(mine.high, rival) for mine, rival in self._intervals if mine.high < EVERY_SECOND]
        return min(feared, key=_surest_first, default=(0, None))[1]

    @property
    def victim(self) -> Rival | None:
        """Who finishes ahead less than every second time, and not by luck; of several the surest."""
        beaten = [(-mine.low, rival) for mine, rival in self._intervals if mine.low > EVERY_SECOND]
        return min(beaten, key=_surest_first, default=(0, None))[1]

    @property
    def is_too_close(self) -> bool:
        """Whether somebody was met often enough, and nobody stands out."""
        return bool(self.rivals) and self.nemesis is None and self.victim is None

    @property
    def _intervals(self) -> list[tuple[Interval, Rival]]:
        return [(rival.meetings.interval(self.compared), rival) for rival in self.rivals]


@dataclass(frozen=True)
class Duel:
    """Two who met, from the side of the one who finishes ahead more often."""

    own: Player
    other: Player
    meetings: Meetings

    @property
    def is_told(self) -> bool:
        """Both ways round are one duel: told from whoever leads it, or by name where both are level."""
        share = self.meetings.share
        return share > EVERY_SECOND or (share == EVERY_SECOND and _order(self.own) < _order(self.other))

    @property
    def order(self) -> tuple[Any, ...]:
        """The clearest first: by what the share is at least, so that a few lucky evenings lead no list."""
        return -self.meetings.interval(1).low, _order(self.own), _order(self.other)


@dataclass(frozen=True)
class Rivals:
    """everybody: who played in the selection, most sessions first. shown: the first ten of them.

    meetings: by two players' ids, both ways round; only pairs among the shown or that met ENOUGH times.
    """

    everybody: list[PlayerRivals]
    meetings: Mapping[Pair, Meetings]

    @property
    def shown(self) -> list[PlayerRivals]:
        return self.everybody[:MOST_SHOWN]

    @property
    def duels(self) -> list[Duel]:
        """Who met ENOUGH times, the clearest first."""
        return [duel for duel in self._pairs if duel.meetings.are_enough]

    @property
    def met_seldom(self) -> list[Duel]:
        """Who met, but fewer times."""
        return [duel for duel in self._pairs if not duel.meetings.are_enough]

    @cached_property
    def _pairs(self) -> list[Duel]:
        return pairs(self.meetings, {one.player.id: one.player for one in self.everybody})

    def between(self, one: Player, other: Player) -> Meetings:
        return self.meetings.get((one.id, other.id), Meetings())


def rivals(selection: Selection) -> Rivals:
    """Two queries."""
    played = _sessions_played(selection)
    meetings = _meetings(selection, {player.id for player, _count in played[:MOST_SHOWN]})
    by_player: dict[uuid.UUID, list[Rival]] = {player.id: [] for player, _count in played}
    players = {player.id: player for player, _count in played}
    for (one, other), of_two in meetings.items():
        if of_two.are_enough:
            by_player[one].append(Rival(players[other], of_two))
    compared = sum(map(len, by_player.values())) // 2
    everybody = [PlayerRivals(player, count, by_player[player.id], compared) for player, count in played]
    return Rivals(everybody, meetings)


def duels(selection: Selection, people: Mapping[uuid.UUID, Player]) -> list[Duel]:
    """Each two of these people who met ENOUGH times, the clearest first; one query."""
    return pairs(_meetings(selection, ()), people)


def pairs(meetings: Mapping[Pair, Meetings], people: Mapping[uuid.UUID, Player]) -> list[Duel]:
    """Each two once, the clearest first; of those who are level the first by name is asked."""
    found = [Duel(people[one], people[other], of_two) for (one, other), of_two in meetings.items()]
    return sorted((duel for duel in found if duel.is_told), key=lambda duel: duel.order)


def _surest_first(found: tuple[float, Rival]) -> tuple[Any, ...]:
    bound, rival = found
    return bound, *rival.order


def _order(player: Player) -> tuple[str, uuid.UUID]:
    return player.name, player.id


def _sessions_played(selection: Selection) -> list[tuple[Player, int]]:
    query = sums_by(selection, PlayerSums, ["player_id"], lambda sums: [total(sums.sessions).label("played")])
    counts = query.subquery()
    rows = db.session.execute(
        db.select(Player, counts.c.played)
        .join(counts, counts.c.player_id == Player.id)
        .where(counts.c.played > 0)
        .order_by(counts.c.played.desc(), Player.name, Player.id)
    )
    return [(player, played) for player, played in rows]


def _meetings(selection: Selection, shown: Collection[uuid.UUID]) -> dict[Pair, Meetings]:
    every = _counted_now(selection) if is_added_up_now(selection) else _as_kept(selection)
    return {
        (one, other): of_two
        for (one, other), of_two in every.items()
        if of_two.are_enough or (one in shown and other in shown)
    }


def _as_kept(selection: Selection) -> dict[Pair, Meetings]:
    sums = MeetingSums.__table__.c
    pair, counts = (sums.player_id, sums.other_id), [total(sums[result]) for result in RESULTS]
    rows = db.session.execute(db.select(*pair, *counts).where(*selection.conditions(sums)).group_by(*pair))
    return {(one, other): Meetings(*results) for one, other, *results in rows}


def _counted_now(selection: Selection) -> dict[Pair, Meetings]:
    """From each two's outcomes, once for both ways round: cell by cell takes three times as long."""
    counts = [total(case((condition, 1), else_=0)) for condition in RESULTS.values()]
    pair = Outcome.player_id, Other.player_id
    query = db.select(*pair, *counts).join(OTHERS, and_(*met(), Outcome.player_id < Other.player_id))
    every = {}
    for one, other, ahead, behind, level in db.session.execute(selection.among(query).group_by(*pair)):
        every[one, other] = Meetings(ahead, behind, level)
        every[other, one] = Meetings(behind, ahead, level)
    return every

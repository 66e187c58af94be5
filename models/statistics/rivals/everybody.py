"""The rivals of everybody: who is whose nemesis, and each with each."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import and_

from game.analysis.interval import EVERY_SECOND, Interval
from models.database import db
from models.player import Player
from models.statistics.outcome import Outcome, number_of
from models.statistics.rivals.meetings import OTHERS, RESULTS, Meetings, Other, met
from models.statistics.selection import Selection
from models.statistics.tally import sessions_played
from models.statistics.version import cached

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
    """Three queries; one where the figures are cached."""
    counts = sessions_played(selection)
    by_name = db.select(Player).where(Player.group_id == selection.group_id).order_by(Player.name, Player.id)
    played = [player for player in db.session.scalars(by_name) if counts.get(player.id)]
    played.sort(key=lambda player: -counts[player.id])
    people = {player.id: player for player in played}
    meetings = _meetings(selection, frozenset(player.id for player in played[:MOST_SHOWN]))
    by_player: dict[uuid.UUID, list[Rival]] = {player.id: [] for player in played}
    for (one, other), of_two in meetings.items():
        if of_two.are_enough:
            by_player[one].append(Rival(people[other], of_two))
    compared = sum(map(len, by_player.values())) // 2
    everybody = [PlayerRivals(one, counts[one.id], by_player[one.id], compared) for one in played]
    return Rivals(everybody, meetings)


def duels(selection: Selection, people: Mapping[uuid.UUID, Player]) -> list[Duel]:
    """Each two of these people who met ENOUGH times, the clearest first; one query."""
    return pairs(_meetings(selection, frozenset()), people)


def pairs(meetings: Mapping[Pair, Meetings], people: Mapping[uuid.UUID, Player]) -> list[Duel]:
    """Each two once, the clearest first; of those who are level the first by name is asked."""
    found = [Duel(people[one], people[other], of_two) for (one, other), of_two in meetings.items()]
    return sorted((duel for duel in found if duel.is_told), key=lambda duel: duel.order)


def _surest_first(found: tuple[float, Rival]) -> tuple[Any, ...]:
    bound, rival = found
    return bound, *rival.order


def _order(player: Player) -> tuple[str, uuid.UUID]:
    return player.name, player.id


@cached
def _meetings(selection: Selection, shown: frozenset[uuid.UUID]) -> Mapping[Pair, Meetings]:
    """Both ways round; of two who met fewer than ENOUGH times only where both are among the shown."""
    counts = [number_of(condition) for condition in RESULTS.values()]
    pair = Outcome.player_id, Other.player_id
    found = {}
    for one, other, ahead, behind, level in db.session.execute(
        db.select(*pair, *counts)
        .join(OTHERS, and_(*met(), Outcome.player_id < Other.player_id))
        .where(*selection.conditions())
        .group_by(*pair)
    ):
        of_two = Meetings(ahead, behind, level)
        if of_two.are_enough or shown.issuperset((one, other)):
            found[one, other] = of_two
            found[other, one] = Meetings(behind, ahead, level)
    return found

"""Head-to-head figures: who finishes ahead of whom, nemesis and victim, and pairs who never met.

Two players meet in a session if both stayed to the end and were not partners. A tie counts half for each.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from sqlalchemy import ColumnElement, and_

from game.analysis.interval import EVEN_SHARE, Interval, bonferroni_z, wilson
from models.database import db
from models.player import Player
from models.statistics.outcome import Outcome, count_where
from models.statistics.selection import Selection
from models.statistics.tally import sessions_played
from models.statistics.version import cached

Ids = tuple[uuid.UUID, uuid.UUID]

MIN_MEETINGS = 10  # of two players who are called rivals
STRONG_LEAN = 15  # percentage points above or below 50

OTHERS = Outcome.__table__.alias("other")  # of the table: an alias of the class would need all mappers
Other = OTHERS.c
# Result of a meeting, seen from Outcome.
RESULTS: Mapping[str, ColumnElement[bool]] = {
    "ahead": Outcome.rank < Other.rank,
    "behind": Outcome.rank > Other.rank,
    "level": Outcome.rank == Other.rank,
}


@dataclass(frozen=True)
class MeetingCounts:
    """Results of the meetings of two players, from the first one's side."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @classmethod
    def of(cls, results: Sequence[int]) -> MeetingCounts:
        """From results: 1 for each meeting in which the first one finished ahead, -1 behind, 0 level."""
        return cls(results.count(1), results.count(-1), results.count(0))

    @property
    def count(self) -> int:
        return self.ahead + self.behind + self.level

    @property
    def share(self) -> float:
        """The share of the meetings in which the first one finished ahead, from 0 to 1; 0.5 without
        meetings.
        """
        return (self.ahead + self.level / 2) / self.count if self.count else 0.5

    def interval(self, candidates: int) -> Interval:
        """The confidence interval of the share, corrected for comparing `candidates` pairs."""
        return wilson(self.ahead + self.level / 2, self.count, bonferroni_z(candidates))

    @property
    def are_enough(self) -> bool:
        return self.count >= MIN_MEETINGS

    def is_significant(self, candidates: int) -> bool:
        """Whether one of the two is ahead more than every second time, and not by luck (95 % confidence)."""
        return self.are_enough and EVEN_SHARE not in self.interval(candidates)

    def leaning(self, candidates: int) -> str:
        """ "ahead" or "behind" if that is significant; else "even", or "few" below MIN_MEETINGS."""
        if not self.are_enough:
            return "few"
        if not self.is_significant(candidates):
            return "even"
        return "ahead" if self.ahead > self.behind else "behind"

    @property
    def leans_strongly(self) -> bool:
        """Whether the share is at least STRONG_LEAN away from 50 %. In integers: as floats, 35 % and 65 % are
        not equally far away.
        """
        return 50 * abs(self.ahead - self.behind) >= STRONG_LEAN * self.count


def meeting_condition() -> list[ColumnElement[bool]]:
    """Conditions under which an Outcome and an Other of the same session are a meeting."""
    return [
        Other.session_id == Outcome.session_id,
        Outcome.rank.is_not(None),
        Other.rank.is_not(None),
        Other.side != Outcome.side,
    ]


MAX_SHOWN = 10


@dataclass(frozen=True)
class Rival:
    """An opponent; `meetings` are from the other player's side."""

    player: Player
    meetings: MeetingCounts

    @property
    def order(self) -> tuple[int, str, uuid.UUID]:
        """Sort key among equal bounds: met most often first, then by name."""
        return -self.meetings.count, self.player.name, self.player.id


@dataclass(frozen=True)
class PlayerRivals:
    """One player's opponents: sessions played to the end, and all opponents met MIN_MEETINGS times.

    compared: the number of such pairs in the group, for the correction of multiple comparisons.
    """

    player: Player
    sessions: int
    rivals: list[Rival]
    compared: int

    @property
    def nemesis(self) -> Rival | None:
        """The opponent who finishes ahead more than every second time, and not by luck; of several the most
        certain.
        """
        surest = min(self.rivals, key=lambda r: (self._interval(r).high, *r.order), default=None)
        return surest if surest and self._interval(surest).high < EVEN_SHARE else None

    @property
    def victim(self) -> Rival | None:
        """The opponent who finishes ahead less than every second time, and not by luck; of several the most
        certain.
        """
        surest = min(self.rivals, key=lambda r: (-self._interval(r).low, *r.order), default=None)
        return surest if surest and self._interval(surest).low > EVEN_SHARE else None

    @property
    def is_too_close(self) -> bool:
        """Whether there are enough meetings, but no nemesis and no victim."""
        return bool(self.rivals) and self.nemesis is None and self.victim is None

    def _interval(self, rival: Rival) -> Interval:
        return rival.meetings.interval(self.compared)


@dataclass(frozen=True)
class HeadToHead:
    """Two players who met, from the side of the one who finishes ahead more often."""

    own: Player
    other: Player
    meetings: MeetingCounts

    @property
    def is_canonical(self) -> bool:
        """Whether this is the one of the two orders that is shown: from the leader's side, or by name if
        both are level.
        """
        share = self.meetings.share
        return share > EVEN_SHARE or (share == EVEN_SHARE and _order(self.own) < _order(self.other))

    @property
    def order(self) -> tuple[Any, ...]:
        """Sort key: by the lower bound of the share, so that a few lucky nights do not lead the list."""
        return -self.meetings.interval(1).low, _order(self.own), _order(self.other)


@dataclass(frozen=True)
class Rivals:
    """everybody: the players of the selection, most sessions first. shown: the first ten.

    meetings: by two player ids, in both orders; only pairs that are shown or met MIN_MEETINGS times.
    """

    everybody: list[PlayerRivals]
    meetings: Mapping[Ids, MeetingCounts]

    @property
    def shown(self) -> list[PlayerRivals]:
        return self.everybody[:MAX_SHOWN]

    @property
    def duels(self) -> list[HeadToHead]:
        """Who met MIN_MEETINGS times, the clearest first."""
        return [duel for duel in self._pairs if duel.meetings.are_enough]

    @property
    def low_sample(self) -> list[HeadToHead]:
        """Who met, but fewer times."""
        return [duel for duel in self._pairs if not duel.meetings.are_enough]

    @cached_property
    def _pairs(self) -> list[HeadToHead]:
        return pairs(self.meetings, {one.player.id: one.player for one in self.everybody})

    def between(self, one: Player, other: Player) -> MeetingCounts:
        return self.meetings.get((one.id, other.id), MeetingCounts())


def rivals(selection: Selection) -> Rivals:
    """Three queries; one where the figures are cached."""
    counts = sessions_played(selection)
    by_name = db.select(Player).where(Player.group_id == selection.group_id).order_by(Player.name, Player.id)
    played = [player for player in db.session.scalars(by_name) if counts.get(player.id)]
    played.sort(key=lambda player: -counts[player.id])
    people = {player.id: player for player in played}
    meetings = _meetings(selection, frozenset(player.id for player in played[:MAX_SHOWN]))
    by_player: dict[uuid.UUID, list[Rival]] = {player.id: [] for player in played}
    for (one, other), results in meetings.items():
        if results.are_enough:
            by_player[one].append(Rival(people[other], results))
    compared = sum(map(len, by_player.values())) // 2
    everybody = [PlayerRivals(one, counts[one.id], by_player[one.id], compared) for one in played]
    return Rivals(everybody, meetings)


def duels(selection: Selection, people: Mapping[uuid.UUID, Player]) -> list[HeadToHead]:
    """Each two of these people who met MIN_MEETINGS times, the clearest first; one query."""
    return pairs(_meetings(selection, frozenset()), people)


def pairs(meetings: Mapping[Ids, MeetingCounts], people: Mapping[uuid.UUID, Player]) -> list[HeadToHead]:
    """Each pair once, the clearest first, from the side of the leader, or by name if they are level."""
    duels = [HeadToHead(people[one], people[other], counts) for (one, other), counts in meetings.items()]
    return sorted((duel for duel in duels if duel.is_canonical), key=lambda duel: duel.order)


def _order(player: Player) -> tuple[str, uuid.UUID]:
    return player.name, player.id


@cached
def _meetings(selection: Selection, shown: frozenset[uuid.UUID]) -> Mapping[Ids, MeetingCounts]:
    """By two ids, in both orders; pairs that met fewer than MIN_MEETINGS times only if both are shown."""
    counts = [count_where(condition) for condition in RESULTS.values()]
    pair = Outcome.player_id, Other.player_id
    meetings = {}
    for one, other, ahead, behind, level in db.session.execute(
        db.select(*pair, *counts)
        .join(OTHERS, and_(*meeting_condition(), Outcome.player_id < Other.player_id))
        .where(*selection.conditions())
        .group_by(*pair)
    ):
        results = MeetingCounts(ahead, behind, level)
        if results.are_enough or shown.issuperset((one, other)):
            meetings[one, other] = results
            meetings[other, one] = MeetingCounts(behind, ahead, level)
    return meetings


Pair = tuple[Player, Player]


def never_met(
    selection: Selection, people: Sequence[Player], known: Collection[tuple[uuid.UUID, uuid.UUID]] = ()
) -> list[Pair]:
    """Pairs of these players who were in no finished session together, not even as partners or for a while.

    people: most sessions first, so that the query reads the player with fewer sessions. known: pairs known
    to have met, in both orders. One query, none if all are known.
    """
    open_pairs = [pair for pair in combinations(people, 2) if (pair[0].id, pair[1].id) not in known]
    if not open_pairs:
        return []
    player_ids = {less.id for _more, less in open_pairs}
    together = (
        db.select(Outcome.player_id, Other.player_id)
        .join(OTHERS, Other.session_id == Outcome.session_id)
        .where(
            *selection.conditions(), Outcome.player_id.in_(player_ids), Other.player_id != Outcome.player_id
        )
        .distinct()
    )
    met = {(one, other) for one, other in db.session.execute(together)}
    never = [sorted(pair, key=_folded) for pair in open_pairs if (pair[1].id, pair[0].id) not in met]
    never.sort(key=lambda pair: (_folded(pair[0]), _folded(pair[1])))
    return [(first, second) for first, second in never]


def _folded(player: Player) -> tuple[str, uuid.UUID]:
    return player.name.casefold(), player.id

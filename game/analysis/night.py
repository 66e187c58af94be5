"""Results of a night over all its finished sessions, and figures that are unusual for a night.

Points of different games are never added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

MIN_NIGHTS = 30  # earlier nights needed for a comparison
RARE = 0.01  # share of the nights at either end that is unusual

Player = TypeVar("Player", bound=Hashable)


Finish = tuple[Player, int | None, bool]  # who, at which rank (None: left before the end), whether it won


@dataclass(frozen=True)
class PlayerNight(Generic[Player]):
    """One player's results of a night.

    played: sessions played to the end; left: sessions left before. rank_sum: sum of the ranks in sessions
    played to the end.
    """

    player: Player
    won: int = 0
    played: int = 0
    left: int = 0
    rank_sum: int = 0

    @property
    def average_rank(self) -> float | None:
        """None if no session was played to the end."""
        return self.rank_sum / self.played if self.played else None

    def after(self, rank: int | None, *, won: bool) -> PlayerNight[Player]:
        """Return the results including one more session. rank: None if the player left before the end."""
        if rank is None:
            return replace(self, left=self.left + 1)
        return replace(self, won=self.won + won, played=self.played + 1, rank_sum=self.rank_sum + rank)


def night_table(sessions: Iterable[Iterable[Finish[Player]]]) -> list[PlayerNight[Player]]:
    """Return the players' results: most sessions won first, then best average rank, then order of appearance.

    >>> table = night_table([[("Anna", 1, True), ("Bo", 2, False)], [("Anna", 2, False), ("Bo", 1, True)]])
    >>> [(line.player, line.won, line.average_rank) for line in table]
    [('Anna', 1, 1.5), ('Bo', 1, 1.5)]
    """
    lines: dict[Player, PlayerNight[Player]] = {}
    for finishes in sessions:
        for player, rank, won in finishes:
            lines[player] = lines.get(player, PlayerNight(player)).after(rank, won=won)
    return sorted(lines.values(), key=_best_first)


def top_players(counts: Iterable[Mapping[Player, int]]) -> tuple[int, list[Player]]:
    """Return the highest sum over all sessions and the players who have it; (0, []) if all sums are 0.

    >>> top_players([{"Anna": 2, "Bo": 1}, {"Bo": 1}])
    (2, ['Anna', 'Bo'])
    """
    summed = sum_by_player(counts)
    highest = max(summed.values(), default=0)
    return highest, [player for player, count in summed.items() if count == highest > 0]


def sum_by_player(counts: Iterable[Mapping[Player, int]]) -> dict[Player, int]:
    """Return the sums of several counts by player, in order of first appearance."""
    summed: Counter[Player] = Counter()
    for counted in counts:
        summed.update(counted)
    return dict(summed)


def _best_first(line: PlayerNight[Player]) -> tuple[int, float]:
    average = line.average_rank
    return -line.won, average if average is not None else float("inf")


@dataclass(frozen=True)
class UnusualFigure:
    """A figure outside the usual range.

    is_high: above the range. nights: number of earlier nights; as_extreme: how many of them had this figure
    or a more extreme one. low, high: the usual range, 98 % of the nights.
    """

    figure: float
    is_high: bool
    nights: int
    as_extreme: int
    low: float
    high: float


def unusual_figure(figure: float, before: Sequence[float]) -> UnusualFigure | None:
    """Return the figure with its usual range; None if it is usual or with fewer than MIN_NIGHTS before.

    >>> unusual_figure(50, before=list(range(10, 50)))
    UnusualFigure(figure=50, is_high=True, nights=40, as_extreme=0, low=10, high=49)
    """
    nights = len(before)
    if nights < MIN_NIGHTS:
        return None
    ordered, rare = sorted(before), int(RARE * nights)
    low, high = ordered[rare], ordered[nights - 1 - rare]
    if low <= figure <= high:
        return None
    is_high = figure > high
    as_extreme = sum(other >= figure if is_high else other <= figure for other in before)
    return UnusualFigure(figure, is_high, nights, as_extreme, low, high)

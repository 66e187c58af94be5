"""What a night came to over all its finished sessions. Points of different games are never added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)


Finish = tuple[Player, int | None, bool]  # who, at which rank (None: left before the end), whether it won


@dataclass(frozen=True)
class PlayerNight(Generic[Player]):
    """One player's night. played: sessions played to the end; left: those left before.

    rank_sum: of the ranks of the sessions played to the end.
    """

    player: Player
    won: int = 0
    played: int = 0
    left: int = 0
    rank_sum: int = 0

    @property
    def average_rank(self) -> float | None:
        """None where no session was played to the end."""
        return self.rank_sum / self.played if self.played else None

    def after(self, rank: int | None, *, won: bool) -> PlayerNight[Player]:
        """With one session more."""
        if rank is None:
            return replace(self, left=self.left + 1)
        return replace(self, won=self.won + won, played=self.played + 1, rank_sum=self.rank_sum + rank)


def night_table(sessions: Iterable[Iterable[Finish[Player]]]) -> list[PlayerNight[Player]]:
    """Most sessions won first, then the best average rank; equal ones in the order they sat down."""
    lines: dict[Player, PlayerNight[Player]] = {}
    for finishes in sessions:
        for player, rank, won in finishes:
            lines[player] = lines.get(player, PlayerNight(player)).after(rank, won=won)
    return sorted(lines.values(), key=_best_first)


def most(counts: Iterable[Mapping[Player, int]]) -> tuple[int, list[Player]]:
    """The highest sum over all sessions and everybody who has it; (0, []) where nobody has any."""
    summed = added(counts)
    highest = max(summed.values(), default=0)
    return highest, [player for player, count in summed.items() if count == highest > 0]


def added(counts: Iterable[Mapping[Player, int]]) -> dict[Player, int]:
    """The same things counted in several sessions, by player in the order they first occur."""
    summed: Counter[Player] = Counter()
    for counted in counts:
        summed.update(counted)
    return dict(summed)


def _best_first(line: PlayerNight[Player]) -> tuple[int, float]:
    average = line.average_rank
    return -line.won, average if average is not None else float("inf")

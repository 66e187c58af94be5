"""What an evening came to over all its finished sessions. Points of different games are never added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True)
class Finish(Generic[Player]):
    """How a player came out of a finished session; rank is None where the player left before the end."""

    player: Player
    rank: int | None
    won: bool


@dataclass(frozen=True)
class Line(Generic[Player]):
    """One player's evening. played: sessions played to the end; left: those left before.

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


def evening_table(sessions: Iterable[Sequence[Finish[Player]]]) -> list[Line[Player]]:
    """Most sessions won first, then the best average rank; equal ones in the order they sat down."""
    lines: dict[Player, Line[Player]] = {}
    for finishes in sessions:
        for finish in finishes:
            lines[finish.player] = _after(lines.get(finish.player, Line(finish.player)), finish)
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


def _after(line: Line[Player], finish: Finish[Player]) -> Line[Player]:
    if finish.rank is None:
        return Line(line.player, line.won, line.played, line.left + 1, line.rank_sum)
    return Line(line.player, line.won + finish.won, line.played + 1, line.left, line.rank_sum + finish.rank)


def _best_first(line: Line[Player]) -> tuple[int, float]:
    average = line.average_rank
    return -line.won, average if average is not None else float("inf")

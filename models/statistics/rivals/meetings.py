"""What the meetings of two came to, and which outcomes are a meeting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement

from game.analysis.interval import EVERY_SECOND, Interval, wilson, z_of_one_in
from models.statistics.outcome import Outcome

ENOUGH = 10  # meetings, before anybody is called a rival
STRONGLY = 15  # in 100, away from every second time

OTHERS = Outcome.__table__.alias("other")  # of the table: of the class it would want every class to be there
Other = OTHERS.c
# of a meeting, from the side of the outcome
RESULTS: Mapping[str, ColumnElement[bool]] = {
    "ahead": Outcome.rank < Other.rank,
    "behind": Outcome.rank > Other.rank,
    "level": Outcome.rank == Other.rank,
}


@dataclass(frozen=True)
class Meetings:
    """What the meetings of two came to, from the first one's side."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @classmethod
    def of(cls, results: Sequence[int]) -> Meetings:
        """Of results: 1 for each meeting in which the first one finished ahead, -1 behind, 0 level."""
        return cls(results.count(1), results.count(-1), results.count(0))

    @property
    def count(self) -> int:
        return self.ahead + self.behind + self.level

    @property
    def share(self) -> float:
        """The part of the meetings in which it finished ahead, from 0 to 1; of none at all a half."""
        return (self.ahead + self.level / 2) / self.count if self.count else 0.5

    def interval(self, candidates: int) -> Interval:
        """What the share leaves open, seen as one of so many pairs' shares."""
        return wilson(self.ahead + self.level / 2, self.count, z_of_one_in(candidates))

    @property
    def are_enough(self) -> bool:
        return self.count >= ENOUGH

    def is_beyond_luck(self, candidates: int) -> bool:
        """Whether one of the two is ahead more than every second time, and luck alone does not explain it."""
        return self.are_enough and EVERY_SECOND not in self.interval(candidates)

    def leaning(self, candidates: int) -> str:
        """ "ahead" or "behind" where that is beyond luck; else "even", or "few" where they met too seldom."""
        if not self.are_enough:
            return "few"
        if not self.is_beyond_luck(candidates):
            return "even"
        return "ahead" if self.ahead > self.behind else "behind"

    @property
    def leans_strongly(self) -> bool:
        """In whole numbers, or 35 in 100 would not be as far away as 65."""
        return 50 * abs(self.ahead - self.behind) >= STRONGLY * self.count


def met() -> list[ColumnElement[bool]]:
    """What makes an Outcome and an Other of the same session a meeting."""
    return [
        Other.session_id == Outcome.session_id,
        Outcome.rank.is_not(None),
        Other.rank.is_not(None),
        Other.side != Outcome.side,
    ]

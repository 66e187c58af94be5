"""What the meetings of two came to, and which outcomes are a meeting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement

from models.statistics.outcome import Outcome

ENOUGH = 10  # meetings, before anybody is called a rival
CLEARLY, STRONGLY = 5, 15  # in 100, away from every second time

OTHERS = Outcome.__table__.alias("other")  # of the table: of the class it would want every class to be there
Other = OTHERS.c


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

    def _leans(self, hundredths: int) -> bool:
        """In whole numbers, or 45 in 100 would not be as far away as 55."""
        return 50 * abs(self.ahead - self.behind) >= hundredths * self.count


def met() -> list[ColumnElement[bool]]:
    """What makes an Outcome and an Other of the same session a meeting."""
    return [
        Other.session_id == Outcome.session_id,
        Outcome.rank.is_not(None),
        Other.rank.is_not(None),
        Other.side != Outcome.side,
    ]
